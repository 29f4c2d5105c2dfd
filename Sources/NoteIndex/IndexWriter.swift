import CivilCalendar
import GRDB
package import NoteModel

/// Writes the rows of changed notes in one transaction and keeps links resolved.
///
/// Prepared statements are made once. Links are resolved after all names are known: those of the changed
/// notes, and those that ask for a name that came or went.
package final class IndexWriter {
  private let database: Database
  private let insertFile: Statement
  private let insertNote: Statement
  private let insertText: Statement
  private let insertField: Statement
  private let insertTag: Statement
  private let insertName: Statement
  private let insertLink: Statement
  private let insertTask: Statement
  private var changedKeys: Set<String> = []
  private let isFresh: Bool
  private let indexedAt: Int64

  /// `isFresh`: The index holds nothing yet, so nothing has to be taken out.
  /// `indexedAt`: Nanoseconds since the epoch when the scan began.
  init(_ database: Database, isFresh: Bool, indexedAt: Int64) throws {
    self.database = database
    self.isFresh = isFresh
    self.indexedAt = indexedAt
    func insert(_ table: String, _ columns: Int) throws -> Statement {
      let places = Array(repeating: "?", count: columns).joined(separator: ",")
      return try database.makeStatement(sql: "INSERT INTO \(table) VALUES (\(places))")
    }
    insertFile = try insert("file", 7)
    insertNote = try insert("note", 21)
    insertText = try database.makeStatement(
      sql: "INSERT INTO text(rowid, title, names, tags, headings, body) VALUES (?,?,?,?,?,?)")
    insertField = try insert("field", 6)
    insertTag = try insert("tag", 3)
    insertName = try insert("name", 3)
    insertLink = try insert("link", 11)
    insertTask = try insert("task", 9)
  }

  /// Takes a file out of the index.
  package func remove(_ path: NotePath) throws {
    guard !isFresh,
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM file WHERE path = ?", arguments: [path.string])
    else { return }
    changedKeys.formUnion(
      try String.fetchAll(database, sql: "SELECT key FROM name WHERE note = ?", arguments: [id]))
    for sql in Self.removals { try database.execute(sql: sql, arguments: [id]) }
  }

  private static let removals = [
    "DELETE FROM file WHERE id = ?", "DELETE FROM note WHERE id = ?",
    "DELETE FROM text WHERE rowid = ?", "DELETE FROM field WHERE note = ?",
    "DELETE FROM tag WHERE note = ?", "DELETE FROM name WHERE note = ?",
    "DELETE FROM link WHERE note = ?", "DELETE FROM task WHERE note = ?",
  ]

  /// Puts a file that is no note into the index: links may lead to it.
  package func insertAttachment(_ file: ScannedFile) throws {
    try remove(file.path)
    let id = try insertFileRow(file.path, file.fingerprint, isNote: false)
    try insertName(foldedName(file.path.fileName), .fileName, id)
  }

  /// Puts a note into the index in place of what it held for its path.
  package func insert(_ prepared: PreparedNote) throws {
    try remove(prepared.path)
    let id = try insertFileRow(prepared.path, prepared.fingerprint, isNote: true)
    try insertRow(prepared, id)
    let text = prepared.text
    try insertText.run([id, text.title, text.names, text.tags, text.headings, text.body])
    for field in prepared.fields {
      try insertField.run([
        id, field.key, field.text, foldedName(field.text), field.number,
        field.date?.day.daysSinceEpoch,
      ])
    }
    for tag in prepared.tags { try insertTag.run([id, tag.string, foldedName(tag.string)]) }
    for name in prepared.names { try insertName(name.key, name.rank, id) }
    for task in prepared.tasks { try insertRow(task, id) }
    for link in prepared.links {
      try insertLink.run([
        nil, id, link.kind, link.destination, link.fragment, link.text, link.line,
        link.target?.key, link.target?.path, nil,
        link.target == nil ? LinkRow.State.external.rawValue : Self.unresolved,
      ])
    }
  }

  /// Stands in the state column until ``resolveLinks()`` has been there.
  private static let unresolved = "unresolved"

  private func insertFileRow(
    _ path: NotePath, _ fingerprint: FileFingerprint, isNote: Bool
  ) throws -> Int64 {
    try insertFile.run([
      nil, path.string, fingerprint.size, fingerprint.modifiedNanoseconds,
      Int64(bitPattern: fingerprint.inode), indexedAt, isNote,
    ])
    return database.lastInsertedRowID
  }

  private func insertName(_ key: String, _ rank: NoteName.Rank, _ id: Int64) throws {
    if !isFresh { changedKeys.insert(key) }
    try insertName.run([key, id, rank.rawValue])
  }

  private func insertRow(_ prepared: PreparedNote, _ id: Int64) throws {
    let row = prepared.note
    try insertNote.run([
      id, prepared.path.string, row.identifier, row.title, row.kind, row.status, row.isClosed,
      row.due?.description, row.due?.day.daysSinceEpoch, row.priority, row.created?.description,
      row.updated?.description, row.createdSeconds, row.updatedSeconds, row.modifiedSeconds,
      row.unseal?.daysSinceEpoch, row.isDraft, row.isPinned, row.isPublishable,
      prepared.tags.map(\.string).joined(separator: "\n"), row.problems,
    ])
  }

  private func insertRow(_ task: TaskItem, _ id: Int64) throws {
    let line: Int? = if case .checkbox(let line) = task.source { line } else { nil }
    try insertTask.run([
      id, line, task.title, task.status.name, task.status.isClosed, task.due?.description,
      task.due?.day.daysSinceEpoch, task.priority.rawValue,
      task.tags.map(\.string).joined(separator: "\n"),
    ])
  }

  /// Finds what the new links point to, and what old ones point to whose names came or went.
  package func resolveLinks() throws {
    let resolver = StoredLinkResolver(database)
    try resolver.resolve(keys: isFresh ? nil : changedKeys, unresolvedState: Self.unresolved)
  }
}

extension Statement {
  /// Runs the statement with these values.
  fileprivate func run(_ values: [(any DatabaseValueConvertible)?]) throws {
    setUncheckedArguments(StatementArguments(values))
    try execute()
  }
}
