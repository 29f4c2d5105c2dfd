import GRDB

/// Puts rows into a table: each value is bound to its column, whatever the order.
struct RowInsertion<Column: TableColumn> {
  /// A row that is being filled.
  struct Row {
    fileprivate let statement: BulkStatement
    fileprivate var count = 0

    mutating func bind(_ column: Column, _ integer: Int?) {
      count += 1
      statement.bind(integer, at: column.rawValue)
    }

    mutating func bind(_ column: Column, _ flag: Bool?) {
      bind(column, flag.map { $0 ? 1 : 0 })
    }

    mutating func bind(_ column: Column, _ number: Double?) {
      count += 1
      statement.bind(number, at: column.rawValue)
    }

    mutating func bind(_ column: Column, _ text: String?) {
      count += 1
      statement.bind(text, at: column.rawValue)
    }
  }

  private let statement: BulkStatement

  init(_ database: Database) throws {
    statement = try BulkStatement(database, Column.insertion)
  }

  /// Writes a row, of which `fill` binds every column once.
  ///
  /// - Throws: What SQLite says.
  func insert(_ fill: (inout Row) -> Void) throws {
    var row = Row(statement: statement)
    fill(&row)
    assert(row.count == Column.allCases.count, "\(Column.table): \(row.count) values")
    try statement.run()
  }
}
