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
