import ByteBasics
import Yams

/// YAML that others may have written: composed only where its nesting and its aliases cannot hurt.
package enum GuardedYAML {
  /// The reason why a text has no nodes. Lines and columns count from 1, columns in characters.
  package enum Mistake: Error {
    case nestedTooDeeply
    case tooManyAliases
    /// A key that occurs twice, with the place of its first occurrence.
    case repeatedKey(String, line: Int, column: Int)
    case syntax(String, line: Int, column: Int)

    fileprivate init(_ error: any Error) {
      switch error as? YamlError {
      case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
        .composer(_, let problem, let mark, _)?:
        self = .syntax(problem, line: mark.line, column: mark.column)
      case .duplicatedKeysInMapping(let keys, let context)?:
        self = .repeatedKey(
          keys.joined(separator: ", "), line: context.mark.line, column: context.mark.column)
      default: self = .syntax("\(error)", line: 1, column: 1)
      }
    }
  }

  /// Parses YAML after checking that the text cannot make the parser slow.
  ///
  /// - Parameter compose: The call of Yams, which is not made for a dangerous text.
  package static func read<Node>(
    _ text: ArraySlice<UInt8>, _ compose: (String) throws -> Node
  ) throws(Mistake) -> Node {
    if isNestedTooDeeply(text) { throw .nestedTooDeeply }
    if AliasCount.isExcessive(text) { throw .tooManyAliases }
    do {
      return try compose(String(decoding: text, as: UTF8.self))
    } catch {
      throw Mistake(error)
    }
  }

  /// The deepest nesting: deeper than any settings or front matter, and shallow enough for a recursive composer.
  private static let depthLimit = 200

  /// Counts brackets and indentation: an upper bound that costs one pass.
  private static func isNestedTooDeeply(_ text: ArraySlice<UInt8>) -> Bool {
    var brackets = 0
    var indent = 0
    var isLineStart = true
    for byte in text {
      switch byte {
      case ASCII.leftBracket, ASCII.leftBrace: brackets += 1
      case ASCII.rightBracket, ASCII.rightBrace: brackets = max(0, brackets - 1)
      case ASCII.lineFeed:
        isLineStart = true
        indent = 0
        continue
      case ASCII.space, ASCII.hyphen, ASCII.question, ASCII.colon:
        if isLineStart { indent += 1 }
        if brackets > depthLimit || indent > 2 * depthLimit { return true }
        continue
      default: break
      }
      isLineStart = false
      if brackets > depthLimit { return true }
    }
    return false
  }
}

/// Detects YAML with aliases that expand to too many values.
///
/// A key made of aliases is compared while the text is still being parsed, so the values cannot be counted first.
private enum AliasCount {
  /// More aliases than any front matter or settings have; this number cannot stand for enough values to hurt.
  private static let limit = 30

  /// Returns true for a text with an anchor and more aliases than the limit.
  static func isExcessive(_ text: ArraySlice<UInt8>) -> Bool {
    var anchors = 0
    var aliases = 0
    var previous = ASCII.lineFeed
    for (offset, byte) in zip(text.indices, text) {
      let isSign = byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*")
      if isSign, mayStandBefore(previous), offset + 1 < text.endIndex,
        text[offset + 1] > ASCII.space
      {
        if byte == UInt8(ascii: "*") { aliases += 1 } else { anchors += 1 }
      }
      previous = byte
    }
    return anchors > 0 && aliases > limit
  }

  private static func mayStandBefore(_ byte: UInt8) -> Bool {
    byte <= ASCII.space || "[{,:".utf8.contains(byte)
  }
}
