import TerminalScreen
import TerminalText

/// One line of text that is being typed.
struct LineEditor: Equatable {
  private(set) var characters: [Character] = []
  /// Between which characters typing goes on.
  private(set) var cursor = 0

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  /// In cells, from the beginning of the line.
  var cursorColumn: Int { CellWidth.of(String(characters[..<cursor])) }

  /// - Returns: False for a key that does nothing to a line.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .text(let text): insert(text)
    case .backspace: remove(from: cursor - 1, to: cursor)
    case .delete: remove(from: cursor, to: cursor + 1)
    case .control("u"): remove(from: 0, to: cursor)
    case .control("k"): remove(from: cursor, to: characters.count)
    case .control("w"): remove(from: startOfWord, to: cursor)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    default: return false
    }
    return true
  }

  /// Characters that join, as in decomposed Korean, become one.
  private mutating func insert(_ text: String) {
    let before = String(characters[..<cursor]) + text
    let after = characters[cursor...]
    characters = Array(before)
    cursor = characters.count
    characters += after
  }

  private mutating func remove(from start: Int, to end: Int) {
    let range = max(0, start)..<min(characters.count, end)
    guard !range.isEmpty else { return }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var startOfWord: Int {
    var position = cursor
    while position > 0, characters[position - 1].isWhitespace { position -= 1 }
    while position > 0, !characters[position - 1].isWhitespace { position -= 1 }
    return position
  }
}
