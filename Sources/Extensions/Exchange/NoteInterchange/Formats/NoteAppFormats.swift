import ByteBasics
import CivilCalendar
import MarkdownFormatting
import NoteModel
import NoteSyntax
import Wording

// Programs that export all their notes as one JSON document.

extension ImportFormat {
  static let simplenote = ImportFormat("simplenote", takesArchives: true) { source, options, receiver in
    let dates = ImportDates(zone: options.zone)
    let files = source.files.filter { $0.hasExtension("json") }
    try receiver.forEach(files) { file in
      let document = try file.json()
      for note in document["activeNotes"]?.items ?? [] {
        try receiver.take(simplenote(note, dates, ImportPosition(file: file.path)))
      }
      BinReport.skip(document["trashedNotes"]?.items.count ?? 0, in: file, receiver)
    }
    // The text files repeat the notes as plain text.
    if !files.isEmpty { for file in source.files where file.hasExtension("txt") { _ = try file.head(1) } }
  }

  private static func simplenote(_ value: JSONValue, _ dates: ImportDates, _ position: ImportPosition) -> ImportedNote {
    let text = ImportLines.normal(value["content"]?.string ?? "")
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let title = lines.first.map { $0.drop { $0 == "#" || $0 == " " } } ?? ""
    var note = ImportedNote(
      source: value["id"]?.string ?? "", title: String(title), body: lines.count > 1 ? String(lines[1]) : "",
      position: position)
    note.created = value["creationDate"]?.string.flatMap { dates.moment(iso: $0) }
    note.updated = value["lastModified"]?.string.flatMap { dates.moment(iso: $0) }
    note.tags = (value["tags"]?.items ?? []).compactMap(\.string)
    if value["pinned"]?.boolean == true { note.fields.append(.init("pinned", .typed("true"))) }
    note.keep("publicURL", value["publicURL"]?.string ?? "")
    note.escapeComments()
    note.addReferences(to: "simplenote://note/")
    return note
  }

  static let standardNotes = ImportFormat("standard-notes", takesArchives: true) { source, options, receiver in
    let dates = ImportDates(zone: options.zone)
    let backups = source.files.filter {
      $0.hasExtension("json") || $0.hasExtension("txt") && $0.name.contains("Backup and Import")
    }
    try receiver.forEach(backups) { file in
      try StandardNotesReader(try file.json(), file, dates, receiver).read()
    }
    // The folder `Items` repeats the items, with one file per item.
    for file in source.files where !backups.isEmpty && file.path.contains("Items/") {
      _ = try file.head(1)
    }
  }
}

private struct StandardNotesReader {
  private let items: [JSONValue]
  private let file: ImportFile
  private let dates: ImportDates
  private let receiver: any ImportReceiver

  init(_ document: JSONValue, _ file: ImportFile, _ dates: ImportDates, _ receiver: any ImportReceiver) {
    items = document["items"]?.items ?? []
    self.file = file
    self.dates = dates
    self.receiver = receiver
  }

  func read() throws {
    let position = ImportPosition(file: file.path)
    let encrypted = items.count { $0["content"]?.string != nil }
    if encrypted > 0 {
      receiver.skip(
        position,
        Message(
          "\(encrypted) items are encrypted; export a decrypted backup",
          ko: "암호화된 항목 \(encrypted)개는 가져올 수 없습니다. 암호화를 푼 백업으로 내보내세요"))
    }
    let notes = items.filter { $0["content_type"]?.string == "Note" && $0["content"]?.string == nil }
    let tags = tags
    for item in notes where item["content"]?["trashed"]?.boolean != true {
      try receiver.take(note(item, tags, position))
    }
    BinReport.skip(notes.count { $0["content"]?["trashed"]?.boolean == true }, in: file, receiver)
    for item in items where item["content_type"]?.string == "SN|File" {
      let name = item["content"]?["name"]?.string ?? ""
      receiver.skip(
        position, Message("The file “\(name)” is encrypted in the backup", ko: "백업 안에서 암호화된 파일입니다: “\(name)”"))
    }
  }

