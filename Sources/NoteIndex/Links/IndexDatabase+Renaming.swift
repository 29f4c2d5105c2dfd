import GRDB
package import NoteModel

/// What renaming has to know: who is called by a name, and who calls.
extension IndexDatabase {
  /// The notes and attachments that have a name.
  ///
  /// - Parameter key: As ``LinkTarget/key`` is.
  package func candidates(key: String) throws -> [LinkCandidateNote] {
    let stored = try readStored([]) { try StoredNames($0).candidates(key: key) }
    return unsaved?.candidates(key: key, stored: stored) ?? stored
  }

  /// The names by which a note or an attachment is called.
  package func names(of path: NotePath) throws -> [NoteName] {
    try unsaved?.notes[path]?.names ?? storedNames(of: path)
  }

  func storedNames(of path: NotePath) throws -> [NoteName] {
    try readStored([]) { database in
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

  /// The notes and canvases that contain a link which asks for one of these names, sorted.
  package func notes(linkingToAny keys: Set<String>) throws -> [NotePath] {
    let stored: [NotePath] = try readStored([]) { database in
      let statement = try database.makeStatement(
        sql: """
          SELECT DISTINCT coalesce(note.path, canvas.path) FROM link
            \(Self.linkSource) WHERE key = ?1 OR otherKey = ?1
          """)
      var paths: Set<NotePath> = []
      for key in keys {
        for path in try String.fetchAll(statement, arguments: [key]) {
          paths.insert(NotePath(trusted: path))
        }
      }
      return paths.sorted()
    }
    return unsaved?.paths(stored) { $0.asks(forAny: keys, linkRoots) } ?? stored
  }

  /// The notes that have a tag or one below it, sorted.
  package func notes(taggedBelow tag: TagName) throws -> [NotePath] {
    let folded = foldedName(tag.string)
    let stored = try readStored([]) { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT note.path FROM tag JOIN note ON note.id = tag.note
          WHERE tag.folded = ? OR tag.folded > ? AND tag.folded < ? ORDER BY note.path
          """, arguments: [folded, folded + "/", folded + "0"]
      ).map { NotePath(trusted: $0) }
    }
    return unsaved?.paths(stored) { $0.isTagged(below: tag) } ?? stored
  }

  /// Where the files of notes have a tag or one below it, by path; notes that are not saved are left out.
  package func places(
    ofTag tag: TagName, _ body: (NotePath, [TagPlaces.Place]) throws -> Void
  ) throws {
    let folded = foldedName(tag.string)
    try readStored(()) { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT note.path, tag.places FROM tag JOIN note ON note.id = tag.note
          WHERE tag.folded = ? OR tag.folded > ? AND tag.folded < ? ORDER BY note.path, tag.folded
          """, arguments: [folded, folded + "/", folded + "0"])
      while let row = try rows.next() {
        let path = NotePath(trusted: try row.text(0))
        guard unsaved?.notes[path] == nil else { continue }
        try body(path, TagPlaces(text: try row.text(1))?.places ?? [])
      }
    }
  }

  /// One of the places of exactly this tag; nil if no file has it.
  package func somePlace(
    ofTag tag: TagName
  ) throws -> (path: NotePath, place: TagPlaces.Place)? {
    try readStored(nil) { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT note.path, tag.places FROM tag JOIN note ON note.id = tag.note
          WHERE tag.folded = ? LIMIT 1
          """, arguments: [foldedName(tag.string)])
      guard let row, let place = TagPlaces(text: try row.text(1))?.places.first else { return nil }
      return (NotePath(trusted: try row.text(0)), place)
    }
  }

  /// The number of notes that have a tag or one below it.
  package func count(taggedBelow tag: TagName) throws -> Int {
    let folded = foldedName(tag.string)
    let (stored, known) = try readStored((0, [NotePath]())) { database in
      let condition = "(tag.folded = ?1 OR tag.folded > ?2 AND tag.folded < ?3)"
      let bounds: StatementArguments = [folded, folded + "/", folded + "0"]
      let count = try Int.fetchOne(
        database, sql: "SELECT count(DISTINCT note) FROM tag WHERE \(condition)", arguments: bounds)
      let open = try (unsaved?.notes.keys.map { $0 } ?? []).filter { path in
        try Bool.fetchOne(
          database,
          sql: """
            SELECT EXISTS (SELECT 1 FROM tag WHERE \(condition)
              AND note = (SELECT id FROM file WHERE path = ?4))
            """, arguments: bounds + [path.string]) ?? false
      }
      return (count ?? 0, open)
    }
    return stored - known.count + (unsaved?.notes.values.count { $0.isTagged(below: tag) } ?? 0)
  }

  /// Every note and attachment below a folder, sorted.
  package func files(below folder: NotePath) throws -> [NotePath] {
    try readStored([]) { database in
      try String.fetchAll(
        database, sql: "SELECT path FROM file WHERE path >= ? AND path < ? ORDER BY path",
        arguments: [folder.string + "/", folder.string + "0"]
      ).map { NotePath(trusted: $0) }
    }
  }

  /// The attachments that no note links to, sorted. A canvas is opened by itself, so it is never among them.
  package func unusedAttachments() throws -> [NotePath] {
    try attachments(
      where: "NOT EXISTS (SELECT 1 FROM link WHERE link.target = attachment.id)"
        + " AND path NOT LIKE '%.canvas'")
  }

  /// A file that is not a note.
  package struct AttachmentFact: Sendable {
    package let path: NotePath
    package let size: Int
    /// The number of links that lead to it.
    package let links: Int
  }

  /// The files that are not notes, sorted.
  package func attachments() throws -> [AttachmentFact] {
    let sql = """
      SELECT \(AttachmentFactColumn.list)
      FROM attachment JOIN file ON file.path = attachment.path ORDER BY attachment.path
      """
    return try writer.read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        let row = SelectedRow<AttachmentFactColumn>(row)
        return AttachmentFact(
          path: try row.path(.path), size: try row.integer(.size), links: try row.integer(.links))
      }
    }
  }

  func attachments(where condition: String) throws -> [NotePath] {
    try readStored([]) { database in
      try String.fetchAll(
        database, sql: "SELECT path FROM attachment WHERE \(condition) ORDER BY path"
      ).map { NotePath(trusted: $0) }
    }
  }
}

private enum AttachmentFactColumn: Int, SelectList {
  case path, size, links

  static let table = "file"

  var sql: String {
    self == .links ? "(SELECT count(*) FROM link WHERE link.target = attachment.id)" : "file.\(self)"
  }
}
