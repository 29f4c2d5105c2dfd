package import CivilCalendar
import GRDB
package import NoteModel

/// Which notes are wanted, and how many.
package struct NoteRequest: Sendable {
  package var query: Query
  /// Empty: the best match first where words are asked for, else the last changed.
  package var sort: [SortKey]
  package var limit: Int?
  /// What is over and what is sealed, and on which day a file was changed, depend on it.
  package var now: CivilMoment

  package init(query: Query, sort: [SortKey] = [], limit: Int? = nil, now: CivilMoment) {
    self.query = query
    self.sort = sort
    self.limit = limit
    self.now = now
  }
}

extension IndexDatabase {
  /// The notes that a query asks for, in order. Sealed letters are left out unless the query asks for them.
  package func notes(_ request: NoteRequest) throws -> [NoteSummary] {
    let selection = try selection(request)
    return try writer.read { database in
      let rows = try Row.fetchCursor(
        database, sql: selection.sql(SummaryColumn.list), arguments: selection.arguments)
      var notes: [NoteSummary] = []
      while let row = try rows.next() { notes.append(try NoteSummary(row)) }
      return notes
    }
  }

  /// The letters whose day has not come, and their days; none where there is no index yet.
  package func sealedLetters() throws -> [NotePath: Day] {
    let sql = "SELECT path, unseal FROM note WHERE unseal IS NOT NULL AND isSealed"
    return try readStored([:]) { database in
      guard try Self.isBuilt(database) else { return [:] }
      return try Row.fetchAll(database, sql: sql).reduce(into: [:]) { letters, row in
        letters[NotePath(trusted: try row.text(0))] = try row.optionalDay(1)
      }
    }
  }

  /// The paths of the notes that a query asks for, in order, without those of letters that are sealed.
  package func paths(_ request: NoteRequest) throws -> [NotePath] {
    var selection = try selection(request)
    selection.condition = "(\(selection.condition)) AND NOT note.isSealed"
    return try writer.read { database in
      let paths = try String.fetchCursor(
        database, sql: selection.sql("note.path"), arguments: selection.arguments)
      return try Array(paths.map { NotePath(trusted: $0) })
    }
  }

  private func selection(_ request: NoteRequest) throws -> NoteSelection {
    var compiler = QueryCompiler(
      .note, now: request.now, telephoneRegions: telephoneRegions,
      ownStatuses: ownStatuses, names: try names(in: request.query))
    compiler.listsSealed = !gate.isForPrograms
    let condition = compiler.compile(request.query)
    let order = NoteOrder(request, isRanked: compiler.ranking != nil)
    var join = ""
    if compiler.ranking != nil {
      join = compiler.isRankedByMatch ? " JOIN " : " LEFT JOIN "
      join +=
        "(SELECT rowid AS id, rank AS score FROM text WHERE text MATCH ?) AS hit"
        + " ON hit.id = note.id"
    }
    let ranking = compiler.ranking.map { [$0] } ?? []
    return NoteSelection(
      join: join, condition: condition, order: order.sql, limit: request.limit,
      arguments: StatementArguments(ranking + compiler.arguments + order.arguments))
  }

  /// What is known of these notes, in their order; those that are not there or sealed are left out.
  package func summaries(of paths: [NotePath]) throws -> [NoteSummary] {
    let sql = """
      SELECT \(SummaryColumn.list) FROM note
      WHERE id = (SELECT id FROM file WHERE path = ?) AND NOT isSealed
      """
    return try writer.read { database in
      let statement = try database.makeStatement(sql: sql)
      return try paths.compactMap {
        try Row.fetchOne(statement, arguments: [$0.string]).map(NoteSummary.init)
      }
    }
  }

  /// Tags with the number of notes that bear them, most used first.
  package func tags() throws -> [(name: String, count: Int)] {
    let sql = """
      SELECT min(name), count(*) AS uses FROM tag GROUP BY folded ORDER BY uses DESC, folded
      """
    return try writer.read { database in
      try Row.fetchAll(database, sql: sql).map {
        (try $0.text(0), try $0.integer(1))
      }
    }
  }

  /// True where a note has the tag, or one below it.
  package func hasTag(_ tag: TagName) throws -> Bool {
    let folded = foldedName(tag.string)
    let sql = "SELECT EXISTS (SELECT 1 FROM tag WHERE folded = ? OR folded >= ? AND folded < ?)"
    return try writer.read { database in
      try Bool.fetchOne(database, sql: sql, arguments: [folded, folded + "/", folded + "0"])
        ?? false
    }
  }

  /// Every key of front matter that some note has and Sheaf gives no column to, in small letters.
  package func fieldKeys() throws -> [String] {
    // The table keeps the keys of notes that are gone, for the next that have them.
    let sql = "SELECT key FROM fieldKey WHERE EXISTS (SELECT 1 FROM field WHERE field.key = fieldKey.id) ORDER BY key"
    return try writer.read { try String.fetchAll($0, sql: sql) }
  }
}

/// The notes of a request, whatever is asked of each.
private struct NoteSelection {
  let join: String
  var condition: String
  let order: String
  let limit: Int?
  let arguments: StatementArguments

  func sql(_ columns: String) -> String {
    let limit = limit.map { " LIMIT \(max(0, $0))" } ?? ""
    return "SELECT \(columns) FROM note" + join + " WHERE " + condition + " ORDER BY " + order
      + limit
  }
}
