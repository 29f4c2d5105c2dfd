import ByteBasics

/// Telephone numbers in running text: the international form, and the forms of every ``TelephoneRegion``.
///
/// All of them are found; the choice of those that a reader is shown is made later, so that the index does not depend
/// on the user's region.
///
/// Groups of digits with one `-`, space or `.` of the same kind between them, the area code also in brackets. Dates,
/// versions, amounts and long identifiers are not numbers: the text before and after, the sum of digits and the area
/// code decide.
enum TelephoneSyntax {
  /// Returns a number that begins at `offset`, and the offset at which to continue.
  static func number(
    in bytes: [UInt8], at offset: Int, from start: Int, to end: Int
  ) -> (range: ByteRange?, next: Int) {
    let tokenEnd = endOfToken(bytes, from: offset, to: end)
    guard isWordStart(bytes, offset, from: start),
      let groups = groups(bytes, from: offset, to: end),
      !isRestOfRow(bytes, offset, from: start, groups)
    else { return (nil, tokenEnd) }
    let groupsEnd = groups.end
    let isInternational = bytes[offset] == ASCII.plus
    let isNumber =
      isInternational
      ? isInternationalNumber(groups.digits)
      : TelephoneRegion.allCases.contains { $0.hasNumber(groups) }
    guard isNumber, groupsEnd == end || !continues(bytes, at: groupsEnd, to: end) else {
      return (nil, max(tokenEnd, offset + 1))
    }
    return (ByteRange(begin(bytes, of: offset, from: start, to: groupsEnd), groupsEnd), groupsEnd)
  }

  /// Takes the `(` of `(02) 123-4567` along; that of `(02-123-4567)` is outside.
  private static func begin(_ bytes: [UInt8], of offset: Int, from start: Int, to end: Int) -> Int {
    let hasOpening = offset > start && bytes[offset - 1] == ASCII.leftParenthesis
    let closing = bytes[offset..<end].firstIndex(of: ASCII.rightParenthesis)
    return hasOpening && closing != nil && bytes[offset] != ASCII.plus ? offset - 1 : offset
  }

  private static func isWordStart(_ bytes: [UInt8], _ offset: Int, from start: Int) -> Bool {
    guard offset > start else { return true }
    let byte = bytes[offset - 1]
    switch byte {
    // Emphasis, but not the middle of `img_0101`; a second number, but not a path.
    case ASCII.underscore: return offset - 1 == start || !ASCII.isAlphanumeric(bytes[offset - 2])
    case ASCII.slash: return offset - 1 > start && ASCII.isDigit(bytes[offset - 2])
    default: return byte <= ASCII.space || byte >= 0x80 || "(:,;|*<>\"'[~".utf8.contains(byte)
    }
  }

  /// Returns true at the end of a longer row of digits with spaces between, such as a card or account number.
  private static func isRestOfRow(_ bytes: [UInt8], _ offset: Int, from start: Int, _ groups: TelephoneGroups) -> Bool {
    groups.areaMark == ASCII.space && offset - 2 >= start && bytes[offset - 1] == ASCII.space
      && ASCII.isDigit(bytes[offset - 2])
  }

  /// Skips the rest of a word, so that the middle of a word is never read as a number.
  private static func endOfToken(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var index = start + 1
    while index < end, ASCII.isAlphanumeric(bytes[index]) { index += 1 }
    return index
  }

  private static func continues(_ bytes: [UInt8], at index: Int, to end: Int) -> Bool {
    let byte = bytes[index]
    if ASCII.isAlphanumeric(byte) || "-%_@=+".utf8.contains(byte) { return true }
    guard index + 1 < end else { return byte == ASCII.slash }
    let next = bytes[index + 1]
    return switch byte {
    case ASCII.slash: next != UInt8(ascii: "0") && next != ASCII.plus
    case ASCII.period: ASCII.isAlphanumeric(next)
    case ASCII.comma, ASCII.colon: ASCII.isDigit(next)
    default: false
    }
  }

  /// Reads digit groups with the same separator between them.
  static func groups(_ bytes: [UInt8], from start: Int, to end: Int) -> TelephoneGroups? {
    var groups = TelephoneGroups()
    var index = bytes[start] == ASCII.plus ? start + 1 : start
    while index < end, ASCII.isDigit(bytes[index]) {
      let groupStart = index
      while index < end, ASCII.isDigit(bytes[index]) { index += 1 }
      groups.digits.append(String(decoding: bytes[groupStart..<index], as: UTF8.self))
      groups.end = index
      guard index + 1 < end else { break }
      if groups.digits.count == 1, let next = endOfAreaMark(bytes, from: start, at: index, to: end) {
        groups.areaMark = bytes[index]
        groups.hasOpenBracket = bytes[next - 1] == ASCII.leftParenthesis
        index = next
        continue
      }
      if groups.digits.count == 2, groups.hasOpenBracket {
        guard bytes[index] == ASCII.rightParenthesis else { return nil }
        groups.hasOpenBracket = false
        index += isSeparator(bytes[index + 1]) ? 2 : 1
        continue
      }
      guard isSeparator(bytes[index]), groups.separator == nil || groups.separator == bytes[index] else { break }
      groups.separator = bytes[index]
      index += 1
    }
    return groups.digits.isEmpty ? nil : groups
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == ASCII.hyphen || byte == ASCII.space || byte == ASCII.period
  }

