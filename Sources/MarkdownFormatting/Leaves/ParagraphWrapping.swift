import ByteBasics
import TerminalText

/// Breaks the lines of a paragraph at spaces, never between two letters of Chinese, Japanese or Korean.
struct ParagraphWrapping {
  let columns: Int

  func wrapped(_ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    var width = 0
    for line in lines {
      let endsHard = endsWithHardBreak(line)
      for word in words(of: endsHard ? withoutHardBreak(line) : line) {
        let wordWidth = CellWidth.of(String(decoding: word, as: UTF8.self))
        if !current.isEmpty, width + 1 + wordWidth > columns, !mayOpenBlock(word[...]),
          !isBetweenIdeographs(current, word)
        {
          result.append(current)
          current = []
          width = 0
        }
        if !current.isEmpty {
          current.append(ASCII.space)
          width += 1
        }
        current += word
        width += wordWidth
      }
      if endsHard {
        result.append(current + hardBreak(of: line))
        current = []
        width = 0
      }
    }
    if !current.isEmpty { result.append(current) }
    return result.map { $0[...] }
  }

  private func endsWithHardBreak(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == ASCII.backslash || line.suffix(2).elementsEqual([ASCII.space, ASCII.space])
  }

  private func hardBreak(of line: ArraySlice<UInt8>) -> [UInt8] {
    line.last == ASCII.backslash ? [] : [ASCII.space, ASCII.space]
  }

  private func withoutHardBreak(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == ASCII.backslash ? line : line.dropLast(2)
  }

  /// The pieces between which a line may be broken; protected text is one piece.
  private func words(of line: ArraySlice<UInt8>) -> [[UInt8]] {
    let text = Array(line)
    let protected = ProtectedText.ranges(in: text, from: 0, to: text.count)
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var next = 0
    var offset = 0
    while offset < text.count {
      while next < protected.count, protected[next].upperBound <= offset { next += 1 }
      let isProtected = next < protected.count && protected[next].lowerBound <= offset
      if text[offset] == ASCII.backtick, !isProtected {
        let end = codeSpanEnd(in: text, at: offset, to: text.count)
        word += text[offset..<end]
        offset = end
        continue
      }
      if text[offset] == ASCII.space, !isProtected, isSingleSpace(text, offset) {
        if !word.isEmpty { words.append(word) }
        word = []
      } else {
        word.append(text[offset])
      }
      offset += 1
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// Two spaces stay two spaces, so a line is not broken there.
  private func isSingleSpace(_ text: [UInt8], _ offset: Int) -> Bool {
    (offset == 0 || text[offset - 1] != ASCII.space)
      && (offset + 1 == text.count || text[offset + 1] != ASCII.space)
  }

  /// A break between two such letters would be read as a space by browsers where none is meant.
  private func isBetweenIdeographs(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    guard let last = String(decoding: before.suffix(4), as: UTF8.self).unicodeScalars.last,
      let first = String(decoding: after.prefix(4), as: UTF8.self).unicodeScalars.first
    else { return false }
    return Self.isIdeographic(last) && Self.isIdeographic(first)
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFF00...0xFFEF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
