/// Days in figures other than RFC 3339: `2026/11/30`, `2026. 11. 30.`, `2026-3-3`, `11/30`, `20261130`,
/// `2026-W48-5`, `2026-340`, `15th`, and periods: `2026-q4`, `9/2026`.
struct NumericDate {
  let year: Int?
  let month: Int?
  let day: Int

  /// A day whose month may be open.
  ///
  /// - Returns: nil where the text has another form, or more than one meaning. A day that no calendar has is
  ///   the caller's to refuse.
  init?(_ text: String, thisYear: Int) {
    if ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }),
      let number = Int(text.dropLast(2))
    {
      self.init(year: nil, month: nil, day: number)
      return
    }
    let isKorean = text.hasSuffix(".")
    let trimmed = isKorean ? text.dropLast() : text[...]
    for separator: Character in ["/", ".", "-"] {
      let parts = trimmed.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 2 && separator != "-" || parts.count == 3,
        let date = NumericDate(parts, isKorean: isKorean, thisYear: thisYear)
      else { continue }
      self = date
      return
    }
    return nil
  }

  private init?(_ parts: [Substring], isKorean: Bool, thisYear: Int) {
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(part) : MonthNames.month(String(part))
    }
    guard numbers.count == parts.count else { return nil }
    let lengths = parts.map { $0.utf8.allSatisfy { $0 &- 0x30 < 10 } ? $0.utf8.count : 2 }
    switch lengths.count {
    case 2 where lengths.allSatisfy({ $0 <= 2 }):
      self.init(year: nil, month: numbers[0], day: numbers[1])
    case 3 where lengths[0] == 4 && lengths[1] <= 2 && lengths[2] <= 2:
      self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    case 3
    where isKorean && lengths == [2, 2, 2] || isKorean && lengths[0] == 2 && lengths.max() == 2:
      self.init(year: thisYear / 100 * 100 + numbers[0], month: numbers[1], day: numbers[2])
    case 3 where lengths[2] == 4 && lengths[0] <= 2 && lengths[1] <= 2:
      // The day comes first here and second there: read only where that makes no difference.
      let (first, second) = (numbers[0], numbers[1])
      guard first > 12 || second > 12 || first == second else { return nil }
      self.init(year: numbers[2], month: min(first, second), day: max(first, second))
    default: return nil
    }
  }

  private init(year: Int?, month: Int?, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// `2026-q4` and `q4`.
  static func quarter(_ text: String, thisYear: Int) -> DayRange? {
    let parts = text.split(separator: "-")
    guard let last = parts.last, parts.count <= 2, last.utf8.count == 2, last.hasPrefix("q"),
      let number = Int(last.dropFirst())
    else { return nil }
    let year = parts.count == 1 ? thisYear : parts[0].utf8.count == 4 ? Int(parts[0]) : nil
    return year.flatMap { quarter(number, of: $0) }
  }

  static func quarter(_ number: Int, of year: Int) -> DayRange? {
    guard (1...4).contains(number), let first = Day(year: year, month: number * 3 - 2, day: 1)
    else { return nil }
    return DayRange(first, first.adding(months: 2).endOfMonth)
  }

  /// `9/2026`, `09.2026`.
  static func month(_ text: String) -> DayRange? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count == 4,
      let month = Int(parts[0]), let year = Int(parts[1]),
      let first = Day(year: year, month: month, day: 1)
    else { return nil }
    return DayRange(first, first.endOfMonth)
  }
}
