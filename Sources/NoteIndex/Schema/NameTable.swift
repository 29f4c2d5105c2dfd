/// What links can call a file by.
enum NameColumn: Int, TableColumn {
  case note, key, rank

  static let table = "name"
  static let primaryKey: String? = "note, key, rank"
  var type: String { self == .key ? "TEXT NOT NULL" : "INTEGER NOT NULL" }
}

/// A file that has a name.
enum NamedFileColumn: Int, SelectList {
  case rank, note, path

  static let table = "name"
  var sql: String { self == .path ? "coalesce(note.path, attachment.path)" : "name.\(self)" }
}
