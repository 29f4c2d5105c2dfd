import ByteBasics
import GRDB
package import NoteModel
package import NoteSyntax

enum LinkColumn: Int, TableColumn {
  case note, position, kind, destination, fragment, text, line, rangeStart, rangeEnd
  case key, otherKey, definition, target, state, rank, form

  static let table = "link"
  static let primaryKey: String? = "note, position"

  var type: String {
    switch self {
    case .note, .position, .line, .state, .form: "INTEGER NOT NULL"
    case .kind, .destination: "TEXT NOT NULL"
    case .fragment, .text, .key, .otherKey, .definition: "TEXT"
    case .rangeStart, .rangeEnd, .target, .rank: "INTEGER"
    }
  }
}

/// The stored state of a link's resolution.
enum StoredLinkState: Int {
  /// The target has not been looked up yet.
  case unresolved
  case resolved, ambiguous, broken
  /// The target is outside of the repository.
  case external

  var state: LinkRow.State {
    switch self {
    case .resolved: .resolved
    case .ambiguous: .ambiguous
    case .external: .external
    case .broken, .unresolved: .broken
    }
  }
}

/// The columns of a link that its target is found by.
enum StoredLinkColumn: Int, SelectList {
  case note, position, source, kind, destination, fragment, text, definition, target, state, rank, form

  static let table = "link"
  var sql: String { self == .source ? "coalesce(note.path, canvas.path)" : "link.\(self)" }
}

/// The columns of a link with its two ends.
enum LinkRowColumn: Int, SelectList {
  case source, kind, destination, fragment, text, line, target, state, rangeStart, rangeEnd, definition, rank, form

  static let table = "link"

  var sql: String {
    switch self {
    case .source: "coalesce(note.path, canvas.path) AS source"
    case .target: "coalesce(target.path, attachment.path)"
    default: "link.\(self)"
    }
  }
}

extension LinkRow {
  init(_ row: Row) throws {
    let row = SelectedRow<LinkRowColumn>(row: row)
    let target = try row.optionalText(.target)
    let start = try row.optionalInteger(.rangeStart)
    let end = try row.optionalInteger(.rangeEnd)
    if let start, let end, start < 0 || end < start { throw IndexDamage() }
    let rank = try row.optionalInteger(.rank)
    self.init(
      source: try row.path(.source), kind: try row.text(.kind),
      destination: try row.text(.destination), fragment: try row.optionalText(.fragment),
      text: try row.optionalText(.text), line: try row.integer(.line),
      range: start.flatMap { start in end.map { ByteRange(start, $0) } },
      target: target.map { NotePath(trusted: $0) },
      state: StoredLinkState(rawValue: try row.integer(.state))?.state ?? .broken,
      rank: rank.flatMap { NoteName.Rank(rawValue: $0) },
      form: LinkGoal.Form(rawValue: try row.integer(.form)) ?? .asWritten,
      definition: try row.optionalText(.definition))
  }
}

/// The targets found so far for the links of one note: many of them say the same.
private struct KnownTargets {
  struct Wording: Hashable {
    let kind: Link.Kind
    let destination: String
    let fragment: String?
    let text: String?
    let definition: String?

    init(_ link: Link) {
      kind = link.kind
      destination = link.destination
      fragment = link.fragment
      text = link.text
      definition = link.definition
    }
  }

  var files: [String: NamedFiles] = [:]
  var resolutions: [Wording: LinkResolution] = [:]
}

