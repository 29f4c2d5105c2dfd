/// Days in figures other than ISO 8601: `2026/11/30`, `2026. 11. 30.`, `11/30`, `20261130`, `2026-q4`, `15th`.
struct NumericDate {
  let year: Int?
  let month: Int?
  let day: Int

  /// - Returns: nil where the text has another form. A day that no calendar has is the caller's to refuse.
  init?(_ text: String) {
    if text.utf8.count == 8, let number = Int(text), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
      return
    }
    if ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }),
      let number = Int(text.dropLast(2))
    {
      self.init(year: nil, month: nil, day: number)
      return
    }
    let trimmed = text.hasSuffix(".") ? text.dropLast() : text[...]
    for separator: Character in ["/", "."] {
      let parts = trimmed.split(separator: separator, omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0) }
      guard numbers.count == parts.count, parts.count == 2 || parts.count == 3 else { continue }
      guard parts.count == 2 || parts[0].utf8.count == 4 else { return nil }
      let isShort = parts.suffix(2).allSatisfy { $0.utf8.count <= 2 }
      guard isShort else { return nil }
      self.init(
        year: parts.count == 3 ? numbers[0] : nil, month: numbers[numbers.count - 2],
        day: numbers[numbers.count - 1])
      return
    }
    return nil
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
      let number = Int(last.dropFirst()), (1...4).contains(number)
    else { return nil }
    let year = parts.count == 1 ? thisYear : parts[0].utf8.count == 4 ? Int(parts[0]) : nil
    guard let year, let first = Day(year: year, month: number * 3 - 2, day: 1) else { return nil }
    return DayRange(first, first.adding(months: 2).endOfMonth)
  }
}
