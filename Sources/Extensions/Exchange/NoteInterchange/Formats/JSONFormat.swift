import ByteBasics
import CivilCalendar
import NoteModel
import Wording

extension ImportFormat {
  /// Lists of objects, as `export --to json` and other programs write them.
  static let json = ImportFormat("json") { source, options, receiver in
    let reader = JSONNoteReader(
      names: FieldNames(map: options.map), dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("json", "jsonl", "ndjson") }) {
      try reader.read($0)
    }
  }
}

/// The names that other programs give to our fields: the first that a record has counts.
struct FieldNames {
  private let map: [String: String]

  init(map: [String: String]) { self.map = map }

  static let usual: [(field: String, names: [String])] = [
    ("id", ["id", "uuid", "_id"]),
    ("title", ["title", "name", "subject"]),
    ("body", ["body", "content", "text", "note"]),
    ("created", ["created_at", "createdAt", "created"]),
    (
      "updated",
      ["last_modified", "lastModified", "updated_at", "updatedAt", "updated", "modified"]
    ),
    ("due", ["deadline", "deadLine", "due", "due_date", "dueDate"]),
    ("status", ["state", "status"]),
    ("tags", ["tags", "labels"]),
  ]

  /// Returns the names that other programs use for a field of Sheaf, the most likely first.
  func candidates(for field: String) -> [String] {
    if let name = map[field] { return [name] }
    return Self.usual.first { $0.field == field }?.names ?? [field]
  }

  /// Our fields that `--map` gives names to and that are none of the usual.
  var others: [(field: String, name: String)] {
    let usual = Set(Self.usual.map(\.field))
    return map.filter { !usual.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }
}

private struct JSONNoteReader {
  let names: FieldNames
  let dates: ImportDates
  let receiver: any ImportReceiver

  /// The keys below which other programs put their lists.
  private static let lists: Set<String> = [
    "items", "notes", "entries", "tasks", "memos", "todos", "diaries", "data",
  ]

  func read(_ file: ImportFile) throws {
    try JSONRecords.forEach(in: file, lists: Self.lists, receiver) { value, position in
      guard case .object = value else {
        return receiver.skip(position, Message("The record is not an object", ko: "레코드가 객체가 아닙니다"))
      }
      if let reason = ForeignRecord.reason(value) { return receiver.skip(position, reason) }
      if let note = ExportedNoteJSON.note(value, position) ?? note(value, position) {
        try receiver.take(note)
      }
    }
  }

  private func note(_ value: JSONValue, _ position: ImportPosition) -> ImportedNote? {
    var record = JSONFields(value, names)
    let title = record.take("title")?.fieldText ?? ""
    let body = ImportLines.normal(record.take("body")?.fieldText ?? "")
    guard (title + body).contains(where: { !$0.isWhitespace }) else {
      receiver.skip(position, Message("The record has no name and no text", ko: "이름도 내용도 없는 레코드입니다"))
      return nil
    }
    let id = record.take("id")?.fieldText ?? ""
    var note = ImportedNote(source: id, title: title, body: body, position: position)
    note.created = date("created", &record, &note)
    note.updated = date("updated", &record, &note)
    takeTask(from: &record, &note)
    note.tags = record.take("tags").map(Self.texts) ?? []
    if note.place == .memo, let created = note.created, note.updated == nil {
      note.place = .diary(created.day)
    }
    for (field, name) in names.others {
      if let other = record.take(name: name) { note.set(field, other.fieldText) }
    }
    for member in record.rest { note.keep(member.key, member.value.fieldText) }
    return note
  }

  private func takeTask(from record: inout JSONFields, _ note: inout ImportedNote) {
    let due = date("due", &record, &note)
    let state = record.take("status")?.fieldText ?? ""
    guard due != nil || !state.isEmpty else { return }
    note.place = .task
    note.set("status", state.isEmpty ? "todo" : TaskStatus(known: state)?.name ?? state)
    note.set("due", due)
  }

  private func date(_ field: String, _ record: inout JSONFields, _ note: inout ImportedNote) -> CivilDate? {
    guard let value = record.take(field), value != .null else { return nil }
    if let date = date(value) { return date }
    note.keep(field, value.fieldText)
    receiver.change(note.position, UnreadableDate.message(field))
    return nil
  }

  /// Reads seconds or milliseconds since 1970, or an ISO text.
  private func date(_ value: JSONValue) -> CivilDate? {
    guard let number = value.double ?? value.string.flatMap({ Double($0) }) else {
      return value.string.flatMap { dates.moment(iso: $0) }
    }
    return dates.moment(unix: abs(number) > 100_000_000_000 ? number / 1_000 : number)
  }

  private static func texts(_ value: JSONValue) -> [String] {
    guard case .array(let items) = value else {
      return value.fieldText.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }
    return items.compactMap { $0.string ?? $0["title"]?.string ?? $0["name"]?.string }
  }
}

enum UnreadableDate {
  static func message(_ field: String) -> Message {
    Message("\(field) is not a date; kept below import:", ko: "날짜가 아니어서 import: 아래에 보존합니다: \(field)")
  }
}

/// Records of which a note would bury others.
private enum ForeignRecord {
  /// Keys by which exports of other programs are known.
  private static let formats: [(keys: [String], name: String)] = [
    (["activeNotes"], "simplenote"), (["content_type", "uuid"], "standard-notes"),
    (["cards", "lists"], "trello"), (["title", "children"], "roam"),
    (["userEditedTimestampUsec"], "keep"), (["creationDate", "richText"], "dayone"),
    (["displayName", "tasks"], "microsoft-todo"),
  ]

  /// Returns the reason why a record is not imported. Nil for a record that may be a note.
  static func reason(_ value: JSONValue) -> Message? {
    if value["path"] != nil, value["fields"] != nil { return nil }
    let keys = Set(value.members.map(\.key))
    if let format = formats.first(where: { $0.keys.allSatisfy(keys.contains) }) {
      return Message(
        "This looks like \(format.name); import it with --from \(format.name)",
        ko: "\(format.name) 형식일 수 있습니다. --from \(format.name) 옵션으로 가져오세요")
    }
    let texts: Set<String> = ["text", "content", "body", "string"]
    let nested = value.members.first { member in
      member.value.items.contains { item in item.members.contains { texts.contains($0.key) } }
    }
    return nested.map {
      Message(
        "“\($0.key)” contains further records and cannot become one note",
        ko: "“\($0.key)” 안에 레코드가 더 있어 메모 하나로 가져올 수 없습니다")
    }
  }
}

/// The members of a record that have not been used yet.
private struct JSONFields {
  private(set) var rest: [JSONValue.Member]
  private let names: FieldNames

  init(_ value: JSONValue, _ names: FieldNames) {
    rest = value.members
    self.names = names
  }

  mutating func take(_ field: String) -> JSONValue? {
    for name in names.candidates(for: field) {
      if let value = take(name: name) { return value }
    }
    return nil
  }

  mutating func take(name: String) -> JSONValue? {
    guard let value = rest.last(where: { $0.key == name })?.value else { return nil }
    rest.removeAll { $0.key == name }
    return value
  }
}
