import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// The values that these notes have of a field, by path; those without it have no entry.
  ///
  /// Days stand for moments; `folder` is the folder of the note, `path` and `kind` are known as well.
  package func values(of field: String, in notes: [NoteSummary]) throws -> [NotePath: [String]] {
    let key = FieldCatalogue.field(for: field)?.key ?? FieldCatalogue.folded(field)
    if let read = Self.columnValues[key] {
      let pairs = notes.map { ($0.path, read($0)) }.filter { !$0.1.isEmpty }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    return try self.values(of: key, at: Set(notes.map(\.path)))
  }

  /// The values that the notes at these paths have of a field that has rows.
  package func values(of field: String, at paths: Set<NotePath>) throws -> [NotePath: [String]] {
    let key = FieldCatalogue.field(for: field)?.key ?? FieldCatalogue.folded(field)
    let sql = """
      SELECT note.path, field.text FROM field JOIN note ON note.id = field.note
      WHERE field.key = (SELECT id FROM fieldKey WHERE key = ?) ORDER BY note.id, position
      """
    return try writer.read { database in
      var values: [NotePath: [String]] = [:]
      let rows = try Row.fetchCursor(database, sql: sql, arguments: [key])
      while let row = try rows.next() {
        let path = NotePath(trusted: try row.text(0))
        if paths.contains(path) { values[path, default: []].append(try row.text(1)) }
      }
      return values
    }
  }

  /// The paths of the notes that have a field, by its value; the field is none that has a column.
  package func notes(byField key: String) throws -> [String: NotePath] {
    let sql = """
      SELECT note.path, field.text FROM field JOIN note ON note.id = field.note
      WHERE field.key = (SELECT id FROM fieldKey WHERE key = ?) ORDER BY note.id
      """
    return try writer.read { database in
      var notes: [String: NotePath] = [:]
      let rows = try Row.fetchCursor(database, sql: sql, arguments: [key])
      while let row = try rows.next() {
        notes[try row.text(1)] = NotePath(trusted: try row.text(0))
      }
      return notes
    }
  }

  private static let columnValues: [String: @Sendable (NoteSummary) -> [String]] = [
    "path": { [$0.path.string] },
    "folder": { $0.path.folder.map { [$0.string] } ?? [] },
    "kind": { [$0.kind.rawValue] },
    "title": { [$0.title] },
    "id": { $0.identifier.map { [$0] } ?? [] },
    "status": { $0.status.map { [$0] } ?? [] },
    "priority": { $0.priority.map { [$0] } ?? [] },
    "tags": { $0.tags },
    "due": { $0.due.map { [$0.day.description] } ?? [] },
    "created": { $0.created.map { [$0.day.description] } ?? [] },
    "updated": { $0.updated.map { [$0.day.description] } ?? [] },
    "unseal": { $0.unseal.map { [$0.description] } ?? [] },
  ]

  /// Every folder that has a file in it or below it.
  package func folders() throws -> Set<String> {
    try writer.read { database in
      var folders: Set<String> = []
      let paths = try String.fetchCursor(database, sql: "SELECT path FROM file")
      while let path = try paths.next() {
        var folder = NotePath(trusted: path).folder
        while let known = folder, folders.insert(known.string).inserted { folder = known.folder }
      }
      return folders
    }
  }
}
