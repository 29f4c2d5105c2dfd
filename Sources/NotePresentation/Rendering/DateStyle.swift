package import CivilCalendar
package import Wording

/// How days are written in listings, by `show` and on the site: the setting `dates.style`.
package enum DateStyle: String, Sendable, CaseIterable {
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

  package func text(_ day: Day, in language: Language) -> String {
    let (year, month, dayOfMonth) = day.components
    let shortYear = padded(year % 100, to: 2)
    let long = LocalizedDate.text(day, in: language)
    switch (self, language) {
    case (.full, .english):
      return CalendarNames.weekday(day.weekday, in: language.tongue) + ", " + long
    case (.full, .korean):
      return long + " " + CalendarNames.weekday(day.weekday, in: language.tongue)
    case (.long, _): return long
    case (.medium, .english):
      let name = CalendarNames.shortMonth(month, in: .english)
      return "\(dayOfMonth) \(name) \(year)"
    case (.medium, .korean): return "\(year). \(month). \(dayOfMonth)."
    case (.short, .english):
      return padded(dayOfMonth, to: 2) + "/" + padded(month, to: 2) + "/" + shortYear
    case (.short, .korean): return "\(shortYear). \(month). \(dayOfMonth)."
    case (.dotted, _):
      return "\(year)." + padded(month, to: 2) + "." + padded(dayOfMonth, to: 2)
    }
  }
}

extension Page {
  /// A day of a listing: as the user wants days, else with its weekday, `Fri 2026-11-27`; a moment with its time.
  func listed(_ date: CivilDate) -> String {
    guard let dates else { return DayText.text(date, in: language) }
    let day = dates.text(date.day, in: language)
    guard case .moment(let moment) = date else { return day }
    return day + " " + DayText.time(moment.time)
  }

  /// A day in a narrow column: as the user wants days, else `2026-11-27`.
  func column(_ day: Day) -> String { dates?.text(day, in: language) ?? day.description }

  /// A day in running text: as the user wants days, else `27 November 2026`.
  func written(_ day: Day) -> String { (dates ?? .long).text(day, in: language) }
}
