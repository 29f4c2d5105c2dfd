/// The rows of a table with each cell in its column: a cell of several columns or rows has empty ones beside and below it.
struct HTMLTableGrid {
  /// A table of more cells is none: its cells become blocks.
  static let cellLimit = 200_000
  /// The largest number of rows or columns of a cell, as in browsers.
  private static let spanLimit = 1_000

  /// The rows, which may differ in length; empty if there are too many cells.
  private(set) var rows: [[HTMLNodeElement?]] = []
  private var count = 0
  /// The number of rows that the cell above extends further down, by column.
  private var reach: [Int] = []

  init(_ table: HTMLNodeElement) {
    append(rowsOf: table)
    if count > Self.cellLimit { rows = [] }
  }

  private mutating func append(rowsOf element: HTMLNodeElement) {
    for case .element(let inner) in element.children {
      switch inner.name {
      case "table": continue
      case "tr": append(row: inner)
      default:
        append(rowsOf: inner)
        // No cell reaches out of its group of rows.
        reach = []
      }
    }
  }

  private mutating func append(row element: HTMLNodeElement) {
    guard count <= Self.cellLimit else { return }
    var row: [HTMLNodeElement?] = []
    for case .element(let cell) in element.children where cell.name == "td" || cell.name == "th" {
      passReached(in: &row)
      let (width, height) = (Self.span("colspan", of: cell), Self.span("rowspan", of: cell))
      for offset in 0..<(row.count < Self.spanLimit ? width : 1) {
        if row.count == reach.count { reach.append(0) }
        reach[row.count] = max(reach[row.count] - 1, height - 1)
        row.append(offset == 0 ? cell : nil)
      }
    }
    passReached(in: &row)
    for column in reach.indices.dropFirst(row.count) { reach[column] = max(0, reach[column] - 1) }
    count += row.count
    rows.append(row)
  }

  /// Leaves the columns empty that a cell above reaches down to.
  private mutating func passReached(in row: inout [HTMLNodeElement?]) {
    while row.count < reach.count, reach[row.count] > 0 {
      reach[row.count] -= 1
      row.append(nil)
    }
  }

  /// Returns the span of a cell. `rowspan="0"` means all remaining rows.
  private static func span(_ name: String, of cell: HTMLNodeElement) -> Int {
    let number = cell.attributes[name].flatMap { Int($0.filter { !$0.isWhitespace }) } ?? 1
    return number == 0 && name == "rowspan" ? spanLimit : max(1, min(number, spanLimit))
  }
}
