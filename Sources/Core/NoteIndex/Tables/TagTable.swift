import GRDB
package import NoteModel

enum TagColumn: Int, TableColumn {
  case folded, note, name, isField, places

  static let table = "tag"
  static let primaryKey: String? = "folded, note"
  var type: String {
    switch self {
    case .folded, .name, .places: "TEXT NOT NULL"
    case .note, .isField: "INTEGER NOT NULL"
    }
  }
}

package struct IndexedTags: Sendable {
  let index: IndexDatabase

  /// Returns the tags with the number of notes that have them, most used first.
  package func callAsFunction() throws -> [(name: String, count: Int)] {
    let sql = """
      SELECT min(name), count(*) AS uses FROM tag GROUP BY folded ORDER BY uses DESC, folded
      """
    return try index.read { database in
      try Row.fetchAll(database, sql: sql).map {
        (try $0.text(0), try $0.integer(1))
      }
    }
  }

  /// Returns true if a note has the tag, or one below it.
  package func contains(_ tag: TagName) throws -> Bool {
    let folded = foldedName(tag.string)
    let sql = "SELECT EXISTS (SELECT 1 FROM tag WHERE folded = ? OR folded >= ? AND folded < ?)"
    return try index.read { database in
      try Bool.fetchOne(database, sql: sql, arguments: [folded, folded + "/", folded + "0"]) ?? false
    }
  }

  /// Returns the notes that have a tag or one below it, sorted.
  package func notes(below tag: TagName) throws -> [NotePath] {
    let folded = foldedName(tag.string)
    let stored = try index.paths(
      """
      SELECT DISTINCT note.path FROM tag JOIN note ON note.id = tag.note
      WHERE tag.folded = ? OR tag.folded > ? AND tag.folded < ? ORDER BY note.path
      """, [folded, folded + "/", folded + "0"])
    return index.unsaved?.paths(stored) { $0.isTagged(below: tag) } ?? stored
  }

  /// Passes on the places of a tag, or of one below it, in the files of notes, by path; unsaved notes are left out.
  package func places(of tag: TagName, _ body: (NotePath, [TagPlaces.Place]) throws -> Void) throws {
    let folded = foldedName(tag.string)
    try index.readStored(()) { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT note.path, tag.places FROM tag JOIN note ON note.id = tag.note
          WHERE tag.folded = ? OR tag.folded > ? AND tag.folded < ? ORDER BY note.path, tag.folded
          """, arguments: [folded, folded + "/", folded + "0"])
      while let row = try rows.next() {
        let path = NotePath(trusted: try row.text(0))
        guard index.unsaved?.notes[path] == nil else { continue }
        try body(path, TagPlaces(text: try row.text(1))?.places ?? [])
      }
    }
  }

  /// Returns one of the places of exactly this tag, or nil if no file has it.
  package func somePlace(of tag: TagName) throws -> (path: NotePath, place: TagPlaces.Place)? {
    try index.readStored(nil) { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT note.path, tag.places FROM tag JOIN note ON note.id = tag.note
          WHERE tag.folded = ? LIMIT 1
          """, arguments: [foldedName(tag.string)])
      guard let row, let place = TagPlaces(text: try row.text(1))?.places.first else { return nil }
      return (NotePath(trusted: try row.text(0)), place)
    }
  }

  /// Returns the number of notes that have a tag or one below it.
  package func noteCount(below tag: TagName) throws -> Int {
    let folded = foldedName(tag.string)
    let (stored, known) = try index.readStored((0, [NotePath]())) { database in
      let condition = "(tag.folded = ?1 OR tag.folded > ?2 AND tag.folded < ?3)"
      let bounds: StatementArguments = [folded, folded + "/", folded + "0"]
      let count = try Int.fetchOne(
        database, sql: "SELECT count(DISTINCT note) FROM tag WHERE \(condition)", arguments: bounds)
      let open = try (index.unsaved?.notes.keys.map { $0 } ?? []).filter { path in
        try Bool.fetchOne(
          database,
          sql: """
            SELECT EXISTS (SELECT 1 FROM tag WHERE \(condition)
              AND note = (SELECT id FROM file WHERE path = ?4))
            """, arguments: bounds + [path.string]) ?? false
      }
      return (count ?? 0, open)
    }
    return stored - known.count + (index.unsaved?.notes.values.count { $0.isTagged(below: tag) } ?? 0)
  }
}

extension IndexDatabase {
  package var tags: IndexedTags { IndexedTags(index: self) }
}
