/// A time of day on a wall clock.
package struct TimeOfDay: Hashable, Sendable, Comparable {
  /// Seconds since midnight, 0 ..< 86,400.
  package let secondsSinceMidnight: Int

  /// Creates a time, or nil for numbers that no clock has (25:00).
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    secondsSinceMidnight = hour * 3_600 + minute * 60 + second
  }

  private init(secondsSinceMidnight: Int) { self.secondsSinceMidnight = secondsSinceMidnight }

  package static let midnight = TimeOfDay(secondsSinceMidnight: 0)

  /// 09:00, the default time at which reminders of the day begin.
  package static let nine = TimeOfDay(secondsSinceMidnight: 9 * 3_600)

  package var hour: Int { secondsSinceMidnight / 3_600 }
  package var minute: Int { secondsSinceMidnight / 60 % 60 }
  package var second: Int { secondsSinceMidnight % 60 }

  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.secondsSinceMidnight < right.secondsSinceMidnight
  }
}

/// A day and a time on a wall clock, with the distance from UTC if the writer gave one.
package struct CivilMoment: Hashable, Sendable {
  package var day: Day
  package var time: TimeOfDay
  /// Seconds east of UTC as written (`+09:00`, `Z`), or nil: local time of the reader.
  package var utcOffsetSeconds: Int?
  /// The clock that the moment was read from: `now` has the user's. Moments that differ only in the clock are equal.
  package var zone: LocalZone?

  package init(day: Day, time: TimeOfDay, utcOffsetSeconds: Int? = nil) {
    self.day = day
    self.time = time
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  package static func == (left: CivilMoment, right: CivilMoment) -> Bool {
    left.day == right.day && left.time == right.time && left.utcOffsetSeconds == right.utcOffsetSeconds
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(time)
    hasher.combine(utcOffsetSeconds)
  }

  /// Converts another moment to the clock of this one (`now`): the one place where days and times of moments become
  /// those of the user's zone. In Berlin in November, `2027-07-15T00:30+02:00` stays on 15 July.
  package func here(_ other: CivilMoment) -> CivilMoment {
    (zone ?? .fixed(utcOffsetSeconds ?? 0)).local(other)
  }
}

/// A day or a moment: the value of a date field of a note.
package enum CivilDate: Hashable, Sendable {
  case day(Day)
  case moment(CivilMoment)

  /// The day on the writer's wall clock.
  package var day: Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day
    }
  }

  /// Returns the date on the clock of `now`: see ``here(in:)``.
  package func here(at now: CivilMoment) -> CivilDate { here(in: now.zone ?? .fixed(now.utcOffsetSeconds ?? 0)) }

  /// Returns the date on the user's clock, by which every surface names days and times. Only a moment with an offset
  /// changes.
  package func here(in zone: LocalZone) -> CivilDate {
    guard case .moment(let moment) = self, moment.utcOffsetSeconds != nil else { return self }
    return .moment(zone.local(moment))
  }

  /// Returns this date on another day: the time on the wall clock stays, also where the clocks change in between.
  ///
  /// - Parameter zone: The user's clock. A moment of another clock keeps its distance from UTC.
  package func moved(to day: Day, in zone: LocalZone) -> CivilDate {
    guard case .moment(var moment) = self else { return .day(day) }
    if moment.utcOffsetSeconds != nil, zone.moment(on: moment.day, at: moment.time) == moment {
      return .moment(zone.moment(on: day, at: moment.time))
    }
    moment.day = day
    return .moment(moment)
  }
}

extension CivilMoment {
  /// Creates the moment N seconds after 1970-01-01T00:00:00Z, on a clock `utcOffsetSeconds` east of UTC.
  ///
  /// - Returns: nil outside of the years -9999 to 9999.
  package init?(secondsSinceEpoch: Int, utcOffsetSeconds: Int) {
    guard (-377_705_116_800..<253_402_300_800).contains(secondsSinceEpoch) else { return nil }
    let local = secondsSinceEpoch + utcOffsetSeconds
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let second = local - days * 86_400
    guard let time = TimeOfDay(hour: second / 3_600, minute: second / 60 % 60, second: second % 60) else { return nil }
    self.init(day: Day(daysSinceEpoch: days), time: time, utcOffsetSeconds: utcOffsetSeconds)
  }

