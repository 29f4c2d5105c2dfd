import ByteBasics
import CivilCalendar
import NoteSyntax
import ParallelWork
import Wording

extension ImportFormat {
  /// Evernote's export: one file of notes with their resources.
  static let enex = ImportFormat("enex") { source, options, receiver in
    let dates = ImportDates(zone: options.zone)
    try receiver.forEach(source.files.filter { $0.hasExtension("enex", "xml") }) {
      try ENEXFile.read($0, dates, receiver)
    }
  }
}

/// The notes of a file, of which several are converted at once and taken in their order.
private enum ENEXFile {
  private typealias Record = (bytes: [UInt8], position: ImportPosition)

  /// Records are converted together until they are so many, or so many bytes.
  private static let most = 64
  private static let size = 4 << 20

  static func read(_ file: ImportFile, _ dates: ImportDates, _ receiver: any ImportReceiver) throws {
    var records = XMLRecords("note")
    var waiting: [Record] = []
    var count = 0
    try file.forEachPiece { piece in
      for byte in piece {
        guard let (bytes, line) = records.take(byte) else { continue }
        waiting.append((bytes, ImportPosition(file: file.path, line: line)))
        count += bytes.count
        guard waiting.count == most || count > size else { continue }
        try take(waiting, dates, receiver)
        (waiting, count) = ([], 0)
      }
    }
    try take(waiting, dates, receiver)
    if records.isOpen {
      receiver.skip(
        ImportPosition(file: file.path), Message("The file ends in the middle of a note", ko: "메모 중간에서 파일이 끝납니다"))
    }
  }

  private static func take(_ records: [Record], _ dates: ImportDates, _ receiver: any ImportReceiver) throws {
    let converted = OrderedWindow<(note: ImportedNote?, problems: [ImportProblem])>.all(records.count) {
      var reader = ENEXReader(dates: dates)
      let note = reader.read(records[$0].bytes, records[$0].position)
      return (note, reader.problems)
    }
    for (note, problems) in converted {
      problems.forEach(receiver.report)
      if let note { try receiver.take(note) }
    }
  }
}

/// Converts one note.
private struct ENEXReader {
  let dates: ImportDates
  /// The problems to report for the note.
  private(set) var problems: [ImportProblem] = []

  private mutating func skip(_ position: ImportPosition, _ message: Message) {
    problems.append(ImportProblem(.skipped, at: position, message))
  }

  private mutating func change(_ position: ImportPosition, _ message: Message) {
    problems.append(ImportProblem(.changed, at: position, message))
  }

  mutating func read(_ bytes: [UInt8], _ position: ImportPosition) -> ImportedNote? {
    guard !bytes.isEmpty else {
      skip(position, Message("The note is larger than 256 MB", ko: "메모가 256 MB보다 큽니다"))
      return nil
    }
    let element: XMLElement
    do {
      element = try XMLReader.element(of: bytes)
    } catch {
      let line = bytes[..<min(error.offset, bytes.count)].count { $0 == 0x0A }
      skip(
        ImportPosition(file: position.file, line: (position.line ?? 1) + line),
        Message("This is not XML", ko: "XML이 아닙니다"))
      return nil
    }
    return note(of: element, position)
  }

  private mutating func note(of element: XMLElement, _ position: ImportPosition) -> ImportedNote {
    let title = element.first("title")?.trimmed ?? ""
    let created = element.first("created")?.trimmed ?? ""
    var note = ImportedNote(source: "\(created)/\(title)", title: title, body: "", position: position)
    note.created = ICSDate.utc(created, dates.zone)
    note.updated = ICSDate.utc(element.first("updated")?.trimmed ?? "", dates.zone)
    note.tags = element.all("tag").map(\.trimmed)
    takeAttributes(of: element, &note)
    takeResources(of: element, &note)
    let resources = Set(note.attachments.map(\.key))
    let result = HTMLConverter().convert(element.first("content")?.text ?? []) { address in
      // Pictures say only the digest of their resource.
      resources.contains(address.lowercased()) ? "resource:" + address.lowercased() : HTMLConverter.safeAddress(address)
    }
    for loss in result.losses { change(position, loss) }
    reportEncrypted(element.first("content")?.text ?? [], position)
    for key in resources { note.references["resource:" + key] = .file(key) }
    note.body = result.markdown + tasks(of: element)
    NoteLinks.addTitles(ofLinksTo: ["evernote:"], to: &note)
    return note
  }

