import ByteBasics

/// Digits as they are written, in groups, and which country writes them so.
struct TelephoneGroups {
  var digits: [String] = []
  /// What is after the first group.
  var areaMark: UInt8?
  /// What is between the others.
  var separator: UInt8?
  /// A bracket after the first group is not closed yet.
  var hasOpenBracket = false
  /// The offset after the last group.
  var end = 0

  var lengths: [Int] { digits.map(\.utf8.count) }
  var hasHyphens: Bool { areaMark == ASCII.hyphen || separator == ASCII.hyphen }

  /// 1500-1600 and 1899-1950: two numbers of which the second is a little larger, or both end in 00.
  var isSpan: Bool {
    guard digits.count == 2, let first = Int(digits[0]), let last = Int(digits[1]) else {
      return false
    }
    return ((first + 1)...(first + 150)).contains(last) || first % 100 == 0 && last % 100 == 0
  }
}
