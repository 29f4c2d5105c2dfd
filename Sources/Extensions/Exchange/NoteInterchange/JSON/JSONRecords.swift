import ByteBasics
import CivilCalendar
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

struct JSONRecord {
  /// Empty for one that is too long.
  let bytes: [UInt8]
  /// 1-based line on which it begins.
  let line: Int
}

/// Splits a JSON file of any size into its records, with one record in memory at a time.
///
/// If the file is a list, its items are the records; if the file is an object, the items of a list below a known key.
/// In JSON Lines, each object is a record:
///
///     [{"a": 1}, {"b": "]"}]                   two records
///     {"version": 1, "entries": [{"a": 1}]}    one record
///     {"a": 1}
///     {"b": 2}                                 two records
struct JSONRecords {
  private let lists: Set<String>
  private let limit: Int
  private var offset = 0
  private var line = 1
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The depth of the items of the open list; nil if none is open.
  private var itemDepth: Int?
  /// True in an object whose lists contain the records; its other members are ignored.
  private var isInWrapper = false
  private var record: [UInt8] = []
  private var isRecording = false
  private var isTooLong = false
  private var recordLine = 1
  /// The last text at the level of the outermost object: the key before its next value.
  private var key: [UInt8] = []
  /// True if the outermost object has its own text: the object is a record, whatever lists it contains.
  private var isRecord = false

  private static let recordKeys: Set<String> = ["path", "body", "content", "text"]

  /// - Parameter lists: The keys whose lists hold the records.
  init(lists: Set<String>, limit: Int = 64 << 20) {
    self.lists = lists
    self.limit = limit
  }

  /// True if everything that was opened has been closed.
  var isComplete: Bool { depth == 0 && !isInString }

  /// Returns the record that ends with this byte.
  mutating func take(_ byte: UInt8) -> JSONRecord? {
    offset += 1
    if offset <= 3, [0xEF, 0xBB, 0xBF].contains(byte) { return nil }
    if byte == 0x0A { line += 1 }
    if isInString {
      takeInString(byte)
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""):
      append(byte)
      isInString = true
      if depth == 1 { key = [] }
      return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
    case UInt8(ascii: ","), 0x0A, 0x0D, 0x20, 0x09: return separate(byte)
    default:
      if byte == UInt8(ascii: ":"), depth == 1, itemDepth == nil,
        Self.recordKeys.contains(String(decoding: key, as: UTF8.self))
      {
        isRecord = true
      }
      append(byte)
      return nil
    }
  }

  /// Returns the rest at the end of the file: a record that was never closed.
  mutating func end() -> JSONRecord? { isRecording ? finished() : nil }

  private var isAtItems: Bool { depth == itemDepth ?? 0 }

  private mutating func takeInString(_ byte: UInt8) {
    append(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return
    }
    if depth == 1, key.count < 100 { key.append(byte) }
  }

  private mutating func open(_ byte: UInt8) -> JSONRecord? {
    let isList = byte == UInt8(ascii: "[")
    if isList, depth == 0, !isRecording {
      (depth, itemDepth) = (1, 1)
      return nil
    }
    if isList, !isRecord, depth == 1, itemDepth == nil, lists.contains(String(decoding: key, as: UTF8.self)) {
      // The object is not a record, it contains them.
      (record, isRecording, isTooLong) = ([], false, false)
      (depth, itemDepth, isInWrapper) = (2, 2, true)
      return nil
    }
    append(byte)
    depth += 1
    return nil
  }

  private mutating func close(_ byte: UInt8) -> JSONRecord? {
    if depth == itemDepth {
      let last = isRecording ? finished() : nil
      depth -= 1
      itemDepth = nil
      return last
    }
    append(byte)
    depth = max(0, depth - 1)
    if depth == 0 { isInWrapper = false }
    return isRecording && isAtItems ? finished() : nil
  }

  /// Takes a comma or white space, which ends a number or a word.
  private mutating func separate(_ byte: UInt8) -> JSONRecord? {
    guard isRecording else { return nil }
    if isAtItems, byte == UInt8(ascii: ",") || itemDepth == nil { return finished() }
    append(byte)
    return nil
  }

  private mutating func append(_ byte: UInt8) {
    if !isRecording {
      if isInWrapper, itemDepth == nil { return }
      isRecording = true
      recordLine = line
    }
    guard record.count < limit else {
      isTooLong = true
      record = []
      return
    }
    if !isTooLong { record.append(byte) }
  }

  private mutating func finished() -> JSONRecord {
    defer { (record, isRecording, isTooLong, isRecord) = ([], false, false, false) }
    return JSONRecord(bytes: isTooLong ? [] : record, line: recordLine)
  }
}

extension JSONRecords {
  /// Hands over each record of a file that can be read; the others are reported with their lines.
  static func forEach(
    in file: ImportFile, lists: Set<String> = [], _ receiver: any ImportReceiver,
    _ body: (JSONValue, ImportPosition) throws -> Void
  ) throws {
    var records = JSONRecords(lists: lists)
    var isStart = true
    try file.forEachPiece { piece in
      if isStart, piece.starts(with: [0xFF, 0xFE]) || piece.starts(with: [0xFE, 0xFF]) {
        throw wrongEncoding(path: file.path)
      }
      isStart = false
      for byte in piece {
        guard let record = records.take(byte) else { continue }
        try read(record, of: file, receiver, body)
      }
    }
    if let record = records.end() {
      try read(record, of: file, receiver, body)
    } else if !records.isComplete {
      receiver.skip(ImportPosition(file: file.path), Message("The file ends in the middle", ko: "파일이 중간에서 끝납니다"))
    }
  }

