/// The names of months and of days of the week as dates are written with them.
package enum CalendarNames {
  package enum Tongue: Sendable, CaseIterable {
    case english, korean
  }

  /// Returns the name of a month: `November`, `11월`.
  package static func month(_ month: Int, in tongue: Tongue) -> String {
    switch tongue {
    case .english: (1...12).contains(month) ? months[month - 1] : ""
    case .korean: "\(month)월"
    }
  }

  /// Returns the short name of a month: `Nov`, `11월`.
  package static func shortMonth(_ month: Int, in tongue: Tongue) -> String {
    tongue == .english ? String(self.month(month, in: .english).prefix(3)) : "\(month)월"
  }

  /// Returns the name of a day of the week: `Saturday`, `토요일`.
  package static func weekday(_ weekday: Weekday, in tongue: Tongue) -> String {
    switch tongue {
    case .english: weekdays[weekday.rawValue - 1]
    case .korean: shortWeekday(weekday, in: .korean) + "요일"
    }
  }

  /// Returns the short name of a day of the week: `Sat`, `토`.
  package static func shortWeekday(_ weekday: Weekday, in tongue: Tongue) -> String {
    switch tongue {
    case .english: String(self.weekday(weekday, in: .english).prefix(3))
    case .korean: koreanWeekdays[weekday.rawValue - 1]
    }
  }

  /// Returns the first two letters of the English name of a day of the week: `Sa`.
  package static func shortestWeekday(_ weekday: Weekday) -> String {
    String(self.weekday(weekday, in: .english).prefix(2))
  }

  /// Returns an English ordinal number: `1st`, `22nd`, `13th`.
  package static func ordinal(_ number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let koreanWeekdays = ["월", "화", "수", "목", "금", "토", "일"]
}

extension CivilDate {
  /// The day of `due:someday`, after every other day.
  static let someday = Day(year: 9999, month: 12, day: 30)

  /// Returns the date with its weekday: `Fri 2026-11-27`, `2026-11-27 (금)`. A moment has its time after it.
  package func written(in tongue: CalendarNames.Tongue) -> String {
    if day == Self.someday { return tongue == .korean ? "언젠가" : "someday" }
    let weekday = CalendarNames.shortWeekday(day.weekday, in: tongue)
    let text = tongue == .korean ? "\(day) (\(weekday))" : "\(weekday) \(day)"
    guard case .moment(let moment) = self else { return text }
    return text + " " + padded(moment.time.hour, to: 2) + ":" + padded(moment.time.minute, to: 2)
  }
}
