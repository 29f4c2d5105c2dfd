import ByteBasics
package import CivilCalendar
import GRDB
package import NoteModel
import NoteSyntax
import Synchronization

/// Writes the rows of changed notes in one transaction and keeps links resolved.
///
/// Prepared statements are made once. Links are resolved after all names are known: those of the changed
/// notes, and those that ask for a name that came or went.
package final class IndexWriter {
  private let database: Database
  private let statements: IndexStatements
  /// Names that came or went, or that new links ask for.
  private var changedKeys: Set<String> = []
  private var fieldKeys: [String: Int] = [:]
  private var nextIdentifier: Int
  /// Of an index that contains nothing yet, so that nothing has to be taken out.
  private let first: FirstIndex?
  private let indexedAt: Int64
  private let linkRoots: [NotePath]
  /// ``IndexDatabase/zone``
  package let zone: LocalZone
  /// What version control knows of notes.
  package let history: HistoryTable

  /// `isFresh`: The index contains nothing yet.
  /// `indexedAt`: Nanoseconds since the epoch when the scan began.
  /// `linkRoots`: `links.roots`
  init(
    _ database: Database, isFresh: Bool, indexedAt: Int64, linkRoots: [NotePath], zone: LocalZone
  ) throws {
    self.zone = zone
    self.linkRoots = linkRoots
    self.database = database
    self.indexedAt = indexedAt
    statements = try IndexStatements(database)
    history = try HistoryTable(database)
    first = isFresh ? FirstIndex(linkRoots: linkRoots) : nil
    // A number is never used twice: the words of the note that had it are still in the full-text table.
    let largest =
      "SELECT max(coalesce((SELECT max(id) FROM text_docsize), 0), "
      + "coalesce((SELECT max(id) FROM attachment), 0))"
    nextIdentifier = isFresh ? 1 : (try Int.fetchOne(database, sql: largest) ?? 0) + 1
    for row in try Row.fetchAll(database, sql: "SELECT key, id FROM fieldKey") {
      fieldKeys[try row.text(0)] = try row.integer(1)
    }
  }

  /// True for an index that held nothing before.
  package var isFresh: Bool { first != nil }

  /// Numbers for as many notes, the first of them.
  package func reserveNumbers(_ count: Int) -> Int {
    defer { nextIdentifier += count }
    return nextIdentifier
  }

  /// Takes a file out of the index.
  package func remove(_ path: NotePath) throws {
    try clear(path)
    guard first == nil else { return }
    try database.execute(
      sql: "DELETE FROM formerIdentifier WHERE path = ?", arguments: [path.string])
  }

  /// Keeps the id that a note had, where it has another one now or none, until it has it again.
  private func rememberIdentifier(before note: PreparedNote) throws {
    guard first == nil else { return }
    let sql = "SELECT identifier FROM note WHERE id = (SELECT id FROM file WHERE path = ?)"
    let path = note.path.string
    guard let old = try String.fetchOne(database, sql: sql, arguments: [path]),
      old != note.note.identifier
    else { return }
    try database.execute(
      sql: "INSERT OR IGNORE INTO formerIdentifier VALUES (?, ?)", arguments: [path, old])
  }

  /// Takes out what the index has for a path.
  private func clear(_ path: NotePath) throws {
    guard first == nil,
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM file WHERE path = ?", arguments: [path.string])
    else { return }
    changedKeys.formUnion(
      try String.fetchAll(database, sql: "SELECT key FROM name WHERE note = ?", arguments: [id]))
    try database.execute(sql: "DELETE FROM file WHERE path = ?", arguments: [path.string])
    try removeTags(id)
    for sql in Self.removals { try database.execute(sql: sql, arguments: [id]) }
    // A row for each key is found at once; one look at all rows would take longer than all of them.
    for key in fieldKeys.values {
      try database.execute(
        sql: "DELETE FROM field WHERE key = ? AND note = ?", arguments: [key, id])
    }
  }

  private static let removals = [
    "DELETE FROM note WHERE id = ?", "DELETE FROM attachment WHERE id = ?",
    "DELETE FROM name WHERE note = ?", "DELETE FROM link WHERE note = ?",
    "DELETE FROM task WHERE note = ?", "DELETE FROM taskField WHERE note = ?",
  ]

  /// The note's own row tells its tags; no index by note is needed next to the one by tag.
  private func removeTags(_ id: Int64) throws {
    let tags = try String.fetchOne(
      database, sql: "SELECT tags FROM note WHERE id = ?", arguments: [id])
    for tag in tags?.split(separator: "\n") ?? [] {
      try database.execute(
        sql: "DELETE FROM tag WHERE folded = ? AND note = ?",
        arguments: [foldedName(String(tag)), id])
    }
  }

  /// Puts a file that is not a note into the index: links may lead to it.
  package func insertAttachment(_ file: ScannedFile) throws {
    _ = try insertFile(file)
  }

  /// Puts a canvas into the index: a file with links.
  package func insert(_ prepared: PreparedCanvas) throws {
    try insert(prepared.links, of: prepared.file.path, try insertFile(prepared.file))
  }

  /// - Returns: The file's number.
  private func insertFile(_ file: ScannedFile) throws -> Int {
    try clear(file.path)
    let id = reserveNumbers(1)
    try insertFile(file.path, file.fingerprint, id)
    let statement = statements.attachment
    statement.bind(id)
    statement.bind(file.path.string)
    try statement.run()
    for name in NoteName.names(ofFile: file.path) { try insert(name, of: file.path, id) }
    return id
  }

  /// Puts a note into the index in place of what it held for its path.
  package func insert(_ prepared: PreparedNote) throws {
    try rememberIdentifier(before: prepared)
    try clear(prepared.path)
    let id = prepared.number
    try insertFile(prepared.path, prepared.fingerprint, id)
    try insert(prepared.note, path: prepared.path, tags: prepared.tags, id)
    try insert(prepared.text, id)
    for field in prepared.fields { try insert(field, id) }
    var seenTags: Set<String> = []
    for tag in prepared.tags {
      let folded = foldedName(tag.string)
      if seenTags.insert(folded).inserted {
        try insert(tag, folded: folded, isField: prepared.fieldTags.contains(folded), id)
      }
    }
    for name in prepared.names { try insert(name, of: prepared.path, id) }
    for (position, task) in prepared.tasks.enumerated() {
      try insert(task.item, tagKeys: task.tagKeys, position, id)
      for field in task.fields { try insert(field, of: prepared.path, position, id) }
    }
    try insert(prepared.links, of: prepared.path, id)
  }

  private func insert(_ links: [PreparedNote.LinkFact], of path: NotePath, _ id: Int) throws {
    if let first { return first.add(links, of: path, number: id) }
    for (position, link) in links.enumerated() {
      try insert(link, id, position, outcome(of: link, id))
    }
  }

  private var resolver: StoredLinkResolver { StoredLinkResolver(database, roots: linkRoots) }

  /// What is known of a new link before names are looked up.
  private func outcome(of link: PreparedNote.LinkFact, _ note: Int) -> LinkOutcome {
    guard let target = link.target else { return .external }
    if target.isOwnNote { return LinkOutcome(number: note, state: .resolved, rank: .path) }
    changedKeys.formUnion(target.keys)
    return LinkOutcome(number: nil, state: .unresolved)
  }

  /// Finds what the new links point to, and what old ones point to whose names came or went. A first index gets
  /// its links and what speeds up queries.
  func finish() throws {
    guard let first else { return try resolver.resolve(keys: changedKeys) }
    first.beginResolving()
    try database.execute(sql: IndexSchema.indexes)
    try first.finishLinks { try insert($0, $1, $2, $3) }
    try first.finishTaskFields { try insert($0, $1, $2, target: $3) }
    try database.execute(sql: IndexSchema.linkIndexes)
  }
}

