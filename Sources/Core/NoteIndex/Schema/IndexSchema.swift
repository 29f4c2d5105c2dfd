/// The tables of the index.
///
/// Fields that have a column in `note` have no row in `field`. Tables that are only ever reached by their key
/// have no row numbers. The full-text table contains no text: where a note changes, it gets a new number, and the
/// words of the old one lead nowhere until the index is built again.
///
/// `history` has the dates and former paths of notes in version control. From it and the file's own time
/// (`fileSeconds`) come `bornSeconds`, when a note was made as far as is known, and `modifiedSeconds`, when its content
/// was last changed; `content` is the key of the content that the dates have to be about.
///
/// A task has columns for the fields that most queries use. `taskField` has the rest: the other fields of a check box,
/// and the names of the tasks that a task waits for or is part of, which are resolved like links. Days and
/// seconds are in the user's zone (``IndexedDate``). An index from another zone is rebuilt.
enum IndexSchema {
  /// The version of the whole schema. An index with another version is erased and rebuilt.
  static let version = 52

  static let tables = """
    \(FileColumn.creation)
    CREATE TABLE IF NOT EXISTS formerIdentifier(path TEXT PRIMARY KEY, identifier TEXT NOT NULL) WITHOUT ROWID;
    \(AttachmentColumn.creation)
    \(NoteColumn.creation)
    CREATE TABLE IF NOT EXISTS history(
      path TEXT PRIMARY KEY, created INTEGER, changed INTEGER, content INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS historyHead(name TEXT NOT NULL);
    CREATE TABLE fieldKey(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
    \(FieldColumn.creation)
    \(PropertyColumn.creation)
    \(TagColumn.creation)
    \(BibliographyColumn.creation)
    \(CitationColumn.creation)
    \(NameColumn.creation)
    \(LinkColumn.creation)
    \(TaskColumn.creation)
    \(TaskFieldColumn.creation)
    CREATE VIRTUAL TABLE text USING
      fts5(\(FullTextColumn.list), content = '', tokenize = 'sheaf');
    """

  /// The tables that stay where a current index is built again.
  static let keptTables: Set = ["formerIdentifier", "history", "historyHead"]

  /// Keeps the ids of all notes until the notes are read again.
  static let rememberedIdentifiers =
    "INSERT OR IGNORE INTO formerIdentifier SELECT path, identifier FROM note WHERE identifier IS NOT NULL"

  /// Deletes former ids that notes still have, and former ids of sealed letters, because their ids are not read.
  static let formerIdentifiers = """
    DELETE FROM formerIdentifier WHERE NOT EXISTS (
      SELECT 1 FROM file JOIN note USING (id)
      WHERE file.path = formerIdentifier.path AND NOT isSealed
        AND note.identifier IS NOT formerIdentifier.identifier);
    """

  /// The memory that FTS5 takes for words before it writes them: the default, 1 MB, makes many small segments of a first
  /// index, which are then merged again and again.
  static let textSettings = "INSERT INTO text(text, rank) VALUES ('hashsize', 67108864)"

  /// The SQL indexes; made when the rows of a first index are there. `taskDay` has all that an agenda shows, and
  /// `taskOpen` all that decides if an open task can be begun: both are read without the table.
  static let indexes = """
    CREATE INDEX noteRecent ON note(
      isPinned DESC, updatedSeconds DESC, createdSeconds DESC, path);
    CREATE INDEX noteDue ON note(dueDay) WHERE dueDay IS NOT NULL;
    CREATE INDEX noteEntry ON note(entryDay) WHERE entryDay IS NOT NULL;
    CREATE INDEX noteUnseal ON note(unseal) WHERE unseal IS NOT NULL;
    CREATE INDEX nameKey ON name(key, rank);
    CREATE INDEX bibliographyKey ON bibliography(key);
    CREATE INDEX taskPlace ON task(status, place) WHERE place IS NOT NULL;
    CREATE INDEX taskDay ON task(firstDay, \(LocatedTaskColumn.names)) WHERE firstDay IS NOT NULL;
    CREATE INDEX taskOpen ON task(place, isClosed, dueDay, scheduledDay, startDay, startSeconds, status)
      WHERE place IS NOT NULL AND isClosed = 0;
    CREATE INDEX taskIdentifier ON task(identifier) WHERE identifier IS NOT NULL;
    CREATE INDEX taskFieldName ON taskField(name) WHERE name IS NOT NULL;
    """

  /// The indexes of the links, which are created last. Queries for all resolved links say `+target IS NOT NULL`, because
  /// by the index SQLite would look up most rows of the table one by one.
  static let linkIndexes = """
    CREATE INDEX linkTarget ON link(target) WHERE target IS NOT NULL;
    CREATE INDEX linkKey ON link(key) WHERE key IS NOT NULL;
    CREATE INDEX linkOtherKey ON link(otherKey) WHERE otherKey IS NOT NULL;
    """
}
