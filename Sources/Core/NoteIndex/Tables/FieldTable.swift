package import CivilCalendar
import GRDB
package import NoteModel
import NoteSyntax

/// Fields of front matter that have no column in `note`.
enum FieldColumn: Int, TableColumn {
  case key, note, position, text, folded, number, day, seconds

  static let table = "field"
  static let primaryKey: String? = "key, note, position"

  var type: String {
    switch self {
    case .key, .note, .position: "INTEGER NOT NULL"
    case .text: "TEXT NOT NULL"
    case .folded: "TEXT"
    case .number: "REAL"
    case .day, .seconds: "INTEGER"
    }
  }
}

/// Everything that a note's fields say, as one text: for the queries of other programs, whose fields have types.
enum PropertyColumn: Int, TableColumn {
  case note, text

  static let table = "property"
  var type: String { self == .note ? "INTEGER PRIMARY KEY" : "TEXT NOT NULL" }
}

/// A front-matter value that has a row of its own, because no column of the note holds it.
package struct IndexedField: Sendable, Hashable {
  /// The key in Sheaf's spelling; the key of a custom field is in lower case.
  package let key: String
  package let position: Int
  package let text: String
  /// The text for comparisons; nil if it equals the text itself.
  let folded: String?
  package let number: Double?
  package let date: CivilDate?

  /// The keys that are asked for in columns of the note table.
  package static let columns: Set<String> = [
    "id", "title", "tags", "created", "updated", "status", "due", "priority", "unseal",
  ]

  /// Returns the fields of a note that have rows. Of several spellings of a known field the preferred one counts.
  package static func fields(of note: Note) -> [IndexedField] {
    var rows: [IndexedField] = []
    var spellings: [String: Int] = [:]
    for (position, field) in note.fields.enumerated() {
      let known = FieldCatalogue.field(for: field.key)
      let key = known?.key ?? FieldCatalogue.folded(field.key)
      // A tag that is a link is no tag, but a value of the field that was written.
      if key == "tags", let name = wikiLinkName(field.text) {
        rows.append(IndexedField(FieldCatalogue.folded(field.key), position, name))
      }
      guard !columns.contains(key) else { continue }
      if let known {
        let spelling = known.foldedSpellings.firstIndex(of: FieldCatalogue.folded(field.key)) ?? .max
        if let used = spellings[key], used != spelling {
          if used < spelling { continue }
          rows.removeAll { $0.key == key }
        }
        spellings[key] = spelling
      }
      rows.append(IndexedField(field, key: key, position: position))
    }
    return rows
  }

  /// A value that was written as `text`.
  init(_ key: String, _ position: Int, _ text: String) {
    self.init(NoteField(key: key, ordinal: position, scalar: text), key: key, position: position)
  }

  private init(_ field: NoteField, key: String, position: Int) {
    self.key = key
    self.position = position
    text = field.text
    let folded = foldedName(field.text)
    self.folded = folded == field.text && folded.utf8.elementsEqual(field.text.utf8) ? nil : folded
    number = field.number
    date = field.date
  }
}

/// The fields of front matter that have rows of their own.
package struct IndexedFields: Sendable {
  let index: IndexDatabase

  /// Returns the keys of front matter that some note has and Sheaf gives no column to, folded and sorted.
  package func keys() throws -> [String] {
    // The table keeps the keys of notes that are gone, for the next that have them.
    let sql = "SELECT key FROM fieldKey WHERE EXISTS (SELECT 1 FROM field WHERE field.key = fieldKey.id) ORDER BY key"
    return try index.read { try String.fetchAll($0, sql: sql) }
  }

  /// Returns the values that these notes have of a field, by path. Notes without the field have no entry.
  ///
  /// Days stand for moments; `folder` is the folder of the note, `path` and `kind` are known as well.
  package func values(of field: String, in notes: [NoteSummary]) throws -> [NotePath: [String]] {
    let key = FieldCatalogue.field(for: field)?.key ?? FieldCatalogue.folded(field)
    if let read = Self.columnValues[key] {
      let pairs = notes.map { ($0.path, read($0)) }.filter { !$0.1.isEmpty }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    let values = try self.values(of: key, at: Set(notes.map(\.path)))
    guard FieldCatalogue.field(for: field)?.type == .date else { return values }
    return values.mapValues { $0.map { CivilDate(field: $0)?.here(in: index.zone).day.description ?? $0 } }
  }

  /// Returns the values that the notes at these paths have of a field that has rows.
  package func values(of field: String, at paths: Set<NotePath>) throws -> [NotePath: [String]] {
    let key = FieldCatalogue.field(for: field)?.key ?? FieldCatalogue.folded(field)
    let sql = """
      SELECT note.path, field.text FROM field JOIN note ON note.id = field.note
      WHERE field.key = (SELECT id FROM fieldKey WHERE key = ?) ORDER BY note.id, position
      """
    return try index.read { database in
      var values: [NotePath: [String]] = [:]
      let rows = try Row.fetchCursor(database, sql: sql, arguments: [key])
      while let row = try rows.next() {
        let path = NotePath(trusted: try row.text(0))
        if paths.contains(path) { values[path, default: []].append(try row.text(1)) }
      }
      return values
    }
  }

  /// Returns the paths of the notes that have a field, by its value. The field is one that has rows.
  package func notes(by key: String) throws -> [String: NotePath] {
    let sql = """
      SELECT note.path, field.text FROM field JOIN note ON note.id = field.note
      WHERE field.key = (SELECT id FROM fieldKey WHERE key = ?) ORDER BY note.id
      """
    return try index.read { database in
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

  /// Returns the notes whose files have a value in a field that has rows, sorted.
  package func notes(having value: String, in field: String) throws -> [NotePath] {
    let key = FieldCatalogue.field(for: field)?.key ?? FieldCatalogue.folded(field)
    return try index.paths(
      """
      SELECT DISTINCT note.path FROM field JOIN note ON note.id = field.note
      WHERE field.key = (SELECT id FROM fieldKey WHERE key = ?) AND field.text = ?
      ORDER BY note.path
      """, [key, value])
  }

  /// Returns the values that notes have of a field in their front matter, the commonest first.
  package func usualValues(of key: String, limit: Int) throws -> [String] {
    let key = FieldCatalogue.field(for: key)?.key ?? FieldCatalogue.folded(key)
    let column = ["status", "priority"].contains(key) ? key : nil
    let sql =
      column.map {
        "SELECT \($0) FROM note WHERE \($0) IS NOT NULL GROUP BY \($0) ORDER BY count(*) DESC, \($0) LIMIT ?"
      }
        ?? """
        SELECT text FROM field WHERE key = (SELECT id FROM fieldKey WHERE key = ?)
        GROUP BY text ORDER BY count(*) DESC, text LIMIT ?
        """
    return try index.readStored([]) { database in
      try String.fetchAll(database, sql: sql, arguments: column == nil ? [key, limit] : [limit])
    }
  }
}

extension IndexDatabase {
  package var fields: IndexedFields { IndexedFields(index: self) }
}
