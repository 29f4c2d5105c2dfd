import CivilCalendar
import GRDB
import NoteModel

/// The columns that a question asks for. SQL names them in the order of the cases and rows are read by the cases, so the
/// number of a column is written nowhere.
protocol SelectList: CaseIterable, RawRepresentable<Int> where AllCases == [Self] {
  /// The table of the columns that are called like their cases.
  static var table: String { get }
  /// What SQL asks for.
  var sql: String { get }
}

extension SelectList {
  var sql: String { "\(Self.table).\(self)" }
  /// What is after `SELECT`.
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

  func optionalNumber(_ column: Columns) -> Int? {
    rows.optionalInteger(place(column)).map { Int($0) }
  }
  func optionalText(_ column: Columns) -> String? { rows.optionalText(place(column)) }

  /// The bytes of a text; they are there until the next row.
  @unsafe func bytes(_ column: Columns) -> UnsafeBufferPointer<UInt8> {
    unsafe rows.bytes(place(column))
  }
}

/// A row by its columns. A value of another type is an ``IndexDamage``.
struct SelectedRow<Columns: SelectList> {
  let row: Row

  init(_ row: Row) {
    self.row = row
  }

  func integer(_ column: Columns) throws -> Int { try row.integer(column.rawValue) }
  func flag(_ column: Columns) throws -> Bool { try row.flag(column.rawValue) }
  func text(_ column: Columns) throws -> String { try row.text(column.rawValue) }
  func path(_ column: Columns) throws -> NotePath { NotePath(trusted: try text(column)) }

  func optionalInteger(_ column: Columns) throws -> Int? {
    try row.optionalInteger(column.rawValue)
  }
  func optionalText(_ column: Columns) throws -> String? { try row.optionalText(column.rawValue) }
  func optionalDay(_ column: Columns) throws -> Day? { try row.optionalDay(column.rawValue) }
}
