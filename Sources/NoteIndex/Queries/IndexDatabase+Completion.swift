import CivilCalendar
import GRDB
package import NoteModel

/// A task by what it is called, without the rest that is known of it.
package struct TaskName: Sendable, Hashable {
  package let title: String
  package let path: NotePath
  /// The check box's line; nil for a note.
  package let line: Int?
  /// As stored: a day or a moment.
  package let due: String?

  /// As it is named on the command line: `Memo/a.md`, `Memo/a.md:12`.
  package var reference: String { NotePosition(path, line: line).text }
}

/// What a shell offers while a command is typed; none of it needs an index that is up to date.
extension IndexDatabase {
  /// The tasks that are open, or closed, with `part` in their title, the best match first, then by due day.
  package func taskNames(
    matching part: NamePart?, isClosed: Bool, limit: Int
  ) throws -> [TaskName] {
    try writer.read { database in
      let rows = try BulkStatement(
        database,
        """
        SELECT \(TaskNameColumn.list)
        FROM task JOIN note ON note.id = task.note
        WHERE task.isClosed = \(isClosed ? 1 : 0) AND task.title <> ''
        ORDER BY coalesce(task.dueDay, 9999999), task.closedDay DESC, task.note, task.position
        """)
      var found: [(match: NamePart.Match, name: TaskName)] = []
      let row = BulkRow<TaskNameColumn>(rows)
      while try rows.next() {
        let title = row.text(.title)
        var match = NamePart.Match.beginning
        if let part {
          guard part.mayMatch(folded: foldedName(title)),
            let own = part.match(TypedName(title))
          else { continue }
          match = own
        } else if found.count >= limit {
          break
        }
        found.append(
          (
            match,
            TaskName(
              title: title, path: row.path(.path), line: row.optionalNumber(.line),
              due: row.optionalText(.due))
          ))
      }
      let ranked = NamePart.Match.allCases.flatMap { match in found.filter { $0.match == match } }
      return ranked.prefix(limit).map(\.name)
    }
  }

  /// The paths of notes and other files that begin with a text, in order.
  package func paths(beginningWith text: String) throws -> [NotePath] {
    try writer.read { database in
      try String.fetchAll(
        database, sql: "SELECT path FROM file WHERE path >= ? AND path < ? ORDER BY path",
        arguments: [text, text + "\u{10FFFF}"]
      ).map { NotePath(trusted: $0) }
    }
  }

  /// The values that notes have of a field in their front matter, the commonest first.
  package func values(ofField key: String, limit: Int) throws -> [String] {
    let key = FieldCatalogue.field(for: key)?.key ?? key.lowercased()
    let column = ["status", "priority"].contains(key) ? key : nil
    let sql =
      column.map {
        "SELECT \($0) FROM note WHERE \($0) IS NOT NULL GROUP BY \($0) ORDER BY count(*) DESC, \($0) LIMIT ?"
      }
        ?? """
        SELECT text FROM field WHERE key = (SELECT id FROM fieldKey WHERE key = ?)
        GROUP BY text ORDER BY count(*) DESC, text LIMIT ?
        """
    return try writer.read { database in
      try String.fetchAll(
        database, sql: sql, arguments: column == nil ? [key, limit] : [limit])
    }
  }
}

/// The terms of the full-text table, as FTS5 lists them.
private struct IndexVocabulary: SearchVocabulary {
  let index: IndexDatabase

  func terms(beginningWith prefix: String) throws -> [(term: String, notes: Int)] {
    try index.withVocabulary { database in
      // No term begins with the last code point; initial consonants begin with a mark below every letter.
      let bounds = [prefix.isEmpty ? " " : prefix, prefix + "\u{10FFFF}"]
      return try Row.fetchAll(
        database, sql: "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?",
        arguments: StatementArguments(bounds)
      ).map { (try $0.text(0), try $0.integer(1)) }
    }
  }

  func notes(containing term: String) throws -> Int {
    try index.withVocabulary { database in
      try Int.fetchOne(
        database, sql: "SELECT doc FROM vocabulary WHERE term = ?", arguments: [term]) ?? 0
    }
  }
}

extension IndexDatabase {
  /// The words of all notes, those of earlier versions included: they are for guessing only,
  /// and a guess is shown only if a search finds a note by it.
  package var vocabulary: some SearchVocabulary { IndexVocabulary(index: self) }

  fileprivate func withVocabulary<Result>(_ body: (Database) throws -> Result) throws -> Result {
    // A temporary table is in no file and locks none.
    try writer.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'text', 'row')
          """)
      return try body(database)
    }
  }
}

private enum TaskNameColumn: Int, SelectList {
  case title, path, line, due

  static let table = "task"

  var sql: String {
    switch self {
    case .title: "iif(task.line IS NULL, note.title, task.title)"
    case .path: "note.path"
    case .line, .due: "task.\(self)"
    }
  }
}
