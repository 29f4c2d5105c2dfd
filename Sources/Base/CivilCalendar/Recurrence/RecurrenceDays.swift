extension RecurrenceRule {
  /// Returns the days of the rule in order, the first on or after `anchor`.
  package func days(from anchor: Day) -> RecurrenceDays { RecurrenceDays(self, anchor: anchor) }

  /// Returns the first day of the rule after `day`, or nil if the rule has ended.
  ///
  /// With ``Basis/completion`` the rule counts from `day` itself.
  package func next(after day: Day, anchor: Day) -> Day? {
    let start = basis == .completion ? day : anchor
    return days(from: start).first { $0 > day }
  }
}

/// The days of a rule, made period by period: a day, a week, a month or a year at a time.
package struct RecurrenceDays: Sequence, IteratorProtocol, Sendable {
  private let rule: RecurrenceRule
  private let filter: RecurrenceFilter
  private let anchor: Day
  private var periodIndex = 0
  /// Days of the present period that were not handed out yet, the latest first.
  private var pending: [Day] = []
  private var handedOut = 0

  init(_ rule: RecurrenceRule, anchor: Day) {
    self.rule = rule
    self.anchor = anchor
    filter = RecurrenceFilter(rule, anchor: anchor)
  }

  package mutating func next() -> Day? {
    while let day = nextOfRule() {
      if !rule.exceptions.contains(day) { return day }
    }
    return nil
  }

  private mutating func nextOfRule() -> Day? {
    if case .count(let limit) = rule.end, handedOut >= limit { return nil }
    while pending.isEmpty {
      guard let period = period(periodIndex) else { return nil }
      if case .until(let last) = rule.end, period.first > last { return nil }
      periodIndex += 1
      pending = days(of: period).reversed()
    }
    guard let day = pending.popLast() else { return nil }
    if case .until(let last) = rule.end, day > last { return nil }
    handedOut += 1
    return day
  }

  private func days(of period: DayRange) -> [Day] {
    var days: [Day] = []
    var day = period.first
    while day <= period.last {
      if filter.matches(day) { days.append(day) }
      day = day.adding(days: 1)
    }
    return positioned(days).filter { $0 >= anchor }
  }

  /// Selects the days of a period that `BYSETPOS` names.
  private func positioned(_ days: [Day]) -> [Day] {
    guard !rule.setPositions.isEmpty else { return days }
    let wanted = Set(rule.setPositions.map { $0 > 0 ? $0 - 1 : days.count + $0 })
    return days.indices.filter(wanted.contains).map { days[$0] }
  }

  /// Returns the range of days of the period with this number, or nil after the year 9999.
  private func period(_ index: Int) -> DayRange? {
    let steps = index * rule.interval
    guard steps < 4_000_000 else { return nil }
    switch rule.frequency {
    case .daily:
      let day = anchor.adding(days: steps)
      return day.year <= 9999 ? DayRange(day, day) : nil
    case .weekly:
      let start = anchor.startOfWeek(rule.weekStart).adding(days: 7 * steps)
      return start.year <= 9999 ? DayRange(start, start.adding(days: 6)) : nil
    case .monthly:
      let (year, month, _) = anchor.components
      let number = year * 12 + month - 1 + steps
      return Day(year: number / 12, month: number % 12 + 1, day: 1).map { DayRange($0, $0.endOfMonth) }
    case .yearly:
      let year = anchor.year + steps
      guard let first = Day(year: year, month: 1, day: 1),
        let last = Day(year: year, month: 12, day: 31)
      else { return nil }
      return DayRange(first, last)
    }
  }
}

/// The days that a rule's `BY…` parts allow. A part that is missing is taken from the anchor.
struct RecurrenceFilter {
  private let rule: RecurrenceRule
  private let months: Set<Int>
  private let monthDays: Set<Int>
  private let plainWeekdays: Set<Weekday>
  private let numberedWeekdays: [RecurrenceRule.WeekdayTerm]

