import ByteBasics
package import CivilCalendar
import GRDB
package import NoteModel

enum NoteColumn: Int, TableColumn {
  case id, path, identifier, title, kind, status
  case due, dueDay, dueSeconds, priority
  case created, createdDay, createdHasTime, updated, updatedDay, updatedHasTime
  case createdSeconds, updatedSeconds, modifiedSeconds, bornSeconds, fileSeconds, content
  case unseal, isSealed, entryDay, isDraft, isPinned, isPublishable, isDoubtful, notBefore, notAfter, secret
  case tags, problems, hasAnswers

  static let table = "note"

  var type: String {
    switch self {
    case .id: "INTEGER PRIMARY KEY"
    case .path, .title, .kind, .tags: "TEXT NOT NULL"
    case .identifier, .status, .due, .priority, .created, .updated, .secret: "TEXT"
    case .createdSeconds, .updatedSeconds, .modifiedSeconds, .fileSeconds, .isSealed, .isDraft,
      .isPinned,
      .isDoubtful, .problems, .hasAnswers:
      "INTEGER NOT NULL"
    case .dueDay, .dueSeconds, .createdDay, .createdHasTime, .updatedDay, .updatedHasTime,
      .bornSeconds, .content, .unseal, .entryDay, .isPublishable, .notBefore, .notAfter:
      "INTEGER"
    }
  }
}

enum SummaryColumn: Int, SelectList {
  case path, identifier, title, kind, status, due, priority, created, updated, modifiedSeconds
  case tags, isPinned, isDraft, unseal, entryDay, bornSeconds

  static let table = "note"
}

extension NoteSummary {
  /// Reads a row, or throws ``IndexDamage``.
  init(_ row: BulkRow<SummaryColumn>) throws {
    self.init(
      path: row.path(.path), identifier: row.optionalText(.identifier),
      title: row.text(.title), kind: NoteKind(rawValue: row.text(.kind)) ?? .memo,
      status: row.optionalText(.status), entryDay: try row.optionalDay(.entryDay),
      due: row.optionalText(.due).flatMap { CivilDate(iso: $0) },
      priority: row.optionalText(.priority),
      created: row.optionalText(.created).flatMap { CivilDate(iso: $0) },
      updated: row.optionalText(.updated).flatMap { CivilDate(iso: $0) },
      modifiedSeconds: row.number(.modifiedSeconds), bornSeconds: row.optionalNumber(.bornSeconds),
      tags: row.lines(.tags), isPinned: row.flag(.isPinned), isDraft: row.flag(.isDraft),
      unseal: try row.optionalDay(.unseal))
  }

  fileprivate static func all(_ rows: BulkStatement) throws -> [NoteSummary] {
    let row = BulkRow<SummaryColumn>(rows)
    var notes: [NoteSummary] = []
    while try rows.next() { notes.append(try NoteSummary(row)) }
    return notes
  }
}

/// The columns that decide if a note is published.
enum CandidateColumn: Int, SelectList {
  case path, kind, isDraft, isPublishable, isDoubtful, unseal, entryDay, notBefore, notAfter, secret, tags

  static let table = "note"
}

extension PublicationCandidate {
  init(_ row: BulkRow<CandidateColumn>) {
    func day(_ column: CandidateColumn) -> Day? { row.optionalNumber(column).map { Day(daysSinceEpoch: $0) } }
    self.init(
      path: row.path(.path), kind: NoteKind(rawValue: row.text(.kind)) ?? .memo,
      isDraft: row.flag(.isDraft), isAsked: row.optionalNumber(.isPublishable).map { $0 != 0 },
      isDoubtful: row.flag(.isDoubtful), unseal: day(.unseal), entryDay: day(.entryDay),
      notBefore: row.optionalNumber(.notBefore), notAfter: row.optionalNumber(.notAfter),
      secret: row.optionalText(.secret).flatMap { FoundSecret(stored: $0) },
      tags: row.lines(.tags))
  }
}

