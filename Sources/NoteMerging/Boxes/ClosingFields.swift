import ByteBasics

/// Finds the fields of a check box that tell when it was finished: `✅ 2026-11-22`, `[completion:: 2026-11-22]`.
enum ClosingFields {
  private static let emoji = [Array("✅".utf8), Array("❌".utf8)]
  private static let keys = [Array("completion::".utf8), Array("cancelled::".utf8)]
  /// The variation selector that some keyboards put after an emoji.
  private static let selector = Array("\u{FE0F}".utf8)

  /// The text without these fields, and the fields, each with the spaces before it.
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
      case ASCII.leftBracket, ASCII.leftParenthesis:
        keys.contains { text[(index + 1)...].starts(with: $0) }
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

  /// The first day that the fields name, as text; nil where there is none.
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
  /// Where a text first occurs.
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
