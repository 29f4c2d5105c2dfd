/// What was pressed on the keyboard of a terminal.
package enum Key: Hashable, Sendable {
  /// A character, or several that were pasted. Control characters are left out.
  case text(String)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// A letter with Ctrl, in lower case.
  case control(Character)
}
