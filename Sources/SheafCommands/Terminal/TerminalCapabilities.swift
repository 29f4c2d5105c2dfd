/// What the streams can show, decided once at the start.
package struct TerminalCapabilities: Sendable, Hashable {
  package var isInputTerminal: Bool
  package var isOutputTerminal: Bool
  package var isErrorTerminal: Bool
  /// Width to lay out for, in cells.
  package var columns: Int
  /// Height of the terminal in rows.
  package var rows: Int
  package var usesColor: Bool
  /// OSC 8 links.
  package var usesHyperlinks: Bool
  /// Only ASCII in boxes and marks.
  package var asciiOnly: Bool

  package init(
    isInputTerminal: Bool = false, isOutputTerminal: Bool = false, isErrorTerminal: Bool = false,
    columns: Int = 80, rows: Int = 24, usesColor: Bool = false, usesHyperlinks: Bool = false,
    asciiOnly: Bool = false
  ) {
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.columns = columns
    self.rows = rows
    self.usesColor = usesColor
    self.usesHyperlinks = usesHyperlinks
    self.asciiOnly = asciiOnly
  }
}
