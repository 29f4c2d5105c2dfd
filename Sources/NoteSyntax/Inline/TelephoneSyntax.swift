import ByteBasics

/// Telephone numbers in running text: the international form, and the forms of every ``TelephoneRegion``.
///
/// All of them are found; which ones a reader is shown is asked later, so that the index does not depend on where
/// somebody sits.
///
/// Groups of digits with one `-`, space or `.` of the same kind between them, the area code also in brackets. Dates, versions, amounts and
/// long identifiers are not numbers: what follows or precedes, the sum of digits and the area code decide.
enum TelephoneSyntax {
  /// A number that begins at `offset`, and where to go on.
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
  private static func begin(
    _ bytes: [UInt8], of offset: Int, from start: Int, to end: Int
  ) -> Int {
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

  /// True for the end of a longer row of digits with spaces between: a card’s, an account’s.
  private static func isRestOfRow(
    _ bytes: [UInt8], _ offset: Int, from start: Int, _ groups: TelephoneGroups
  ) -> Bool {
    groups.areaMark == ASCII.space && offset - 2 >= start && bytes[offset - 1] == ASCII.space
      && ASCII.isDigit(bytes[offset - 2])
  }

  /// Skips the rest of a word, so that the middle of one is never taken for a number.
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

  /// Digit groups with the same separator between them.
  static func groups(_ bytes: [UInt8], from start: Int, to end: Int) -> TelephoneGroups? {
    var groups = TelephoneGroups()
    var index = bytes[start] == ASCII.plus ? start + 1 : start
    while index < end, ASCII.isDigit(bytes[index]) {
      let groupStart = index
      while index < end, ASCII.isDigit(bytes[index]) { index += 1 }
      groups.digits.append(String(decoding: bytes[groupStart..<index], as: UTF8.self))
      groups.end = index
      guard index + 1 < end else { break }
      if groups.digits.count == 1,
        let next = endOfAreaMark(bytes, from: start, at: index, to: end)
      {
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
      guard isSeparator(bytes[index]),
        groups.separator == nil || groups.separator == bytes[index]
      else { break }
      groups.separator = bytes[index]
      index += 1
    }
    return groups.digits.isEmpty ? nil : groups
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == ASCII.hyphen || byte == ASCII.space || byte == ASCII.period
  }

  /// What is only after the first group: `-` or a space before groups that use another separator, the `)`
  /// of `(02) 123-4567`, the `/` of `030/1234567`, the `(0)` of `+44 (0)20`, the ` (` of `+1 (415) 555-2671`.
  private static func endOfAreaMark(
    _ bytes: [UInt8], from start: Int, at index: Int, to end: Int
  ) -> Int? {
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
    case ASCII.rightParenthesis:
      return next.first == ASCII.space ? index + 2 : index + 1
    case ASCII.slash where bytes[start] == UInt8(ascii: "0"):
      return index + 1
    default:
      return nil
    }
  }

  private static func isInternationalNumber(_ groups: [String]) -> Bool {
    let digits = groups.reduce(0) { $0 + $1.utf8.count }
    guard (8...15).contains(digits), let first = groups.first, first.first != "0" else {
      return false
    }
    return groups.count > 1 ? first.utf8.count <= 3 : digits >= 10
  }
}
