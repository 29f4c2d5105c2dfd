import ByteBasics
import LinearRegex
import Synchronization
import Wording

/// A regular expression of a query; it takes time in proportion to the text.
package final class QueryPattern: Sendable {
  private let pattern: TextPattern
  private let matcher: Mutex<PatternMatcher>
  let isGlobal: Bool

  /// - Returns: nil for an expression that cannot be read.
  init?(_ text: String, ignoresCase: Bool = false, isGlobal: Bool = true) {
    guard let pattern = try? TextPattern((ignoresCase ? "(?i)" : "") + text) else { return nil }
    self.pattern = pattern
    self.isGlobal = isGlobal
    matcher = Mutex(PatternMatcher(pattern))
  }

  static func unreadable(_ text: String) -> Message {
    Message("Cannot read the regular expression “\(text)”", ko: "정규식을 읽을 수 없습니다: “\(text)”")
  }

  func isFound(in text: String) -> Bool {
    // An empty text has a line too.
    matcher.withLock { !$0.hits(in: Array(text.utf8) + [ASCII.lineFeed], limit: 1).isEmpty }
  }

  func matches(in text: String) -> [PatternMatch] { matcher.withLock { $0.matches(in: Array(text.utf8)) } }

  /// The text with its matches replaced; `$1` is a group, `$&` all.
  func replacing(in text: String, with template: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    for match in isGlobal ? matches(in: text)[...] : matches(in: text).prefix(1) {
      result += bytes[copied..<match.range.lowerBound]
      result += Self.filled(template, match, bytes)
      copied = match.range.upperBound
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private static func filled(_ template: String, _ match: PatternMatch, _ bytes: [UInt8]) -> [UInt8] {
    func group(_ number: Int) -> [UInt8] {
      guard number < match.groups.count, let range = match.groups[number] else { return [] }
      return Array(bytes[range.indices])
    }
    var result: [UInt8] = []
    var rest = template.utf8[...]
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "$"), let sign = rest.first else {
        result.append(first)
        continue
      }
      switch sign {
      case UInt8(ascii: "$"): result.append(first)
      case UInt8(ascii: "&"): result += group(0)
      case let digit where ASCII.isDigit(digit) && Int(digit) - 0x30 < match.groups.count:
        result += group(Int(digit) - 0x30)
      default:
        result.append(first)
        continue
      }
      rest = rest.dropFirst()
    }
    return result
  }

  /// The parts of a text between matches, with the groups of each match.
  func parts(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var copied = 0
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for match in matches(in: text) {
      parts.append(part(copied..<match.range.lowerBound))
      parts += match.groups.dropFirst().map { $0.map { part($0.indices) } ?? "" }
      copied = match.range.upperBound
    }
    return parts + [part(copied..<bytes.count)]
  }
}
