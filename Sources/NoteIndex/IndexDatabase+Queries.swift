package import CivilCalendar
import GRDB
package import NoteModel

/// Which notes are wanted, and how many.
package struct NoteRequest: Sendable {
  package var query: Query
  /// Empty: the best match first where words are asked for, else the last changed.
  package var sort: [SortKey]
  package var limit: Int?
  package var today: Day

  package init(query: Query, sort: [SortKey] = [], limit: Int? = nil, today: Day) {
    self.query = query
    self.sort = sort
    self.limit = limit
    self.today = today
  }
}

extension IndexDatabase {
  /// The notes that a query asks for, in order. Sealed letters are left out until their day.
  package func notes(_ request: NoteRequest) throws -> [NoteSummary] {
    var compiler = QueryCompiler(today: request.today)
    let condition = compiler.compile(request.query)
    var sql = "SELECT \(Self.summaryColumns) FROM note"
    var arguments: [(any DatabaseValueConvertible)?] = []
    if let ranking = compiler.ranking {
      if compiler.isRankedByMatch {
        sql +=
          " JOIN (SELECT rowid AS id, rank AS score FROM text WHERE text MATCH ?) AS hit"
          + " ON hit.id = note.id"
      } else {
        sql +=
          " LEFT JOIN (SELECT rowid AS id, rank AS score FROM text WHERE text MATCH ?) AS hit"
          + " ON hit.id = note.id"
      }
      arguments.append(ranking)
    }
    sql += " WHERE (\(condition))"
    arguments += compiler.arguments
    if !Self.asksForSealed(request.query) {
      sql += " AND (note.unseal IS NULL OR note.unseal <= ?)"
      arguments.append(request.today.daysSinceEpoch)
    }
    sql += " ORDER BY " + Self.order(request, isRanked: compiler.ranking != nil)
    if let limit = request.limit { sql += " LIMIT \(max(0, limit))" }
    return try writer.read { database in
      try Row.fetchAll(database, sql: sql, arguments: StatementArguments(arguments))
        .map(NoteSummary.init)
    }
  }

  private static func asksForSealed(_ query: Query) -> Bool {
    query == .state(.sealed)
  }

  static let summaryColumns = """
    note.path, note.identifier, note.title, note.kind, note.status, note.due, note.priority, \
    note.created, note.updated, note.modifiedSeconds, note.tags, note.isPinned, note.isDraft
    """

  /// The columns that `sort:` knows.
  package static let sortFields = [
    "title", "path", "created", "updated", "due", "status", "priority", "kind",
  ]

  private static func order(_ request: NoteRequest, isRanked: Bool) -> String {
    let columns: [String: String] = [
      "title": "note.title COLLATE NOCASE", "path": "note.path",
      "created": "note.createdSeconds", "updated": "note.updatedSeconds",
      "due": "note.dueDay IS NULL, note.dueDay", "status": "note.status", "kind": "note.kind",
      "priority": """
      CASE note.priority WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'low' THEN 3 ELSE 2 END
      """,
    ]
    var terms = request.sort.compactMap { key in
      columns[key.field].map { $0 + (key.isDescending ? " DESC" : "") }
    }
    if terms.isEmpty {
      terms =
        isRanked
        ? [exactTitleFirst(request.query), "hit.score"].compactMap(\.self) : ["note.isPinned DESC"]
      terms += ["note.updatedSeconds DESC", "note.createdSeconds DESC"]
    }
    return (terms + ["note.path"]).joined(separator: ", ")
  }

