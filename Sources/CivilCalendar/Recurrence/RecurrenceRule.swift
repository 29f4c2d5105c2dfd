/// On which days something comes back: a rule of RFC 5545 about days, with what people's words add to it.
///
/// The rule contains no start. It is counted from an anchor, the first due day, so it never drifts:
/// ``days(from:)``.
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
