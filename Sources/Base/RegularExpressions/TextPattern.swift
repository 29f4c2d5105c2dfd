package import ByteBasics
import CPCRE2
package import Wording

/// A regular expression in the syntax of Perl, read once and used by many threads.
package struct TextPattern: Sendable {
  /// The compiled expression of PCRE2; frees it when it is released.
  @safe fileprivate final class Code: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe pcre2_code_free_8(pointer) }

    func fact<Number: FixedWidthInteger>(_ name: Int32) -> Number {
      var value = Number.zero
      _ = unsafe pcre2_pattern_info_8(pointer, UInt32(name), &value)
      return value
    }
  }

  fileprivate let code: Code
  private let text: String
  /// The groups that can be asked for; the whole match is group 0 and not counted.
  package let groupCount: Int
  /// True if the expression refers back to a group, whose comparison may take a text's length.
  fileprivate let comparesGroups: Bool

  private static let sizeLimit = 20_000
  /// Making machine code takes time in proportion to the square of an expression's compiled size: 0.06 s for this size.
  private static let machineCodeLimit = 16_384
  /// Letters of Unicode everywhere; a step is told before each item; damaged bytes match nothing.
  private static let options =
    UInt32(PCRE2_UTF) | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY
    | PCRE2_AUTO_CALLOUT

  /// Compiles an expression. Composed letters (NFC) and letters in parts (NFD) match each other.
  ///
  /// - Parameters:
  ///   - flags: As after an expression between slashes: `i`, `m` and `s`; others are ignored.
  ///   - isWholeWord: True if a match neither begins nor ends within a word.
  /// - Throws: ``PatternError`` with the place.
  package init(_ text: String, flags: String = "", isWholeWord: Bool = false) throws(PatternError) {
    let options = flags.reduce(Self.options) { options, flag in
      switch flag {
      case "i": options | PCRE2_CASELESS
      case "m": options | PCRE2_MULTILINE
      case "s": options | PCRE2_DOTALL
      default: options
      }
    }
    let source = Self.perl(Array(composedName(text).utf8))
    var error: Int32 = PCRE2_ERROR_PATTERN_TOO_LARGE
    var offset = 0
    guard source.count <= Self.sizeLimit,
      let pointer = unsafe pcre2_compile_8(source, source.count, options, &error, &offset, nil)
    else {
      let before = String(decoding: source.prefix(offset), as: UTF8.self)
      throw PatternError(.unreadable(code: error, place: max(1, before.count)), text)
    }
    guard !isWholeWord else {
      // A mistake has its place in the expression as it was typed.
      unsafe pcre2_code_free_8(pointer)
      self = try TextPattern(#"(?<!\w)(?:\#(text))(?!\w)"#, flags: flags)
      return
    }
    code = unsafe Code(pointer)
    self.text = text
    groupCount = Int(code.fact(PCRE2_INFO_CAPTURECOUNT) as UInt32)
    comparesGroups = (code.fact(PCRE2_INFO_BACKREFMAX) as UInt32) > 0
    // Where the system allows no new machine code, the expression is interpreted.
    if code.fact(PCRE2_INFO_SIZE) <= Self.machineCodeLimit {
      _ = unsafe pcre2_jit_compile_8(pointer, PCRE2_JIT_COMPLETE)
    }
  }

  /// Rewrites JavaScript's `\u3042` as `\x{3042}`.
  private static func perl(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      result.append(byte)
      guard byte == ASCII.backslash, let escaped = rest.popFirst() else { continue }
      let digits = rest.prefix(4)
      guard escaped == UInt8(ascii: "u"), digits.count == 4, digits.allSatisfy({ hexadecimalValue($0) != nil }) else {
        result.append(escaped)
        continue
      }
      result += Array("x{".utf8) + digits + Array("}".utf8)
      rest = rest.dropFirst(4)
    }
    return result
  }

  /// Returns the number of a group by its name or number. Nil if there is none.
  package func group(named name: String) -> Int? {
    if let number = Int(name), (0...groupCount).contains(number) { return number }
    let number = unsafe pcre2_substring_number_from_name_8(code.pointer, Array(name.utf8) + [0])
    return number > 0 ? Int(number) : nil
  }

  /// Returns an expression that matches only this text.
  package static func literal(_ text: String) -> String {
    String(text.flatMap { $0.isASCII && !$0.isLetter && !$0.isNumber ? ["\\", $0] : [$0] })
  }

  fileprivate var tooLong: PatternError { PatternError(.tooLong, text) }
}

/// A place where a pattern matches, with its groups.
package struct PatternMatch: Hashable, Sendable {
  /// The whole match first, then each group; nil for one that took no part.
  package let groups: [ByteRange?]

  package var range: ByteRange { groups[0] ?? ByteRange(0, 0) }
}

