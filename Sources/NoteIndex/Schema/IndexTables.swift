/// Every file, with what tells whether it is still the one that was read.
enum FileColumn: Int, TableColumn {
  case path, id, size, modified, changed, inode, hasRacyTimestamp

  static let table = "file"
  var type: String { self == .path ? "TEXT PRIMARY KEY" : "INTEGER NOT NULL" }
}

/// The files that are no notes.
enum AttachmentColumn: Int, TableColumn {
  case id, path

  static let table = "attachment"
  var type: String { self == .id ? "INTEGER PRIMARY KEY" : "TEXT NOT NULL" }
}

enum NoteColumn: Int, TableColumn {
  case id, path, identifier, title, kind, status
  case due, dueDay, dueSeconds, priority
  case created, createdDay, createdHasTime, updated, updatedDay, updatedHasTime
  case createdSeconds, updatedSeconds, modifiedSeconds, bornSeconds, fileSeconds, content
  case unseal, isSealed, entryDay, isDraft, isPinned, isPublishable, isDoubtful, notBefore, secret
  case tags, problems

  static let table = "note"

  var type: String {
    switch self {
    case .id: "INTEGER PRIMARY KEY"
    case .path, .title, .kind, .tags: "TEXT NOT NULL"
    case .identifier, .status, .due, .priority, .created, .updated, .secret: "TEXT"
    case .createdSeconds, .updatedSeconds, .modifiedSeconds, .fileSeconds, .isSealed, .isDraft,
      .isPinned,
      .isDoubtful, .problems:
      "INTEGER NOT NULL"
    case .dueDay, .dueSeconds, .createdDay, .createdHasTime, .updatedDay, .updatedHasTime,
      .bornSeconds, .content, .unseal, .entryDay, .isPublishable, .notBefore:
      "INTEGER"
    }
  }
}

/// Fields of front matter that have no column in `note`.
enum FieldColumn: Int, TableColumn {
  case key, note, position, text, folded, number, day, seconds

  static let table = "field"
  static let primaryKey: String? = "key, note, position"

  var type: String {
    switch self {
    case .key, .note, .position: "INTEGER NOT NULL"
    case .text: "TEXT NOT NULL"
    case .folded: "TEXT"
    case .number: "REAL"
    case .day, .seconds: "INTEGER"
    }
  }
}

enum TagColumn: Int, TableColumn {
  case folded, note, name, isField, places

  static let table = "tag"
  static let primaryKey: String? = "folded, note"
  var type: String {
    switch self {
    case .folded, .name, .places: "TEXT NOT NULL"
    case .note, .isField: "INTEGER NOT NULL"
    }
  }
}

/// What links can call a file by.
enum NameColumn: Int, TableColumn {
  case note, key, rank

  static let table = "name"
  static let primaryKey: String? = "note, key, rank"
  var type: String { self == .key ? "TEXT NOT NULL" : "INTEGER NOT NULL" }
}

enum LinkColumn: Int, TableColumn {
  case note, position, kind, destination, fragment, text, line, rangeStart, rangeEnd
  case key, otherKey, definition, target, state, rank, form

  static let table = "link"
  static let primaryKey: String? = "note, position"

  var type: String {
    switch self {
    case .note, .position, .line, .state, .form: "INTEGER NOT NULL"
    case .kind, .destination: "TEXT NOT NULL"
    case .fragment, .text, .key, .otherKey, .definition: "TEXT"
    case .rangeStart, .rangeEnd, .target, .rank: "INTEGER"
    }
  }
}

enum TaskColumn: Int, TableColumn {
  case note, position, line, title, status, isClosed
  case due, dueDay, dueSeconds, scheduledDay, scheduledSeconds, startDay, startSeconds
  case closedDay, closedSeconds, priority, tags, tagKeys, identifier, details, place, firstDay

  static let table = "task"
  static let primaryKey: String? = "note, position"

  var type: String {
    switch self {
    case .note, .position, .isClosed, .priority: "INTEGER NOT NULL"
    case .title, .status, .tags, .tagKeys: "TEXT NOT NULL"
    case .due, .identifier, .details: "TEXT"
    case .line, .dueDay, .dueSeconds, .scheduledDay, .scheduledSeconds, .startDay, .startSeconds,
      .closedDay, .closedSeconds, .place, .firstDay:
      "INTEGER"
    }
  }
}

/// What a task has beyond its columns, and the names of other tasks.
enum TaskFieldColumn: Int, TableColumn {
  case note, task, key, position, text, folded, number, day, seconds, name, path, target

  static let table = "taskField"
  static let primaryKey: String? = "note, task, key, position"

  var type: String {
    switch self {
    case .note, .task, .position: "INTEGER NOT NULL"
    case .key, .text: "TEXT NOT NULL"
    case .folded, .name, .path: "TEXT"
    case .number: "REAL"
    case .day, .seconds, .target: "INTEGER"
    }
  }
}
