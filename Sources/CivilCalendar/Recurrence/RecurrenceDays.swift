extension RecurrenceRule {
  /// The days of the rule in order, the first on or after `anchor`.
  package func days(from anchor: Day) -> RecurrenceDays { RecurrenceDays(self, anchor: anchor) }

  /// The first day of the rule after `day`; nil where the rule has ended.
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

  /// Those of a period's days that `BYSETPOS` names.
  private func positioned(_ days: [Day]) -> [Day] {
    guard !rule.setPositions.isEmpty else { return days }
    let wanted = Set(rule.setPositions.map { $0 > 0 ? $0 - 1 : days.count + $0 })
    return days.indices.filter(wanted.contains).map { days[$0] }
  }

  /// The days that the period with this number may hold; nil after the year 9999.
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
      return Day(year: number / 12, month: number % 12 + 1, day: 1)
        .map { DayRange($0, $0.endOfMonth) }
    case .yearly:
      let year = anchor.year + steps
      guard let first = Day(year: year, month: 1, day: 1),
        let last = Day(year: year, month: 12, day: 31)
      else { return nil }
      return DayRange(first, last)
    }
  }
}
