import ByteBasics
import CivilCalendar
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
  /// The files of the index, in the order of their paths; nil if there is no index yet.
  ///
  /// One that may have changed although its fingerprint is the same has another that no file has.
  package func files() throws -> FileTable? {
    try writer.read { database in
      try isCurrent(database) ? try files(database) : nil
    }
  }

  /// True where there is an index to ask, up to date or not.
  package var isBuilt: Bool { (try? writer.read { try Self.isBuilt($0) }) ?? false }

  /// A letter that was sealed when it was read and is open today is read again, and one that was open when the clock
  /// was ahead.
  private func files(_ database: Database) throws -> FileTable {
    var files = FileTable()
    let rows = try BulkStatement(
      database,
      """
      SELECT \(ScannedFileColumn.list), hasRacyTimestamp OR id IN (
        SELECT id FROM note
        WHERE unseal IS NOT NULL AND isSealed <> (unseal > \(gate.today.daysSinceEpoch)))
        OR path IN (SELECT value FROM json_each(?))
          AND id NOT IN (SELECT id FROM note WHERE unseal IS NOT NULL AND isSealed)
      FROM file ORDER BY path
      """)
    rows.bind(JSONValue.array(gate.letters.keys.map { .string($0.string) }).text())
    let row = BulkRow<ScannedFileColumn>(rows)
    let mustBeRead = CInt(ScannedFileColumn.allCases.count)
    while try rows.next() {
      unsafe files.append(
        row.bytes(.path),
        FileFingerprint(
          size: rows.integer(mustBeRead) == 0 ? row.integer(.size) : -1,
          modifiedNanoseconds: row.integer(.modified), changedNanoseconds: row.integer(.changed),
          inode: UInt64(bitPattern: row.integer(.inode))))
    }
    return files
  }

  /// Writes what differs from a scan, in one transaction.
  ///
  /// The comparison is made again inside the transaction, since another process may have been faster.
  /// A file whose time is as late as that is racy: its clock may not have moved between two writes.
  /// `indexedAt` is when the scan began, in nanoseconds since the epoch; links are resolved after `body`.
  package func update(
    to files: FileTable, indexedAt: Int64,
    _ body: (IndexWriter, TreeChanges) throws -> Void
  ) throws {
    let isFirst = try writer.write { database in
      if try isCurrent(database), try !Self.isWorn(database) {
        let indexWriter = try IndexWriter(
          database, isFresh: false, indexedAt: indexedAt, layout: layout, zone: zone)
        try body(indexWriter, TreeChanges(from: try self.files(database), to: files))
        try indexWriter.finish()
        return false
      }
      try Self.prepareForFirstIndex(database)
      try database.execute(sql: "PRAGMA application_id = \(readingFingerprint)")
      let indexWriter = try IndexWriter(
        database, isFresh: true, indexedAt: indexedAt, layout: layout, zone: zone)
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

/// Keeps FTS5 from merging the words of a first index again while somebody waits.
///
/// FTS5 adds new segments to level 0 and merges the whole level as soon as it has 16. With the large segments of a
/// first index among them, that took 2.3 s at 100,000 notes, once, after 14 changes. Here they are moved above empty
/// levels, which later changes fill first: only every 16 × 16 × 16 changes are they read again.
///
/// ```
/// after a first index   level 0: A B C D  (large)
/// with room below       level 0: -        1: -         2: -  3: A B C D
/// after 40 changes      level 0: 8 small  1: 2 merged  2: -  3: A B C D
/// ```
///
/// The structure record is described at the head of SQLite's `fts5_index.c`: four bytes; the numbers of levels, of
/// segments and of pages written; for each level how many segments are being merged and how many there are; the segments.
enum FullTextLevels {
  private static let structureRow = 10
  private static let emptyLevels = 3

  /// Moves the segments of a freshly written table to a higher level, and leaves any other structure alone.
  ///
  /// FTS5 writes them when the transaction ends, so this has to come after it. It keeps the structure in memory, so
  /// connections opened later see the change, not this one.
  static func makeRoom(_ database: Database) throws {
    let row = "WHERE id = \(structureRow)"
    guard
      let hex = try String.fetchOne(database, sql: "SELECT hex(block) FROM text_data \(row)"),
      let changed = withRoom(bytes(hex))
    else { return }
    let digits = changed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try database.execute(sql: "UPDATE text_data SET block = x'\(digits)' \(row)")
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  /// - Returns: nil if there is more than one level.
  private static func withRoom(_ structure: [UInt8]) -> [UInt8]? {
    guard structure.count > 5, structure[4] == 1 else { return nil }
    var offset = 4
    for _ in 0..<3 {
      while offset < structure.count, structure[offset] >= 0x80 { offset += 1 }
      offset += 1
    }
    guard offset < structure.count else { return nil }
    var structure = structure
    structure[4] += UInt8(emptyLevels)
    structure.insert(contentsOf: Array(repeating: 0, count: 2 * emptyLevels), at: offset)
    return structure
  }
}