  /// Returns the seconds since 1970-01-01T00:00:00Z; `defaultOffsetSeconds` is used if the moment has no offset.
  package func secondsSinceEpoch(defaultOffsetSeconds: Int = 0) -> Int {
    day.daysSinceEpoch * 86_400 + time.secondsSinceMidnight - (utcOffsetSeconds ?? defaultOffsetSeconds)
  }
}

/// A day of the proleptic Gregorian calendar, without time or zone.
package struct Day: Hashable, Sendable, Comparable {
  /// Days since 1970-01-01, negative before.
  package let daysSinceEpoch: Int

  package init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

  /// 0001-01-01 and 9999-12-31: the ends of a span that is open.
  package static let earliest = Day(daysSinceEpoch: -719_162)
  package static let latest = Day(daysSinceEpoch: 2_932_896)

  /// Creates a day, or nil for numbers that no calendar has (month 13, 30 February).
  package init?(year: Int, month: Int, day: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Day.length(ofMonth: month, year: year)
    else { return nil }
    // Counts from 1 March of year 0, so that the leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    daysSinceEpoch = era * 146_097 + dayOfEra - 719_468
  }

  package static func < (left: Day, right: Day) -> Bool { left.daysSinceEpoch < right.daysSinceEpoch }

  /// Year, month (1–12) and day of the month (1–31).
  package var components: (year: Int, month: Int, day: Int) {
    let shifted = daysSinceEpoch + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  package var year: Int { components.year }
  package var month: Int { components.month }
  package var dayOfMonth: Int { components.day }

  package func adding(days: Int) -> Day { Day(daysSinceEpoch: daysSinceEpoch + days) }

  package func days(since other: Day) -> Int { daysSinceEpoch - other.daysSinceEpoch }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

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

  /// Returns the last day on or before this day that is a `weekday`.
  package func startOfWeek(_ weekday: Weekday) -> Day {
    adding(days: -((self.weekday.rawValue - weekday.rawValue + 7) % 7))
  }

  package var startOfMonth: Day { adding(days: 1 - dayOfMonth) }

  package var endOfMonth: Day {
    let (year, month, day) = components
    return adding(days: Day.length(ofMonth: month, year: year) - day)
  }

  /// Returns the same day of the month N months later, or the last day of that month if it is shorter.
  package func adding(months: Int) -> Day {
    let (year, month, day) = components
    let index = year * 12 + month - 1 + months
    let newYear = index >= 0 ? index / 12 : (index - 11) / 12
    let newMonth = index - newYear * 12 + 1
    let newDay = min(day, Day.length(ofMonth: newMonth, year: newYear))
    return Day(year: newYear, month: newMonth, day: newDay) ?? self
  }

  /// The week that contains this day, from Monday: the week of words for it, of ISO numbers and of digests, whatever
  /// the first column of a calendar is.
  package var week: DayRange {
    let monday = startOfWeek(.monday)
    return DayRange(monday, monday.adding(days: 6))
  }

  /// Creates the first day (a Monday) of an ISO week, or nil for a week that the year does not have.
  package init?(isoYear: Int, week: Int) {
    guard let fourth = Day(year: isoYear, month: 1, day: 4), (1...53).contains(week) else { return nil }
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

  /// Returns the number and year of the week, from Sunday on, that contains this day. The first week of a year is the
  /// week that contains the given day of January.
  package func sundayWeek(withJanuary day: Int) -> (year: Int, week: Int) {
    func firstWeek(_ year: Int) -> Day? { Day(year: year, month: 1, day: day)?.startOfWeek(.sunday) }
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
