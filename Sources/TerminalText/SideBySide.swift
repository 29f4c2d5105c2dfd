extension StyledText {
  /// Blocks of lines side by side, each block filled up to its own width.
  ///
  /// `gap` cells lie between two blocks; nothing trails a line.
  package static func sideBySide(
    _ blocks: [(lines: [StyledText], width: Int)], gap: Int
  ) -> [StyledText] {
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
