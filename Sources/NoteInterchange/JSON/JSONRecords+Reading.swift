import ByteBasics
import NoteSyntax
import Wording

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
        throw WrongEncoding(path: file.path)
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
      receiver.skip(
        ImportPosition(file: file.path),
        Message("The file ends in the middle", ko: "파일이 중간에서 끝납니다"))
    }
  }

  private static func read(
    _ record: JSONRecord, of file: ImportFile, _ receiver: any ImportReceiver,
    _ body: (JSONValue, ImportPosition) throws -> Void
  ) throws {
    let position = ImportPosition(file: file.path, line: record.line)
    guard !record.bytes.isEmpty else {
      return receiver.skip(
        position, Message("The record is larger than 64 MB", ko: "레코드가 64 MB보다 큽니다"))
    }
    let isText = firstInvalidUTF8Offset(in: record.bytes[...]) == nil
    let bytes =
      isText ? record.bytes : Array(String(decoding: record.bytes, as: UTF8.self).utf8)
    let value: JSONValue
    do {
      value = try JSONValueReader.value(of: bytes).plain
    } catch {
      let before = bytes[..<min(error.offset, bytes.count)]
      let line = record.line + before.count { $0 == 0x0A }
      return receiver.skip(
        ImportPosition(file: file.path, line: line), Message("This is not JSON", ko: "JSON이 아닙니다"))
    }
    if !isText { receiver.change(position, InvalidText.message) }
    try body(value, position)
  }
}

extension JSONValue {
  /// As a field keeps it: texts, numbers and flags as they are, the rest as JSON; empty for null.
  var fieldText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .boolean, .integer, .number, .array, .object: text()
    }
  }
}
