// Rules as calendar programs read them.

extension RecurrenceRule {
  /// The value of an RRULE of RFC 5545, for a series that begins on `anchor`.
  ///
  /// A rule whose missing days fall on a month's last day is written with `BYSETPOS=-1`, which every
  /// program knows, where it names one day. From completion it cannot be told: the plain frequency stands.
  package func rfc5545(anchor: Day) -> String {
    var rule = self
    if missingDay == .lastDay { rule.spellOutMissingDays(anchor: anchor) }
    var parts = ["FREQ=" + rule.frequency.rawValue]
    if rule.interval > 1 { parts.append("INTERVAL=\(rule.interval)") }
    parts += Self.list("BYMONTH", rule.months) + Self.list("BYWEEKNO", rule.weekNumbers)
    parts += Self.list("BYYEARDAY", rule.yearDays) + Self.list("BYMONTHDAY", rule.monthDays)
    let codes = rule.weekdays.map { term in
      (term.ordinal.map { String($0) } ?? "") + Self.weekdayCodes[term.weekday.rawValue - 1]
    }
    if !codes.isEmpty { parts.append("BYDAY=" + codes.joined(separator: ",")) }
    parts += Self.list("BYSETPOS", rule.setPositions)
    if rule.weekStart != .monday {
      parts.append("WKST=" + Self.weekdayCodes[rule.weekStart.rawValue - 1])
    }
    switch rule.end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .until(let day): parts.append("UNTIL=" + day.description.filter { $0 != "-" })
    }
    return parts.joined(separator: ";")
  }

  private static func list(_ name: String, _ numbers: [Int]) -> [String] {
    guard !numbers.isEmpty else { return [] }
    return [name + "=" + numbers.map { String($0) }.joined(separator: ",")]
  }

  /// `31` as `28,29,30,31` of which the last counts.
  private mutating func spellOutMissingDays(anchor: Day) {
    let hasNoDays = weekdays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
    guard hasNoDays, frequency == .monthly || frequency == .yearly else { return }
    let day = monthDays.isEmpty ? anchor.dayOfMonth : monthDays[0]
    if frequency == .yearly, months.isEmpty { months = [anchor.month] }
    guard monthDays.count <= 1, months.count <= 1 || frequency == .monthly, day > 28 else {
      // Of several days only the last of a month can be told so that all programs understand it.
      monthDays = monthDays.map { $0 > 28 ? ($0 == 31 ? -1 : $0) : $0 }
      return
    }
    monthDays = Array(28...day)
    setPositions = [-1]
  }
}
