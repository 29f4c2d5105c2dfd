/// Rows of cells, each column as wide as its widest cell if the page has room.
package struct ColumnLayout {
  /// The room of a column on a narrow page.
  package enum Room: Sendable {
    /// Always as wide as its widest cell.
    case whole
    /// The column gets at most this percentage of the page, if not everything fits.
    case share(percent: Int)
    /// The room left by the others, the cells truncated at the front, where paths are least telling; none if that is
    /// less than `least` cells.
    case rest(least: Int)
  }

  private let rooms: [Room]
  private let gap: Int

  package init(_ rooms: [Room], gap: Int = 2) {
    self.rooms = rooms
    self.gap = gap
  }

  /// Lays out rows as lines. Every row has a cell for each column.
  ///
  /// - Parameter columns: The width of the page in cells. Nil for output without an edge, such as a pipe: then cells
  ///   are neither truncated nor aligned, because one long cell would move all others.
  package func lines(_ rows: [[StyledText]], columns: Int?) -> [StyledText] {
    guard let columns else { return rows.map(loose) }
    let widths = widths(rooms.indices.map { column in rows.map { $0[column].width }.max() ?? 0 }, columns)
    return rows.map { row in
      let cells = row.indices.filter { widths[$0] > 0 }.map { column in
        (lines: [cut(row[column], column, to: widths[column])], width: widths[column])
      }
      return (StyledText.sideBySide(cells, gap: gap).first ?? StyledText()).truncated(to: columns)
    }
  }

  /// Joins the non-empty cells of one row with gaps, without alignment, for output without an edge.
  package func loose(_ cells: [StyledText]) -> StyledText {
    let space = String(repeating: " ", count: gap)
    var line = StyledText()
    for cell in cells where !cell.isEmpty {
      if !line.isEmpty { line.append(space) }
      line.append(cell)
    }
    return line
  }

  private func cut(_ cell: StyledText, _ column: Int, to width: Int) -> StyledText {
    if case .rest = rooms[column] {
      cell.truncatedInFront(to: width)
    } else {
      cell.truncated(to: width)
    }
  }

  private func widths(_ natural: [Int], _ columns: Int) -> [Int] {
    guard total(natural) > columns else { return natural }
    var widths = natural
    for (column, room) in rooms.enumerated() {
      if case .share(let percent) = room {
        widths[column] = min(natural[column], max(1, columns * percent / 100))
      }
    }
    for (column, room) in rooms.enumerated() {
      guard case .rest(let least) = room else { continue }
      widths[column] = 0
      let left = columns - total(widths) - gap
      widths[column] = left < min(least, natural[column]) ? 0 : min(natural[column], left)
    }
    // Room that is left over goes to the columns that were narrowed, the last one first.
    for (column, room) in rooms.enumerated().reversed() {
      guard case .share = room, widths[column] < natural[column] else { continue }
      widths[column] = min(natural[column], widths[column] + max(0, columns - total(widths)))
    }
    return widths
  }

  private func total(_ widths: [Int]) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }
}

extension StyledText {
  /// Places blocks of lines side by side, each padded to its own width.
  ///
  /// Blocks are separated by `gap` cells. Lines have no trailing spaces.
  package static func sideBySide(_ blocks: [(lines: [StyledText], width: Int)], gap: Int) -> [StyledText] {
    let height = blocks.map(\.lines.count).max() ?? 0
    let space = StyledText(String(repeating: " ", count: gap))
    return (0..<height).map { row in
      var line = StyledText()
      var pending = StyledText()
      for (position, block) in blocks.enumerated() {
        let cell = row < block.lines.count ? block.lines[row] : StyledText()
        if position > 0 { pending.append(space) }
        if !cell.isEmpty {
          line.append(pending)
          pending = StyledText()
        }
        line.append(cell)
        pending.append(String(repeating: " ", count: max(0, block.width - cell.width)))
      }
      return line
    }
  }
}