extension IndexWriter {
  private func insertFile(_ path: NotePath, _ fingerprint: FileFingerprint, _ id: Int) throws {
    let latest = max(fingerprint.modifiedNanoseconds, fingerprint.changedNanoseconds)
    let statement = statements.file
    statement.bind(path.string)
    statement.bind(id)
    statement.bind(Int(fingerprint.size))
    statement.bind(Int(fingerprint.modifiedNanoseconds))
    statement.bind(Int(fingerprint.changedNanoseconds))
    statement.bind(Int(Int64(bitPattern: fingerprint.inode)))
    statement.bind(latest >= indexedAt - Self.clockStep ? 1 : 0)
    try statement.run()
  }

  /// The coarsest step of a file system's clock that is met in practice.
  private static let clockStep: Int64 = 20_000_000

  private func insert(_ row: NoteRow, path: NotePath, tags: [TagName], _ id: Int) throws {
    let statement = statements.note
    statement.bind(id)
    for text in [path.string, row.identifier, row.title, row.kind, row.status] {
      statement.bind(text)
    }
    statement.bind(row.due?.description)
    statement.bind(row.due, in: zone)
    statement.bind(row.priority)
    for date in [row.created, row.updated] {
      statement.bind(date?.description)
      statement.bind(date?.day.daysSinceEpoch)
      statement.bind(date.map { $0.isMoment ? 1 : 0 })
    }
    let dates = RowDates(row, try history.dates(of: path))
    for seconds in [dates.created, dates.updated, dates.modified] { statement.bind(seconds) }
    statement.bind(dates.born)
    statement.bind(row.fileSeconds)
    statement.bind(row.content)
    statement.bind(row.unseal?.daysSinceEpoch)
    statement.bind(row.entryDay?.daysSinceEpoch)
    statement.bind(row.isDraft ? 1 : 0)
    statement.bind(row.isPinned ? 1 : 0)
    statement.bind(row.isPublishable.map { $0 ? 1 : 0 })
    statement.bind(row.isDoubtful ? 1 : 0)
    statement.bind(row.notBefore)
    statement.bind(row.secret?.stored)
    statement.bind(tags.map(\.string).joined(separator: "\n"))
    statement.bind(row.problems)
    try statement.run()
  }

