import CivilCalendar
import NoteModel
import Wording

extension ExportFormat {
  static let csv = ExportFormat(
    "csv", Message("A table (RFC 4180), one row per note", ko: "메모마다 한 줄인 표(RFC 4180)")
  ) { _ in CSVExporter() }
}

private struct CSVExporter: NoteExporter {
  private static let columns: [(name: String, text: @Sendable (ExportedNote) -> String)] = [
    ("path", { $0.note.path.string }), ("id", { $0.note.identifier ?? "" }),
    ("title", { $0.note.title }), ("kind", { $0.note.kind.rawValue }),
    ("created", { $0.note.created?.description ?? "" }),
    ("updated", { $0.note.updated?.description ?? "" }),
    ("tags", { $0.note.tags.map(\.string).joined(separator: " ") }),
    ("status", { $0.note.status ?? "" }), ("due", { $0.note.due?.description ?? "" }),
    ("priority", { $0.note.priority?.name ?? "" }), ("body", { $0.body }),
  ]

  mutating func start() -> [UInt8] { Self.row(Self.columns.map(\.name)) }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    Self.row(Self.columns.map { $0.text(note) })
  }

  private static func row(_ cells: [String]) -> [UInt8] {
    Array((cells.map(cell).joined(separator: ",") + "\r\n").utf8)
  }

  /// In quotes where it contains what separates cells or rows.
  private static func cell(_ text: String) -> String {
    guard text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