  init(_ rule: RecurrenceRule, anchor: Day) {
    self.rule = rule
    let isOpen = rule.weekdays.isEmpty && rule.monthDays.isEmpty && rule.yearDays.isEmpty && rule.weekNumbers.isEmpty
    var months = rule.months
    var monthDays = rule.monthDays
    var weekdays = rule.weekdays
    if isOpen {
      switch rule.frequency {
      case .daily: break
      case .weekly: weekdays = [RecurrenceRule.WeekdayTerm(anchor.weekday)]
      case .monthly: monthDays = [anchor.dayOfMonth]
      case .yearly:
        monthDays = [anchor.dayOfMonth]
        if months.isEmpty { months = [anchor.month] }
      }
    }
    self.months = Set(months)
    self.monthDays = Set(monthDays)
    plainWeekdays = Set(weekdays.filter { $0.ordinal == nil }.map(\.weekday))
    numberedWeekdays = weekdays.filter { $0.ordinal != nil }
  }

  func matches(_ day: Day) -> Bool {
    let (year, month, dayOfMonth) = day.components
    guard months.isEmpty || months.contains(month) else { return false }
    return matchesMonthDay(dayOfMonth, length: Day.length(ofMonth: month, year: year))
      && matchesWeekday(day, month: month, year: year) && matchesYearDay(day, year: year)
      && matchesWeekNumber(day)
  }

  private func matchesMonthDay(_ day: Int, length: Int) -> Bool {
    if monthDays.isEmpty || monthDays.contains(day) || monthDays.contains(day - length - 1) { return true }
    return rule.missingDay == .lastDay && day == length && monthDays.contains { $0 > length }
  }

  private func matchesWeekday(_ day: Day, month: Int, year: Int) -> Bool {
    guard !plainWeekdays.isEmpty || !numberedWeekdays.isEmpty else { return true }
    let weekday = day.weekday
    if plainWeekdays.contains(weekday) { return true }
    return numberedWeekdays.contains { term in
      guard term.weekday == weekday, let ordinal = term.ordinal else { return false }
      let (position, length) = place(of: day, month: month, year: year)
      return ordinal > 0 ? ordinal == position / 7 + 1 : -ordinal == (length - position - 1) / 7 + 1
    }
  }

  /// Returns the position of a day in its month or year, from 0, and the number of days in that month or year.
  private func place(of day: Day, month: Int, year: Int) -> (position: Int, length: Int) {
    if rule.frequency == .monthly || !months.isEmpty {
      return (day.dayOfMonth - 1, Day.length(ofMonth: month, year: year))
    }
    return (day.dayOfYear - 1, Day.isLeap(year) ? 366 : 365)
  }

  private func matchesYearDay(_ day: Day, year: Int) -> Bool {
    guard !rule.yearDays.isEmpty else { return true }
    let number = day.dayOfYear
    let length = Day.isLeap(year) ? 366 : 365
    return rule.yearDays.contains { $0 == number || $0 == number - length - 1 }
  }

  private func matchesWeekNumber(_ day: Day) -> Bool {
    guard !rule.weekNumbers.isEmpty else { return true }
    let (number, count) = day.weekOfYear(startingOn: rule.weekStart)
    return rule.weekNumbers.contains { $0 == number || $0 == number - count - 1 }
  }
}

extension Day {
  /// 1 for the first of January.
  package var dayOfYear: Int { Day(year: year, month: 1, day: 1).map { days(since: $0) + 1 } ?? 1 }

  /// Returns the number of this day's week and that of the weeks in its year. A week is in the year of its fourth day.
  func weekOfYear(startingOn weekStart: Weekday) -> (number: Int, count: Int) {
    let fourth = startOfWeek(weekStart).adding(days: 3)
    let number = (fourth.dayOfYear - 1) / 7 + 1
    let length = Day.isLeap(fourth.year) ? 366 : 365
    return (number, number + (length - fourth.dayOfYear) / 7)
  }
}
