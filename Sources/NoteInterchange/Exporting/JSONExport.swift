import ByteBasics
import Wording

extension ExportFormat {
  static let json = ExportFormat(
    "json", Message("One JSON document with everything", ko: "모든 것이 담긴 JSON 문서 하나"),
    content: .everything
  ) { _ in JSONExporter() }

  static let jsonl = ExportFormat(
    "jsonl", Message("One JSON object per line", ko: "줄마다 JSON 객체 하나"),
    content: .everything
  ) { _ in JSONLinesExporter() }
}

private struct JSONExporter: NoteExporter {
  private var isFirst = true

  mutating func start() -> [UInt8] {
    Array(#"{"schemaVersion":1,"kind":"export","items":["#.utf8)
  }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    defer { isFirst = false }
    let text = ExportedNoteJSON.object(note.note, body: note.body).text()
    return Array(((isFirst ? "\n" : ",\n") + text).utf8)
  }

  mutating func end() -> [UInt8] { Array("\n]}\n".utf8) }
}

private struct JSONLinesExporter: NoteExporter {
  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    Array((ExportedNoteJSON.object(note.note, body: note.body).text() + "\n").utf8)
  }
}
