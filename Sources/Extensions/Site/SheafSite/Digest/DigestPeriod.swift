import ByteBasics
package import CivilCalendar

extension DayRange {
  /// `2026-W47`, `2026-11`, `2026`; nil for other days.
  package var periodName: String? {
    if first.weekday == .monday, last == first.adding(days: 6) {
      let week = first.isoWeek
      return "\(week.year)-W" + padded(week.number, to: 2)
    }
    if first == first.startOfMonth, last == first.endOfMonth { return String(first.description.prefix(7)) }
    return isYear ? String(first.year) : nil
  }

  var isYear: Bool {
    (first.month, first.dayOfMonth, last.month, last.dayOfMonth) == (1, 1, 12, 31) && first.year == last.year
  }
}

extension Day {
  /// The week of ISO 8601, with the year of the week.
  var isoWeek: (year: Int, number: Int) {
    let thursday = startOfWeek(.monday).adding(days: 3)
    let start = Day(iso: padded(thursday.year, to: 4) + "-01-01") ?? thursday
    return (thursday.year, thursday.days(since: start) / 7 + 1)
  }

  /// Returns the day of an earlier year. Nil for the 29th of February of a year without this day.
  func yearsBefore(_ years: Int) -> Day? { Day(iso: padded(year - years, to: 4) + description.dropFirst(4)) }
}
