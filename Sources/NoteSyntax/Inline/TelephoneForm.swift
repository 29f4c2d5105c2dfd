import ByteBasics

/// A way of writing telephone numbers, as data: how they begin, and how many digits each group has.
struct TelephoneForm: Sendable {
  /// What a number needs besides its digits.
  enum Condition {
    case hyphens
    case noHyphens
    /// It is not a span of years or amounts: 1500-1600.
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
  init(
    _ prefixes: String, except exceptions: String = "", _ lengths: String,
    _ condition: Condition? = nil
  ) {
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

  /// True where groups of digits are written this way.
  func matches(_ groups: TelephoneGroups) -> Bool {
    hasLengths(groups) && isMet(by: groups) && begins(groups, with: prefixes)
      && !begins(groups, with: exceptions)
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
