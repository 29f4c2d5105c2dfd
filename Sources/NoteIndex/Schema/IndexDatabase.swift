package import CivilCalendar
import GRDB
package import NoteModel
package import NoteSyntax

/// The index: facts about every note in SQLite, with full-text search. A cache; deleting it loses nothing.
///
/// It has its tables from the first ``update(to:indexedAt:_:)`` on, which makes and fills them in one transaction.
package struct IndexDatabase: Sendable {
  let writer: any DatabaseWriter
  /// Whose telephone numbers count as links. The index contains those of all regions, so that another setting needs
  /// no other index.
  package var telephoneRegions = Set(TelephoneRegion.allCases)
  /// What the statuses of tasks mean that are the repository's own.
  package var ownStatuses = OwnStatuses()
  /// How its notes are read: an index of another layout is built again.
  package var layout = VaultLayout.standard
  /// Whose clock its days and moments are by: an index made in another zone is built anew.
  package var zone = LocalZone.fixed(0)
  /// The index holds nothing of a sealed letter but its day, until the day has come.
  package var gate = ReadingGate(today: Day(daysSinceEpoch: 0))
  /// Notes whose text counts instead of their files'; nil if all files count. What the language server asks answers
  /// for it: names, links, tags; queries and tasks are of the files.
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
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return nil
    }
    let index = IndexDatabase(writer: queue)
    guard index.isBuilt else { return nil }
    guard readers > 1 else { return index }
    return (try? DatabasePool(path: path, configuration: configuration)).map {
      IndexDatabase(writer: $0)
    }
  }

  /// Reads the index; `empty` where there are no tables yet, as for a repository that an editor opens first.
  func readStored<Value>(
    _ empty: Value, _ body: (Database) throws -> Value
  ) throws -> Value {
    try writer.read { database in
      if unsaved != nil, try !Self.isBuilt(database) { return empty }
      return try body(database)
    }
  }

  /// True for the error of a database that another process holds.
  package static func isBusy(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
  }

  /// True for the error of a database whose file cannot be written: the disk is full, or read-only.
  package static func cannotBeStored(_ error: any Error) -> Bool {
    guard let code = (error as? DatabaseError)?.resultCode else { return false }
    return [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN].contains(code)
  }

  /// An index that lives as long as the process: for tests, and where no folder can be written.
  package static func inMemory() throws -> IndexDatabase {
    IndexDatabase(writer: try DatabaseQueue(configuration: configuration))
  }

  /// True where the tables are there, of this version, and filled.
  static func isBuilt(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA user_version") == IndexSchema.version
  }

  /// A number for how notes were read: by the ``layout``, in the ``zone``.
  var readingFingerprint: Int32 { layout.fingerprint ^ zone.fingerprint }

  /// True where it is also an index of notes that were read by the ``layout`` and in the ``zone``.
  func isCurrent(_ database: Database) throws -> Bool {
    try Self.isBuilt(database)
      && Int32.fetchOne(database, sql: "PRAGMA application_id") == readingFingerprint
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    configuration.prepareDatabase { database in
      database.add(tokenizer: SearchTokenizer.self)
      database.add(function: .isTelephoneRead)
      database.add(function: .hasWords)
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
}

extension IndexDatabase {
  /// The version of SQLite that this program is linked with, such as 3.46.1.
  package static var libraryVersion: String {
    let number = Int(Database.sqliteLibVersionNumber)
    return "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
  }
}
