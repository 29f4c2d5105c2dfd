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
  package func changes(to files: [ScannedFile]) throws -> TreeChanges {
    try writer.read { try Self.changes(to: files, in: $0) }
  }

  /// Both are read in the order of their paths. A file whose time is as late as the last time it was
  /// indexed counts as changed: its clock may not have moved between the two writes.
  private static func changes(
    to files: [ScannedFile], in database: Database
  ) throws -> TreeChanges {
    var changes = TreeChanges()
    let rows = try Row.fetchCursor(
      database, sql: "SELECT path, size, modified, inode, indexedAt FROM file ORDER BY path")
    var index = 0
    while let row = try rows.next() {
      let path = NotePath(trusted: row[0])
      while index < files.count, files[index].path < path {
        changes.add(files[index])
        index += 1
      }
      guard index < files.count, files[index].path == path else {
        changes.removed.append(path)
        continue
      }
      let modified: Int64 = row[2]
      let inode: Int64 = row[3]
      let stored = FileFingerprint(
        size: row[1], modifiedNanoseconds: modified, inode: UInt64(bitPattern: inode))
      let indexedAt: Int64 = row[4]
      let isDoubtful = modified >= indexedAt - Self.clockStep
      if stored != files[index].fingerprint || isDoubtful { changes.add(files[index]) }
      index += 1
    }
    for file in files[index...] { changes.add(file) }
    return changes
  }

  /// The coarsest step of a file system's clock that is met in practice.
  private static let clockStep: Int64 = 20_000_000

  /// Writes what differs from a scan, in one transaction.
  ///
  /// The comparison is made again inside the transaction, since another process may have been faster.
  /// `indexedAt` is when the scan began, in nanoseconds since the epoch; links are resolved behind `body`.
  package func update(
    to files: [ScannedFile], indexedAt: Int64,
    _ body: (IndexWriter, TreeChanges) throws -> Void
  ) throws {
    try writer.write { database in
      let changes = try Self.changes(to: files, in: database)
      let isFresh = try Int.fetchOne(database, sql: "SELECT 1 FROM file LIMIT 1") == nil
      if isFresh { try Self.prepareForFirstIndex(database) }
      let indexWriter = try IndexWriter(database, isFresh: isFresh, indexedAt: indexedAt)
      try body(indexWriter, changes)
      if isFresh { try database.execute(sql: Self.secondaryIndexes) }
      try indexWriter.resolveLinks()
    }
  }

  /// Room for many new words in memory, and no index to keep in order meanwhile.
  private static func prepareForFirstIndex(_ database: Database) throws {
    try database.execute(sql: "INSERT INTO text(text, rank) VALUES ('hashsize', \(64 << 20))")
    for name in secondaryIndexNames { try database.execute(sql: "DROP INDEX \(name)") }
  }
}

extension TreeChanges {
  fileprivate mutating func add(_ file: ScannedFile) {
    if file.path.isMarkdown { notes.append(file) } else { attachments.append(file) }
  }
}