/// Finds the matches of a pattern. Each thread has one of its own.
///
/// The work of all matches of a matcher is limited in proportion to the texts. The limit counts steps instead of time, so
/// that the result does not depend on the computer.
@safe package final class PatternMatcher {
  private let pattern: TextPattern
  private let context: OpaquePointer?
  private let data: OpaquePointer?
  private let stack: OpaquePointer?
  private let allowance: UnsafeMutablePointer<pattern_work>
  /// The steps that were taken; one takes some ten nanoseconds.
  package private(set) var work = 0

  /// The steps that every match may take besides those in proportion to its text: a fifth of a second.
  private static let allowanceAtFirst = 20_000_000
  /// The steps per byte: more than twenty times the steps of usual expressions.
  private static let allowanceForByte = 50
  private static let stackLimit = 8 << 20
  /// Kilobytes of the matches that are interpreted.
  private static let heapLimit: UInt32 = 65_536

  package init(_ pattern: TextPattern) {
    self.pattern = pattern
    unsafe context = pcre2_match_context_create_8(nil)
    unsafe data = pcre2_match_data_create_from_pattern_8(pattern.code.pointer, nil)
    unsafe stack = pcre2_jit_stack_create_8(32_768, Self.stackLimit, nil)
    unsafe allowance = .allocate(capacity: 1)
    unsafe allowance.initialize(to: pattern_work())
    unsafe allowance.pointee.left = Int64(Self.allowanceAtFirst)
    unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    unsafe pcre2_set_heap_limit_8(context, Self.heapLimit)
    unsafe pattern_limit_work(context, allowance)
  }

  deinit {
    unsafe pcre2_match_data_free_8(data)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_jit_stack_free_8(stack)
    unsafe allowance.deallocate()
  }

  /// Finds the lines with a match, in order, as grep does. Letters in parts are matched as composed letters.
  ///
  /// - Throws: ``PatternError`` if that takes too long, as the other functions do.
  package func hits(in bytes: [UInt8], limit: Int = .max) throws(PatternError) -> [LineHit] {
    try lines(of: bytes, limit).map { LineHit(line: $0.line, range: $0.range, matches: $0.matches.map(\.range)) }
  }

  /// Finds every match with its groups, in order. A match is a part of one line.
  package func matches(in bytes: [UInt8]) throws(PatternError) -> [PatternMatch] {
    try lines(of: bytes, .max).flatMap(\.matches)
  }

  /// Finds the matches in a text as a whole; `^` and `$` are its ends.
  ///
  /// - Parameter limit: The most matches that are looked for after the first.
  /// - Returns: nil if the pattern does not match; empty ones are left out.
  package func matches(inWhole bytes: [UInt8], limit: Int = .max) throws(PatternError) -> [PatternMatch]? {
    let text = ComposedText(bytes)
    earn(text)
    return try matches(in: text, ByteRange(0, text.bytes.count), limit)
  }

  private func lines(
    of bytes: [UInt8], _ limit: Int
  ) throws(PatternError) -> [(line: Int, range: ByteRange, matches: [PatternMatch])] {
    let text = ComposedText(bytes)
    earn(text)
    var lines: [(line: Int, range: ByteRange, matches: [PatternMatch])] = []
    var (start, line, count) = (0, 1, text.bytes.count)
    while start < count, lines.count < limit {
      let feed = firstOffset(of: ASCII.lineFeed, in: text.bytes, from: start, to: count) ?? count
      let end = feed > start && text.bytes[feed - 1] == ASCII.carriageReturn ? feed - 1 : feed
      let range = ByteRange(start, end)
      if let matches = try matches(in: text, range, .max) { lines.append((line, text.sourceRange(range), matches)) }
      start = feed + 1
      line += 1
    }
    return lines
  }

  private func earn(_ text: ComposedText) {
    unsafe allowance.pointee.left += Int64(Self.allowanceForByte * text.bytes.count)
  }

  private func matches(
    in text: ComposedText, _ range: ByteRange, _ limit: Int
  ) throws(PatternError) -> [PatternMatch]? {
    guard var found = try match(text.bytes, range, from: 0, options: 0) else { return nil }
    var matches: [PatternMatch] = []
    while matches.count < limit {
      let end = (found[0]?.upperBound ?? 0) - range.lowerBound
      if found[0]?.isEmpty == false {
        matches.append(PatternMatch(groups: found.map { $0.map(text.sourceRange) }))
      }
      guard end < range.count, let next = try match(text.bytes, range, from: end, options: PCRE2_NOTEMPTY) else {
        break
      }
      found = next
    }
    return matches
  }

  /// Finds the groups of the first match at an offset in the range or after it.
  private func match(
    _ bytes: [UInt8], _ range: ByteRange, from offset: Int, options: UInt32
  ) throws(PatternError) -> [ByteRange?]? {
    let before = unsafe allowance.pointee.left
    unsafe allowance.pointee.place = offset
    // A step hands over all groups.
    let cost = 1 + pattern.groupCount / 4 + (pattern.comparesGroups ? range.count / 16 : 0)
    unsafe allowance.pointee.cost = Int64(cost)
    let result = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe pcre2_match_8(
        pattern.code.pointer, UnsafeBufferPointer(rebasing: buffer[range.indices]).baseAddress, range.count, offset,
        options, data, context)
    }
    work += unsafe Int(before - allowance.pointee.left)
    if result == PCRE2_ERROR_NOMATCH { return nil }
    guard result > 0, let places = unsafe pcre2_get_ovector_pointer_8(data) else { throw pattern.tooLong }
    return (0...pattern.groupCount).map { group in
      let (start, end) = unsafe (places[2 * group], places[2 * group + 1])
      // Groups that took no part have the greatest of all numbers.
      guard group < result, start <= range.count else { return nil }
      return ByteRange(range.lowerBound + start, range.lowerBound + end)
    }
  }
}

