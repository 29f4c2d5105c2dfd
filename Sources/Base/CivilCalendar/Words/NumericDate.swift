/// Days in figures other than RFC 3339: `2026/11/30`, `2026. 11. 30.`, `2026-3-3`, `11/30`, `20261130`,
/// `2026-W48-5`, `2026-340`, `15th`, and periods: `2026-q4`, `9/2026`.
struct NumericDate {
  let year: Int?
  let month: Int?
  let day: Int

  /// A day whose month may be open.
  ///
  /// - Returns: nil if the text has another form, or more than one meaning. A day that no calendar has is
  ///   the caller's to refuse.
  init?(_ text: String, thisYear: Int) {
    if ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }), let number = Int(text.dropLast(2)) {
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
    case 2 where lengths.allSatisfy({ $0 <= 2 }): self.init(year: nil, month: numbers[0], day: numbers[1])
    case 3 where lengths[0] == 4 && lengths[1] <= 2 && lengths[2] <= 2:
      self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    case 3 where isKorean && lengths == [2, 2, 2] || isKorean && lengths[0] == 2 && lengths.max() == 2:
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

  /// Parses `2026-q4` and `q4`.
  static func quarter(_ text: String, thisYear: Int) -> DayRange? {
    let parts = text.split(separator: "-")
    guard let last = parts.last, parts.count <= 2, last.utf8.count == 2, last.hasPrefix("q"),
      let number = Int(last.dropFirst())
    else { return nil }
    let year = parts.count == 1 ? thisYear : parts[0].utf8.count == 4 ? Int(parts[0]) : nil
    return year.flatMap { quarter(number, of: $0) }
  }

  static func quarter(_ number: Int, of year: Int) -> DayRange? {
    guard (1...4).contains(number), let first = Day(year: year, month: number * 3 - 2, day: 1) else { return nil }
    return DayRange(first, first.adding(months: 2).endOfMonth)
  }

  /// Parses `9/2026`.
  static func month(_ text: String) -> DayRange? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count == 4,
      let month = Int(parts[0]), let year = Int(parts[1]),
      let first = Day(year: year, month: month, day: 1)
    else { return nil }
    return DayRange(first, first.endOfMonth)
  }
}

/// The forms of ISO 8601 that files do not use but people type: weeks, days of the year, figures without
/// separators, each with a time or without.
enum ISOForms {
  /// Parses `2026-W48-5`, `2026W485`, `2026-340`, `2026340`, `20261130`, also with `T12:34`, `T1234`, `Z`, `+09`.
  ///
  /// - Returns: nil if the text, in lower case, has another form or no such day exists.
  static func date(_ text: String) -> CivilDate? {
    let sides = text.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = sides.first, let day = day(head) else { return nil }
    guard sides.count == 2 else { return .day(day) }
    guard let time = extended(sides[1]) else { return nil }
    return CivilDate(iso: "\(day)T\(time)".uppercased())
  }

  private static func day(_ text: Substring) -> Day? {
    let hasHyphens = text.contains("-")
    let compact = text.filter { $0 != "-" }
    guard let year = number(compact.prefix(4)), compact.utf8.count > 4 else { return nil }
    let rest = compact.dropFirst(4)
    if rest.hasPrefix("w") {
      guard rest.utf8.count == 4, let week = number(rest.dropFirst().prefix(2)),
        let weekday = number(rest.suffix(1)), (1...7).contains(weekday),
        !hasHyphens || text.utf8.count == 10
      else { return nil }
      return Day(isoYear: year, week: week)?.adding(days: weekday - 1)
    }
    if hasHyphens {
      guard text.utf8.count == 8, text.dropFirst(4).first == "-" else { return Day(iso: text) }
    }
    if rest.utf8.count == 3, let number = number(rest), number > 0, let first = Day(year: year, month: 1, day: 1) {
      let day = first.adding(days: number - 1)
      return day.year == year ? day : nil
    }
    guard rest.utf8.count == 4, !hasHyphens, let month = number(rest.prefix(2)),
      let day = number(rest.suffix(2))
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// Adds the colons to a time: `1234`, `123456z`, `12:34+0100`, `12:34-01`.
  private static func extended(_ text: Substring) -> String? {
    let clock = text.prefix { ("0"..."9").contains($0) || $0 == ":" }
    var time = String(clock)
    if !clock.contains(":") {
      guard [4, 6].contains(clock.utf8.count) else { return nil }
      time = pairs(clock)
    }
    var zone = String(text.dropFirst(clock.count))
    if let sign = zone.first, sign == "+" || sign == "-", !zone.contains(":") {
      let digits = zone.dropFirst()
      guard [2, 4].contains(digits.utf8.count) else { return nil }
      zone = String(sign) + pairs(digits)
    }
    return time + zone
  }

  private static func pairs(_ digits: Substring) -> String {
    var pairs: [Substring] = []
    var rest = digits
    while !rest.isEmpty {
      pairs.append(rest.prefix(2))
      rest = rest.dropFirst(2)
    }
    return pairs.joined(separator: ":")
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(text) : nil
  }
}
