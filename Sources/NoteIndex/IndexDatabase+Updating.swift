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
  /// Compares a scan with the index, both in the order of their paths.
  ///
  /// A file whose time is as late as the last time it was indexed counts as changed: its clock may not
  /// have moved between the two writes.
  ///
  /// `files`: Sorted by path.
  package func changes(to files: [ScannedFile]) throws -> TreeChanges {
    try writer.read { database in
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
  }

  /// The coarsest step of a file system's clock that is met in practice.
  private static let clockStep: Int64 = 20_000_000

  /// True where nothing has been indexed yet.
  package func isEmpty() throws -> Bool {
    try writer.read { try Int.fetchOne($0, sql: "SELECT 1 FROM file LIMIT 1") == nil }
  }

  /// Runs `body` in one transaction.
  ///
  /// `isFresh`: The index holds nothing yet.
  /// `indexedAt`: Nanoseconds since the epoch when the scan began.
  /// `body`: Inserts and removes; links are resolved behind it.
  package func update(
    isFresh: Bool, indexedAt: Int64, _ body: (IndexWriter) throws -> Void
  ) throws {
    try writer.write { database in
      if isFresh {
        try database.execute(
          sql: "INSERT INTO text(text, rank) VALUES ('hashsize', \(64 << 20))")
      }
      let indexWriter = try IndexWriter(database, isFresh: isFresh, indexedAt: indexedAt)
      try body(indexWriter)
      try indexWriter.resolveLinks()
    }
  }
}

extension TreeChanges {
  fileprivate mutating func add(_ file: ScannedFile) {
    if file.path.isMarkdown { notes.append(file) } else { attachments.append(file) }
  }
}
