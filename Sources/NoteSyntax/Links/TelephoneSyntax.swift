/// Telephone numbers in running text: the international form, and the forms that people write in Korea, the
/// United States, Japan, Great Britain and Germany.
///
/// Groups of digits with one `-`, space or `.` of the same kind between them, the area code also in brackets. Dates, versions, amounts and
/// long identifiers are not numbers: what follows or precedes, the sum of digits and the area code decide.
enum TelephoneSyntax {
  /// A number that begins at `offset`, and where to go on.
  static func number(
    in bytes: [UInt8], at offset: Int, from start: Int, to end: Int
  ) -> (range: ByteRange?, next: Int) {
    let tokenEnd = endOfToken(bytes, from: offset, to: end)
    guard offset == start || isBoundary(bytes[offset - 1]) else { return (nil, tokenEnd) }
    guard let (groups, groupsEnd) = groups(bytes, from: offset, to: end) else {
      return (nil, tokenEnd)
    }
    let isInternational = bytes[offset] == ASCII.plus
    let isNumber = isInternational ? isInternationalNumber(groups) : isNationalNumber(groups)
    guard isNumber, groupsEnd == end || !continues(bytes, at: groupsEnd, to: end) else {
      return (nil, max(tokenEnd, offset + 1))
    }
    return (ByteRange(begin(bytes, of: offset, from: start, to: groupsEnd), groupsEnd), groupsEnd)
  }

  /// Takes the `(` of `(02) 123-4567` along; that of `(02-123-4567)` stands outside.
  private static func begin(
    _ bytes: [UInt8], of offset: Int, from start: Int, to end: Int
  ) -> Int {
    let hasOpening = offset > start && bytes[offset - 1] == ASCII.leftParenthesis
    let closing = bytes[offset..<end].firstIndex(of: ASCII.rightParenthesis)
    return hasOpening && closing != nil && bytes[offset] != ASCII.plus ? offset - 1 : offset
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    byte <= ASCII.space || byte >= 0x80 || "(:,;|*_>\"'[~".utf8.contains(byte)
  }

  /// Skips the rest of a word, so that the middle of one is never taken for a number.
  private static func endOfToken(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var index = start + 1
    while index < end, ASCII.isAlphanumeric(bytes[index]) { index += 1 }
    return index
  }

  private static func continues(_ bytes: [UInt8], at index: Int, to end: Int) -> Bool {
    let byte = bytes[index]
    if ASCII.isAlphanumeric(byte) || "-/%_@=+".utf8.contains(byte) { return true }
    guard byte == ASCII.period || byte == ASCII.comma || byte == ASCII.colon else { return false }
    return index + 1 < end && ASCII.isDigit(bytes[index + 1])
  }

  /// Digit groups with the same separator between them.
  private static func groups(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) -> (groups: [String], end: Int)? {
    var groups: [String] = []
    var index = bytes[start] == ASCII.plus ? start + 1 : start
    var separator: UInt8?
    var groupsEnd = index
    while index < end, ASCII.isDigit(bytes[index]) {
      let groupStart = index
      while index < end, ASCII.isDigit(bytes[index]) { index += 1 }
      groups.append(String(decoding: bytes[groupStart..<index], as: UTF8.self))
      groupsEnd = index
      guard index + 1 < end else { break }
      if groups.count == 1, let next = endOfAreaMark(bytes, from: start, at: index, to: end) {
        index = next
        continue
      }
      guard isSeparator(bytes[index]), separator == nil || separator == bytes[index] else { break }
      separator = bytes[index]
      index += 1
    }
    return groups.isEmpty ? nil : (groups, groupsEnd)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == ASCII.hyphen || byte == ASCII.space || byte == ASCII.period
  }

  /// What stands only behind the first group: `-` or a space before groups that use another separator, the `)`
  /// of `(02) 123-4567`, the `/` of `030/1234567`, the `(0)` of `+44 (0)20`.
  private static func endOfAreaMark(
    _ bytes: [UInt8], from start: Int, at index: Int, to end: Int
  ) -> Int? {
    switch bytes[index] {
    case ASCII.hyphen, ASCII.space:
      let isTrunkZero =
        bytes[start] == ASCII.plus && bytes[(index + 1)..<end].starts(with: "(0)".utf8)
      return isTrunkZero ? index + 4 : index + 1
    case ASCII.rightParenthesis:
      return bytes[index + 1] == ASCII.space ? index + 2 : index + 1
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
    return groups.count > 1 ? first.utf8.count <= 3 : true
  }

  private static func isNationalNumber(_ groups: [String]) -> Bool {
    let lengths = groups.map(\.utf8.count)
    let digits = lengths.reduce(0, +)
    guard let first = groups.first else { return false }
    if groups.count == 1 {
      return first.hasPrefix("010") && digits == 11
    }
    if first.hasPrefix("0") {
      // 010-1234-5678, 02-123-4567, 03-1234-5678, 020 7946 0018, 030 1234567
      guard (9...12).contains(digits), first.utf8.count >= 2, first.utf8.count <= 5 else {
        return false
      }
      return groups.count == 3
        ? lengths[2] == 4 || lengths[2] == 6 : groups.count == 2 && lengths[1] >= 6
    }
    if groups.count == 2 {
      // 1588-1234, the nationwide numbers of Korea
      return lengths == [4, 4] && ["15", "16", "18"].contains { first.hasPrefix($0) }
        && !["1500", "1600", "1800"].contains(first) || lengths == [4, 4] && first == "1600"
    }
    // 415-555-2671: no area or exchange of the North American plan begins with 0 or 1.
    return lengths == [3, 3, 4] && first >= "2" && groups[1] >= "2"
  }
}
