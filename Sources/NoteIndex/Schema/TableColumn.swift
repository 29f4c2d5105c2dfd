/// The columns of a table of the index: declared once, in their order, and bound by their names.
///
/// A new column is a case here, its type, and the value that ``IndexWriter`` binds to it; the table and the statement
/// that fills it follow from the cases.
protocol TableColumn: CaseIterable, RawRepresentable<Int> where AllCases == [Self] {
  static var table: String { get }
  /// `PRIMARY KEY` of several columns; nil where a column is the key itself.
  static var primaryKey: String? { get }
  /// As SQL declares it.
  var type: String { get }
}

extension TableColumn {
  static var primaryKey: String? { nil }

  /// `title`, as in SQL.
  var name: String { "\(self)" }

  /// Makes the table. One with a key of its own is only ever reached by that key and has no row numbers.
  static var creation: String {
    let columns =
      allCases.map { "\($0.name) \($0.type)" } + (primaryKey.map { ["PRIMARY KEY(\($0))"] } ?? [])
    let hasRowNumbers = allCases.contains { $0.type == "INTEGER PRIMARY KEY" }
    return "CREATE TABLE \(table)(\(columns.joined(separator: ", ")))"
      + (hasRowNumbers ? ";" : " WITHOUT ROWID;")
  }

  /// Puts a row into the table, with a place for each column.
  static var insertion: String {
    let names = allCases.map(\.name).joined(separator: ", ")
    let places = allCases.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table)(\(names)) VALUES (\(places))"
  }
}
