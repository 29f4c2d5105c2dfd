import GRDB
package import NoteModel

/// What the scan found to be different from the index.
package struct TreeChanges: Sendable {
  /// New or changed notes.
  package var notes: [ScannedFile] = []
  /// New or changed files that are no notes.
  package var attachments: [ScannedFile] = []
  package var removed: [NotePath] = []

  package init() {}

  package var isEmpty: Bool { notes.isEmpty && attachments.isEmpty && removed.isEmpty }
}

extension IndexDatabase {
  /// Compares a scan with the index.
  ///
  /// `files` are sorted by path.
  ///
  /// - Returns: nil where there is no index yet.
  package func changes(to files: [ScannedFile]) throws -> TreeChanges? {
    try writer.read { database in
      try Self.isBuilt(database) ? try Self.changes(to: files, in: database) : nil
    }
  }

  /// Both are read in the order of their paths. A file whose time was as late as the time it was indexed
  /// counts as changed: its clock may not have moved between the two writes.
  private static func changes(
    to files: [ScannedFile], in database: Database
  ) throws -> TreeChanges {
    var changes = TreeChanges()
    let rows = try BulkStatement(
      database, "SELECT path, size, modified, changed, inode, isDoubtful FROM file ORDER BY path")
    var index = 0
    while try rows.next() {
      while index < files.count, rows.compare(0, to: files[index].path.string) > 0 {
        changes.add(files[index])
        index += 1
      }
      guard index < files.count, rows.compare(0, to: files[index].path.string) == 0 else {
        changes.removed.append(NotePath(trusted: rows.text(0)))
        continue
      }
      let stored = FileFingerprint(
        size: rows.integer(1), modifiedNanoseconds: rows.integer(2),
        changedNanoseconds: rows.integer(3), inode: UInt64(bitPattern: rows.integer(4)))
      if stored != files[index].fingerprint || rows.integer(5) != 0 { changes.add(files[index]) }
      index += 1
    }
    for file in files[index...] { changes.add(file) }
    return changes
  }

  /// Writes what differs from a scan, in one transaction.
  ///
  /// The comparison is made again inside the transaction, since another process may have been faster.
  /// `indexedAt` is when the scan began, in nanoseconds since the epoch; links are resolved behind `body`.
  package func update(
    to files: [ScannedFile], indexedAt: Int64,
    _ body: (IndexWriter, TreeChanges) throws -> Void
  ) throws {
    let isFirst = try writer.write { database in
      if try Self.isBuilt(database), try !Self.isWorn(database) {
        let indexWriter = try IndexWriter(database, isFresh: false, indexedAt: indexedAt)
        try body(indexWriter, try Self.changes(to: files, in: database))
        try indexWriter.finish()
        return false
      }
      try Self.prepareForFirstIndex(database)
      let indexWriter = try IndexWriter(database, isFresh: true, indexedAt: indexedAt)
      var changes = TreeChanges()
      for file in files { changes.add(file) }
      try body(indexWriter, changes)
      try indexWriter.finish()
      try database.execute(sql: IndexSchema.ranking)
      try database.execute(sql: IndexSchema.indexes)
      return true
    }
    if isFirst { try markAsBuilt() }
  }

  /// Only when everything is in the file does it get its version: a process that is killed before leaves
  /// what the next one builds anew.
  private func markAsBuilt() throws {
    try writer.writeWithoutTransaction { database in
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
  }
}

extension TreeChanges {
  fileprivate mutating func add(_ file: ScannedFile) {
    if file.path.isMarkdown { notes.append(file) } else { attachments.append(file) }
  }
}
