enum BibliographyColumn: Int, TableColumn {
  case file, position, key, kind, title, authors, year, container, address, start, length

  static let table = "bibliography"
  static let primaryKey: String? = "file, position"
  var type: String {
    switch self {
    case .file, .position, .start, .length: "INTEGER NOT NULL"
    case .key, .kind, .title, .authors, .year, .container, .address: "TEXT NOT NULL"
    }
  }
}

enum CitationColumn: Int, TableColumn {
  case note, position, key, isGrouped, line, start, length

  static let table = "citation"
  static let primaryKey: String? = "note, position"
  var type: String {
    switch self {
    case .note, .position, .isGrouped, .line, .start, .length: "INTEGER NOT NULL"
    case .key: "TEXT NOT NULL"
    }
  }
}
