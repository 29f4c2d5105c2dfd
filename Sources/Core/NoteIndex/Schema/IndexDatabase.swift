package import CivilCalendar
import GRDB
package import NoteModel
package import NoteSyntax
import ParallelWork

/// The index: facts about every note in SQLite, with full-text search. A cache; deleting it loses nothing.
///
/// The first ``update(to:indexedAt:_:)`` creates and fills the tables in one transaction.
package struct IndexDatabase: Sendable {
  let writer: any DatabaseWriter
  /// The regions whose telephone numbers are links. The index contains the numbers of all regions, so a change of the
  /// setting does not rebuild the index.
  package var telephoneRegions = Set(TelephoneRegion.allCases)
  /// The repository's own statuses of tasks, with their meanings.
  package var ownStatuses = OwnStatuses()
  /// The settings for reading its notes: an index of another layout is built again.
  package var layout = VaultLayout.standard
  /// The time zone of its days and moments: an index made in another zone is rebuilt.
  package var zone = LocalZone.fixed(0)
  /// The gate for sealed letters: until its day, the index has only the date of a letter.
  package var gate = ReadingGate(today: Day(daysSinceEpoch: 0))
  /// The texts of unsaved editor buffers, which replace the indexed files; nil to use only the files. Lookups of names,
  /// links and tags use the buffers; queries and tasks still use the files.
  package var unsaved: UnsavedNotes?
  /// `links.roots`
  package var linkRoots: LinkRoots { layout.roots }

  /// Opens the index in a folder, or makes it.
  ///
  /// - Throws: A database error where the folder cannot be written or the file is not a database.
  package static func open(folder: String) throws -> IndexDatabase {
    let queue = try DatabaseQueue(path: folder + "/index.sqlite", configuration: configuration)
    return IndexDatabase(writer: queue)
  }

  /// Opens an index that is there, to read it for a long time with little memory.
  ///
  /// - Parameter readers: The number of questions that may be asked at once.
  /// - Returns: nil if there is none that is whole.
  package static func openForReading(folder: String, readers: Int = 1) -> IndexDatabase? {
    var configuration = configuration
    configuration.maximumReaderCount = readers
    configuration.busyMode = .timeout(1)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA cache_size = -2048")
    }
    let path = folder + "/index.sqlite"
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
    let index = IndexDatabase(writer: queue)
    guard index.isBuilt else { return nil }
    guard readers > 1 else { return index }
    return (try? DatabasePool(path: path, configuration: configuration)).map { IndexDatabase(writer: $0) }
  }

  /// True if there is an index to ask, up to date or not.
  package var isBuilt: Bool { (try? read { try Self.isBuilt($0) }) ?? false }

  /// Returns a number that differs after any other process has changed the index.
  package func version() throws -> Int { try read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 } }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Cancellation.check()
    // The method `read` of GRDB sets a pragma, after which SQLite prepares every statement again.
    return try writer.unsafeRead { database in
      try database.beginTransaction(.deferred)
      defer { try? database.rollback() }
      return try body(database)
    }
  }

  /// Reads the index; `empty` where there are no tables yet, as for a repository that an editor opens first.
  func readStored<Value>(_ empty: Value, _ body: (Database) throws -> Value) throws -> Value {
    try read { database in
      if unsaved != nil, try !Self.isBuilt(database) { return empty }
      return try body(database)
    }
  }

  func paths(_ sql: String, _ arguments: StatementArguments = []) throws -> [NotePath] {
    try readStored([]) { database in
      try String.fetchAll(database, sql: sql, arguments: arguments).map { NotePath(trusted: $0) }
    }
  }

  /// Creates an index that lives as long as the process: for tests, and where no folder can be written.
  package static func inMemory() throws -> IndexDatabase {
    IndexDatabase(writer: try DatabaseQueue(configuration: configuration))
  }

  /// Returns true if the tables exist, have this version, and are filled.
  static func isBuilt(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA user_version") == IndexSchema.version
  }

  /// A number for how notes were read: by the ``layout``, in the ``zone``.
  var readingFingerprint: Int32 { layout.fingerprint ^ zone.fingerprint }

  /// Returns true if the index is built, of notes that were read by the ``layout`` and in the ``zone``.
  func isCurrent(_ database: Database) throws -> Bool {
    try Self.isBuilt(database) && Int32.fetchOne(database, sql: "PRAGMA application_id") == readingFingerprint
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    configuration.prepareDatabase { database in
      database.add(tokenizer: SearchTokenizer.self)
      database.add(function: .isTelephoneRead)
      database.add(function: .hasWords)
      TextRanking.add(to: database)
      try database.execute(
        sql: """
          PRAGMA synchronous = OFF;
          PRAGMA temp_store = MEMORY;
          PRAGMA cache_size = -32768;
          """)
      // A first index is written straight into the file, which nobody reads before it is whole.
      let mode = try isBuilt(database) ? "WAL" : "MEMORY"
      try database.execute(sql: "PRAGMA journal_mode = \(mode)")
    }
    return configuration
  }

  /// The version of SQLite that this program is linked with, such as 3.46.1.
  package static var libraryVersion: String {
    let number = Int(Database.sqliteLibVersionNumber)
    return "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
  }
}

