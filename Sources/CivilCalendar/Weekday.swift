/// A day of the week, numbered as ISO 8601 does.
package enum Weekday: Int, Sendable, CaseIterable, Hashable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday
}

extension Day {
  package var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = ((daysSinceEpoch + 3) % 7 + 7) % 7
    return Weekday(rawValue: index + 1) ?? .monday
  }

  /// The last day on or before this one that is a `weekday`.
  package func startOfWeek(_ weekday: Weekday) -> Day {
    adding(days: -((self.weekday.rawValue - weekday.rawValue + 7) % 7))
  }

  package var startOfMonth: Day { adding(days: 1 - dayOfMonth) }

  package var endOfMonth: Day {
    let (year, month, day) = components
    return adding(days: Day.length(ofMonth: month, year: year) - day)
  }

  /// The same day of the month N months later, or that month's last day where it has none.
  package func adding(months: Int) -> Day {
    let (year, month, day) = components
    let index = year * 12 + month - 1 + months
    let newYear = index >= 0 ? index / 12 : (index - 11) / 12
    let newMonth = index - newYear * 12 + 1
    let newDay = min(day, Day.length(ofMonth: newMonth, year: newYear))
    return Day(year: newYear, month: newMonth, day: newDay) ?? self
  }

  /// The first day (a Monday) of an ISO week; nil for a week that the year does not have.
  package init?(isoYear: Int, week: Int) {
    guard let fourth = Day(year: isoYear, month: 1, day: 4), week >= 1 else { return nil }
    let monday = fourth.startOfWeek(.monday).adding(days: (week - 1) * 7)
    guard monday.adding(days: 3).year == isoYear else { return nil }
    self = monday
  }

  /// The ISO week that contains this day, and its year.
  package var isoWeek: (year: Int, week: Int) {
    let thursday = startOfWeek(.monday).adding(days: 3)
    let first = Day(year: thursday.year, month: 1, day: 1) ?? thursday
    return (thursday.year, thursday.days(since: first) / 7 + 1)
  }
}

extension Day {
  /// The week from Sunday that holds this day, and its year: a year's first week is the one with a day of January.
  package func sundayWeek(withJanuary day: Int) -> (year: Int, week: Int) {
    func firstWeek(_ year: Int) -> Day? {
      Day(year: year, month: 1, day: day)?.startOfWeek(.sunday)
    }
    for year in [self.year + 1, self.year, self.year - 1] {
      guard let start = firstWeek(year), days(since: start) >= 0 else { continue }
      return (year, days(since: start) / 7 + 1)
    }
    return isoWeek
  }
}

/// Days from the first to the last, both included.
package struct DayRange: Hashable, Sendable {
  package let first: Day
  package let last: Day

  package init(_ first: Day, _ last: Day) {
    self.first = min(first, last)
    self.last = max(first, last)
  }

  package func contains(_ day: Day) -> Bool { day >= first && day <= last }
}
