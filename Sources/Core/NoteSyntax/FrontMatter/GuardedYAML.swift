import ByteBasics
import Yams

/// Parses YAML of unknown origin. Deep nesting and many aliases are rejected before the parser runs.
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
        self = .repeatedKey(keys.joined(separator: ", "), line: context.mark.line, column: context.mark.column)
      default: self = .syntax("\(error)", line: 1, column: 1)
      }
    }
  }

  /// Returns the Korean text for a reason of a syntax error. Rare reasons share one text.
  package static func korean(_ reason: String) -> String { reasons[reason] ?? "YAML 문법에 맞지 않는 부분이 있음(값이면 따옴표로 묶어야 함)" }

  private static let reasons = [
    "mapping values are not allowed in this context": "이 자리에는 “키: 값”을 쓸 수 없음(값에 콜론이 있으면 따옴표로 묶어야 함)",
    "could not find expected ':'": "키 뒤에 콜론이 없음",
    "did not find expected key": "키가 있어야 할 자리에 키가 없음",
    "did not find expected ',' or ']'": "목록의 쉼표나 ]가 없음",
    "did not find expected ',' or '}'": "{ 안의 쉼표나 }가 없음",
    "did not find expected '-' indicator": "목록의 -가 없음",
    "did not find expected node content": "값이 있어야 할 자리에 값이 없음",
    "did not find expected alphabetic or numeric character": "&나 * 뒤에 이름이 없음(값이면 따옴표로 묶어야 함)",
    "did not find expected <document start>": "값 뒤에 다른 텍스트가 있음",
    "did not find expected comment or line break": "값 뒤에 다른 텍스트가 있음",
    "block sequence entries are not allowed in this context": "이 자리에는 “- 항목”을 쓸 수 없음",
    "found unexpected end of stream": "따옴표나 괄호가 닫히지 않음",
    "found unexpected document indicator": "따옴표가 닫히기 전에 ---가 있음",
    "found character that cannot start any token": "이 글자로는 값을 시작할 수 없음(따옴표로 묶어야 함)",
    "found a tab character that violates indentation": "들여쓰기에 탭이 있음",
    "found a tab character where an indentation space is expected": "들여쓰기에 탭이 있음",
    "found unknown escape character": "따옴표 안에 알 수 없는 \\ 표시가 있음",
    "found undefined alias": "*로 가리킨 이름이 없음",
    "found undefined tag handle": "알 수 없는 ! 표시가 있음(값이면 따옴표로 묶어야 함)",
    "control characters are not allowed": "제어 문자가 있음",
  ]

  /// Parses YAML after checking that the text cannot make the parser slow.
  ///
  /// - Parameter compose: The call of Yams. Not called for a rejected text.
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
      if isSign, mayStandBefore(previous), offset + 1 < text.endIndex, text[offset + 1] > ASCII.space {
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
