/// The forms of ISO 8601 that files do not use but people type: weeks, days of the year, figures without
/// separators, each with a time or without.
enum ISOForms {
  /// `2026-W48-5`, `2026W485`, `2026-340`, `2026340`, `20261130`; with `T12:34`, `T1234`, `Z`, `+09`.
  ///
  /// - Returns: nil where the text, in lower case, has another form or no such day exists.
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
    if rest.utf8.count == 3, let number = number(rest), number > 0,
      let first = Day(year: year, month: 1, day: 1)
    {
      let day = first.adding(days: number - 1)
      return day.year == year ? day : nil
    }
    guard rest.utf8.count == 4, !hasHyphens, let month = number(rest.prefix(2)),
      let day = number(rest.suffix(2))
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// `1234`, `123456z`, `12:34+0100`, `12:34-01` with colons.
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