  /// Reports encrypted text, which stays encrypted.
  private mutating func reportEncrypted(_ content: [UInt8], _ position: ImportPosition) {
    let count = String(decoding: content, as: UTF8.self).ranges(of: "<en-crypt").count
    guard count > 0 else { return }
    change(
      position,
      Message(
        count == 1 ? "One part of the text is encrypted" : "\(count) parts of the text are encrypted",
        ko: "내용 중 \(count)곳이 암호화되어 있습니다"))
  }

  private func takeAttributes(of element: XMLElement, _ note: inout ImportedNote) {
    for attribute in element.first("note-attributes")?.children ?? [] {
      let text = attribute.trimmed
      switch attribute.name {
      case "source-url": note.set("source", text)
      case "reminder-time":
        let moment = ICSDate.utc(text, dates.zone)
        note.place = .task
        note.set("due", moment)
        if moment != nil { note.set("remind", "0m") }
      case "reminder-done-time": note.set("closed", ICSDate.utc(text, dates.zone))
      case "reminder-order": continue
      default: note.keep(attribute.name, text)
      }
    }
    guard note.place == .task else { return }
    let isDone = note.fields.contains { $0.key == "closed" }
    note.set("status", isDone ? "done" : "todo")
  }

  private mutating func takeResources(of element: XMLElement, _ note: inout ImportedNote) {
    for (index, resource) in element.all("resource").enumerated() {
      guard let data = resource.first("data"), let bytes = Base64.bytes(data.text) else {
        change(note.position, Message("A resource cannot be read", ko: "첨부 파일을 읽을 수 없습니다"))
        continue
      }
      let name = resource.first("resource-attributes")?.first("file-name")?.trimmed ?? ""
      let type = resource.first("mime")?.trimmed ?? ""
      note.attachments.append(
        ImportedAttachment(
          key: MD5.hexadecimal(bytes),
          name: name.isEmpty ? "resource-\(index + 1).\(MediaTypes.fileExtension(of: type))" : name, bytes: { bytes }))
    }
  }

  /// Returns Evernote's tasks, which are stored outside the text.
  private func tasks(of element: XMLElement) -> String {
    func weight(_ task: XMLElement) -> String { task.first("sortWeight")?.trimmed ?? "" }
    let lines = element.all("task").sorted { weight($0) < weight($1) }.map { task -> String in
      let isDone = task.first("taskStatus")?.trimmed == "completed"
      let due = ICSDate.utc(task.first("dueDate")?.trimmed ?? "", dates.zone)
      let words = (task.first("title")?.trimmed ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
      return "- [\(isDone ? "x" : " ")] \(words)" + (due.map { " 📅 \($0.day)" } ?? "") + "\n"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }
}

/// Links of bodies, by their text.
enum NoteLinks {
  /// Lets links of these schemes lead to the notes whose titles are their words.
  static func addTitles(ofLinksTo schemes: [String], to note: inout ImportedNote) {
    guard schemes.contains(where: { note.body.contains($0) }) else { return }
    for link in Document(parsing: Array(note.body.utf8)).links {
      guard schemes.contains(where: { link.destination.hasPrefix($0) }), let text = link.text else { continue }
      note.references[link.destination] = .title(text)
    }
  }
}

/// The ends of file names by media type.
enum MediaTypes {
  static func fileExtension(of type: String) -> String {
    let known = [
      "image/jpeg": "jpg", "image/svg+xml": "svg", "text/plain": "txt", "audio/mpeg": "mp3",
      "audio/x-m4a": "m4a", "application/octet-stream": "bin", "video/quicktime": "mov",
    ]
    if let known = known[type] { return known }
    let last = type.split(separator: "/").last.map(String.init) ?? ""
    let isPlain = !last.isEmpty && last.count < 6 && last.allSatisfy { $0.isLetter || $0.isNumber }
    return isPlain ? last : "bin"
  }
}
