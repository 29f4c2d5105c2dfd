package import CivilCalendar
package import Wording

/// Days as people of a language write them: `21 November 2026`, `2026년 11월 21일`.
package enum LocalizedDate {
  package static func text(_ day: Day, in language: Language) -> String {
    let (year, month, dayOfMonth) = day.components
    switch language {
    case .korean: return "\(year)년 \(month)월 \(dayOfMonth)일"
    case .english: return "\(dayOfMonth) \(CalendarNames.month(month, in: .english)) \(year)"
    }
  }

  /// Returns a month with its year: `November 2026`, `2026년 11월`.
  package static func month(_ month: Int, of year: Int, in language: Language) -> String {
    switch language {
    case .korean: "\(year)년 \(month)월"
    case .english: "\(CalendarNames.month(month, in: .english)) \(year)"
    }
  }

  /// Returns the short names of weekdays, from Monday: `Mon`, `월`.
  package static func weekdays(in language: Language) -> [String] {
    Weekday.allCases.map { CalendarNames.shortWeekday($0, in: language.tongue) }
  }
}

extension Language {
  /// The language of the names of days and months.
  package var tongue: CalendarNames.Tongue {
    switch self {
    case .english: .english
    case .korean: .korean
    }
  }
}

extension LocalizedDate {
  /// Returns a range without repetitions: `16–22 November 2026`, `2026년 11월 16일~22일`, `November 2026` for a month.
  package static func text(_ range: DayRange, in language: Language) -> String {
    let (first, last) = (range.first, range.last)
    guard first != last else { return text(first, in: language) }
    let isOneYear = first.year == last.year
    let isOneMonth = isOneYear && first.month == last.month
    if isOneMonth, first == first.startOfMonth, last == first.endOfMonth {
      return month(first.month, of: first.year, in: language)
    }
    switch language {
    case .korean:
      let month = isOneMonth ? "" : "\(last.month)월 "
      let end = isOneYear ? month + "\(last.dayOfMonth)일" : text(last, in: .korean)
      return text(first, in: .korean) + "~" + end
    case .english:
      if isOneMonth { return "\(first.dayOfMonth)–" + text(last, in: .english) }
      // The year is at the end, so it is the first date that goes without.
      let start = text(first, in: .english)
      let year = " \(first.year)"
      return (isOneYear ? String(start.dropLast(year.count)) : start) + " – " + text(last, in: .english)
    }
  }
}

/// Days with their weekday, short enough for a column.
package enum DayText {
  /// Returns a date with its weekday: `Fri 2026-11-27`, `2026-11-27 (금)`. A moment has its time after it.
  package static func text(_ date: CivilDate, in language: Language) -> String { date.written(in: language.tongue) }

  /// Returns a time without seconds: `09:05`.
  package static func time(_ time: TimeOfDay) -> String {
    padded(time.hour, to: 2) + ":" + padded(time.minute, to: 2)
  }

  /// Returns the short name of a weekday: `Mon`, `월`.
  package static func weekday(_ weekday: Weekday, in language: Language) -> String {
    CalendarNames.shortWeekday(weekday, in: language.tongue)
  }
}

/// The format of days in listings, in `show` and on the site: the setting `dates.style`.
package struct DateStyle: Sendable, Hashable {
  package enum Form: String, Sendable, CaseIterable {
    /// `Saturday, 21 November 2026`, `2026년 11월 21일 토요일`
    case full
    /// `21 November 2026`, `2026년 11월 21일`
    case long
    /// `21 Nov 2026`, `2026. 11. 21.`
    case medium
    /// `21/11/26`, `26. 11. 21.`
    case short
    /// `2026.11.21` in both languages.
    case dotted
  }

  package let form: Form
  /// True if the month comes first in English: `November 21, 2026`, `11/21/26`, `3:00 PM`.
  package let isAmerican: Bool

  package static let full = DateStyle(.full)
  package static let long = DateStyle(.long)
  static let medium = DateStyle(.medium)
  static let short = DateStyle(.short)
  static let dotted = DateStyle(.dotted)

  package init(_ form: Form, isAmerican: Bool = false) {
    self.form = form
    self.isAmerican = isAmerican
  }

  /// - Parameter locale: The name of the locale of times, such as `en_US.UTF-8`.
  package init?(setting: String, locale: String) {
    guard let form = Form(rawValue: setting) else { return nil }
    self.init(form, isAmerican: locale.hasPrefix("en_US"))
  }

  package func text(_ day: Day, in language: Language) -> String {
    let (year, month, dayOfMonth) = day.components
    let shortYear = padded(year % 100, to: 2)
    switch (form, language) {
    case (.full, .english):
      let long = DateStyle(.long, isAmerican: isAmerican).text(day, in: language)
      return CalendarNames.weekday(day.weekday, in: language.tongue) + ", " + long
    case (.full, .korean):
      return LocalizedDate.text(day, in: language) + " " + CalendarNames.weekday(day.weekday, in: language.tongue)
    case (.long, .english) where isAmerican: return "\(CalendarNames.month(month, in: .english)) \(dayOfMonth), \(year)"
    case (.long, _): return LocalizedDate.text(day, in: language)
    case (.medium, .english):
      let name = CalendarNames.shortMonth(month, in: .english)
      return isAmerican ? "\(name) \(dayOfMonth), \(year)" : "\(dayOfMonth) \(name) \(year)"
    case (.medium, .korean): return "\(year). \(month). \(dayOfMonth)."
    case (.short, .english):
      return isAmerican
        ? "\(month)/\(dayOfMonth)/\(shortYear)"
        : padded(dayOfMonth, to: 2) + "/" + padded(month, to: 2) + "/" + shortYear
    case (.short, .korean): return "\(shortYear). \(month). \(dayOfMonth)."
    case (.dotted, _): return "\(year)." + padded(month, to: 2) + "." + padded(dayOfMonth, to: 2)
    }
  }

  /// Returns a day, or a moment with its time: `2026년 11월 21일 오후 3:00`, `November 21, 2026 3:00 PM`.
  package func text(_ date: CivilDate, in language: Language) -> String {
    let day = text(date.day, in: language)
    guard case .moment(let moment) = date else { return day }
    return day + " " + time(moment.time, in: language)
  }

  private func time(_ time: TimeOfDay, in language: Language) -> String {
    let clock = "\(time.hour % 12 == 0 ? 12 : time.hour % 12):" + padded(time.minute, to: 2)
    switch language {
    case .english: return isAmerican ? clock + (time.hour < 12 ? " AM" : " PM") : DayText.time(time)
    case .korean:
      guard form == .full || form == .long else { return DayText.time(time) }
      return (time.hour < 12 ? "오전 " : time.hour == 12 && time.minute == 0 ? "낮 " : "오후 ") + clock
    }
  }
}

extension Page {
  /// Returns a date for a listing: in the user's format, otherwise `Fri 2026-11-27`. A moment has its time.
  func listed(_ date: CivilDate) -> String {
    guard let dates else { return DayText.text(date, in: language) }
    return dates.text(date, in: language)
  }
}
