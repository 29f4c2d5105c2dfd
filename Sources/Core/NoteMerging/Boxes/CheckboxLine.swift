import ByteBasics

/// A line such as `- [x] water 🔁 every week 📅 2026-11-21 ✅ 2026-11-22`, split into its parts.
struct CheckboxLine: Equatable {
  /// Indentation, list marker and opening bracket: `- [`.
  let head: [UInt8]
  /// The character between the brackets.
  let state: [UInt8]
  /// The text after the closing bracket, without ``closing`` and the line end.
  let text: [UInt8]
  /// The fields with the time of completion, each with the space before it.
  let closing: [UInt8]
  /// LF, or CR LF.
  let lineEnd: [UInt8]

  init(head: [UInt8], state: [UInt8], text: [UInt8], closing: [UInt8], lineEnd: [UInt8]) {
    self.head = head
    self.state = state
    self.text = text
    self.closing = closing
    self.lineEnd = lineEnd
  }

  /// - Returns: nil for a line that is no check box.
  init?(_ line: ArraySlice<UInt8>) {
    guard let bracket = Self.openingBracket(of: line) else { return nil }
    var index = bracket + 1
    guard index < line.endIndex, line[index] != ASCII.lineFeed else { return nil }
    index += Self.characterLength(line[index])
    guard index < line.endIndex, line[index] == ASCII.rightBracket else { return nil }
    var end = line.endIndex
    if end > index, line[end - 1] == ASCII.lineFeed { end -= 1 }
    if end > index, line[end - 1] == ASCII.carriageReturn { end -= 1 }
    guard index + 1 >= end || ASCII.isBlank(line[index + 1]) else { return nil }
    let (text, closing) = ClosingFields.split(line[index..<max(index, end)])
    self.init(
      head: Array(line[...bracket]), state: Array(line[(bracket + 1)..<index]), text: text,
      closing: closing, lineEnd: Array(line[max(index, end)...]))
  }

  private static func openingBracket(of line: ArraySlice<UInt8>) -> Int? {
    var index = line.startIndex
    while index < line.endIndex, ASCII.isBlank(line[index]) || line[index] == UInt8(ascii: ">") {
      index += 1
    }
    guard let marker = ListMarker.end(in: line, at: index) else { return nil }
    index = marker
    while index < line.endIndex, ASCII.isBlank(line[index]) { index += 1 }
    guard index > marker, index < line.endIndex, line[index] == ASCII.leftBracket else { return nil }
    return index
  }

