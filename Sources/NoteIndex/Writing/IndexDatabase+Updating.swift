import GRDB
package import NoteModel

/// What the scan found to be different from the index.
package struct TreeChanges: Sendable {
  /// New or changed notes.
  package var notes: [ScannedFile] = []
  /// New or changed files that are not notes.
  package var attachments: [ScannedFile] = []
  package var removed: [NotePath] = []

  package init() {}

  /// What `newer` has that `older` has not or has otherwise.
  package init(from older: FileTable, to newer: FileTable) {
    older.forEachDifference(
      to: newer, gone: { removed.append($0) },
      changed: { file in
        if file.path.isMarkdown { notes.append(file) } else { attachments.append(file) }
      })
  }

  package var isEmpty: Bool { notes.isEmpty && attachments.isEmpty && removed.isEmpty }
}

extension IndexDatabase {
  /// The files of the index, in the order of their paths; nil where there is no index yet.
  ///
  /// One that may have changed although its fingerprint is the same has another that no file has.
  package func files() throws -> FileTable? {
    try writer.read { database in
      try isCurrent(database) ? try Self.files(database) : nil
    }
  }

  /// True where there is an index to ask, up to date or not.
  package var isBuilt: Bool { (try? writer.read { try Self.isBuilt($0) }) ?? false }

  private static func files(_ database: Database) throws -> FileTable {
    var files = FileTable()
    let rows = try BulkStatement(
      database, "SELECT path, size, modified, changed, inode, isDoubtful FROM file ORDER BY path")
    while try rows.next() {
      unsafe files.append(
        rows.bytes(0),
        FileFingerprint(
          size: rows.integer(5) == 0 ? rows.integer(1) : -1,
          modifiedNanoseconds: rows.integer(2), changedNanoseconds: rows.integer(3),
          inode: UInt64(bitPattern: rows.integer(4))))
    }
    return files
  }

  /// Writes what differs from a scan, in one transaction.
  ///
  /// The comparison is made again inside the transaction, since another process may have been faster.
  /// A file whose time is as late as that counts as doubtful: its clock may not have moved between two writes.
  /// `indexedAt` is when the scan began, in nanoseconds since the epoch; links are resolved after `body`.
  package func update(
    to files: FileTable, indexedAt: Int64,
    _ body: (IndexWriter, TreeChanges) throws -> Void
  ) throws {
    let isFirst = try writer.write { database in
      if try isCurrent(database), try !Self.isWorn(database) {
        let indexWriter = try IndexWriter(
          database, isFresh: false, indexedAt: indexedAt, linkRoots: linkRoots, zone: zone)
        try body(indexWriter, TreeChanges(from: try Self.files(database), to: files))
        try indexWriter.finish()
        return false
      }
      try Self.prepareForFirstIndex(database)
      try database.execute(sql: "PRAGMA application_id = \(readingFingerprint)")
      let indexWriter = try IndexWriter(
        database, isFresh: true, indexedAt: indexedAt, linkRoots: linkRoots, zone: zone)
      try body(indexWriter, TreeChanges(from: FileTable(), to: files))
      try indexWriter.finish()
      return true
    }
    if isFirst { try markAsBuilt() }
  }

  /// Only when everything is in the file does it get its version: a process that is killed before leaves
  /// what the next one builds again.
  private func markAsBuilt() throws {
    try writer.writeWithoutTransaction { database in
      try FullTextLevels.makeRoom(database)
      try database.execute(sql: "PRAGMA user_version = \(IndexSchema.version)")
      // Readers no longer wait for writers; where one reads just now, the next process will do it.
      try? database.execute(sql: "PRAGMA journal_mode = WAL")
    }
  }

  /// True where the words of changed notes have become too many in the full-text table.
  private static func isWorn(_ database: Database) throws -> Bool {
    let stored = try Int.fetchOne(database, sql: "SELECT count(*) FROM text_docsize") ?? 0
    let living = try Int.fetchOne(database, sql: "SELECT count(*) FROM note") ?? 0
    return stored > living + living / 2 + 1_000
  }

  /// New tables in place of what there may be, with room for many pages in memory.
  private static func prepareForFirstIndex(_ database: Database) throws {
    let names = try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'
          AND name NOT GLOB 'text_*'
        """)
    for name in names { try database.execute(sql: "DROP TABLE \(name)") }
    try database.execute(sql: "PRAGMA cache_size = -65536")
    try database.execute(sql: IndexSchema.tables)
    try database.execute(sql: IndexSchema.textSettings)
  }
}