/// A request for notes: the query, the order and the most results.
package struct NoteRequest: Sendable {
  package var query: Query
  /// The query as it was typed, if other words are looked for: a note with this name comes first.
  package var wording: Query?
  /// Empty: the best match first if words are asked for, else the last changed.
  package var sort: [SortKey]
  package var limit: Int?
  /// Overdue tasks, sealed letters and the day on which a file was changed depend on it.
  package var now: CivilMoment

  package init(query: Query, sort: [SortKey] = [], limit: Int? = nil, now: CivilMoment) {
    self.query = query
    self.sort = sort
    self.limit = limit
    self.now = now
  }
}

/// A note whose id is not the one that the index found there first.
package struct ChangedIdentifier: Sendable, Hashable {
  package let path: NotePath
  package let former: String
  /// The present id; nil if the note has no id.
  package let current: String?
}

/// A note with the values of its fields.
package struct PageRow: Sendable {
  package let note: NoteSummary
  /// The size of the file in bytes.
  package let size: Int
  /// ``NoteProperties/text``
  package let properties: String?
  /// The number of the file, as ``LinkedNotes`` has it.
  package let number: Int
}

/// The further columns of a row of a page, after those of ``SummaryColumn``.
private enum PageColumn: Int, SelectList {
  case number, size, properties

  static let table = "note"
  var sql: String {
    switch self {
    case .number: "note.id"
    case .size: "(SELECT size FROM file WHERE file.path = note.path)"
    case .properties: "(SELECT text FROM property WHERE property.note = note.id)"
    }
  }
}

