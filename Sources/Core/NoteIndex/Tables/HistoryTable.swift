import GRDB
package import NoteModel

/// The dates of notes by version control, as the index stores them by path.
package final class HistoryTable {
  private let database: Database
  private let lookup: BulkStatement

  init(_ database: Database) throws {
    self.database = database
    lookup = try BulkStatement(database, "SELECT created, changed, content FROM history WHERE path = ?")
  }

  /// Returns the dates of a path, or nil for a path that nothing is known of.
  func dates(of path: NotePath) throws -> NoteDates? {
    lookup.bind(path.string)
    guard try lookup.next() else { return nil }
    let entry = NoteDates(
      created: lookup.optionalInteger(0).map { Int($0) },
      changed: lookup.optionalInteger(1).map { Int($0) },
      content: lookup.optionalInteger(2).map { Int($0) })
    // After the only row, the statement is ready for the next path.
    _ = try lookup.next()
    return entry
  }

  /// Puts other entries in place of all, and dates the notes of the index by them.
  ///
  /// - Parameters:
  ///   - entries: By path.
  ///   - head: The name of the head that they end at; empty without version control.
  /// - Throws: A database error.
  package func replace(with entries: [String: NoteDates], head: String) throws {
    try database.execute(sql: "DELETE FROM history; DELETE FROM historyHead")
    try database.execute(sql: "INSERT INTO historyHead VALUES (?)", arguments: [head])
    let insert = try BulkStatement(database, "INSERT INTO history VALUES (?, ?, ?, ?)")
    for (path, entry) in entries.sorted(by: { byteOrder($0.key, $1.key) < 0 }) {
      insert.bind(path)
      for number in [entry.created, entry.changed, entry.content] { insert.bind(number) }
      try insert.run()
    }
    try database.execute(sql: Self.dating)
  }

  /// Writes only rows with changed dates, by the same rules as ``RowDates``.
  private static let dating = """
    UPDATE note SET
      bornSeconds = known.born, modifiedSeconds = known.modified,
      createdSeconds =
        CASE WHEN created IS NULL THEN coalesce(known.born, known.modified) ELSE createdSeconds END,
      updatedSeconds = CASE WHEN updated IS NULL THEN known.modified ELSE updatedSeconds END
    FROM (
      SELECT note.id AS number, history.created AS born,
        CASE WHEN history.content = note.content THEN coalesce(history.changed, fileSeconds)
          ELSE fileSeconds END AS modified
      FROM note LEFT JOIN history ON history.path = note.path
    ) AS known
    WHERE known.number = note.id
      AND (bornSeconds IS NOT known.born OR modifiedSeconds <> known.modified)
    """
}

/// The dates by which a note is sorted and found.
struct RowDates {
  let born: Int?
  let modified: Int
  let created: Int
  let updated: Int

  /// Takes the committed dates as long as the file holds the committed content, else those of the file.
  init(_ row: NoteRow, _ entry: NoteDates?) {
    born = entry?.created
    let isCommitted = row.content != nil && row.content == entry?.content
    modified = (isCommitted ? entry?.changed : nil) ?? row.fileSeconds
    created = row.createdSeconds ?? born ?? modified
    updated = row.updatedSeconds ?? modified
  }
}

/// The dates by version control, as the index stores them.
package struct IndexedHistory: Sendable {
  let index: IndexDatabase

  /// Returns the name of the head that the stored dates end at; nil if there are none.
  package func head() throws -> String? {
    try index.read { database in
      guard try index.isCurrent(database) else { return nil }
      return try String.fetchOne(database, sql: "SELECT name FROM historyHead")
    }
  }

  /// Returns every entry of the history, by path. None if the index is not current.
  package func entries() throws -> [String: NoteDates] {
    try index.read { database in
      guard try index.isCurrent(database) else { return [:] }
      var entries: [String: NoteDates] = [:]
      let rows = try BulkStatement(database, "SELECT \(HistoryColumn.list) FROM history")
      let row = BulkRow<HistoryColumn>(rows)
      while try rows.next() {
        entries[row.text(.path)] = NoteDates(
          created: row.optionalNumber(.created), changed: row.optionalNumber(.changed),
          content: row.optionalNumber(.content))
      }
      return entries
    }
  }
}

extension IndexDatabase {
  package var history: IndexedHistory { IndexedHistory(index: self) }
}

private enum HistoryColumn: Int, SelectList {
  case path, created, changed, content

  static let table = "history"
}