  private func insert(_ text: [TokenStream], _ id: Int) throws {
    let statement = statements.text
    statement.bind(id)
    for column in text { statement.bind(column.bytes) }
    try statement.run()
  }

  private func insert(_ field: IndexedField, _ id: Int) throws {
    let statement = statements.field
    statement.bind(try number(ofKey: field.key))
    statement.bind(id)
    statement.bind(field.position)
    statement.bind(field.text)
    statement.bind(field.folded)
    statement.bind(field.number)
    statement.bind(field.date, in: zone)
    try statement.run()
  }

  /// A first index keeps those that name a task until every name is known.
  private func insert(
    _ field: PreparedTask.Field, of path: NotePath, _ position: Int, _ id: Int
  ) throws {
    if let first, field.target != nil { return first.add(field, of: path, position, number: id) }
    if let key = field.target?.key { changedKeys.insert(key) }
    try insert(field, position, id, target: nil)
  }

  private func insert(
    _ field: PreparedTask.Field, _ position: Int, _ id: Int, target: Int?
  ) throws {
    let statement = statements.taskField
    statement.bind(id)
    statement.bind(position)
    statement.bind(field.value.key)
    statement.bind(field.value.position)
    statement.bind(field.value.text)
    statement.bind(field.value.folded)
    statement.bind(field.value.number)
    statement.bind(field.value.date, in: zone)
    statement.bind(field.target?.key)
    statement.bind(field.target?.path)
    statement.bind(target)
    try statement.run()
  }

  private func number(ofKey key: String) throws -> Int {
    if let number = fieldKeys[key] { return number }
    try database.execute(sql: "INSERT INTO fieldKey(key) VALUES (?)", arguments: [key])
    let number = Int(database.lastInsertedRowID)
    fieldKeys[key] = number
    return number
  }