/// The links of notes and canvases, by the text of those that are open in an editor.
package struct IndexedLinks: Sendable {
  let index: IndexDatabase

  /// Returns the links that a note contains, in the order of its lines.
  package func callAsFunction(from path: NotePath) throws -> [LinkRow] {
    if let note = index.unsaved?.notes[path] { return try self(of: note) }
    return try rows(where: "link.note = (SELECT id FROM file WHERE path = ?)", [path.string], order: "link.position")
  }

  /// Returns the stored targets of the links in each of some notes, by their destinations.
  package func targets(from paths: [NotePath]) throws -> [NotePath: [String: NotePath]] {
    let list = JSONValue.array(paths.map { .string($0.string) }).text()
    return try index.readStored([:]) { database in
      var targets: [NotePath: [String: NotePath]] = [:]
      let rows = try BulkStatement(
        database,
        """
        SELECT file.path, link.destination, coalesce(target.path, attachment.path)
        FROM json_each(?) AS wanted CROSS JOIN file ON file.path = wanted.value CROSS JOIN link ON link.note = file.id
          LEFT JOIN note AS target ON target.id = link.target
          LEFT JOIN attachment ON attachment.id = link.target
        """, [list])
      while try rows.next() {
        targets[NotePath(trusted: rows.text(0)), default: [:]][rows.text(1)] =
          rows.optionalText(2).map { NotePath(trusted: $0) }
      }
      return targets
    }
  }

  /// Returns the links to a note, without links from the note to its own headings.
  package func callAsFunction(to path: NotePath) throws -> [LinkRow] {
    let stored = try rows(
      where: "link.target = (SELECT id FROM file WHERE path = ?) AND link.destination <> ''",
      [path.string], order: "source, link.position")
    return try withUnsaved(stored) { $0.target == path && !$0.destination.isEmpty }
  }

  /// Returns true if at least half of the links between notes are by name, `[[note]]`; true if there are none.
  package func areMostlyByName() throws -> Bool {
    let sql = """
      SELECT count(CASE WHEN kind IN ('wiki', 'embed') THEN 1 END) * 2 >= count(*) FROM link
      WHERE +target IS NOT NULL AND kind IN ('wiki', 'embed', 'inline', 'image')
      """
    return try index.readStored(true) { try Bool.fetchOne($0, sql: sql) ?? true }
  }

  /// Returns the number of links that lead to a file from others.
  package func backlinkCount(of path: NotePath) throws -> Int {
    // Names that are not saved change where others lead.
    guard try index.unsaved.map({ try changedKeys($0).isEmpty }) ?? true else {
      return try self(to: path).count { $0.source != path }
    }
    let open = (index.unsaved?.notes.keys.map(\.string) ?? []) + [path.string]
    let stored = try index.readStored(0) { database in
      let marks = open.map { _ in "?" }.joined(separator: ", ")
      return try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM link
          WHERE link.target = (SELECT id FROM file WHERE path = ?) AND link.destination <> ''
            AND link.note NOT IN (SELECT id FROM file WHERE path IN (\(marks)))
          """, arguments: StatementArguments([path.string] + open)) ?? 0
    }
    let unsaved = index.unsaved?.notes.values.filter { $0.path != path } ?? []
    return try stored
      + unsaved.reduce(0) { count, note in
        try count + self(of: note).count { $0.target == path && !$0.destination.isEmpty }
      }
  }

  /// Returns the links of the whole repository that lead nowhere, or to several notes.
  package func broken() throws -> [LinkRow] {
    let states = [StoredLinkState.broken, .ambiguous].map { String($0.rawValue) }
    let stored = try rows(
      where: "link.state IN (\(states.joined(separator: ", ")))", [],
      order: "source, link.position")
    return try withUnsaved(stored) { $0.state == .broken || $0.state == .ambiguous }
  }

  /// Returns the links with one of these names.
  private func links(askingForAny keys: Set<String>) throws -> [LinkRow] {
    try keys.sorted().flatMap { key in
      try rows(where: "(link.key = ? OR link.otherKey = ?)", [key, key], order: "source, link.position")
    }
  }

  /// Returns every link between two notes, or from a note to a file.
  package func resolved() throws -> [LinkRow] {
    try rows(where: "+link.target IS NOT NULL", [], order: "source, link.position")
  }

  /// Returns the pairs of linked notes, each once.
  package func linkedNotes() throws -> LinkedNotes {
    try index.read { database in
      var linked = LinkedNotes()
      let files = try BulkStatement(database, "SELECT path, id FROM file")
      while try files.next() {
        linked.numbers[NotePath(trusted: files.text(0))] = Int(files.integer(1))
      }
      let pairs = try BulkStatement(
        database,
        """
        SELECT DISTINCT link.note, link.target FROM link
        WHERE link.target IS NOT NULL AND link.target != link.note
        """)
      while try pairs.next() { linked.pairs.append((Int(pairs.integer(0)), Int(pairs.integer(1)))) }
      return linked
    }
  }

  package func all() throws -> [LinkRow] {
    let stored = try rows(where: "1", [], order: "source, link.position")
    return try withUnsaved(stored) { _ in true }
  }

  /// Returns the links to a part of a file: those with something after `#`.
  package func toParts() throws -> [LinkRow] {
    let stored = try rows(where: "+link.target IS NOT NULL AND link.fragment <> ''", [], order: "source, link.position")
    return try withUnsaved(stored) { $0.target != nil && $0.fragment?.isEmpty == false }
  }

  /// Returns the links of other notes to a part of one file.
  package func toParts(of path: NotePath) throws -> [LinkRow] {
    let stored = try rows(
      where: """
        link.target = (SELECT id FROM file WHERE path = ?) AND link.destination <> ''
          AND link.fragment <> ''
        """, [path.string], order: "source, link.position")
    return try withUnsaved(stored) {
      $0.target == path && !$0.destination.isEmpty && $0.fragment?.isEmpty == false
    }
  }

  /// Returns the links that lead out of the repository.
  package func external() throws -> [LinkRow] {
    let stored = try rows(
      where: "link.state = \(StoredLinkState.external.rawValue)", [],
      order: "source, link.position")
    return try withUnsaved(stored) { $0.state == .external }
  }

  /// Joins a link's note, or the canvas that contains it.
  static let source = """
    LEFT JOIN note ON note.id = link.note
    LEFT JOIN attachment AS canvas ON canvas.id = link.note
    """

  private func rows(where condition: String, _ arguments: [String], order: String) throws -> [LinkRow] {
    let sql = """
      SELECT \(LinkRowColumn.list)
      FROM link \(Self.source)
        LEFT JOIN note AS target ON target.id = link.target
        LEFT JOIN attachment ON attachment.id = link.target
      WHERE \(condition)
      ORDER BY \(order)
      """
    return try index.readStored([]) { database in
      var links: [LinkRow] = []
      let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
      while let row = try rows.next() {
        let link = try LinkRow(row)
        if link.isShown(in: index.telephoneRegions) { links.append(link) }
      }
      return links
    }
  }

  /// Returns the notes and canvases with a link to one of these names, sorted.
  package func sources(askingForAny keys: Set<String>) throws -> [NotePath] {
    let stored: [NotePath] = try index.readStored([]) { database in
      let statement = try database.makeStatement(
        sql: """
          SELECT DISTINCT coalesce(note.path, canvas.path) FROM link
            \(Self.source) WHERE key = ?1 OR otherKey = ?1
          """)
      var paths: Set<NotePath> = []
      for key in keys {
        for path in try String.fetchAll(statement, arguments: [key]) {
          paths.insert(NotePath(trusted: path))
        }
      }
      return paths.sorted()
    }
    return index.unsaved?.paths(stored) { $0.asks(forAny: keys, index.linkRoots) } ?? stored
  }

  /// Returns the text of some link to a page of the web; nil if none has a text.
  package func knownTitle(ofAddress address: String) throws -> String? {
    try index.readStored(nil) { database in
      try String.fetchOne(
        database,
        sql: """
          SELECT text FROM link WHERE destination = ?1 AND text IS NOT NULL AND text <> ?1
            AND text <> '' ORDER BY length(text) DESC LIMIT 1
          """, arguments: [address])
    }
  }

  // MARK: - By the text of a note

  /// Returns the links of a note with their targets, by its text and not by the index.
  package func callAsFunction(of note: Note) throws -> [LinkRow] {
    var known = KnownTargets()
    return try note.links.map { link in
      try row(of: link, in: note.path, &known)
    }.filter { $0.isShown(in: index.telephoneRegions) }
  }

  /// Returns one link of a note with its target.
  package func row(of link: Link, in path: NotePath) throws -> LinkRow {
    var known = KnownTargets()
    return try row(of: link, in: path, &known)
  }

  /// Resolves a target from a note; the files of an ambiguous name are all given.
  package func resolution(of target: LinkTarget, from path: NotePath) throws -> LinkResolution {
    try resolving { try $0(target, path) }
  }

  /// Calls `body` with a function that resolves a link of a note; the index is read in one transaction, however many
  /// links there are.
  ///
  /// - Parameter body: Must not read anything else from the index.
  package func resolving<Value>(
    _ body: (_ resolve: (LinkTarget, NotePath) throws -> LinkResolution) throws -> Value
  ) throws -> Value {
    let roots = index.linkRoots
    return try index.read { database in
      let isKnown = try index.unsaved == nil || IndexDatabase.isBuilt(database)
      let names = isKnown ? try StoredNames(database) : nil
      return try body { target, path in
        try LinkResolution(target, from: path, roots: roots) { key in
          let stored = try names?.candidates(key: key) ?? []
          return NamedFiles(index.unsaved?.candidates(key: key, stored: stored) ?? stored)
        }
      }
    }
  }

  private func row(of link: Link, in path: NotePath, _ known: inout KnownTargets) throws -> LinkRow {
    func row(_ target: NotePath?, _ state: LinkRow.State, _ goal: LinkGoal? = nil) -> LinkRow {
      LinkRow(
        source: path, kind: link.kind.rawValue, destination: link.destination, fragment: link.fragment, text: link.text,
        line: link.line, range: link.range, target: target, state: state, rank: goal?.rank,
        form: goal?.form ?? .asWritten, definition: link.definition)
    }
    let wording = KnownTargets.Wording(link)
    let resolution = try known.resolutions[wording] ?? resolution(of: link, in: path, &known.files)
    known.resolutions[wording] = resolution
    switch resolution {
    case .resolved(let goal): return row(goal.path, .resolved, goal)
    case .ambiguous: return row(nil, .ambiguous)
    case .broken: return row(nil, .broken)
    case .external: return row(nil, .external)
    }
  }

  private func resolution(
    of link: Link, in path: NotePath, _ files: inout [String: NamedFiles]
  ) throws -> LinkResolution {
    guard let target = LinkTarget(link) else { return .external }
    return try LinkResolution(target, from: path, roots: index.linkRoots) { key in
      if let known = files[key] { return known }
      let named = NamedFiles(try index.names.candidates(key: key))
      files[key] = named
      return named
    }
  }

  /// Returns the rows of the index with those of unsaved notes in place of theirs, and with the links that unsaved
  /// names have given another target.
  ///
  /// - Parameter isWanted: The condition with which the rows of the index were selected.
  private func withUnsaved(_ stored: [LinkRow], where isWanted: (LinkRow) -> Bool) throws -> [LinkRow] {
    guard let unsaved = index.unsaved else { return stored }
    let keys = try changedKeys(unsaved)
    var rows = stored.filter { row in
      guard unsaved.notes[row.source] == nil else { return false }
      return keys.isEmpty || !row.asks(forAny: keys, index.linkRoots)
    }
    if !keys.isEmpty {
      for row in try links(askingForAny: keys) where unsaved.notes[row.source] == nil {
        guard let target = LinkTarget(row) else { continue }
        let now = row.leading(by: try resolution(of: target, from: row.source))
        if isWanted(now) { rows.append(now) }
      }
    }
    for note in unsaved.notes.values { rows += try self(of: note).filter(isWanted) }
    return rows.sorted { left, right in
      left.source == right.source
        ? (left.line, left.range?.lowerBound ?? 0) < (right.line, right.range?.lowerBound ?? 0)
        : left.source < right.source
    }
  }

  /// Returns the names that unsaved notes have and their files have not, or the other way round.
  private func changedKeys(_ unsaved: UnsavedNotes) throws -> Set<String> {
    var keys: Set<String> = []
    for (path, note) in unsaved.notes {
      let changed = Set(try index.names.stored(of: path)).symmetricDifference(note.names)
      keys.formUnion(changed.map(\.key))
    }
    return keys
  }

  /// Resolves the links of a note that is newer than the index.
  ///
  /// - Returns: A note or an attachment for each link, nil without a target.
  package func targets(of links: [LinkTarget?], from path: NotePath) throws -> [LinkGoal?] {
    try index.read { try StoredLinkResolver(database: $0, roots: index.linkRoots).targets(of: links, from: path) }
  }
}

extension IndexDatabase {
  package var links: IndexedLinks { IndexedLinks(index: self) }
}

extension LinkTarget {
  /// The target of a link of the index, as written.
  package init?(_ link: LinkRow) {
    guard let kind = Link.Kind(rawValue: link.kind) else { return nil }
    self.init(kind: kind, destination: link.destination, fragment: link.fragment, text: link.text, definition: nil)
  }
}

extension LinkRow {
  fileprivate func asks(forAny keys: Set<String>, _ roots: LinkRoots) -> Bool {
    LinkTarget(self).map { !keys.isDisjoint(with: $0.keys(in: roots)) } ?? false
  }

  fileprivate func leading(by resolution: LinkResolution) -> LinkRow {
    let state: State =
      switch resolution {
      case .resolved: .resolved
      case .ambiguous: .ambiguous
      case .broken: .broken
      case .external: .external
      }
    return LinkRow(
      source: source, kind: kind, destination: destination, fragment: fragment, text: text, line: line, range: range,
      target: resolution.path, state: state, rank: resolution.goal?.rank)
  }
}
