package import CivilCalendar
package import Wording

/// Days with their weekday, short enough for a column.
package enum DayText {
  /// `Fri 2026-11-27`, `2026-11-27 (금)`; a moment with its time.
  package static func text(_ date: CivilDate, in language: Language) -> String {
    let weekday = weekday(date.day.weekday, in: language)
    let iso = date.day.description
    let day = language == .korean ? iso + " (" + weekday + ")" : weekday + " " + iso
    guard case .moment(let moment) = date else { return day }
    return day + " " + time(moment.time)
  }

  /// `09:05`, without seconds.
  package static func time(_ time: TimeOfDay) -> String {
    padded(time.hour, to: 2) + ":" + padded(time.minute, to: 2)
  }

  private static let englishWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let koreanWeekdays = ["월", "화", "수", "목", "금", "토", "일"]

  /// `Mon`, `월`
  package static func weekday(_ weekday: Weekday, in language: Language) -> String {
    (language == .korean ? koreanWeekdays : englishWeekdays)[weekday.rawValue - 1]
  }

  /// `November 2026`, `2026년 11월`
  package static func month(of day: Day, in language: Language) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return language == .korean
      ? "\(day.year)년 \(day.month)월" : "\(names[day.month - 1]) \(day.year)"
  }
}
