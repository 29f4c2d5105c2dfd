package import TerminalText

/// A terminal that a program has to itself: all of its cells, and every key.
package protocol TerminalScreen: AnyObject {
  /// The size in cells.
  var size: ScreenSize { get }

  /// Shows lines from the top, and nothing below them.
  ///
  /// - Parameters:
  ///   - lines: No wider than the screen; those that do not fit are left out.
  ///   - cursor: The position of the cursor, from 0; nil hides it.
  func draw(_ lines: [StyledBytes], cursor: ScreenPosition?)

  /// Waits for the next thing to happen.
  func nextEvent() -> ScreenEvent

  /// True if a key was pressed that has not been read yet.
  var hasPendingInput: Bool { get }

  /// Lets the terminal say where the mouse is pressed, instead of selecting text.
  func reportMouse()

  /// Copies text to the clipboard, if the terminal does that (OSC 52).
  func copy(base64: String)

  /// Gives the terminal back as it was. Doing it twice is harmless.
  func close()
}

package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

package struct ScreenPosition: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

package enum ScreenEvent: Hashable, Sendable {
  case key(Key)
  case resized
  /// The terminal is gone.
  case ended
}
