import GRDB
package import NoteModel

/// What names on the command line and in queries mean.
extension IndexDatabase {
  /// The notes that a name means, by the same ranking as links: one, or several where it is ambiguous.
  ///
  /// Where nothing has the name, the beginning of an id is enough.
  ///
  /// - Parameter folder: From where it is asked; nil for the root.
  package func notes(named name: String, from folder: NotePath? = nil) throws -> [NoteSummary] {
    try writer.read { database in
      let numbers = try StoredNames(database).notes(
        called: name, from: LinkStart(folder: folder, roots: linkRoots))
      return try Self.summaries(database, numbers)
    }
  }

  /// The file names, titles, aliases and leading headings of all notes, ready to be matched with what is typed.
  ///
  /// - Parameter isWanted: False for a folded name that can be left out.
  package func namesOfNotes(
    where isWanted: (String) -> Bool = { _ in true }
  ) throws -> NamesOfNotes {
    try writer.read { database in
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

  /// The notes of these numbers, in this order, without sealed letters.
  package func notes(numbered numbers: [Int]) throws -> [NoteSummary] {
    try summaries(numbered: numbers).filter { !$0.isSealed(on: gate.today) }
  }

  private func summaries(numbered numbers: [Int]) throws -> [NoteSummary] {
    try writer.read { database in
      try stride(from: 0, to: numbers.count, by: Self.askedAtOnce).flatMap { start in
        let asked = numbers[start..<min(start + Self.askedAtOnce, numbers.count)]
        let found = try Self.numberedSummaries(database, asked)
        let byNumber = Dictionary(found, uniquingKeysWith: { first, _ in first })
        return asked.compactMap { byNumber[$0] }
      }
    }
  }

  /// The notes with a name that `part` matches, the best match first.
  ///
  /// - Parameters:
  ///   - part: What was typed.
  ///   - limit: The most notes that are returned.
  ///   - includesSealed: True where a letter that is named is to be moved, changed or refused.
  /// - Throws: A database error.
  package func notes(
    matching part: NamePart, limit: Int = .max, includesSealed: Bool = false
  ) throws -> [NoteSummary] {
    let names = try namesOfNotes { part.mayMatch(folded: $0) }
    let numbers = names.notes(matching: part, limit: limit)
    return try includesSealed ? summaries(numbered: numbers) : notes(numbered: numbers)
  }

  /// The file names, titles and aliases of all notes.
  package func noteNames() throws -> [String] {
    let sql = """
      SELECT DISTINCT key FROM name JOIN note ON note.id = name.note
      WHERE rank BETWEEN \(NoteName.Rank.fileName.rawValue) AND \(NoteName.Rank.heading.rawValue)
      """ + (gate.isForPrograms ? " AND NOT note.isSealed" : "")
    return try writer.read { try String.fetchAll($0, sql: sql) }
  }

  /// Notes that one statement asks for.
  private static let askedAtOnce = 500

  private static func summaries(_ database: Database, _ numbers: [Int]) throws -> [NoteSummary] {
    try numberedSummaries(database, numbers[...]).map(\.note)
  }

  /// By path.
  private static func numberedSummaries(
    _ database: Database, _ numbers: ArraySlice<Int>
  ) throws -> [(number: Int, note: NoteSummary)] {
    let list = numbers.map { String($0) }.joined(separator: ",")
    let sql = """
      SELECT \(SummaryColumn.list), note.id AS number FROM note WHERE id IN (\(list))
      ORDER BY note.path
      """
    return try Row.fetchAll(database, sql: sql).map { ($0["number"], try NoteSummary($0)) }
  }
}

extension StoredNames {
  /// The numbers of the notes that a name means: one, several where it is ambiguous, none.
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

  /// The same by path.
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
    return try Int.fetchAll(
      database, sql: sql, arguments: [beginning, beginning + "\u{10FFFF}"])
  }
}