  /// Returns the end of a separator that is only after the first group: `-` or a space before groups with another
  /// separator, the `)` of `(02) 123-4567`, the `/` of `030/1234567`, the `(0)` of `+44 (0)20`, the ` (` of `+1 (415)`.
  private static func endOfAreaMark(_ bytes: [UInt8], from start: Int, at index: Int, to end: Int) -> Int? {
    let hasCountry = bytes[start] == ASCII.plus || index == start + 1
    let next = bytes[(index + 1)..<end]
    switch bytes[index] {
    case ASCII.leftParenthesis where hasCountry:
      return bytes[index..<end].starts(with: "(0)".utf8) ? index + 3 : index + 1
    case ASCII.hyphen, ASCII.space:
      guard hasCountry || next.first == ASCII.slash else { return index + 1 }
      if next.starts(with: "(0)".utf8) { return index + 4 }
      if next.starts(with: "/ ".utf8) { return index + 3 }
      return next.first == ASCII.leftParenthesis ? index + 2 : index + 1
    case ASCII.rightParenthesis: return next.first == ASCII.space ? index + 2 : index + 1
    case ASCII.slash where bytes[start] == UInt8(ascii: "0"): return index + 1
    default: return nil
    }
  }

  private static func isInternationalNumber(_ groups: [String]) -> Bool {
    let digits = groups.reduce(0) { $0 + $1.utf8.count }
    guard (8...15).contains(digits), let first = groups.first, first.first != "0" else { return false }
    return groups.count > 1 ? first.utf8.count <= 3 : digits >= 10
  }
}

/// A way of writing telephone numbers, as data: how they begin, and how many digits each group has.
struct TelephoneForm: Sendable {
  /// A condition on a number besides its digits.
  enum Condition {
    case hyphens
    case noHyphens
    /// The number must not be a span of years or amounts: 1500-1600.
    case noSpan
    /// The digits after the area code may have spaces between groups of two to four.
    case spaces
  }

  private let prefixes: [[UInt8]]
  private let exceptions: [[UInt8]]
  private let lengths: [[ClosedRange<Int>]]
  private let condition: Condition?

  /// - Parameters:
  ///   - prefixes: The first digits, a space between several; `N` is 2 to 9, `X` any digit.
  ///   - exceptions: Longer beginnings that are not meant.
  ///   - lengths: The digits of each group, a space between several forms: `2-3-4 2-4-4`, `3-6..9`.
  init(_ prefixes: String, except exceptions: String = "", _ lengths: String, _ condition: Condition? = nil) {
    self.prefixes = prefixes.split(separator: " ").map { Array($0.utf8) }
    self.exceptions = exceptions.split(separator: " ").map { Array($0.utf8) }
    self.lengths = lengths.split(separator: " ").map { form in
      form.split(separator: "-").map { group in
        let ends = group.split(separator: ".").compactMap { Int($0) }
        return ends[0]...ends[ends.count - 1]
      }
    }
    self.condition = condition
  }

  /// Returns true if groups of digits have this form.
  func matches(_ groups: TelephoneGroups) -> Bool {
    hasLengths(groups) && isMet(by: groups) && begins(groups, with: prefixes) && !begins(groups, with: exceptions)
  }

  private func hasLengths(_ groups: TelephoneGroups) -> Bool {
    let actual = groups.lengths
    if fits(actual) { return true }
    let rest = actual.dropFirst()
    return condition == .spaces && groups.separator == ASCII.space
      && rest.allSatisfy { (2...4).contains($0) } && fits([actual[0], rest.reduce(0, +)])
  }

  private func fits(_ actual: [Int]) -> Bool {
    lengths.contains { form in
      form.count == actual.count && zip(form, actual).allSatisfy { $0.contains($1) }
    }
  }

  private func isMet(by groups: TelephoneGroups) -> Bool {
    switch condition {
    case .hyphens: groups.hasHyphens
    case .noHyphens: !groups.hasHyphens
    case .noSpan: !groups.isSpan
    case .spaces, nil: true
    }
  }

  private func begins(_ groups: TelephoneGroups, with prefixes: [[UInt8]]) -> Bool {
    prefixes.contains { prefix in
      var digits = groups.digits.lazy.flatMap(\.utf8).makeIterator()
      return prefix.allSatisfy { sign in
        guard let digit = digits.next() else { return false }
        return switch sign {
        case UInt8(ascii: "N"): digit >= UInt8(ascii: "2")
        case UInt8(ascii: "X"): true
        default: digit == sign
        }
      }
    }
  }
}

