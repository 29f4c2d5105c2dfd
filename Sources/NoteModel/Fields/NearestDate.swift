import CivilCalendar
import Wording

/// What the user most likely meant by words that are no day.
enum NearestDate {
  /// `tomorow` → `tomorrow (2026-11-22)`, `2026-02-30` → `2026-02-28`, `next week` → `2026-11-29`.
  static func reading(_ text: String, now: CivilMoment) -> String? {
    if case .range(let range)? = DateExpression.parse(text, relativeTo: now) {
      return range.last.year < 9999 ? range.last.description : nil
    }
    if let day = lastDay(ofMonthIn: text) { return day.description }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let corrected = words.map { nearestName(to: $0, among: DayWords.vocabulary) ?? $0 }
    let meant = corrected.joined(separator: " ")
    guard corrected != words, let date = DateExpression.parse(meant, relativeTo: now)?.date else {
      return nil
    }
    return "\(meant) (\(date))"
  }

  /// The last day of the month of `2026-02-30`.
  private static func lastDay(ofMonthIn text: String) -> Day? {
    let parts = text.split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      (29...31).contains(day)
    else { return nil }
    return Day(year: year, month: month, day: 1)?.endOfMonth
  }
}
