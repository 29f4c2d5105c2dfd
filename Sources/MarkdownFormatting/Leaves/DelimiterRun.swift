import ByteBasics

/// A run of `*` or `_` in running text.
struct DelimiterRun {
  let mark: UInt8
  let start: Int
  let end: Int

  var length: Int { end - start }

  /// How far a closing character is looked for, so that hostile text takes linear time.
  private static let searchLimit = 4096

  /// The runs outside code spans, tags, addresses of links and protected text, in order.
  static func runs(in text: [UInt8]) -> [DelimiterRun] {
    var runs: [DelimiterRun] = []
    var offset = 0
    let protected = ProtectedText.ranges(in: text, from: 0, to: text.count)
    var nextProtected = 0
    while offset < text.count {
      while nextProtected < protected.count, protected[nextProtected].upperBound <= offset {
        nextProtected += 1
      }
      if nextProtected < protected.count, protected[nextProtected].lowerBound <= offset {
        offset = protected[nextProtected].upperBound
        continue
      }
      switch text[offset] {
      case ASCII.backslash: offset += 2
      case ASCII.backtick: offset = codeSpanEnd(in: text, at: offset, to: text.count)
      case ASCII.less: offset = angleEnd(in: text, at: offset)
      case UInt8(ascii: "h"), UInt8(ascii: "w"): offset = addressEnd(in: text, at: offset)
      case ASCII.rightBracket where offset + 1 < text.count && text[offset + 1] == 0x28:
        offset = destinationEnd(in: text, at: offset + 1)
      case ASCII.underscore, UInt8(ascii: "*"):
        let end = endOfRun(in: text, at: offset, to: text.count)
        runs.append(DelimiterRun(mark: text[offset], start: offset, end: end))
        offset = end
      default: offset += 1
      }
    }
    return runs
  }

  /// The end of a bare address, or the next byte where none begins. Marks at its end belong to the text around it.
  private static func addressEnd(in text: [UInt8], at offset: Int) -> Int {
    let following = offset + 1 < text.count ? text[offset + 1] : 0
    let begins =
      (following == UInt8(ascii: "t") || following == UInt8(ascii: "w"))
      && addressHeads.contains { text[offset...].starts(with: $0) }
    guard begins else { return offset + 1 }
    var end = offset
    while end < text.count, text[end] > ASCII.space, text[end] != ASCII.less { end += 1 }
    while end > offset, "*_~".utf8.contains(text[end - 1]) { end -= 1 }
    return max(end, offset + 1)
  }

  private static let addressHeads = ["http://", "https://", "www."].map { Array($0.utf8) }

  /// The end of `<…>`, or the next byte where nothing closes it.
  private static func angleEnd(in text: [UInt8], at offset: Int) -> Int {
    var position = offset + 1
    while position < min(text.count, offset + searchLimit), text[position] != ASCII.less {
      if text[position] == ASCII.greater { return position + 1 }
      position += 1
    }
    return offset + 1
  }

  /// The end of `(…)` after a link's text.
  private static func destinationEnd(in text: [UInt8], at offset: Int) -> Int {
    var depth = 0
    var position = offset
    while position < min(text.count, offset + searchLimit), text[position] != ASCII.lineFeed {
      switch text[position] {
      case ASCII.backslash: position += 1
      case ASCII.leftParenthesis: depth += 1
      case ASCII.rightParenthesis:
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return offset + 1
  }
}