  private func insert(_ tag: TagName, folded: String, isField: Bool, _ id: Int) throws {
    let statement = statements.tag
    statement.bind(folded)
    statement.bind(id)
    statement.bind(tag.string)
    statement.bind(isField ? 1 : 0)
    try statement.run()
  }

  private func insert(_ name: NoteName, of path: NotePath, _ id: Int) throws {
    if let first { first.add(name, of: path, number: id) } else { changedKeys.insert(name.key) }
    let statement = statements.name
    statement.bind(id)
    statement.bind(name.key)
    statement.bind(name.rank.rawValue)
    try statement.run()
  }

  private func insert(_ task: TaskItem, tagKeys: String, _ position: Int, _ id: Int) throws {
    let line: Int? = if case .checkbox(let line) = task.source { line } else { nil }
    let statement = statements.task
    statement.bind(id)
    statement.bind(position)
    statement.bind(line)
    statement.bind(task.title)
    statement.bind(task.status.name)
    statement.bind(task.status.isClosed ? 1 : 0)
    statement.bind(task.due?.description)
    for date in [task.due, task.scheduled, task.start, task.closed] {
      statement.bind(date, in: zone)
    }
    statement.bind(task.priority.rawValue)
    statement.bind(task.tags.map(\.string).joined(separator: "\n"))
    statement.bind(tagKeys)
    statement.bind(task.identifier)
    statement.bind(TaskDetails.encoded(task))
    // A box without words is nowhere on a board and on no agenda.
    statement.bind(task.title.isEmpty ? nil : task.columnPlace)
    statement.bind(task.title.isEmpty || task.status.isClosed ? nil : task.firstDay?.daysSinceEpoch)
    try statement.run()
  }

  private func insert(
    _ link: PreparedNote.LinkFact, _ id: Int, _ position: Int,
    _ outcome: LinkOutcome
  ) throws {
    let statement = statements.link
    statement.bind(id)
    statement.bind(position)
    statement.bind(link.kind)
    statement.bind(link.destination)
    statement.bind(link.fragment)
    statement.bind(link.text)
    statement.bind(link.line)
    statement.bind(link.range?.lowerBound)
    statement.bind(link.range?.upperBound)
    let keys = link.target?.keys ?? []
    statement.bind(keys.first)
    statement.bind(keys.count > 1 && keys[1] != keys[0] ? keys[1] : nil)
    statement.bind(link.definition)
    statement.bind(outcome.number)
    statement.bind(outcome.state.rawValue)
    statement.bind(outcome.rank?.rawValue)
    statement.bind(outcome.form.rawValue)
    try statement.run()
  }
}

/// The statements that write a note.
private struct IndexStatements {
  let file, attachment, note, text, field, tag, name, link, task, taskField: BulkStatement

  init(_ database: Database) throws {
    func insert(_ table: String, _ columns: Int) throws -> BulkStatement {
      let places = Array(repeating: "?", count: columns).joined(separator: ",")
      return try BulkStatement(database, "INSERT INTO \(table) VALUES (\(places))")
    }
    file = try insert("file", 7)
    attachment = try insert("attachment", 2)
    note = try insert("note", 32)
    text = try insert("text(rowid, \(FullTextColumn.list))", 1 + FullTextColumn.allCases.count)
    field = try insert("field", 8)
    tag = try insert("tag", 4)
    name = try insert("name", 3)
    link = try insert("link", 16)
    task = try insert("task", 22)
    taskField = try insert("taskField", 12)
  }
}

extension BulkStatement {
  /// The two columns of a date: its day, and its seconds where it is a moment.
  fileprivate func bind(_ date: CivilDate?, in zone: LocalZone) {
    let indexed = date.map { IndexedDate($0, in: zone) }
    bind(indexed?.day.daysSinceEpoch)
    bind(indexed?.seconds)
  }
}