/// A regular expression that cannot be read, or takes too long.
package struct PatternError: ExplainedError {
  fileprivate enum Reason {
    /// PCRE2's number for it, and the last character that was read.
    case unreadable(code: Int32, place: Int)
    case tooLong
  }

  private let reason: Reason
  private let text: String

  private static let textLimit = 200

  fileprivate init(_ reason: Reason, _ text: String) {
    self.reason = reason
    self.text = text.count > Self.textLimit ? text.prefix(Self.textLimit) + "…" : text
  }

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch reason {
    case .tooLong: return Message("The regular expression “\(text)” takes too long", ko: "정규식이 너무 오래 걸립니다: “\(text)”")
    case .unreadable(let code, let place):
      let cause = Self.cause(code)
      return Message(
        "Cannot read the regular expression “\(text)”: \(cause.english), near character \(place)",
        ko: "정규식을 읽을 수 없습니다: “\(text)”의 \(place)번째 글자 근처, \(cause.korean)")
    }
  }

  package var hint: Message? {
    switch reason {
    case .tooLong: Message("Do not repeat a repetition: a+ instead of (a+)+.", ko: "반복을 다시 반복하지 마세요: (a+)+ 대신 a+.")
    case .unreadable:
      Message(
        "Put a backslash before a character that stands for itself: \\( \\[ \\?",
        ko: "글자 그대로 찾을 기호 앞에는 백슬래시를 씁니다: \\( \\[ \\?")
    }
  }

  private static func cause(_ code: Int32) -> Message {
    switch code {
    case PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS: Message("a parenthesis is not closed", ko: "괄호가 닫히지 않았습니다")
    case PCRE2_ERROR_MISSING_SQUARE_BRACKET: Message("a bracket is not closed", ko: "대괄호가 닫히지 않았습니다")
    case PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS:
      Message("a parenthesis is closed but was not opened", ko: "열리지 않은 괄호를 닫았습니다")
    case PCRE2_ERROR_QUANTIFIER_INVALID: Message("there is nothing to repeat", ko: "반복할 것이 없습니다")
    case PCRE2_ERROR_CLASS_RANGE_ORDER: Message("a range runs backwards", ko: "범위가 거꾸로입니다")
    case PCRE2_ERROR_QUANTIFIER_OUT_OF_ORDER, PCRE2_ERROR_QUANTIFIER_TOO_BIG:
      Message("a number of repetitions is invalid", ko: "반복 횟수가 잘못되었습니다")
    case PCRE2_ERROR_UNKNOWN_ESCAPE, PCRE2_ERROR_ESCAPE_INVALID_IN_CLASS, PCRE2_ERROR_END_BACKSLASH:
      Message("unknown escape", ko: "지원하지 않는 이스케이프입니다")
    case PCRE2_ERROR_PATTERN_TOO_LARGE, PCRE2_ERROR_PATTERN_TOO_COMPLICATED, PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP,
      PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED, PCRE2_ERROR_LOOKBEHIND_TOO_LONG:
      Message("the expression is too large", ko: "정규식이 너무 큽니다")
    case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH:
      Message("the length of a lookbehind is not fixed", ko: "뒤를 살피는 부분(lookbehind)의 길이가 정해져 있지 않습니다")
    case PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE: Message("there is no such group", ko: "그런 그룹이 없습니다")
    default: Message(libraryText(code), ko: "잘못된 문법입니다")
    }
  }

  /// Returns PCRE2's own words for an error.
  private static func libraryText(_ code: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    _ = unsafe pcre2_get_error_message_8(code, &bytes, bytes.count)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