/// The notes, without letters that are sealed where nothing else is said.
package struct IndexedNotes: Sendable {
  let index: IndexDatabase

  /// Returns the notes that a query asks for, in order. Sealed letters are left out unless the query asks for them.
  package func callAsFunction(_ request: NoteRequest) throws -> [NoteSummary] {
    let selection = try selection(request)
    return try index.read { database in
      if let limit = request.limit, let best = selection.best {
        let notes = try NoteSummary.all(BulkStatement(database, best.sql(SummaryColumn.list), best.arguments))
        if notes.count == limit { return notes }
      }
      return try NoteSummary.all(BulkStatement(database, selection.sql(SummaryColumn.list), selection.arguments))
    }
  }

  /// Returns the first notes that a query asks for, in order, without notes that are shown already.
  ///
  /// - Parameter limit: The most notes, whatever the request says.
  package func callAsFunction(
    _ request: NoteRequest, besides shown: Set<NotePosition>, limit: Int
  ) throws -> [NoteSummary] {
    try firstWanted(limit, where: { !shown.contains(NotePosition($0.path)) }) { limit in
      var request = request
      request.limit = limit
      return try self(request)
    }
  }

  /// Returns the letters whose day has not come, and their days; none where there is no index yet.
  package func sealedLetters() throws -> [NotePath: Day] {
    let sql = "SELECT path, unseal FROM note WHERE unseal IS NOT NULL AND isSealed"
    return try index.readStored([:]) { database in
      guard try IndexDatabase.isBuilt(database) else { return [:] }
      return try Row.fetchAll(database, sql: sql).reduce(into: [:]) { letters, row in
        letters[NotePath(trusted: try row.text(0))] = try row.optionalDay(1)
      }
    }
  }

  /// Returns the paths of the notes that a query asks for, in order, without sealed letters.
  package func paths(_ request: NoteRequest) throws -> [NotePath] {
    var selection = try selection(request)
    selection.condition = "(\(selection.condition)) AND NOT note.isSealed"
    return try index.read { database in
      let paths = try String.fetchCursor(
        database, sql: selection.sql("note.path"), arguments: StatementArguments(selection.arguments))
      return try Array(paths.map { NotePath(trusted: $0) })
    }
  }

  private func selection(_ request: NoteRequest) throws -> NoteSelection {
    var compiler = QueryCompiler(
      .note, now: request.now, telephoneRegions: index.telephoneRegions,
      ownStatuses: index.ownStatuses, names: try index.names(in: request.query))
    compiler.listsSealed = !index.gate.isForPrograms
    let condition = compiler.compile(request.query)
    let order = NoteOrder(request, isRanked: compiler.ranking != nil)
    return NoteSelection(
      ranking: compiler.ranking, isRankedByMatch: compiler.isRankedByMatch, condition: condition,
      conditionArguments: compiler.arguments, order: order, limit: request.limit)
  }

  /// Returns the summaries of these notes, in their order; missing and sealed ones are left out.
  package func summaries(of paths: [NotePath]) throws -> [NoteSummary] {
    let sql = """
      SELECT \(SummaryColumn.list) FROM note
      WHERE id = (SELECT id FROM file WHERE path = ?) AND NOT isSealed
      """
    return try index.read { database in
      let rows = try BulkStatement(database, sql)
      return try paths.flatMap { path in
        rows.bind(path.string)
        return try NoteSummary.all(rows)
      }
    }
  }

  /// Returns the number of notes, without sealed letters.
  package func count() throws -> Int {
    try index.read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM note WHERE NOT isSealed") ?? 0
    }
  }

  /// Returns the paths of all notes, sorted, sealed letters among them.
  package func paths() throws -> [NotePath] { try index.paths("SELECT path FROM note ORDER BY path") }

  /// Returns the notes with answers to queries in them, by path.
  package func withAnswers() throws -> [NotePath] {
    try index.paths("SELECT path FROM note WHERE hasAnswers ORDER BY path")
  }

  /// Returns every note but letters whose day has not come and templates, by path.
  package func pages() throws -> [PageRow] {
    let first = SummaryColumn.allCases.count
    let sql = """
      SELECT \(SummaryColumn.list), \(PageColumn.list) FROM note
      WHERE NOT isSealed AND kind <> '\(NoteKind.template.rawValue)' ORDER BY path
      """
    return try index.readStored([]) { database in
      var pages: [PageRow] = []
      let rows = try BulkStatement(database, sql)
      let (note, page) = (BulkRow<SummaryColumn>(rows), BulkRow<PageColumn>(rows, after: first))
      while try rows.next() {
        pages.append(
          PageRow(
            note: try NoteSummary(note), size: page.number(.size), properties: page.optionalText(.properties),
            number: page.number(.number)))
      }
      return pages
    }
  }

  /// Returns notes in which something is wrong, in the order of their paths.
  package func withProblems() throws -> [NotePath] {
    try index.paths("SELECT path FROM note WHERE problems > 0 ORDER BY path")
  }

  /// Returns the pages of the diary for these days, in the order of their paths.
  package func entries(in range: DayRange) throws -> [NoteSummary] {
    try summaries("entryDay BETWEEN ? AND ?", range)
  }

  /// Returns the letters that open on one of these days, in the order of their paths.
  package func letters(openingIn range: DayRange) throws -> [NoteSummary] {
    try summaries("unseal BETWEEN ? AND ? AND kind = '\(NoteKind.letter.rawValue)'", range)
  }

  /// Returns the notes that ask to be remembered and are no tasks, in the order of their numbers.
  package func reminded() throws -> [RemindedNote] { try index.read { try RemindedNote.all($0) } }

  private func summaries(_ condition: String, _ days: DayRange) throws -> [NoteSummary] {
    let sql = "SELECT \(SummaryColumn.list) FROM note WHERE \(condition) ORDER BY path"
    return try index.read { database in
      try NoteSummary.all(BulkStatement(database, sql, [days.first.daysSinceEpoch, days.last.daysSinceEpoch]))
    }
  }

  /// Returns the notes that rules hold back, with the reason.
  package func heldBack(by rules: PublicationRules) throws -> [NotePath: HeldBackReason] {
    // For readers whom the owner chooses the few that can be held back are found by the database.
    let few = """
      WHERE isDraft OR isPublishable = 0 OR isDoubtful OR unseal IS NOT NULL OR secret IS NOT NULL
        OR kind = 'template' OR path LIKE '%\\_drafts/%' ESCAPE '\\'
      """
    let condition = rules.isForChosen && !rules.hidesPrivatePlaces ? few : ""
    let reasons = try candidates("note \(condition)").compactMap { note in rules.reason(note).map { (note.path, $0) } }
    return Dictionary(reasons) { first, _ in first }
  }

  /// The condition for a note that is in no list, search or feed: anything but a clear yes in `listed`.
  static let isUnlisted = """
    EXISTS (
      SELECT 1 FROM field JOIN fieldKey ON fieldKey.id = field.key
      WHERE field.note = note.id
        AND (fieldKey.key = 'listed' AND lower(coalesce(field.text, '')) NOT IN ('true', 'yes', 'on', 'y', '1', '예', '네')
          OR fieldKey.key = 'unlisted' AND lower(field.text) = 'true'))
    """

  /// Returns the notes that are in no list, search or feed.
  package func unlisted() throws -> [NotePath] {
    try index.read { database in
      let sql = "SELECT file.path FROM note JOIN file ON file.id = note.id WHERE \(Self.isUnlisted)"
      return try String.fetchAll(database, sql: sql).map { NotePath(trusted: $0) }
    }
  }

  /// Returns the publication statements of these notes.
  package func candidates(_ paths: [NotePath]) throws -> [PublicationCandidate] {
    try candidates(
      "json_each(?) AS wanted JOIN file ON file.path = wanted.value JOIN note ON note.id = file.id",
      [JSONValue.array(paths.map { .string($0.string) }).text()])
  }

  private func candidates(_ source: String, _ arguments: [String] = []) throws -> [PublicationCandidate] {
    try index.read { database in
      let rows = try BulkStatement(database, "SELECT \(CandidateColumn.list) FROM \(source)", arguments)
      var candidates: [PublicationCandidate] = []
      while try rows.next() { candidates.append(PublicationCandidate(BulkRow(rows))) }
      return candidates
    }
  }

  /// Returns the notes at the heads of sections, as site generators name them.
  ///
  /// - Parameter ofBundles: True to include the notes `index.md` whose folder is one page.
  package func sectionHeads(ofBundles: Bool) throws -> [NotePath] {
    let pattern = ofBundles ? "%/index.%" : "%\\_index.%"
    return try index.paths(
      "SELECT path FROM note WHERE path LIKE '%\\_index.%' ESCAPE '\\' OR path LIKE ? ESCAPE '\\'", [pattern])
  }

  /// Returns the notes with `{{…}}`, `${…}` or `<%…%>` in their titles, which may be a tag of a template.
  package func titledWithTags() throws -> [NotePath] {
    try index.paths(
      "SELECT path FROM note WHERE title LIKE '%{{%}}%' OR title LIKE '%${%}%' OR title LIKE '%<!%%!%>%' ESCAPE '!'")
  }

  /// Returns notes whose headings contain words with all of these beginnings. The search ends after `limit` notes, so
  /// that a common word costs no more than a rare word.
  package func some(withHeadings words: [String], limit: Int) throws -> [NotePath] {
    let terms = words.map { TextTerm(words: $0, isPrefix: true, scope: .headings) }
    let matches = terms.compactMap(QueryCompiler.match)
    guard !matches.isEmpty, matches.count == terms.count else { return [] }
    return try index.paths(
      """
      SELECT note.path FROM text JOIN note ON note.id = text.rowid
      WHERE text MATCH ? LIMIT ?
      """, [matches.map { "(\($0))" }.joined(separator: " AND "), limit])
  }

  // MARK: - By name

  /// Returns the notes that a name means, by the same ranking as links: one, or several where it is ambiguous.
  ///
  /// If nothing has the name, the beginning of an id is enough.
  ///
  /// - Parameter folder: The folder that the name is looked up from; nil for the root.
  package func callAsFunction(named name: String, from folder: NotePath? = nil) throws -> [NoteSummary] {
    try index.read { database in
      let numbers = try StoredNames(database).notes(
        called: name, from: LinkStart(folder: folder, roots: index.linkRoots))
      return try Self.numberedSummaries(database, numbers[...]).map(\.note)
    }
  }

  /// Returns all notes with this file name, title or alias, sorted by path. A link means one of the notes, but a person who
  /// types the name may mean any of them. The leading heading is compared if the heading is the title.
  package func callAsFunction(withName name: String) throws -> [NoteSummary] {
    try index.read { database in
      let key = nameKey(name)
      let candidates = try StoredNames(database).candidates(key: key).filter {
        $0.path.isMarkdown && $0.rank > .path && $0.rank <= .heading
      }
      let named = Set(candidates.filter { $0.rank < .heading }.map(\.number))
      let summaries = try Self.numberedSummaries(database, candidates.map(\.number)[...])
      return summaries.filter { named.contains($0.number) || nameKey($0.note.title) == key }.map(\.note)
    }
  }

  /// Returns the notes of these numbers, in this order, without sealed letters.
  package func callAsFunction(numbered numbers: [Int]) throws -> [NoteSummary] {
    try summaries(numbered: numbers).filter { !$0.isSealed(on: index.gate.today) }
  }

  private func summaries(numbered numbers: [Int]) throws -> [NoteSummary] {
    try index.read { database in
      try stride(from: 0, to: numbers.count, by: Self.askedAtOnce).flatMap { start in
        let asked = numbers[start..<min(start + Self.askedAtOnce, numbers.count)]
        let found = try Self.numberedSummaries(database, asked)
        let byNumber = Dictionary(found, uniquingKeysWith: { first, _ in first })
        return asked.compactMap { byNumber[$0] }
      }
    }
  }

  /// Returns the notes with a name that `part` matches, the best match first.
  ///
  /// - Parameters:
  ///   - part: The typed part of the name.
  ///   - limit: The most notes that are returned.
  ///   - includesSealed: True if a letter that is named is to be moved, changed or refused.
  /// - Throws: A database error.
  package func callAsFunction(
    matching part: NamePart, limit: Int = .max, includesSealed: Bool = false
  ) throws -> [NoteSummary] {
    let names = try index.names.ofNotes { part.mayMatch(folded: $0) }
    let numbers = names.notes(matching: part, limit: limit)
    return try includesSealed ? summaries(numbered: numbers) : self(numbered: numbers)
  }

  /// The maximum number of notes in one statement.
  private static let askedAtOnce = 500

  /// Returns the summaries by path.
  private static func numberedSummaries(
    _ database: Database, _ numbers: ArraySlice<Int>
  ) throws -> [(number: Int, note: NoteSummary)] {
    let list = numbers.map { String($0) }.joined(separator: ",")
    let sql = "SELECT \(SummaryColumn.list), note.id FROM note WHERE id IN (\(list)) ORDER BY note.path"
    let rows = try BulkStatement(database, sql)
    var notes: [(number: Int, note: NoteSummary)] = []
    while try rows.next() {
      notes.append((Int(rows.integer(CInt(SummaryColumn.allCases.count))), try NoteSummary(BulkRow(rows))))
    }
    return notes
  }

  // MARK: - By id

  /// Returns the notes whose id was changed or removed by another program and belongs to no other note now.
  ///
  /// Only changes between two scans are known: after a deletion of the index, the current ids are accepted.
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
    return try index.read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        let row = SelectedRow<ChangedIdentifierColumn>(row: row)
        return ChangedIdentifier(
          path: try row.path(.path), former: try row.text(.identifier), current: try row.optionalText(.current))
      }
    }
  }

  /// Returns the shortest beginning of each id that names its note and nothing else, by the whole id.
  ///
  /// A short id has at least four characters, including a letter, so that a short id differs from every row number.
  package func shortIdentifiers() throws -> [String: String] {
    let sql = "SELECT identifier FROM note WHERE identifier IS NOT NULL"
    let identifiers = try index.read { try String.fetchAll($0, sql: sql) }
      .map { (text: $0, folded: $0.lowercased()) }.sorted { $0.folded < $1.folded }.map(\.text)
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

  /// Returns the paths of all notes that have an id, by their ids; of several with one id the last.
  package func pathsByIdentifier() throws -> [String: NotePath] {
    let sql = "SELECT identifier, path FROM note WHERE identifier IS NOT NULL ORDER BY path"
    return try index.read { database in
      var paths: [String: NotePath] = [:]
      let rows = try Row.fetchCursor(database, sql: sql)
      while let row = try rows.next() {
        paths[try row.text(0)] = NotePath(trusted: try row.text(1))
      }
      return paths
    }
  }

  /// Returns the notes that share their id with others, id by id, each in the order of paths.
  package func withSharedIdentifiers() throws -> [[NotePath]] {
    let sql = """
      SELECT identifier, path FROM note
      WHERE identifier IN (SELECT value FROM json_each(?)) ORDER BY identifier, path
      """
    return try index.read { database in
      // Grouping in SQL would sort all ids.
      let identifiers = try BulkStatement(database, "SELECT identifier FROM note WHERE identifier IS NOT NULL")
      var (seen, shared): (Set<String>, Set<String>) = ([], [])
      while try identifiers.next() {
        let identifier = identifiers.text(0)
        if !seen.insert(identifier).inserted { shared.insert(identifier) }
      }
      guard !shared.isEmpty else { return [] }
      let list = JSONValue.array(shared.map { .string($0) }).text()
      var groups: [[NotePath]] = []
      var last: String?
      for row in try Row.fetchAll(database, sql: sql, arguments: [list]) {
        let identifier = try row.text(0)
        if identifier != last { groups.append([]) }
        last = identifier
        groups[groups.count - 1].append(NotePath(trusted: try row.text(1)))
      }
      return groups
    }
  }

  /// Returns the notes that may belong to the series of a repeating task: notes that name the series, its first note, and
  /// repeating tasks without an id.
  package func callAsFunction(ofSeries series: String) throws -> [NotePath] {
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
    return try index.paths(sql, ["series": series])
  }

  private static func commonLength(_ left: String, _ right: String) -> Int {
    zip(left.lowercased(), right.lowercased()).prefix { $0 == $1 }.count
  }
}