/// Digits in groups as written, and the countries that write numbers so.
struct TelephoneGroups {
  var digits: [String] = []
  /// The mark after the first group.
  var areaMark: UInt8?
  /// The separator of the other groups.
  var separator: UInt8?
  /// True if a bracket after the first group is open.
  var hasOpenBracket = false
  /// The offset after the last group.
  var end = 0

  var lengths: [Int] { digits.map(\.utf8.count) }
  var hasHyphens: Bool { areaMark == ASCII.hyphen || separator == ASCII.hyphen }

  /// True for a span of numbers such as 1500-1600 or 1899-1950: the second is a little larger, or both end in 00.
  var isSpan: Bool {
    guard digits.count == 2, let first = Int(digits[0]), let last = Int(digits[1]) else { return false }
    return ((first + 1)...(first + 150)).contains(last) || first % 100 == 0 && last % 100 == 0
  }
}

/// A country whose way of writing telephone numbers is known, besides the international form, which always is.
package enum TelephoneRegion: String, Sendable, CaseIterable {
  case korea = "KR"
  case unitedStates = "US"
  case japan = "JP"
  case unitedKingdom = "GB"
  case germany = "DE"

  /// Returns the region of a locale name such as `ko_KR.UTF-8`, or nil for `C`, `POSIX` and other countries.
  package init?(localeName: some StringProtocol) {
    let territory = localeName.split(separator: "_").dropFirst().first?.prefix(2) ?? ""
    self.init(rawValue: territory.uppercased())
  }

  /// Returns true for a number, as written, that is international or has the form of one of `regions`.
  package static func isRead(_ number: String, in regions: Set<TelephoneRegion>) -> Bool {
    let bytes = Array(number.utf8)
    let start = bytes.first == ASCII.leftParenthesis ? 1 : 0
    guard start < bytes.count, bytes[start] != ASCII.plus,
      let groups = TelephoneSyntax.groups(bytes, from: start, to: bytes.count)
    else { return true }
    return regions.contains { $0.hasNumber(groups) }
  }

  /// Returns true if groups of digits are a national number.
  func hasNumber(_ groups: TelephoneGroups) -> Bool { forms.contains { $0.matches(groups) } }

  private var forms: [TelephoneForm] {
    switch self {
    case .korea: Self.korean
    case .unitedStates: Self.northAmerican
    case .japan: Self.japanese
    case .unitedKingdom: Self.british
    case .germany: Self.german
    }
  }

  /// 010-1234-5678, 02-123-4567, 0507-1234-5678, 1588-1234 (nationwide), 01012345678.
  private static let korean = [
    TelephoneForm("010", "11"),
    TelephoneForm("15 16 18", "4-4", .noSpan),
    TelephoneForm("02", "2-3..4-4"),
    TelephoneForm(
      """
      010 011 016 017 018 019 031 032 033 041 042 043 044 051 052 053 054 055 \
      061 062 063 064 070 080
      """, "3-3..4-4"),
    TelephoneForm("050", "4-3..4-4"),
  ]

  /// 415-555-2671, 1-800-555-0199: no area or exchange begins with 0 or 1.
  private static let northAmerican = [TelephoneForm("NXXN", "3-3-4"), TelephoneForm("1NXXN", "1-3-3-4")]

  /// 03-1234-5678, 090-1234-5678, 045-123-4567, 0120-123-456.
  private static let japanese = [
    TelephoneForm("03 04 06", "2-4-4"),
    TelephoneForm(
      """
      011 015 017 018 019 022 023 024 025 026 027 028 029 042 043 044 045 046 \
      047 048 049 052 053 054 055 058 059 072 073 075 076 077 078 079 082 083 \
      084 086 087 088 089 092 093 095 096 097 098 099
      """, "3-3-4"),
    TelephoneForm("050 070 080 090", "3-4-4"),
    TelephoneForm("0", except: "00 03 06", "4-2-4 5-1-4", .hyphens),
    TelephoneForm("0120 0570 0800", "4-3-3"),
  ]

  /// 020 7946 0018, 0161 496 0123, 01632 960001, 07700 900123.
  private static let british = [
    TelephoneForm("020 023 024 028 029", "3-4-4 3-8"),
    TelephoneForm(britishCities, "4-3-4 4-7"),
    TelephoneForm("03 08 09", "4-3-4 4-7", .noHyphens),
    TelephoneForm("0800", "4-3-3"),
    TelephoneForm("01 07", except: britishCities, "5-6 5-3-3"),
  ]

  private static let britishCities = "0113 0114 0115 0116 0117 0118 0121 0131 0141 0151 0161 0191"

  /// 030 1234567, 030/1234567, 0171 2345678, 030 12 34 56 78.
  private static let german = [
    TelephoneForm("030 040 069 089", "3-6..9", .spaces),
    TelephoneForm("015 0160 0162 0163 017 0N", "4-5..8", .spaces),
    TelephoneForm("015 0N", "5-4..7", .spaces),
  ]
}