/// Bringing the index up to date.
extension IndexDatabase {
  /// Writes the differences from a scan, in one transaction.
  ///
  /// The comparison is made again inside the transaction, since another process may have been faster.
  /// If an eighth of the files differ, all rows are written again, since a changed row costs several times a new one.
  /// A file whose time is as late as that is racy: its clock may not have moved between two writes.
  /// `indexedAt` is when the scan began, in nanoseconds since the epoch; links are resolved after `body`.
  package func update(to files: FileTable, indexedAt: Int64, _ body: (IndexWriter, TreeChanges) throws -> Void) throws {
    let isFirst = try writer.write { database in
      let known = try isCurrent(database) ? self.files.scanned(database) : nil
      let changes = TreeChanges(from: known ?? FileTable(), to: files)
      if let known, try !Self.isWorn(database), changes.count <= max(known.count / 8, 50) {
        let indexWriter = try IndexWriter(database, isFresh: false, indexedAt: indexedAt, layout: layout, zone: zone)
        try body(indexWriter, changes)
        try indexWriter.finish()
        return false
      }
      try Self.prepareForFirstIndex(database, keeping: known != nil)
      try database.execute(sql: "PRAGMA application_id = \(readingFingerprint)")
      let indexWriter = try IndexWriter(database, isFresh: true, indexedAt: indexedAt, layout: layout, zone: zone)
      var all = TreeChanges(from: FileTable(), to: files)
      all.removed = changes.removed
      try body(indexWriter, all)
      try indexWriter.finish()
      if known != nil { try database.execute(sql: IndexSchema.formerIdentifiers) }
      return true
    }
    if isFirst { try markAsBuilt() }
  }

  /// Writes the version when everything else is in the file. If the process is killed before, the index is built again.
  private func markAsBuilt() throws {
    try writer.writeWithoutTransaction { database in
      try FullTextLevels.makeRoom(database)
      try database.execute(sql: "PRAGMA user_version = \(IndexSchema.version)")
      // Readers no longer wait for writers; where one reads just now, the next process will do it.
      try? database.execute(sql: "PRAGMA journal_mode = WAL")
    }
  }

  /// Returns true if the words of changed notes have become too many in the full-text table.
  private static func isWorn(_ database: Database) throws -> Bool {
    let stored = try Int.fetchOne(database, sql: "SELECT count(*) FROM text_docsize") ?? 0
    let living = try Int.fetchOne(database, sql: "SELECT count(*) FROM note") ?? 0
    return stored > living + living / 2 + 1_000
  }

  /// Replaces the tables of the database by new, empty ones.
  ///
  /// - Parameter isKept: True to keep facts that are not in the files: the dates by version control, and the ids that
  ///   notes had.
  private static func prepareForFirstIndex(_ database: Database, keeping isKept: Bool) throws {
    if isKept { try database.execute(sql: IndexSchema.rememberedIdentifiers) }
    let names = try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'
          AND name NOT GLOB 'text_*'
        """)
    for name in names where !(isKept && IndexSchema.keptTables.contains(name)) {
      try database.execute(sql: "DROP TABLE \(name)")
    }
    try database.execute(sql: IndexSchema.tables)
    try database.execute(sql: IndexSchema.textSettings)
  }
}
