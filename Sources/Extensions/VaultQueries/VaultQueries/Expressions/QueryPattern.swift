import ByteBasics
import NoteModel
import RegularExpressions
import Synchronization
import Wording

/// A regular expression of a query. Its steps count toward the limit of the query.
final class QueryPattern: Sendable {
  private let matcher: Mutex<PatternMatcher>
  private let isGlobal: Bool

  init(_ text: String, flags: String = "g") throws(QueryFailure) {
    isGlobal = flags.contains("g")
    do {
      matcher = Mutex(PatternMatcher(try TextPattern(text, flags: flags)))
    } catch {
      throw QueryFailure(error.explanation)
    }
  }

  func isFound(in text: String, _ run: ExpressionRun) throws -> Bool {
    try matches(in: Array(text.utf8), limit: 0, run) != nil
  }

  /// Finds the matches, without the empty ones. Nil if the expression does not match.
  ///
  /// - Throws: ``QueryFailure`` if the query takes too long.
  private func matches(in text: [UInt8], limit: Int = .max, _ run: ExpressionRun) throws -> [PatternMatch]? {
    let (result, work) = matcher.withLock { matcher in
      let before = matcher.work
      let result = Result { () throws(PatternError) in try matcher.matches(inWhole: text, limit: limit) }
      return (result, matcher.work - before)
    }
    try run.charge(work / 8)
    return try result.mapError { QueryFailure($0.explanation, isFinal: true) }.get()
  }

  /// Returns the text with its matches replaced; `$1` is a group, `$&` all.
  func replacing(in text: String, with template: String, _ run: ExpressionRun) throws -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    for match in try matches(in: bytes, limit: isGlobal ? .max : 1, run) ?? [] {
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

  /// Returns the parts of a text between matches, with the groups of each match.
  func parts(of text: String, _ run: ExpressionRun) throws -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var copied = 0
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for match in try matches(in: bytes, run) ?? [] {
      parts.append(part(copied..<match.range.lowerBound))
      parts += match.groups.dropFirst().map { $0.map { part($0.indices) } ?? "" }
      copied = match.range.upperBound
    }
    return parts + [part(copied..<bytes.count)]
  }
}
