import NotePresentation

/// A row of a table, with the line on which it begins.
struct CSVRow {
  let cells: [String]
  let line: Int
}

/// Reads tables of RFC 4180: quotes around values that contain the delimiter, a quote or a line end.
enum CSVRows {
  /// Returns rows without the empty ones. The delimiter is the one of `,`, `;` and tab that the first line has most of.
  static func read(_ text: String) -> [CSVRow] {
    let delimiter = delimiter(of: text)
    var rows: [CSVRow] = []
    var cells: [String] = []
    var cell: [UInt8] = []
    var (isQuoted, wasQuote, line, rowLine) = (false, false, 1, 1)
    func finishCell() {
      cells.append(TableCell.plain(String(decoding: cell, as: UTF8.self)))
      cell = []
    }
    func finishRow() {
      finishCell()
      if cells != [""] { rows.append(CSVRow(cells: cells, line: rowLine)) }
      cells = []
    }
    for byte in text.utf8 {
      if byte == 0x0A { line += 1 }
      if isQuoted, byte != UInt8(ascii: "\"") {
        cell.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        // Two quotes in a quoted cell are one.
        if !isQuoted, wasQuote { cell.append(byte) }
        if isQuoted || cell.isEmpty || wasQuote { isQuoted.toggle() } else { cell.append(byte) }
        wasQuote = !isQuoted
        continue
      case delimiter: finishCell()
      case 0x0A:
        finishRow()
        rowLine = line
      case 0x0D: break
      default: cell.append(byte)
      }
      wasQuote = false
    }
    if !cell.isEmpty || !cells.isEmpty { finishRow() }
    return rows
  }

  private static func delimiter(of text: String) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == 0x0A, !isQuoted { break }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let comma = UInt8(ascii: ",")
    let others = [UInt8(ascii: ";"), 0x09].filter { counts[$0, default: 0] > counts[comma, default: 0] }
    return others.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? comma
  }
}
