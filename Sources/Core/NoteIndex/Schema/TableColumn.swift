import CivilCalendar
import GRDB
import NoteModel

/// The columns of a table of the index: declared once, in their order, and bound by their names.
///
/// A new column is a case here, its type, and the value that ``IndexWriter`` binds to it; the table and the statement
/// that fills it follow from the cases.
protocol TableColumn: CaseIterable, RawRepresentable<Int> where AllCases == [Self] {
  static var table: String { get }
  /// `PRIMARY KEY` of several columns; nil if a column is the key itself.
  static var primaryKey: String? { get }
  /// The type of the column in SQL.
  var type: String { get }
}

extension TableColumn {
  static var primaryKey: String? { nil }

  /// `title`, as in SQL.
  var name: String { "\(self)" }

  /// Makes the table. One with a key of its own is only ever reached by that key and has no row numbers.
  static var creation: String {
    let columns = allCases.map { "\($0.name) \($0.type)" } + (primaryKey.map { ["PRIMARY KEY(\($0))"] } ?? [])
    let hasRowNumbers = allCases.contains { $0.type == "INTEGER PRIMARY KEY" }
    return "CREATE TABLE \(table)(\(columns.joined(separator: ", ")))" + (hasRowNumbers ? ";" : " WITHOUT ROWID;")
  }

  /// Puts a row into the table, with a place for each column.
  static var insertion: String {
    let names = allCases.map(\.name).joined(separator: ", ")
    let places = allCases.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table)(\(names)) VALUES (\(places))"
  }
}

/// The columns that a question asks for. SQL names them in the order of the cases and rows are read by the cases, so the
/// number of a column is written nowhere.
protocol SelectList: CaseIterable, RawRepresentable<Int> where AllCases == [Self] {
  /// The table of the columns that are called like their cases.
  static var table: String { get }
  /// The expression in SQL.
  var sql: String { get }
}

extension SelectList {
  var sql: String { "\(Self.table).\(self)" }
  /// The columns that are called like their cases.
  static var names: String { allCases.map { "\($0)" }.joined(separator: ", ") }
  /// The expressions after `SELECT`.
  static var list: String { allCases.map(\.sql).joined(separator: ", ") }
}

/// The present row of a hot loop, by its columns. A value of another type is read as SQLite converts it.
struct BulkRow<Columns: SelectList> {
  private let rows: BulkStatement
  private let offset: Int

  /// - Parameter offset: The number of columns of the lists before this one.
  init(_ rows: BulkStatement, after offset: Int = 0) {
    self.rows = rows
    self.offset = offset
  }

  private func place(_ column: Columns) -> CInt { CInt(offset + column.rawValue) }

  func integer(_ column: Columns) -> Int64 { rows.integer(place(column)) }
  func number(_ column: Columns) -> Int { Int(integer(column)) }
  func flag(_ column: Columns) -> Bool { integer(column) != 0 }
  func text(_ column: Columns) -> String { rows.text(place(column)) }
  func path(_ column: Columns) -> NotePath { NotePath(trusted: text(column)) }
  func byteCount(_ column: Columns) -> Int { rows.byteCount(place(column)) }

  func optionalNumber(_ column: Columns) -> Int? { rows.optionalInteger(place(column)).map { Int($0) } }
  func optionalText(_ column: Columns) -> String? { rows.optionalText(place(column)) }

  func optionalDay(_ column: Columns) throws -> Day? { try optionalNumber(column).map { try Day(stored: $0) } }

  /// Returns the lines of a text that are not empty.
  func lines(_ column: Columns) -> [String] {
    guard byteCount(column) > 0 else { return [] }
    return text(column).utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
  }

  /// The bytes of a text; they are there until the next row.
  @unsafe func bytes(_ column: Columns) -> UnsafeBufferPointer<UInt8> {
    unsafe rows.bytes(place(column))
  }
}

/// A row by its columns. A value of another type is an ``IndexDamage``.
struct SelectedRow<Columns: SelectList> {
  let row: Row

  func integer(_ column: Columns) throws -> Int { try row.integer(column.rawValue) }
  func text(_ column: Columns) throws -> String { try row.text(column.rawValue) }
  func path(_ column: Columns) throws -> NotePath { NotePath(trusted: try text(column)) }

  func optionalInteger(_ column: Columns) throws -> Int? { try row.optionalInteger(column.rawValue) }
  func optionalText(_ column: Columns) throws -> String? { try row.optionalText(column.rawValue) }
}