  private static func read(
    _ record: JSONRecord, of file: ImportFile, _ receiver: any ImportReceiver,
    _ body: (JSONValue, ImportPosition) throws -> Void
  ) throws {
    let position = ImportPosition(file: file.path, line: record.line)
    guard !record.bytes.isEmpty else {
      return receiver.skip(position, Message("The record is larger than 64 MB", ko: "레코드가 64 MB보다 큽니다"))
    }
    let isText = firstInvalidUTF8Offset(in: record.bytes[...]) == nil
    let bytes = isText ? record.bytes : Array(String(decoding: record.bytes, as: UTF8.self).utf8)
    let value: JSONValue
    do {
      value = try JSONValueReader.value(of: bytes).plain
    } catch {
      let before = bytes[..<min(error.offset, bytes.count)]
      let line = record.line + before.count { $0 == 0x0A }
      return receiver.skip(ImportPosition(file: file.path, line: line), Message("This is not JSON", ko: "JSON이 아닙니다"))
    }
    if !isText { receiver.change(position, InvalidText.message) }
    try body(value, position)
  }
}

extension JSONValue {
  /// The text for a field: texts, numbers and flags unchanged, other values as JSON; empty for null.
  var fieldText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .boolean, .integer, .number, .array, .object, .written: text()
    }
  }
}

/// Converts a note to one complete JSON object, and back.
enum ExportedNoteJSON {
  /// Returns the object of a note: the facts of the index, its front matter as written, its text, its tasks.
  static func object(_ exported: ExportedNote) -> JSONValue {
    let note = exported.note
    let fields = note.document.frontMatter?.entries ?? []
    return .object([
      JSONValue.Member("path", .string(note.path.string)),
      JSONValue.Member("id", .optional(note.identifier)),
      JSONValue.Member("title", .string(note.title)),
      JSONValue.Member("kind", .string(note.kind.rawValue)),
      JSONValue.Member("created", .optional(note.created?.description)),
      JSONValue.Member("updated", .optional(note.updated?.description)),
      JSONValue.Member("tags", .array(note.tags.map { .string($0.string) })),
      JSONValue.Member("status", .optional(note.status)),
      JSONValue.Member("due", .optional(note.due?.description)),
      JSONValue.Member(
        "fields", .object(fields.map { JSONValue.Member($0.key, $0.value.json) })),
      JSONValue.Member("body", .string(exported.body)),
      JSONValue.Member("tasks", .array(note.tasks.map { task($0) })),
      JSONValue.Member("files", .array(exported.files.map { file($0.path, $0.bytes) })),
    ])
  }

  private static func file(_ path: NotePath, _ bytes: [UInt8]) -> JSONValue {
    .object([
      JSONValue.Member("path", .string(path.string)),
      JSONValue.Member("base64", .string(Base64.text(bytes))),
    ])
  }

  private static func task(_ task: TaskItem) -> JSONValue {
    var line: Int?
    if case .checkbox(let number) = task.source { line = number }
    return .object([
      JSONValue.Member("line", line.map { .integer($0) } ?? .null),
      JSONValue.Member("title", .string(task.title)),
      JSONValue.Member("status", .string(task.status.name)),
      JSONValue.Member("due", .optional(task.due?.description)),
      JSONValue.Member("priority", .string(task.priority.name)),
    ])
  }

  /// Returns the note that such an object is. Nil for an object of another program.
  static func note(_ value: JSONValue, _ position: ImportPosition) -> ImportedNote? {
    guard let path = value["path"]?.string, case .object(let fields)? = value["fields"],
      let body = value["body"]?.string
    else { return nil }
    let id = value["id"]?.string ?? ""
    var note = ImportedNote(source: id.isEmpty ? path : id, title: "", body: body, position: position)
    note.place = .path(path)
    for field in fields where field.key != "import" {
      note.fields.append(ImportedNote.Field(field.key, field.value.fieldValue))
    }
    for member in fields.last(where: { $0.key == "import" })?.value.members ?? []
    where member.key != "source" && member.key != "hash" {
      note.keep(member.key, member.value.fieldText)
    }
    for file in value["files"]?.items ?? [] {
      guard let path = file["path"]?.string.flatMap({ NotePath($0) }),
        let bytes = file["base64"]?.string.flatMap({ Base64.bytes($0.utf8) })
      else { continue }
      note.attachments.append(ImportedAttachment(key: path.string, name: String(path.fileName), place: path) { bytes })
    }
    return note
  }
}

extension JSONValue {
  /// The value as front matter has it; one that is neither a text nor a list of texts stays JSON, which is YAML too.
  var fieldValue: FrontMatterEditor.FieldValue {
    switch self {
    case .null: return .typed("")
    case .string(let text): return CivilDate(iso: text) != nil ? .typed(text) : .text(text)
    case .boolean, .integer, .number, .object, .written: return .typed(text())
    case .array(let items):
      let texts = items.compactMap(\.string)
      return texts.count == items.count ? .list(texts) : .typed(text())
    }
  }
}
