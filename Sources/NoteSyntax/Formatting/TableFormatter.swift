import TerminalText

/// Tables: a pipe at both ends, columns of equal width on a terminal or one space round each cell.
struct TableFormatter {
  let style: FormattingStyle.Table

  func lines(of leaf: LeafSource, _ alignments: [UInt8]) -> [ArraySlice<UInt8>] {
    guard style != .keep, leaf.lines.count >= 2, !alignments.isEmpty,
      !leaf.lines.indices.contains(where: { cutsProtectedText(leaf.bytes, leaf.trimmed($0)) })
    else { return trimmedLines(leaf) }
    let rows = leaf.lines.indices.map { index in
      tableCells(of: leaf.trimmed(index)).map { Cell($0, isMeasured: style == .aligned) }
    }
    guard rows[0].count == alignments.count else { return trimmedLines(leaf) }
    let widths = style == .aligned ? columnWidths(rows, columns: alignments.count) : []
    return rows.enumerated().map { index, cells in
      index == 1
        ? delimiterRow(alignments, widths)[...] : row(cells, alignments, widths)[...]
    }
  }

  private struct Cell {
    let text: ArraySlice<UInt8>
    /// On a terminal; 0 where it is not asked for.
    let width: Int

    init(_ text: ArraySlice<UInt8>, isMeasured: Bool) {
      self.text = text
      width = isMeasured ? CellWidth.of(String(decoding: text, as: UTF8.self)) : 0
    }
  }

  private func trimmedLines(_ leaf: LeafSource) -> [ArraySlice<UInt8>] {
    leaf.lines.indices.map { trimmedBlanks(leaf.verbatim($0)) }
  }

  /// True where a wiki link, maths or a template holds a pipe that cuts it in two.
  private func cutsProtectedText(_ bytes: [UInt8], _ line: ArraySlice<UInt8>) -> Bool {
    ProtectedText.ranges(in: bytes, from: line.startIndex, to: line.endIndex).contains { range in
      range.indices.contains { offset in
        bytes[offset] == ASCII.pipe && bytes[offset - 1] != ASCII.backslash
      }
    }
  }

  /// Empty where the table would be wider than the limit.
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
    var line: [UInt8] = [ASCII.pipe]
    for column in 0..<max(cells.count, alignments.count) {
      let cell = column < cells.count ? cells[column] : nil
      let room = column < widths.count ? widths[column] - (cell?.width ?? 0) : 0
      let alignment = column < alignments.count ? alignments[column] : 0
      let left =
        alignment == UInt8(ascii: "r") ? room : alignment == UInt8(ascii: "c") ? room / 2 : 0
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
      if alignment == UInt8(ascii: "l") || alignment == UInt8(ascii: "c") {
        dashes[0] = ASCII.colon
      }
      if alignment == UInt8(ascii: "r") || alignment == UInt8(ascii: "c") {
        dashes[width - 1] = ASCII.colon
      }
      line += [ASCII.space] + dashes + [ASCII.space, ASCII.pipe]
    }
    return line
  }
}
