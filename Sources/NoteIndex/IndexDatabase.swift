package import GRDB

/// The index: facts about every note in SQLite, with full-text search. A cache; deleting it loses nothing.
package struct IndexDatabase: Sendable {
  package let writer: any DatabaseWriter

  /// One number for the whole schema. Another number: the index is erased and built anew.
  static let schemaVersion = 5

  /// Opens the index in a folder, or makes it.
  ///
  /// - Throws: A database error where the folder cannot be written or the file is no database.
  package static func open(folder: String) throws -> IndexDatabase {
    let queue = try DatabaseQueue(path: folder + "/index.sqlite", configuration: configuration)
    return try IndexDatabase(queue)
  }

  /// True for the error of a database that another process holds.
  package static func isBusy(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
  }

  /// An index that lives as long as the process: for tests, and where no folder can be written.
  package static func inMemory() throws -> IndexDatabase {
    try IndexDatabase(DatabaseQueue(configuration: configuration))
  }

  /// `writer`: A connection that knows the tokenizer.
  private init(_ writer: any DatabaseWriter) throws {
    self.writer = writer
    let version = try writer.read(Self.storedVersion)
    guard version != Self.schemaVersion else { return }
    if version != 0 { try writer.erase() }
    try writer.write { database in
      // Another process may have been faster.
      guard try Self.storedVersion(database) != Self.schemaVersion else { return }
      try database.execute(sql: Self.schema)
      try database.execute(sql: Self.secondaryIndexes)
      try database.execute(sql: "PRAGMA user_version = \(Self.schemaVersion)")
    }
  }

  private static func storedVersion(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      database.add(tokenizer: SearchTokenizer.self)
      try database.execute(
        sql: """
          PRAGMA journal_mode = WAL;
          PRAGMA synchronous = OFF;
          PRAGMA temp_store = MEMORY;
          PRAGMA cache_size = -32768;
          """)
    }
    return configuration
  }

  private static let schema = """
    CREATE TABLE file(
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      indexedAt INTEGER NOT NULL,
      isNote INTEGER NOT NULL
    );
    CREATE TABLE note(
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL,
      identifier TEXT,
      title TEXT NOT NULL,
      kind TEXT NOT NULL,
      status TEXT,
      isClosed INTEGER,
      due TEXT,
      dueDay INTEGER,
      priority TEXT,
      created TEXT,
      updated TEXT,
      createdSeconds INTEGER NOT NULL,
      updatedSeconds INTEGER NOT NULL,
      modifiedSeconds INTEGER NOT NULL,
      unseal INTEGER,
      isDraft INTEGER NOT NULL,
      isPinned INTEGER NOT NULL,
      isPublishable INTEGER,
      tags TEXT NOT NULL,
      problems INTEGER NOT NULL
    );
    CREATE TABLE field(
      note INTEGER NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, folded TEXT NOT NULL,
      number REAL, day INTEGER
    );
    CREATE TABLE tag(note INTEGER NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL);
    CREATE TABLE name(key TEXT NOT NULL, note INTEGER NOT NULL, rank INTEGER NOT NULL);
    CREATE TABLE link(
      id INTEGER PRIMARY KEY, note INTEGER NOT NULL, kind TEXT NOT NULL,
      destination TEXT NOT NULL, fragment TEXT, text TEXT, line INTEGER NOT NULL,
      key TEXT, path TEXT, target INTEGER, state TEXT NOT NULL
    );
    CREATE TABLE task(
      note INTEGER NOT NULL, line INTEGER, title TEXT NOT NULL, status TEXT NOT NULL,
      isClosed INTEGER NOT NULL, due TEXT, dueDay INTEGER, priority INTEGER NOT NULL,
      tags TEXT NOT NULL
    );
    CREATE VIRTUAL TABLE text USING fts5(title, names, tags, headings, body, tokenize = 'sheaf');
    INSERT INTO text(text, rank) VALUES ('rank', 'bm25(12.0, 8.0, 6.0, 4.0, 1.0)');
    """

  /// What speeds up queries; a first index makes them when all rows are there.
  static let secondaryIndexes = """
    CREATE INDEX noteIdentifier ON note(identifier);
    CREATE INDEX noteUpdated ON note(updatedSeconds);
    CREATE INDEX noteDue ON note(dueDay) WHERE dueDay IS NOT NULL;
    CREATE INDEX fieldKey ON field(key, folded);
    CREATE INDEX fieldNote ON field(note);
    CREATE INDEX tagName ON tag(folded, note);
    CREATE INDEX tagNote ON tag(note);
    CREATE INDEX nameKey ON name(key);
    CREATE INDEX nameNote ON name(note);
    CREATE INDEX linkNote ON link(note);
    CREATE INDEX linkTarget ON link(target) WHERE target IS NOT NULL;
    CREATE INDEX linkKey ON link(key) WHERE key IS NOT NULL;
    CREATE INDEX taskNote ON task(note);
    """

  static let secondaryIndexNames = [
    "noteIdentifier", "noteUpdated", "noteDue", "fieldKey", "fieldNote", "tagName", "tagNote",
    "nameKey", "nameNote", "linkNote", "linkTarget", "linkKey", "taskNote",
  ]
}
