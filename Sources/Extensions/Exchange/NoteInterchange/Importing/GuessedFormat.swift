extension ImportFormat {
  /// Returns the format of files by their names and first bytes. Nil if no format or several formats match.
  package static func guessed(of files: [ImportFile]) -> ImportFormat? {
    let names = Set(files.compactMap { name(of: $0) })
    // Exports of these programs have other files with them.
    let programs = names.intersection([
      "notion", "joplin", "keep", "dayone", "simplenote", "standard-notes", "onenote", "roam",
    ])
    let decisive = programs.isEmpty ? names : programs
    return decisive.count == 1 ? decisive.first.flatMap(named) : nil
  }

  private static func name(of file: ImportFile) -> String? {
    let ending = file.name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    if ["md", "html", "csv"].contains(ending) {
      if NotionName.parts(of: file.stem).id != nil { return "notion" }
      if ending == "md", file.stem.count == 32, file.stem.allSatisfy(\.isHexDigit) { return "joplin" }
    }
    switch ending {
    case "json": return name(ofJSON: file)
    case "csv": return has(file, ["TYPE,", "CONTENT"]) ? "todoist" : "csv"
    case "txt" where ["todo.txt", "done.txt"].contains(file.name.lowercased()): return "todotxt"
    case "txt", "jrnl", "journal", "": return name(ofText: file, ending)
    default: return endings.first { $0.endings.contains(ending) }?.name
    }
  }

  private static let endings: [(name: String, endings: Set<String>)] = [
    ("enex", ["enex"]), ("ics", ["ics", "ical"]), ("opml", ["opml"]), ("org", ["org"]), ("joplin", ["jex"]),
    ("bear", ["bear2bk"]), ("html", ["html", "htm"]), ("text", ["md", "markdown"]), ("tiddlywiki", ["tid"]),
    ("pandoc", ["docx", "odt", "rtf", "epub", "tex", "rst"]),
  ]

  /// Texts that identify a program's format, in the order of the checks.
  private static let marks: [(name: String, texts: [String])] = [
    ("dayone", ["\"entries\"", "\"creationDate\""]), ("jrnl", ["\"entries\"", "\"starred\"", "\"time\""]),
    ("trello", ["\"idBoard\""]), ("trello", ["\"cards\"", "\"lists\""]),
    ("simplenote", ["\"activeNotes\""]), ("keep", ["\"userEditedTimestampUsec\""]),
    ("standard-notes", ["\"content_type\""]), ("taskwarrior", ["\"uuid\"", "\"description\"", "\"status\""]),
    ("roam", ["\"edit-time\""]), ("roam", ["\"create-time\""]), ("microsoft-todo", ["\"displayName\"", "\"tasks\""]),
  ]

  private static func name(ofJSON file: ImportFile) -> String {
    marks.first { has(file, $0.texts) }?.name ?? "json"
  }

  /// Returns `jrnl` for a text that begins with the head of an entry, in brackets or with another such head below.
  private static func name(ofText file: ImportFile, _ ending: String) -> String? {
    let lines = head(of: file).split(whereSeparator: \.isNewline)
    if lines.first?.first == "{", has(file, ["\"content_type\""]) { return "standard-notes" }
    let heads = lines.filter { JrnlHead.read($0) != nil }
    if let first = lines.first, heads.first == first, first.first == "[" || heads.count > 1 { return "jrnl" }
    return ending == "txt" ? "text" : nil
  }

  private static func has(_ file: ImportFile, _ texts: [String]) -> Bool {
    let head = head(of: file)
    return texts.allSatisfy { head.contains($0) }
  }

  private static func head(of file: ImportFile) -> String {
    String(decoding: (try? file.head(1 << 16)) ?? [], as: UTF8.self)
  }
}
