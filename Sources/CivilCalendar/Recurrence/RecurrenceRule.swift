/// On which days something comes back: a rule of RFC 5545 about days, with what people's words add to it.
///
/// The rule contains no start. It is counted from an anchor, the first due day, so it never drifts:
/// ``days(from:)``.
///
/// An example: `every month`, counted from the anchor 2026-01-31. Each period gives its candidates by itself, so a short
/// month does not move those after it:
///
/// ```
///  period        January   February   March   April
///  candidate     31        31         31      31
///  .lastDay      01-31     02-28      03-31   04-30      what people mean
///  .skipped      01-31                03-31              RFC 5545
///                  │
///                  └ done on 02-02, with `when done`: counted from that day, 03-02
/// ```
package struct RecurrenceRule: Hashable, Sendable {
  package enum Frequency: String, Sendable, CaseIterable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A day of the week; with an ordinal the first (1), the last (-1) … of its month or year.
  package struct WeekdayTerm: Hashable, Sendable {
    package let weekday: Weekday
    package let ordinal: Int?

    package init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  package enum End: Hashable, Sendable {
    case never
    /// After N occurrences, the first included.
    case count(Int)
    /// The last day on which it may fall.
    case until(Day)
  }

  /// What becomes of the 31st in a month of thirty days.
  package enum MissingDay: Hashable, Sendable {
    /// There is no occurrence: RFC 5545.
    case skipped
    /// The month's last day stands in for it: what people mean by “every month on the 31st”.
    case lastDay
  }

  /// Where the next occurrence is counted from.
  package enum Basis: Hashable, Sendable {
    case anchor
    /// The day on which the last one was done: `after 3 days`.
    case completion
  }

  package var frequency: Frequency
  package var interval = 1
  package var weekdays: [WeekdayTerm] = []
  /// 1 … 31, or from the end -1 … -31.
  package var monthDays: [Int] = []
  package var months: [Int] = []
  /// 1 … 366, or from the end.
  package var yearDays: [Int] = []
  /// 1 … 53, or from the end.
  package var weekNumbers: [Int] = []
  /// Which days of each period's set count: 1 the first, -1 the last.
  package var setPositions: [Int] = []
  package var weekStart = Weekday.monday
  package var end = End.never
  package var missingDay = MissingDay.skipped
  package var basis = Basis.anchor

  package init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }

  /// True where a later due day does not tell what this one does: which week, month or year came first, a day
  /// of the month that short months lack, how many there were.
  package func needsAnchor(from day: Day) -> Bool {
    guard basis == .anchor else { return false }
    if case .count = end { return true }
    let isOpen =
      weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
    let isMonthly = frequency == .monthly || frequency == .yearly
    return interval > 1 || isMonthly && isOpen && day.dayOfMonth > 28
  }
}

/// Why a text is not a rule of recurrence.
package enum RecurrenceError: Error, Hashable, Sendable {
  /// This word was not understood.
  case unknownWord(String)
  /// A part of an RRULE that is unknown or has a value it cannot have.
  case wrongPart(name: String, value: String)
  /// Rules for hours, minutes and seconds.
  case shorterThanADay(String)
  /// `COUNT` and `UNTIL`, or a part that is twice.
  case contradiction(String)
}

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
