import ByteBasics
package import CivilCalendar
import GRDB
package import NoteModel
package import NoteSyntax

/// Writes the rows of changed notes in one transaction and keeps links resolved.
///
/// Prepared statements are made once. Links are resolved after all names are known: those of the changed
/// notes, and those that ask for a name that came or went.
///
/// An example: `Memo/plan.md` is new, and `Memo/home.md` was there with a link to nothing, `[[Plan]]`.
///
/// ```
///  Memo/plan.md                         rows, by the number of the note
///  ---                                  file  Memo/plan.md | 2 | 76 bytes | times | inode
///  tags: [work]                         tag   work | 2
///  ---                                  note  2 | Memo/plan.md | Plan | memo | …
///  # Plan                               name  2 | plan | file name
///  See [[Home]].                        link  2 | 0 | wiki | Home | line 6 ─────────► target 1
///  - [ ] Call Mina 📅 2026-11-30        task  2 | 0 | line 8 | Call Mina | todo | 2026-11-30
///                                       text  2 | plan see home call mina …
///
///  the name `plan` came:  link  1 | 0 | wiki | Plan | broken  ──resolved again──►  target 2
/// ```
package final class IndexWriter {
  private let database: Database
  private let statements: IndexStatements
  /// Names that came or went, or that new links ask for.
  private var changedKeys: Set<String> = []
  private var fieldKeys: [String: Int] = [:]
  private var clearedNotes: [Int] = []
  private var nextIdentifier: Int
  /// The builder of a first index, in which no row has to be replaced; nil for an update.
  private let first: BulkIndexBuilder?
  private let indexedAt: Int64
  private let layout: VaultLayout
  private var linkRoots: LinkRoots { layout.roots }
  package let zone: LocalZone
  /// The dates of notes by version control.
  package let history: HistoryTable

  /// - Parameters:
  ///   - isFresh: The index contains nothing yet.
  ///   - indexedAt: Nanoseconds since the epoch when the scan began.
  ///   - layout: The settings for reading notes.
  init(_ database: Database, isFresh: Bool, indexedAt: Int64, layout: VaultLayout, zone: LocalZone) throws {
    self.zone = zone
    self.layout = layout
    self.database = database
    self.indexedAt = indexedAt
    statements = try IndexStatements(database)
    history = try HistoryTable(database)
    first = isFresh ? BulkIndexBuilder(linkRoots: layout.roots) : nil
    // A number is never used twice: the words of the note that had it are still in the full-text table.
    let largest =
      "SELECT max(coalesce((SELECT max(id) FROM text_docsize), 0), "
      + "coalesce((SELECT max(id) FROM attachment), 0))"
    nextIdentifier = isFresh ? 1 : (try Int.fetchOne(database, sql: largest) ?? 0) + 1
    for row in try Row.fetchAll(database, sql: "SELECT key, id FROM fieldKey") {
      fieldKeys[try row.text(0)] = try row.integer(1)
    }
  }

  /// True for an index that was empty before.
  package var isFresh: Bool { first != nil }

  /// Returns numbers for as many notes, the first of them.
  package func reserveNumbers(_ count: Int) -> Int {
    defer { nextIdentifier += count }
    return nextIdentifier
  }

  /// Takes a file out of the index.
  package func remove(_ path: NotePath) throws {
    try clear(path)
    guard first == nil else { return }
    try database.execute(sql: "DELETE FROM formerIdentifier WHERE path = ?", arguments: [path.string])
  }

  /// Stores the former id of a note that now has another id or no id.
  private func rememberIdentifier(before note: PreparedNote) throws {
    // The id of a sealed letter is unknown.
    guard first == nil, !note.note.isSealed else { return }
    let sql = "SELECT identifier FROM note WHERE id = (SELECT id FROM file WHERE path = ?)"
    let path = note.path.string
    guard let old = try String.fetchOne(database.cachedStatement(sql: sql), arguments: [path]),
      old != note.note.identifier
    else { return }
    try database.execute(sql: "INSERT OR IGNORE INTO formerIdentifier VALUES (?, ?)", arguments: [path, old])
  }

  /// Removes the rows of a path. The fields of all cleared paths are removed by ``removeFields()``.
  private func clear(_ path: NotePath) throws {
    guard first == nil,
      let id = try Int.fetchOne(
        database.cachedStatement(sql: "SELECT id FROM file WHERE path = ?"), arguments: [path.string])
    else { return }
    changedKeys.formUnion(
      try String.fetchAll(database.cachedStatement(sql: "SELECT key FROM name WHERE note = ?"), arguments: [id]))
    // The row of the note lists the tags, so the tag table needs no index by note.
    let tags = try String.fetchOne(database.cachedStatement(sql: "SELECT tags FROM note WHERE id = ?"), arguments: [id])
    for tag in tags?.split(separator: "\n") ?? [] {
      try database.cachedStatement(sql: "DELETE FROM tag WHERE folded = ? AND note = ?")
        .execute(arguments: [foldedName(String(tag)), id])
    }
    for sql in Self.removals { try database.cachedStatement(sql: sql).execute(arguments: [id]) }
    try database.cachedStatement(sql: "DELETE FROM file WHERE path = ?").execute(arguments: [path.string])
    clearedNotes.append(id)
  }

  private static let removals = [
    "DELETE FROM note WHERE id = ?", "DELETE FROM attachment WHERE id = ?",
    "DELETE FROM property WHERE note = ?", "DELETE FROM name WHERE note = ?", "DELETE FROM link WHERE note = ?",
    "DELETE FROM task WHERE note = ?", "DELETE FROM taskField WHERE note = ?",
    "DELETE FROM citation WHERE note = ?", "DELETE FROM bibliography WHERE file = ?",
  ]

  /// Removes the fields of cleared notes. The table is sorted by key: a look for each key of each note is quick for a
  /// few, one look at all rows for more.
  private func removeFields() throws {
    guard clearedNotes.count * fieldKeys.count < nextIdentifier else {
      return try database.execute(sql: "DELETE FROM field WHERE note NOT IN (SELECT id FROM note)")
    }
    let removal = try database.cachedStatement(sql: "DELETE FROM field WHERE key = ? AND note = ?")
    for id in clearedNotes {
      for key in fieldKeys.values { try removal.execute(arguments: [key, id]) }
    }
  }

  /// Puts a file that is not a note into the index, since links may lead to it, with the works that it has as a bibliography.
  package func insert(_ file: ScannedFile, works: [BibliographyEntry]) throws {
    let id = try insertFile(file)
    for (position, work) in works.enumerated() {
      try statements.bibliography.insert { row in
        row.bind(.file, id)
        row.bind(.position, position)
        row.bind(.key, work.key)
        row.bind(.kind, work.kind)
        row.bind(.title, work.title)
        row.bind(.authors, work.authors.joined(separator: "\n"))
        row.bind(.hasOtherAuthors, work.hasOtherAuthors)
        row.bind(.year, work.year)
        row.bind(.container, work.container)
        row.bind(.address, work.address)
        row.bind(.start, work.range.lowerBound)
        row.bind(.length, work.range.count)
      }
    }
  }

  private func insert(_ citations: [PreparedNote.CitationFact], _ id: Int) throws {
    for (position, citation) in citations.enumerated() {
      try statements.citation.insert { row in
        row.bind(.note, id)
        row.bind(.position, position)
        row.bind(.key, citation.key)
        row.bind(.isGrouped, citation.isGrouped)
        row.bind(.line, citation.line)
        row.bind(.start, citation.range.lowerBound)
        row.bind(.length, citation.range.count)
      }
    }
  }

  /// Puts a canvas into the index: a file with links.
  package func insert(_ prepared: PreparedCanvas) throws {
    try insert(prepared.links, of: prepared.file.path, try insertFile(prepared.file))
  }

  private func insertFile(_ file: ScannedFile) throws -> Int {
    try clear(file.path)
    let id = reserveNumbers(1)
    try insertFile(file.path, file.fingerprint, id)
    try statements.attachment.insert { row in
      row.bind(.id, id)
      row.bind(.path, file.path.string)
    }
    for name in NoteName.names(ofFile: file.path, in: layout) { try insert(name, of: file.path, id) }
    return id
  }

  /// Writes a note into the index. Replaces the rows of its path.
  package func insert(_ prepared: PreparedNote) throws {
    try rememberIdentifier(before: prepared)
    try clear(prepared.path)
    let id = prepared.number
    try insertFile(prepared.path, prepared.fingerprint, id)
    try insert(prepared.note, path: prepared.path, tags: prepared.tags, id)
    try insert(prepared.text, id)
    for field in prepared.fields { try insert(field, id) }
    if let text = prepared.properties {
      try statements.property.insert { row in
        row.bind(.note, id)
        row.bind(.text, text)
      }
    }
    var seenTags: Set<String> = []
    for tag in prepared.tags {
      let folded = foldedName(tag.string)
      if seenTags.insert(folded).inserted {
        try statements.tag.insert { row in
          row.bind(.folded, folded)
          row.bind(.note, id)
          row.bind(.name, tag.string)
          row.bind(.isField, prepared.fieldTags.contains(folded))
          row.bind(.places, prepared.tagPlaces[folded] ?? "")
        }
      }
    }
    for name in prepared.names { try insert(name, of: prepared.path, id) }
    try insert(prepared.citations, id)
    for (position, task) in prepared.tasks.enumerated() {
      try insert(task, of: prepared, position)
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

  /// Returns the outcome of a new link as far as it is known before names are looked up.
  private func outcome(of link: PreparedNote.LinkFact, _ note: Int) -> LinkOutcome {
    guard let target = link.target else { return .external }
    if target.isOwnNote { return LinkOutcome(number: note, state: .resolved, rank: .path) }
    changedKeys.formUnion(target.keys(in: linkRoots))
    return LinkOutcome(number: nil, state: .unresolved)
  }

  /// Resolves the new links, and the old ones whose names came or went. A first index gets its links and its SQL
  /// indexes.
  func finish() throws {
    guard let first else {
      try removeFields()
      return try StoredLinkResolver(database: database, roots: linkRoots).resolve(keys: changedKeys)
    }
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
    try statements.file.insert { row in
      row.bind(.path, path.string)
      row.bind(.id, id)
      row.bind(.size, Int(fingerprint.size))
      row.bind(.modified, Int(fingerprint.modifiedNanoseconds))
      row.bind(.changed, Int(fingerprint.changedNanoseconds))
      row.bind(.inode, Int(Int64(bitPattern: fingerprint.inode)))
      row.bind(.hasRacyTimestamp, latest >= indexedAt - Self.clockStep)
    }
  }

  /// The coarsest step of a file system's clock that is met in practice.
  private static let clockStep: Int64 = 20_000_000

  private func insert(_ note: NoteRow, path: NotePath, tags: [TagName], _ id: Int) throws {
    let dates = RowDates(note, try history.dates(of: path))
    try statements.note.insert { row in
      row.bind(.id, id)
      row.bind(.path, path.string)
      row.bind(.identifier, note.identifier)
      row.bind(.title, note.title)
      row.bind(.kind, note.kind)
      row.bind(.status, note.status)
      row.bind(.due, note.due?.description)
      row.bind(.dueDay, .dueSeconds, note.due, in: zone)
      row.bind(.priority, note.priority)
      row.bind(.created, note.created?.description)
      row.bind(.createdDay, note.created?.day.daysSinceEpoch)
      row.bind(.createdHasTime, note.created?.isMoment)
      row.bind(.updated, note.updated?.description)
      row.bind(.updatedDay, note.updated?.day.daysSinceEpoch)
      row.bind(.updatedHasTime, note.updated?.isMoment)
      row.bind(.createdSeconds, dates.created)
      row.bind(.updatedSeconds, dates.updated)
      row.bind(.modifiedSeconds, dates.modified)
      row.bind(.bornSeconds, dates.born)
      row.bind(.fileSeconds, note.fileSeconds)
      row.bind(.content, note.content)
      row.bind(.unseal, note.unseal?.daysSinceEpoch)
      row.bind(.isSealed, note.isSealed)
      row.bind(.entryDay, note.entryDay?.daysSinceEpoch)
      row.bind(.isDraft, note.isDraft)
      row.bind(.isPinned, note.isPinned)
      row.bind(.isPublishable, note.isPublishable)
      row.bind(.isDoubtful, note.isDoubtful)
      row.bind(.notBefore, note.notBefore)
      row.bind(.notAfter, note.notAfter)
      row.bind(.secret, note.secret?.stored)
      row.bind(.tags, tags.map(\.string).joined(separator: "\n"))
      row.bind(.problems, note.problems)
      row.bind(.hasAnswers, note.hasAnswers)
    }
  }

  private func insert(_ text: [TokenStream], _ id: Int) throws {
    let statement = statements.text
    statement.bind(id)
    for column in text { statement.bind(column.bytes) }
    try statement.run()
  }

  private func insert(_ field: IndexedField, _ id: Int) throws {
    let key = try number(ofKey: field.key)
    try statements.field.insert { row in
      row.bind(.key, key)
      row.bind(.note, id)
      row.bind(.position, field.position)
      row.bind(.text, field.text)
      row.bind(.folded, field.folded)
      row.bind(.number, field.number)
      row.bind(.day, .seconds, field.date, in: zone)
    }
  }

  /// Inserts a field. A first index keeps fields that name a task until every name is known.
  private func insert(_ field: PreparedTask.Field, of path: NotePath, _ position: Int, _ id: Int) throws {
    if let first, field.target != nil { return first.add(field, of: path, position, number: id) }
    if let key = field.target?.key { changedKeys.insert(key) }
    try insert(field, position, id, target: nil)
  }

  private func insert(_ field: PreparedTask.Field, _ position: Int, _ id: Int, target: Int?) throws {
    try statements.taskField.insert { row in
      row.bind(.note, id)
      row.bind(.task, position)
      row.bind(.key, field.value.key)
      row.bind(.position, field.value.position)
      row.bind(.text, field.value.text)
      row.bind(.folded, field.value.folded)
      row.bind(.number, field.value.number)
      row.bind(.day, .seconds, field.value.date, in: zone)
      row.bind(.name, field.target?.key)
      row.bind(.path, field.target?.path)
      row.bind(.target, target)
    }
  }

  private func number(ofKey key: String) throws -> Int {
    if let number = fieldKeys[key] { return number }
    try database.execute(sql: "INSERT INTO fieldKey(key) VALUES (?)", arguments: [key])
    let number = Int(database.lastInsertedRowID)
    fieldKeys[key] = number
    return number
  }

  private func insert(_ name: NoteName, of path: NotePath, _ id: Int) throws {
    if let first { first.add(name, of: path, number: id) } else { changedKeys.insert(name.key) }
    try statements.name.insert { row in
      row.bind(.note, id)
      row.bind(.key, name.key)
      row.bind(.rank, name.rank.rawValue)
    }
  }

  private func insert(_ prepared: PreparedTask, of note: PreparedNote, _ position: Int) throws {
    let task = prepared.item
    let line: Int? = if case .checkbox(let line) = task.source { line } else { nil }
    // A box without words is nowhere on a board and on no agenda.
    let isShown = !task.title.isEmpty
    try statements.task.insert { row in
      row.bind(.note, note.number)
      row.bind(.position, position)
      row.bind(.notePath, note.path.string)
      row.bind(.noteTitle, line == nil ? nil : note.note.title)
      row.bind(.line, line)
      row.bind(.mark, prepared.mark)
      row.bind(.fields, prepared.boxFields)
      row.bind(.title, task.title)
      row.bind(.status, task.status.name)
      row.bind(.isClosed, task.status.isClosed)
      row.bind(.due, task.due?.description)
      row.bind(.dueDay, .dueSeconds, task.due, in: zone)
      row.bind(.scheduledDay, .scheduledSeconds, task.scheduled, in: zone)
      row.bind(.startDay, .startSeconds, task.start, in: zone)
      row.bind(.closedDay, .closedSeconds, task.closed, in: zone)
      row.bind(.priority, task.priority.rawValue)
      row.bind(.tags, task.tags.map(\.string).joined(separator: "\n"))
      row.bind(.tagKeys, prepared.tagKeys)
      row.bind(.identifier, task.identifier)
      row.bind(.details, TaskDetails.encoded(task))
      row.bind(.place, isShown ? task.columnPlace : nil)
      row.bind(.firstDay, isShown && !task.status.isClosed ? task.firstDay?.daysSinceEpoch : nil)
    }
  }

  private func insert(_ link: PreparedNote.LinkFact, _ id: Int, _ position: Int, _ outcome: LinkOutcome) throws {
    let keys = link.target?.keys(in: linkRoots) ?? []
    try statements.link.insert { row in
      row.bind(.note, id)
      row.bind(.position, position)
      row.bind(.kind, link.kind.rawValue)
      row.bind(.destination, link.destination)
      row.bind(.fragment, link.fragment)
      row.bind(.text, link.text)
      row.bind(.line, link.line)
      row.bind(.rangeStart, link.range?.lowerBound)
      row.bind(.rangeEnd, link.range?.upperBound)
      row.bind(.key, keys.first)
      row.bind(.otherKey, keys.count > 1 && keys[1] != keys[0] ? keys[1] : nil)
      row.bind(.definition, link.definition)
      row.bind(.target, outcome.number)
      row.bind(.state, outcome.state.rawValue)
      row.bind(.rank, outcome.rank?.rawValue)
      row.bind(.form, outcome.form.rawValue)
    }
  }
}

private struct IndexStatements {
  let file: RowInsertion<FileColumn>
  let attachment: RowInsertion<AttachmentColumn>
  let note: RowInsertion<NoteColumn>
  let field: RowInsertion<FieldColumn>
  let property: RowInsertion<PropertyColumn>
  let tag: RowInsertion<TagColumn>
  let bibliography: RowInsertion<BibliographyColumn>
  let citation: RowInsertion<CitationColumn>
  let name: RowInsertion<NameColumn>
  let link: RowInsertion<LinkColumn>
  let task: RowInsertion<TaskColumn>
  let taskField: RowInsertion<TaskFieldColumn>
  let text: BulkStatement

  init(_ database: Database) throws {
    file = try RowInsertion(database)
    attachment = try RowInsertion(database)
    note = try RowInsertion(database)
    field = try RowInsertion(database)
    property = try RowInsertion(database)
    tag = try RowInsertion(database)
    bibliography = try RowInsertion(database)
    citation = try RowInsertion(database)
    name = try RowInsertion(database)
    link = try RowInsertion(database)
    task = try RowInsertion(database)
    taskField = try RowInsertion(database)
    let places = FullTextColumn.allCases.map { _ in ", ?" }.joined()
    text = try BulkStatement(database, "INSERT INTO text(rowid, \(FullTextColumn.list)) VALUES (?\(places))")
  }
}

extension RowInsertion.Row {
  /// Binds the two columns of a date: its day, and its seconds if the date is a moment.
  fileprivate mutating func bind(_ day: Column, _ seconds: Column, _ date: CivilDate?, in zone: LocalZone) {
    let indexed = date.map { IndexedDate($0, in: zone) }
    bind(day, indexed?.day.daysSinceEpoch)
    bind(seconds, indexed?.seconds)
  }
}
