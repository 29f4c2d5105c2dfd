/// The tables of the index.
///
/// Fields that have a column in `note` have no row in `field`. Tables that are only ever reached by their key
/// have no row numbers. The full-text table contains no text: where a note changes, it gets a new number, and the
/// words of the old one lead nowhere until the index is built again.
///
/// `history` has what version control knows of the paths of notes. From it and the file's own time (`fileSeconds`) come
/// `bornSeconds`, when a note was made as far as is known, and `modifiedSeconds`, when its content was last changed;
/// `content` is the key of the content that the dates have to be about.
///
/// A task has columns for what most tasks are asked for. `taskField` has the rest: the other fields of a check box,
/// and the names of the tasks that a task waits for or is part of, which are resolved like links. Days and
/// seconds are those of the user's zone (``IndexedDate``): an index made in another zone is built anew.
enum IndexSchema {
  /// One number for the whole schema. Another number: the index is erased and built again.
  static let version = 20

  static let tables = """
    CREATE TABLE file(
      path TEXT PRIMARY KEY,
      id INTEGER NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      isDoubtful INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE formerIdentifier(path TEXT PRIMARY KEY, identifier TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE attachment(id INTEGER PRIMARY KEY, path TEXT NOT NULL);
    CREATE TABLE note(
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL,
      identifier TEXT,
      title TEXT NOT NULL,
      kind TEXT NOT NULL,
      status TEXT,
      due TEXT,
      dueDay INTEGER,
      dueSeconds INTEGER,
      priority TEXT,
      created TEXT,
      createdDay INTEGER,
      createdHasTime INTEGER,
      updated TEXT,
      updatedDay INTEGER,
      updatedHasTime INTEGER,
      createdSeconds INTEGER NOT NULL,
      updatedSeconds INTEGER NOT NULL,
      modifiedSeconds INTEGER NOT NULL,
      bornSeconds INTEGER,
      fileSeconds INTEGER NOT NULL,
      content INTEGER,
      unseal INTEGER,
      entryDay INTEGER,
      isDraft INTEGER NOT NULL,
      isPinned INTEGER NOT NULL,
      isPublishable INTEGER,
      isDoubtful INTEGER NOT NULL,
      notBefore INTEGER,
      secret TEXT,
      tags TEXT NOT NULL,
      problems INTEGER NOT NULL
    );
    CREATE TABLE history(
      path TEXT PRIMARY KEY, created INTEGER, changed INTEGER, content INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE historyHead(name TEXT NOT NULL);
    CREATE TABLE fieldKey(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
    CREATE TABLE field(
      key INTEGER NOT NULL, note INTEGER NOT NULL, position INTEGER NOT NULL,
      text TEXT NOT NULL, folded TEXT, number REAL, day INTEGER, seconds INTEGER,
      PRIMARY KEY(key, note, position)
    ) WITHOUT ROWID;
    CREATE TABLE tag(
      folded TEXT NOT NULL, note INTEGER NOT NULL, name TEXT NOT NULL, isField INTEGER NOT NULL,
      PRIMARY KEY(folded, note)
    ) WITHOUT ROWID;
    CREATE TABLE name(
      note INTEGER NOT NULL, key TEXT NOT NULL, rank INTEGER NOT NULL,
      PRIMARY KEY(note, key, rank)
    ) WITHOUT ROWID;
    CREATE TABLE link(
      note INTEGER NOT NULL, position INTEGER NOT NULL, kind TEXT NOT NULL,
      destination TEXT NOT NULL, fragment TEXT, text TEXT, line INTEGER NOT NULL,
      rangeStart INTEGER, rangeEnd INTEGER,
      key TEXT, otherKey TEXT, definition TEXT,
      target INTEGER, state INTEGER NOT NULL, rank INTEGER, form INTEGER NOT NULL,
      PRIMARY KEY(note, position)
    ) WITHOUT ROWID;
    CREATE TABLE task(
      note INTEGER NOT NULL, position INTEGER NOT NULL, line INTEGER, title TEXT NOT NULL,
      status TEXT NOT NULL, isClosed INTEGER NOT NULL,
      due TEXT, dueDay INTEGER, dueSeconds INTEGER,
      scheduledDay INTEGER, scheduledSeconds INTEGER,
      startDay INTEGER, startSeconds INTEGER,
      closedDay INTEGER, closedSeconds INTEGER,
      priority INTEGER NOT NULL, tags TEXT NOT NULL, tagKeys TEXT NOT NULL, identifier TEXT,
      details TEXT, place INTEGER, firstDay INTEGER,
      PRIMARY KEY(note, position)
    ) WITHOUT ROWID;
    CREATE TABLE taskField(
      note INTEGER NOT NULL, task INTEGER NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL,
      text TEXT NOT NULL, folded TEXT, number REAL, day INTEGER, seconds INTEGER,
      name TEXT, path TEXT, target INTEGER,
      PRIMARY KEY(note, task, key, position)
    ) WITHOUT ROWID;
    CREATE VIRTUAL TABLE text USING
      fts5(\(FullTextColumn.list), content = '', tokenize = 'sheaf');
    """

  /// How hits are ranked, and how much memory FTS5 takes for words before it writes them: the default, 1 MB, makes
  /// many small segments of a first index, which are then merged again and again.
  static let textSettings = """
    INSERT INTO text(text, rank) VALUES ('rank', 'bm25(\(FullTextColumn.allCases.map { "\($0.weight)" }
      .joined(separator: ", ")))');
    INSERT INTO text(text, rank) VALUES ('hashsize', 67108864);
    """

  /// What speeds up queries; made when the rows of a first index are there.
  static let indexes = """
    CREATE INDEX noteRecent ON note(
      isPinned DESC, updatedSeconds DESC, createdSeconds DESC, path);
    CREATE INDEX noteDue ON note(dueDay) WHERE dueDay IS NOT NULL;
    CREATE INDEX noteEntry ON note(entryDay) WHERE entryDay IS NOT NULL;
    CREATE INDEX noteSealed ON note(unseal) WHERE unseal IS NOT NULL;
    CREATE INDEX nameKey ON name(key, rank);
    CREATE INDEX taskPlace ON task(status, place) WHERE place IS NOT NULL;
    CREATE INDEX taskDay ON task(firstDay) WHERE firstDay IS NOT NULL;
    CREATE INDEX taskIdentifier ON task(identifier) WHERE identifier IS NOT NULL;
    CREATE INDEX taskFieldName ON taskField(name) WHERE name IS NOT NULL;
    """

  /// The same for links, which come last.
  static let linkIndexes = """
    CREATE INDEX linkTarget ON link(target) WHERE target IS NOT NULL;
    CREATE INDEX linkKey ON link(key) WHERE key IS NOT NULL;
    CREATE INDEX linkOtherKey ON link(otherKey) WHERE otherKey IS NOT NULL;
    """
}