  /// A note whose title is just the words comes before every other.
  private static func exactTitleFirst(_ query: Query) -> String? {
    guard case .text(let term) = query else { return nil }
    let escaped = term.words.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "''")
    return "note.title <> '\(escaped)' COLLATE NOCASE"
  }

  /// Tags with the number of notes that bear them, most used first.
  package func tags(today: Day) throws -> [(name: String, count: Int)] {
    let sql = """
      SELECT min(tag.name), count(DISTINCT tag.note) AS uses FROM tag JOIN note ON note.id = tag.note
      WHERE note.unseal IS NULL OR note.unseal <= ? GROUP BY tag.folded ORDER BY uses DESC, tag.folded
      """
    return try writer.read { database in
      try Row.fetchAll(database, sql: sql, arguments: [today.daysSinceEpoch]).map { ($0[0], $0[1]) }
    }
  }

  /// The links that a note contains, in the order of its lines.
  package func links(from path: NotePath) throws -> [LinkRow] {
    try links(where: "source.path = ?", [path.string], order: "link.id")
  }

  /// The links that lead to a note.
  package func links(to path: NotePath) throws -> [LinkRow] {
    try links(where: "target.path = ?", [path.string], order: "source.path, link.id")
  }

  /// The links of the whole repository that lead nowhere, or to several notes.
  package func brokenLinks() throws -> [LinkRow] {
    try links(where: "link.state IN ('broken', 'ambiguous')", [], order: "source.path, link.id")
  }

  /// Every link between two notes.
  package func resolvedLinks() throws -> [LinkRow] {
    try links(where: "link.target IS NOT NULL", [], order: "source.path, link.id")
  }

  private func links(
    where condition: String, _ arguments: [String], order: String
  ) throws -> [LinkRow] {
    let sql = """
      SELECT source.path, link.kind, link.destination, link.fragment, link.text, link.line,
        target.path, link.state
      FROM link JOIN file AS source ON source.id = link.note
        LEFT JOIN file AS target ON target.id = link.target
      WHERE \(condition) ORDER BY \(order)
      """
    return try writer.read { database in
      try Row.fetchAll(database, sql: sql, arguments: StatementArguments(arguments)).map { row in
        let target: String? = row[6]
        return LinkRow(
          source: NotePath(trusted: row[0]), kind: row[1], destination: row[2], fragment: row[3],
          text: row[4], line: row[5], target: target.map { NotePath(trusted: $0) },
          state: LinkRow.State(rawValue: row[7]) ?? .broken)
      }
    }
  }

  /// The notes that a name on the command line may mean: the best kind of name only.
  ///
  /// `name`: A path, an id or the beginning of one, a title, an alias or a file name.
  package func notes(named name: String) throws -> [NoteSummary] {
    let folded = foldedName(name)
    let stem = folded.hasSuffix(".md") ? String(folded.dropLast(3)) : folded
    return try writer.read { database in
      func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [NoteSummary] {
        let sql = "SELECT \(Self.summaryColumns) FROM note WHERE \(condition) ORDER BY note.path"
        return try Row.fetchAll(database, sql: sql, arguments: arguments).map(NoteSummary.init)
      }
      let byPath = try fetch("path IN (?, ?)", [name, name + ".md"])
      if !byPath.isEmpty { return byPath }
      let byIdentifier = try fetch("identifier = ?", [folded])
      if !byIdentifier.isEmpty { return byIdentifier }
      let ranks = try Row.fetchAll(
        database, sql: "SELECT note, rank FROM name WHERE key = ? ORDER BY rank", arguments: [stem])
      if let best = ranks.first.map({ $0[1] as Int }) {
        let ids = ranks.filter { ($0[1] as Int) == best }.map { String($0[0] as Int64) }
        let found = try fetch("note.id IN (\(ids.joined(separator: ",")))", [])
        if !found.isEmpty { return found }
      }
      guard folded.utf8.count >= 2 else { return [] }
      return try fetch("identifier >= ? AND identifier < ? || '~'", [folded, folded])
    }
  }

  /// How many notes, tasks, tags and links there are, and how many of them need care.
  package func counts(today: Day) throws -> IndexCounts {
    try writer.read { database in
      func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM " + sql, arguments: arguments) ?? 0
      }
      return IndexCounts(
        notes: try count("note"), diaryEntries: try count("note WHERE kind = 'diary'"),
        attachments: try count("file WHERE NOT isNote"),
        tags: try Int.fetchOne(database, sql: "SELECT count(DISTINCT folded) FROM tag") ?? 0,
        links: try count("link WHERE state <> 'external'"),
        brokenLinks: try count("link WHERE state = 'broken'"),
        openTasks: try count("task WHERE isClosed = 0"),
        overdueTasks: try count(
          "task WHERE isClosed = 0 AND dueDay < ?", [today.daysSinceEpoch]),
        dueToday: try count("task WHERE isClosed = 0 AND dueDay = ?", [today.daysSinceEpoch]),
        notesWithProblems: try count("note WHERE problems > 0"))
    }
  }
}

/// The numbers that `status` tells.
package struct IndexCounts: Hashable, Sendable {
  package let notes: Int
  package let diaryEntries: Int
  package let attachments: Int
  package let tags: Int
  package let links: Int
  package let brokenLinks: Int
  package let openTasks: Int
  package let overdueTasks: Int
  package let dueToday: Int
  package let notesWithProblems: Int
}

extension NoteSummary {
  init(_ row: Row) {
    let tags: String = row[10]
    let created: String? = row[7]
    let updated: String? = row[8]
    let due: String? = row[5]
    self.init(
      path: NotePath(trusted: row[0]), identifier: row[1], title: row[2],
      kind: NoteKind(rawValue: row[3]) ?? .memo, status: row[4],
      due: due.flatMap { CivilDate(iso: $0) }, priority: row[6],
      created: created.flatMap { CivilDate(iso: $0) },
      updated: updated.flatMap { CivilDate(iso: $0) }, modifiedSeconds: row[9],
      tags: tags.split(separator: "\n").map(String.init), isPinned: row[11], isDraft: row[12])
  }
}

extension IndexDatabase {
  /// True where a file has this path, whatever the case of its letters: some file systems hold them for one.
  package func hasPath(foldedAs path: NotePath) throws -> Bool {
    let key = foldedName(path.isMarkdown ? path.stem : path.fileName)
    let paths = try writer.read { database in
      try String.fetchAll(
        database, sql: "SELECT path FROM file JOIN name ON name.note = file.id WHERE key = ?",
        arguments: [key])
    }
    return paths.contains { foldedName($0) == foldedName(path.string) }
  }
}