  /// Returns the bytes of a UTF-8 sequence by its first.
  private static func characterLength(_ byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// The line with nothing ticked.
  var untickedLine: [UInt8] { head + [ASCII.space] + text + lineEnd }

  var isTicked: Bool { state != [ASCII.space] }

  /// True for a task that comes back when it is finished.
  var repeats: Bool { Self.repetitionMarks.contains { text.firstOffset(of: $0) != nil } }

  /// The words of the task without the fields after them: two tasks are not alike because they have the same day.
  var words: [UInt8] {
    let end = Self.fieldMarks.compactMap { text.firstOffset(of: $0) }.min() ?? text.count
    let words = Array(text[..<end])
    return words.contains { $0 > 0x20 && $0 != ASCII.rightBracket } ? words : text
  }

  private static let fieldMarks = "📅⏳🛫➕🔁🏁🆔⛔⏰🔺⏫🔼🔽⏬".unicodeScalars.map { Array(String($0).utf8) } + [Array("::".utf8)]

  private static let repetitionMarks = [Array("🔁".utf8), Array("[repeat::".utf8), Array("(repeat::".utf8)]

  /// Returns the line with the tick of another, its fields of completion before a block id at the end.
  func taking(tickOf other: CheckboxLine) -> [UInt8] {
    var text = text
    var identifier: [UInt8] = []
    if !other.closing.isEmpty, let start = Self.blockIdentifierStart(in: text) {
      identifier = Array(text[start...])
      text.removeSubrange(start...)
    }
    return head + other.state + text + other.closing + identifier + lineEnd
  }

  /// Returns the offset at which ` ^id` begins at the end of a text.
  private static func blockIdentifierStart(in text: [UInt8]) -> Int? {
    guard let caret = text.lastIndex(of: ASCII.caret), caret > 0, text[caret - 1] == ASCII.space,
      caret + 1 < text.count, text[(caret + 1)...].allSatisfy({ $0 > 0x20 })
    else { return nil }
    return caret - 1
  }
}

/// The marker of a list item: `-`, `*`, `+`, `12.` or `12)`.
enum ListMarker {
  /// Returns the end of the marker that begins at `start`. Nil if a space does not follow it.
  static func end(in line: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard start < line.endIndex else { return nil }
    var index = start
    switch line[index] {
    case ASCII.hyphen, UInt8(ascii: "*"), UInt8(ascii: "+"): index += 1
    default:
      while index < line.endIndex, ASCII.isDigit(line[index]), index - start < 9 { index += 1 }
      guard index > start, index < line.endIndex, line[index] == UInt8(ascii: ".") || line[index] == UInt8(ascii: ")")
      else { return nil }
      index += 1
    }
    let isFollowed = index == line.endIndex || line[index] <= ASCII.space
    return isFollowed ? index : nil
  }
}

/// Finds the fields of a check box that say when it was finished: `✅ 2026-11-22`, `[completion:: 2026-11-22]`.
enum ClosingFields {
  private static let emoji = [Array("✅".utf8), Array("❌".utf8)]
  private static let keys = [Array("completion::".utf8), Array("cancelled::".utf8)]
  /// The variation selector that some keyboards put after an emoji.
  private static let selector = Array("\u{FE0F}".utf8)

  /// Returns the text without these fields, and the fields, each with the spaces before it.
  static func split(_ text: ArraySlice<UInt8>) -> (text: [UInt8], closing: [UInt8]) {
    // The closing bracket of the box comes first.
    var rest = text
    var plain: [UInt8] = []
    var closing: [UInt8] = []
    while let start = start(in: rest), let end = end(of: rest[start...]) {
      var begin = start
      while begin > rest.startIndex, ASCII.isBlank(rest[begin - 1]) { begin -= 1 }
      plain += rest[..<begin]
      closing += rest[begin..<end]
      rest = rest[end...]
    }
    return (plain + rest, closing)
  }

  private static func start(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { index in
      switch text[index] {
      case 0xE2: emoji.contains { text[index...].starts(with: $0) }
      case ASCII.leftBracket, ASCII.leftParenthesis: keys.contains { text[(index + 1)...].starts(with: $0) }
      default: false
      }
    }
  }

  private static func end(of field: ArraySlice<UInt8>) -> Int? {
    if field.first == ASCII.leftBracket || field.first == ASCII.leftParenthesis {
      let close = field.first == ASCII.leftBracket ? ASCII.rightBracket : UInt8(ascii: ")")
      return field.firstIndex(of: close).map { $0 + 1 }
    }
    var rest = field.dropFirst(3)
    if rest.starts(with: selector) { rest = rest.dropFirst(selector.count) }
    rest = rest.drop(while: ASCII.isBlank)
    let day = rest.prefix { ASCII.isDigit($0) || $0 == ASCII.hyphen }
    return day.count == 10 ? day.endIndex : nil
  }

  /// Returns the first day that the fields name, as text. Nil if there is none.
  static func day(in closing: [UInt8]) -> ArraySlice<UInt8>? {
    var index = 0
    while index + 10 <= closing.count {
      let day = closing[index..<(index + 10)]
      if day.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.hyphen }) { return day }
      index += 1
    }
    return nil
  }
}

extension [UInt8] {
  func firstOffset(of text: [UInt8]) -> Int? {
    guard let first = text.first, count >= text.count else { return nil }
    var index = 0
    while index <= count - text.count {
      guard let found = self[index...(count - text.count)].firstIndex(of: first) else { return nil }
      if self[found...].starts(with: text) { return found }
      index = found + 1
    }
    return nil
  }
}
