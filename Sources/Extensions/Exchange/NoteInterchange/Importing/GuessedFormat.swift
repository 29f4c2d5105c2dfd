extension ImportFormat {
  /// Returns the format of files by their names and first bytes. Nil for several, and for one that nothing shows.
  package static func guessed(of files: [ImportFile]) -> ImportFormat? {
    let names = Set(files.compactMap { name(of: $0) })
    return names.count == 1 ? names.first.flatMap(named) : nil
  }

  private static func name(of file: ImportFile) -> String? {
    let ending = file.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch ending {
    case "json": return name(ofJSON: file)
    case "csv": return has(file, ["TYPE,", "CONTENT"]) ? "todoist" : "csv"
    case "txt" where ["todo.txt", "done.txt"].contains(file.name.lowercased()): return "todotxt"
    default: return endings.first { $0.endings.contains(ending) }?.name
    }
  }

  private static let endings: [(name: String, endings: Set<String>)] = [
    ("enex", ["enex"]), ("ics", ["ics", "ical"]), ("opml", ["opml"]), ("org", ["org"]), ("joplin", ["jex"]),
    ("bear", ["bear2bk"]), ("html", ["html", "htm"]), ("text", ["md", "markdown", "txt"]),
    ("pandoc", ["docx", "odt", "rtf", "epub", "tex", "rst"]),
  ]

  /// Texts that identify a program's format, in the order of the checks.
  private static let marks: [(name: String, texts: [String])] = [
    ("dayone", ["\"entries\"", "\"creationDate\""]), ("trello", ["\"idBoard\""]),
    ("trello", ["\"cards\"", "\"lists\""]),
    ("simplenote", ["\"activeNotes\""]), ("keep", ["\"userEditedTimestampUsec\""]),
    ("standard-notes", ["\"content_type\""]), ("taskwarrior", ["\"uuid\"", "\"description\"", "\"status\""]),
    ("roam", ["\"edit-time\""]), ("roam", ["\"create-time\""]),
  ]

  private static func name(ofJSON file: ImportFile) -> String {
    marks.first { has(file, $0.texts) }?.name ?? "json"
  }

  private static func has(_ file: ImportFile, _ texts: [String]) -> Bool {
    let head = String(decoding: (try? file.head(1 << 16)) ?? [], as: UTF8.self)
    return texts.allSatisfy { head.contains($0) }
  }
}
