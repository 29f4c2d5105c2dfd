import GRDB
package import NoteModel

/// The names that links can call a file by.
enum NameColumn: Int, TableColumn {
  case note, key, rank

  static let table = "name"
  static let primaryKey: String? = "note, key, rank"
  var type: String { self == .key ? "TEXT NOT NULL" : "INTEGER NOT NULL" }
}

enum NamedFileColumn: Int, SelectList {
  case rank, note, path

  static let table = "name"
  var sql: String { self == .path ? "coalesce(note.path, attachment.path)" : "name.\(self)" }
}

/// The names and tags that an editor looks up at every key, read from the index once and kept in memory.
package struct NameCatalogue: Sendable {
  /// The names of notes and of other files, with the number of links to each.
  package fileprivate(set) var names = NamesOfNotes()
  /// The most used first.
  package fileprivate(set) var tags: [(name: String, count: Int)] = []

  package init() {}
}

/// The names of notes and of other files.
package struct IndexedNames: Sendable {
  let index: IndexDatabase

  /// Returns the notes and attachments that have a name.
  ///
  /// - Parameter key: A key in the form of ``LinkTarget/key``.
  package func candidates(key: String) throws -> [LinkCandidateNote] {
    let stored = try index.readStored([]) { try StoredNames($0).candidates(key: key) }
    return index.unsaved?.candidates(key: key, stored: stored) ?? stored
  }

  /// Returns the names by which a note or an attachment is called.
  package func callAsFunction(of path: NotePath) throws -> [NoteName] {
    try index.unsaved?.notes[path]?.names ?? stored(of: path)
  }

  func stored(of path: NotePath) throws -> [NoteName] {
    try index.readStored([]) { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT name.key, name.rank FROM name WHERE note = (SELECT id FROM file WHERE path = ?)
          """,
        arguments: [path.string]
      ).map {
        NoteName(
          key: try $0.text(0), rank: NoteName.Rank(rawValue: try $0.integer(1)) ?? .fileName)
      }
    }
  }

  /// Returns the file names, titles, aliases and leading headings of all notes, ready for matching with typed text.
  ///
  /// - Parameter isWanted: Returns false for a folded name that can be left out.
  package func ofNotes(where isWanted: (String) -> Bool = { _ in true }) throws -> NamesOfNotes {
    try index.read { database in
      var names = NamesOfNotes()
      let rows = try BulkStatement(
        database,
        """
        SELECT name.note, key FROM name JOIN note ON note.id = name.note
        WHERE rank BETWEEN \(NoteName.Rank.fileName.rawValue) AND \(NoteName.Rank.heading.rawValue)
        """)
      while try rows.next() {
        let name = rows.text(1)
        if isWanted(name) { names.add(name, of: Int(rows.integer(0))) }
      }
      return names
    }
  }

  /// Returns the folded file names, titles, aliases and leading headings of all notes.
  package func keys() throws -> [String] {
    let sql = """
      SELECT DISTINCT key FROM name JOIN note ON note.id = name.note
      WHERE rank BETWEEN \(NoteName.Rank.fileName.rawValue) AND \(NoteName.Rank.heading.rawValue)
      """ + (index.gate.isForPrograms ? " AND NOT note.isSealed" : "")
    return try index.read { try String.fetchAll($0, sql: sql) }
  }

  /// Returns the notes that the names in a query mean.
  func callAsFunction(in query: Query) throws -> QueryNames {
    try index.read { try QueryNames(query, $0, roots: index.linkRoots) }
  }

  /// Returns the names of all files, how often each is linked, and all tags.
  package func catalogue() throws -> NameCatalogue {
    guard index.isBuilt else { return NameCatalogue() }
    var catalogue = NameCatalogue()
    catalogue.tags = try index.tags()
    try index.read { database in
      let names = try BulkStatement(
        database, "SELECT note, key FROM name WHERE rank <= \(NoteName.Rank.heading.rawValue)")
      while try names.next() { catalogue.names.add(names.text(1), of: Int(names.integer(0))) }
      let uses = try BulkStatement(
        database, "SELECT target, count(*) FROM link WHERE target IS NOT NULL GROUP BY target")
      while try uses.next() {
        catalogue.names.setUses(Int(uses.integer(1)), of: Int(uses.integer(0)))
      }
    }
    return catalogue
  }
}

extension IndexDatabase {
  package var names: IndexedNames { IndexedNames(index: self) }
}

/// Reads who has which names.
struct StoredNames {
  let database: Database
  private let statement: BulkStatement

  init(_ database: Database) throws {
    self.database = database
    statement = try BulkStatement(
      database,
      """
      SELECT \(NamedFileColumn.list)
      FROM name LEFT JOIN note ON note.id = name.note
        LEFT JOIN attachment ON attachment.id = name.note WHERE key = ?
      """)
  }

  /// Returns the notes and attachments that have a name of this key.
  func candidates(key: String) throws -> [LinkCandidateNote] {
    var candidates: [LinkCandidateNote] = []
    statement.bind(key)
    let row = BulkRow<NamedFileColumn>(statement)
    while try statement.next() {
      candidates.append(
        LinkCandidateNote(
          path: row.path(.path), rank: NoteName.Rank(rawValue: row.number(.rank)) ?? .fileName,
          number: row.number(.note)))
    }
    return candidates
  }

  /// Returns the row ids of the notes that a name means: several if the name is ambiguous.
  func notes(called name: String, from start: LinkStart) throws -> [Int] {
    let target = LinkTarget(text: name, isName: true)
    var candidates = try notes(key: target.key)
    var found = NamedFiles(candidates).resolution(of: target, from: start)
    if found == nil, target.path != nil {
      // A title may hold a slash.
      candidates = try notes(key: nameKey(name))
      found = NamedFiles(candidates).resolution(ofName: name, from: start)
    }
    switch found {
    case .resolved(let goal)?: return [goal.number]
    case .ambiguous(let paths)?:
      let paths = Set(paths)
      return Set(candidates.filter { paths.contains($0.path) }.map(\.number)).sorted()
    case .broken?, .external?, nil: return try notes(identifiedBy: foldedName(name))
    }
  }

  /// Returns the paths of the notes that a name means.
  func paths(called name: String, from start: LinkStart) throws -> [NotePath] {
    try notes(called: name, from: start).compactMap { number in
      try String.fetchOne(database, sql: "SELECT path FROM note WHERE id = ?", arguments: [number])
        .map { NotePath(trusted: $0) }
    }
  }

  private func notes(key: String) throws -> [LinkCandidateNote] {
    try candidates(key: key).filter(\.path.isMarkdown)
  }

  private func notes(identifiedBy beginning: String) throws -> [Int] {
    guard beginning.utf8.count >= 2 else { return [] }
    let sql = """
      SELECT DISTINCT note FROM name
      WHERE rank = \(NoteName.Rank.identifier.rawValue) AND key >= ? AND key < ?
      """
    return try Int.fetchAll(database, sql: sql, arguments: [beginning, beginning + "\u{10FFFF}"])
  }
}
