import ByteBasics
import NoteSyntax
import TerminalText

/// Tables: a pipe at both ends, columns of equal width on a terminal or one space round each cell.
struct TableFormatter {
  let style: FormattingStyle.Table

  func write(_ leaf: LeafSource, _ alignments: [UInt8], to text: inout LeafText) {
    guard style != .keep, leaf.lines.count >= 2, !alignments.isEmpty,
      !leaf.lines.indices.contains(where: { cutsProtectedText(leaf.bytes, leaf.trimmed($0)) })
    else { return writeTrimmed(leaf, to: &text) }
    let rows = leaf.lines.indices.map { index in
      tableCells(of: leaf.trimmed(index)).map { Cell($0, isMeasured: style == .aligned) }
    }
    guard rows[0].count == alignments.count else { return writeTrimmed(leaf, to: &text) }
    let widths = style == .aligned ? columnWidths(rows, columns: alignments.count) : []
    for (index, cells) in rows.enumerated() {
      let line = index == 1 ? delimiterRow(alignments, widths) : row(cells, alignments, widths)
      text.addLine(line[...])
    }
  }

  private struct Cell {
    let text: ArraySlice<UInt8>
    /// The width on a terminal, or 0 if it was not measured.
    let width: Int

    init(_ text: ArraySlice<UInt8>, isMeasured: Bool) {
      self.text = text
      width = isMeasured ? Self.width(of: text) : 0
    }

    private static func width(of text: ArraySlice<UInt8>) -> Int {
      for byte in text where byte < ASCII.space || byte >= 0x7F {
        return CellWidth.of(String(decoding: text, as: UTF8.self))
      }
      return text.count
    }
  }

  private func writeTrimmed(_ leaf: LeafSource, to text: inout LeafText) {
    for index in leaf.lines.indices { text.addLine(trimmedBlanks(leaf.verbatim(index))) }
  }

  /// Returns true if a wiki link, maths or a template contains a pipe that splits it into two cells.
  private func cutsProtectedText(_ bytes: [UInt8], _ line: ArraySlice<UInt8>) -> Bool {
    ProtectedText.ranges(in: bytes, from: line.startIndex, to: line.endIndex).contains { range in
      range.indices.contains { offset in
        bytes[offset] == ASCII.pipe && bytes[offset - 1] != ASCII.backslash
      }
    }
  }

  /// Returns the width of each column, or an empty list if the table would be wider than the limit.
  private func columnWidths(_ rows: [[Cell]], columns: Int) -> [Int] {
    var widths = [Int](repeating: 3, count: columns)
    for (index, cells) in rows.enumerated() where index != 1 {
      for (column, cell) in cells.enumerated() where column < columns {
        widths[column] = max(widths[column], cell.width)
      }
    }
    let total = widths.reduce(1) { $0 + $1 + 3 }
    return total > FormattingStyle.tableWidthLimit ? [] : widths
  }

  private func row(_ cells: [Cell], _ alignments: [UInt8], _ widths: [Int]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(cells.reduce(widths.reduce(2) { $0 + $1 + 3 }) { $0 + $1.text.count + 3 })
    line.append(ASCII.pipe)
    for column in 0..<max(cells.count, alignments.count) {
      let cell = column < cells.count ? cells[column] : nil
      let room = column < widths.count ? widths[column] - (cell?.width ?? 0) : 0
      let alignment = column < alignments.count ? alignments[column] : 0
      let left = alignment == UInt8(ascii: "r") ? room : alignment == UInt8(ascii: "c") ? room / 2 : 0
      line.append(ASCII.space)
      line.append(contentsOf: repeatElement(ASCII.space, count: left))
      if let cell { line += cell.text }
      line.append(contentsOf: repeatElement(ASCII.space, count: room - left))
      if cell?.text.isEmpty == false || room > 0 { line.append(ASCII.space) }
      line.append(ASCII.pipe)
    }
    return line
  }

  private func delimiterRow(_ alignments: [UInt8], _ widths: [Int]) -> [UInt8] {
    var line: [UInt8] = [ASCII.pipe]
    for (column, alignment) in alignments.enumerated() {
      let width = column < widths.count ? widths[column] : 3
      var dashes = [UInt8](repeating: ASCII.hyphen, count: width)
      if alignment == UInt8(ascii: "l") || alignment == UInt8(ascii: "c") { dashes[0] = ASCII.colon }
      if alignment == UInt8(ascii: "r") || alignment == UInt8(ascii: "c") { dashes[width - 1] = ASCII.colon }
      line += [ASCII.space] + dashes + [ASCII.space, ASCII.pipe]
    }
    return line
  }
}
