import GRDB
package import NoteModel

/// A note whose id is not the one that the index found there first.
package struct ChangedIdentifier: Sendable, Hashable {
  package let path: NotePath
  package let former: String
  /// nil if it has none now.
  package let current: String?
}

extension IndexDatabase {
  /// The notes whose id was changed or removed by another program, and is on no other note now.
  ///
  /// It knows of changes between two looks at a file; an index that is built anew takes ids as they are.
  package func changedIdentifiers() throws -> [ChangedIdentifier] {
    let sql = """
      SELECT \(ChangedIdentifierColumn.list)
      FROM formerIdentifier JOIN file ON file.path = formerIdentifier.path
        JOIN note ON note.id = file.id
      WHERE NOT EXISTS (
        SELECT 1 FROM note AS other
        WHERE other.identifier = formerIdentifier.identifier COLLATE NOCASE)
      ORDER BY formerIdentifier.path
      """
    return try writer.read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        let row = SelectedRow<ChangedIdentifierColumn>(row)
        return ChangedIdentifier(
          path: try row.path(.path), former: try row.text(.identifier),
          current: try row.optionalText(.current))
      }
    }
  }

  /// The shortest beginning of each id that names its note and nothing else, by the whole id.
  ///
  /// It has four characters at least, and a letter, so that it is never taken for the number of a row.
  package func shortIdentifiers() throws -> [String: String] {
    let sql = "SELECT identifier FROM note WHERE identifier IS NOT NULL ORDER BY identifier"
    let identifiers = try writer.read { try String.fetchAll($0, sql: sql) }
    var short: [String: String] = [:]
    for (position, identifier) in identifiers.enumerated() {
      let shared = [position - 1, position + 1].filter(identifiers.indices.contains).map {
        Self.commonLength(identifier, identifiers[$0])
      }
      let letter = identifier.firstIndex { $0.isLetter }
        .map { identifier.distance(from: identifier.startIndex, to: $0) + 1 }
      let length = max(4, (shared.max() ?? 0) + 1, letter ?? .max)
      short[identifier] = String(identifier.prefix(length))
    }
    return short
  }

  /// The paths of all notes that have an id, by their ids; of several with one id the last.
  package func pathsByIdentifier() throws -> [String: NotePath] {
    let sql = "SELECT identifier, path FROM note WHERE identifier IS NOT NULL ORDER BY path"
    return try writer.read { database in
      var paths: [String: NotePath] = [:]
      let rows = try Row.fetchCursor(database, sql: sql)
      while let row = try rows.next() {
        paths[try row.text(0)] = NotePath(trusted: try row.text(1))
      }
      return paths
    }
  }

  /// The notes that share their id with others, id by id, each in the order of paths.
  package func notesWithSharedIdentifiers() throws -> [[NotePath]] {
    let sql = """
      SELECT identifier, path FROM note
      WHERE identifier IN (
        SELECT identifier FROM note WHERE identifier IS NOT NULL
        GROUP BY identifier HAVING count(*) > 1)
      ORDER BY identifier, path
      """
    return try writer.read { database in
      var groups: [[NotePath]] = []
      var last: String?
      for row in try Row.fetchAll(database, sql: sql) {
        let identifier = try row.text(0)
        if identifier != last { groups.append([]) }
        last = identifier
        groups[groups.count - 1].append(NotePath(trusted: try row.text(1)))
      }
      return groups
    }
  }

  /// The notes that may belong to the series of a task that repeats: those that name it, the first of it, and tasks
  /// that repeat and have no id.
  package func notes(ofSeries series: String) throws -> [NotePath] {
    let sql = """
      SELECT path FROM note
      WHERE identifier = :series
        OR id IN (
          SELECT note FROM field
          WHERE key = (SELECT id FROM fieldKey WHERE key = 'series') AND text = :series)
        OR identifier IS NULL AND id IN (
          SELECT note FROM field WHERE key = (SELECT id FROM fieldKey WHERE key = 'repeat'))
      ORDER BY path
      """
    return try writer.read { database in
      try String.fetchAll(database, sql: sql, arguments: ["series": series])
        .map { NotePath(trusted: $0) }
    }
  }

  private static func commonLength(_ left: String, _ right: String) -> Int {
    zip(left.lowercased(), right.lowercased()).prefix { $0 == $1 }.count
  }
}

private enum ChangedIdentifierColumn: Int, SelectList {
  case path, identifier, current

  static let table = "formerIdentifier"
  var sql: String { self == .current ? "note.identifier" : "formerIdentifier.\(self)" }
}
