import CivilCalendar
import Foundation
import Wording

/// Days as people of a language write them: `21 November 2026`, `2026년 11월 21일`.
///
/// Only what is printed is formatted: the data of the calendars is not touched before.
enum LocalizedDate {
  static func text(_ day: Day, in language: Language) -> String {
    let date = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400)
    var style = Date.FormatStyle(date: .long, time: .omitted)
    style.locale = Locale(identifier: language == .korean ? "ko_KR" : "en_GB")
    style.timeZone = .gmt
    return date.formatted(style)
  }
}
