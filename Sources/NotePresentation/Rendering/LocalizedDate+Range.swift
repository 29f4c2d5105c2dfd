package import CivilCalendar
package import Wording

extension LocalizedDate {
  /// A span of days that repeats only what differs: `16–22 November 2026`, `2026년 11월 16일~22일`.
  package static func text(_ range: DayRange, in language: Language) -> String {
    let (first, last) = (range.first, range.last)
    guard first != last else { return text(first, in: language) }
    let isOneYear = first.year == last.year
    let isOneMonth = isOneYear && first.month == last.month
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
      return (isOneYear ? String(start.dropLast(year.count)) : start) + " – "
        + text(last, in: .english)
    }
  }
}