extension IndexDatabase {
  package var notes: IndexedNotes { IndexedNotes(index: self) }
}

private enum ChangedIdentifierColumn: Int, SelectList {
  case path, identifier, current

  static let table = "formerIdentifier"
  var sql: String { self == .current ? "note.identifier" : "formerIdentifier.\(self)" }
}

extension RemindedNote {
  /// Returns the notes that ``init(_:)`` finds, by the rows of the index.
  static func all(_ database: Database) throws -> [RemindedNote] {
    let rows = try BulkStatement(
      database,
      """
      SELECT \(RemindedNoteColumn.list) FROM field JOIN note ON note.id = field.note
      WHERE field.key = (SELECT id FROM fieldKey WHERE key = 'remind')
        AND note.kind <> '\(NoteKind.template.rawValue)'
        AND NOT EXISTS (SELECT 1 FROM task WHERE task.note = note.id AND task.line IS NULL)
      ORDER BY field.note, field.position
      """)
    let row = BulkRow<RemindedNoteColumn>(rows)
    var texts: [String] = []
    var notes: [RemindedNote] = []
    while try rows.next() {
      let path = row.path(.path)
      // The values of a note follow each other.
      let isFurther = notes.last?.path == path
      texts = (isFurther ? texts : []) + [row.text(.reminder)]
      let note = RemindedNote(
        path: path, title: row.text(.title), identifier: row.optionalText(.identifier), texts: texts)
      if isFurther { notes.removeLast() }
      if let note { notes.append(note) }
    }
    return notes
  }
}

private enum RemindedNoteColumn: Int, SelectList {
  case path, title, identifier, reminder

  static let table = "note"

  var sql: String { self == .reminder ? "field.text" : "note.\(self)" }
}