  /// The tags of each note, with their parent tags: `work/plans`.
  private var tags: [String: [String]] {
    let all = items.filter { $0["content_type"]?.string == "Tag" }
    let byID = Dictionary(all.map { ($0["uuid"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    var tags: [String: [String]] = [:]
    for tag in all {
      var (names, present): ([String], JSONValue?) = ([], tag)
      while let value = present, names.count < 10 {
        names.insert(value["content"]?["title"]?.string ?? "", at: 0)
        let parent = (value["content"]?["references"]?.items ?? []).first {
          $0["reference_type"]?.string == "TagToParentTag"
        }
        present = parent?["uuid"]?.string.flatMap { byID[$0] }
      }
      for reference in tag["content"]?["references"]?.items ?? [] where reference["content_type"]?.string == "Note" {
        tags[reference["uuid"]?.string ?? "", default: []].append(names.joined(separator: "/"))
      }
    }
    return tags
  }

  private func note(_ item: JSONValue, _ tags: [String: [String]], _ position: ImportPosition) -> ImportedNote {
    let content = item["content"] ?? .null
    let id = item["uuid"]?.string ?? ""
    let data = content["appData"]?["org.standardnotes.sn"] ?? .null
    var note = ImportedNote(source: id, title: content["title"]?.string ?? "", body: "", position: position)
    note.created = item["created_at"]?.string.flatMap { dates.moment(iso: $0) }
    note.updated = (data["client_updated_at"] ?? item["updated_at"])?.string.flatMap { dates.moment(iso: $0) }
    note.tags = tags[id] ?? []
    for (key, value) in [("pinned", data["pinned"]), ("starred", content["starred"])] where value?.boolean == true {
      note.fields.append(.init(key, .typed("true")))
    }
    if data["archived"]?.boolean == true { note.folder = "Archive" }
    let text = content["text"]?.string ?? ""
    switch content["noteType"]?.string ?? "plain-text" {
    case "super":
      guard let document = try? JSONValueReader.value(of: Array(text.utf8)).plain else {
        note.body = PlainMarkdown.text(text)
        break
      }
      let result = LexicalDocument.blocks(document["root"] ?? .null)
      note.body = receiver.markdown(PlainMarkdown.converted(result.blocks), position)
      if result.files > 0 { receiver.change(position, Self.lost(note.title, result.files)) }
    case "markdown":
      note.body = text
      note.escapeComments()
    case "spreadsheet", "authentication", "code": note.body = PlainMarkdown.converted([.code(text)]).markdown
    case "rich-text": note.body = receiver.markdown(HTMLConverter().convert(Array(text.utf8)), position)
    default: note.body = PlainMarkdown.text(text)
    }
    return note
  }

  private static func lost(_ title: String, _ count: Int) -> Message {
    Message(
      "“\(title)”: \(count) files in the text are encrypted in the backup",
      ko: "“\(title)”: 내용에 있는 파일 \(count)개는 백업 안에서 암호화되어 있습니다")
  }
}

/// Says how many notes an export has in its bin.
enum BinReport {
  static func skip(_ count: Int, in file: ImportFile, _ receiver: any ImportReceiver) {
    guard count > 0 else { return }
    receiver.skip(
      ImportPosition(file: file.path),
      Message(
        count == 1 ? "1 note is in the bin" : "\(count) notes are in the bin", ko: "휴지통에 있는 메모 \(count)개는 가져오지 않았습니다"))
  }
}

extension ImportFile {
  /// Parses the file as one JSON document. Throws ``Problem`` if the text cannot be read or is not JSON.
  func json() throws -> JSONValue {
    let bytes = Array(try text().utf8)
    do {
      return try JSONValueReader.value(of: bytes).plain
    } catch {
      let line = bytes[..<min(error.offset, bytes.count)].count { $0 == 0x0A } + 1
      throw Problem(.badData, Message("Line \(line) is not JSON", ko: "JSON이 아닙니다(\(line)번째 줄)"))
    }
  }
}

extension ImportedNote {
  /// Turns links with this scheme into links to the notes that they name.
  mutating func addReferences(to scheme: String) {
    guard body.contains(scheme) else { return }
    for link in Document(parsing: Array(ImportLines.normal(body).utf8)).links where link.destination.hasPrefix(scheme) {
      references[link.destination] = .note(String(link.destination.dropFirst(scheme.count)))
    }
  }
}
