import ByteBasics
import CivilCalendar
import NoteSyntax
import Wording

extension ImportFormat {
  /// Joplin's raw folder, or its tar file, a JEX file.
  static let joplin = ImportFormat("joplin", takesArchives: true) { source, options, receiver in
    let files = source.files.filter { $0.hasExtension("md") }
    var library = JoplinLibrary(source: source)
    try receiver.forEach(files) { library.add(try JoplinItem($0)) }
    let reader = JoplinReader(library: library, dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(files) { file in
      let item = try JoplinItem(file)
      if item.type == .note { try receiver.take(reader.note(item)) }
    }
  }
}

/// A file of the export: a title, a text, and fields at its end.
private struct JoplinItem {
  enum Kind: String {
    case note = "1"
    case folder = "2"
    case resource = "4"
    case tag = "5"
    case noteTag = "6"
  }

  let file: ImportFile
  let title: String
  let body: String
  let fields: [(key: String, value: String)]

  init(_ file: ImportFile) throws {
    self.file = file
    var lines = try file.text().split(separator: "\n", omittingEmptySubsequences: false).trimmingEnd(while: \.isEmpty)
    var fields: [(key: String, value: String)] = []
    while let line = lines.last, !line.isEmpty, let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields.insert((String(line[..<colon]), String(value)), at: 0)
      lines.removeLast()
    }
    self.fields = fields
    title = lines.first.map(String.init) ?? ""
    body = lines.trimmingEnd(while: \.isEmpty).dropFirst().drop(while: \.isEmpty).joined(separator: "\n")
  }

  subscript(key: String) -> String { fields.last { $0.key == key }?.value ?? "" }

  var type: Kind? { Kind(rawValue: self["type_"]) }
  var id: String { self["id"] }
}

/// The notebooks, attachments and tags that notes refer to by their ids.
private struct JoplinLibrary {
  let source: ImportSource
  private var folders: [String: (title: String, parent: String)] = [:]
  private var resources: [String: (name: String, ending: String)] = [:]
  private var tags: [String: String] = [:]
  private var tagsOfNotes: [String: [String]] = [:]
  private var notes: Set<String> = []
  private var files: [String: ImportFile] = [:]

  init(source: ImportSource) {
    self.source = source
    for file in source.files where file.folder.split(separator: "/").last == "resources" {
      files[file.stem] = file
    }
  }

  mutating func add(_ item: JoplinItem) {
    switch item.type {
    case .note?: notes.insert(item.id)
    case .folder?: folders[item.id] = (item.title, item["parent_id"])
    case .resource?: resources[item.id] = (item.title, item["file_extension"])
    case .tag?: tags[item.id] = item.title
    case .noteTag?: tagsOfNotes[item["note_id"], default: []].append(item["tag_id"])
    case nil: return
    }
  }

  /// Returns the notebooks that a note is in, from the outermost.
  func folder(of id: String) -> String {
    var names: [String] = []
    var next = id
    // A circle of notebooks ends as well.
    while names.count < 50, let folder = folders[next] {
      names.insert(folder.title.replacing("/", with: "-"), at: 0)
      next = folder.parent
    }
    return names.joined(separator: "/")
  }

  func tags(of note: String) -> [String] { (tagsOfNotes[note] ?? []).compactMap { tags[$0] } }

  func isNote(_ id: String) -> Bool { notes.contains(id) }

  func attachment(_ id: String) -> ImportedAttachment? {
    guard let file = files[id] else { return nil }
    let title = resources[id]?.name ?? ""
    return ImportedAttachment(key: id, name: title.isEmpty ? file.name : title, file: file)
  }
}

private struct JoplinReader {
  let library: JoplinLibrary
  let dates: ImportDates
  let receiver: any ImportReceiver

  private static let known: Set<String> = [
    "id", "parent_id", "created_time", "updated_time", "is_todo", "todo_due", "todo_completed",
    "source_url", "markup_language", "type_", "user_created_time", "user_updated_time", "order",
    "encryption_cipher_text", "encryption_applied", "is_conflict", "is_shared", "share_id",
    "conflict_original_id", "master_key_id", "user_data", "application_data", "deleted_time",
    "source", "source_application",
  ]

  func note(_ item: JoplinItem) -> ImportedNote {
    var note = ImportedNote(
      source: item.id.isEmpty ? item.file.path : item.id, title: item.title, body: item.body,
      position: ImportPosition(file: item.file.path))
    note.folder = library.folder(of: item["parent_id"])
    note.tags = library.tags(of: item.id)
    note.created = time(item, "user_created_time") ?? time(item, "created_time")
    note.updated = time(item, "user_updated_time") ?? time(item, "updated_time")
    note.set("source", item["source_url"])
    if item["is_todo"] == "1" { takeTask(item, &note) }
    if item["markup_language"] == "2" {
      note.body = receiver.markdown(HTMLConverter().convert(Array(item.body.utf8)), note.position)
    } else {
      note.escapeComments()
    }
    for field in item.fields where !Self.known.contains(field.key) {
      if !["0", "0.00000000", "0.0000"].contains(field.value) { note.keep(field.key, field.value) }
    }
    addReferences(&note)
    return note
  }

  private func takeTask(_ item: JoplinItem, _ note: inout ImportedNote) {
    let closed = milliseconds(item["todo_completed"])
    let due = milliseconds(item["todo_due"])
    note.place = .task
    note.set("status", closed == nil ? "todo" : "done")
    note.set("due", due)
    note.set("closed", closed)
    if due != nil { note.set("remind", "0m") }
  }

  private func milliseconds(_ text: String) -> CivilDate? {
    guard let number = Double(text), number > 0 else { return nil }
    return dates.moment(unix: number / 1_000)
  }

  private func time(_ item: JoplinItem, _ key: String) -> CivilDate? { dates.moment(iso: item[key]) }

  /// Adds links to notes and resources, written as `:/id`.
  private func addReferences(_ note: inout ImportedNote) {
    guard note.body.contains(":/") else { return }
    for link in Document(parsing: Array(note.body.utf8)).links where link.destination.hasPrefix(":/") {
      let id = String(link.destination.dropFirst(2))
      if library.isNote(id) {
        note.references[link.destination] = .note(id)
      } else if let attachment = library.attachment(id) {
        note.references[link.destination] = .file(id)
        if !note.attachments.contains(where: { $0.key == id }) { note.attachments.append(attachment) }
      } else {
        receiver.change(note.position, MissingFile.message(link.destination))
      }
    }
  }
}
