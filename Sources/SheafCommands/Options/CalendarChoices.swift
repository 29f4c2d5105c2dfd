import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// The first day of a week: as configured, else Sunday in Korean and Monday otherwise.
  func weekStart(_ configuration: Configuration) -> Weekday {
    switch configuration.text("calendar.week-start") {
    case "monday": .monday
    case "sunday": .sunday
    default: language == .korean ? .sunday : .monday
    }
  }

  /// A span of days as the user names it: `week`, `30d`, `today 30d`, `2026-12`, `a..b`.
  ///
  /// - Throws: ``UsageError`` for words that name none.
  func dayRange(_ words: [String], default days: Int) throws -> DayRange {
    let today = clock().day
    guard !words.isEmpty else { return DayRange(today, today.adding(days: days - 1)) }
    let text = words.joined(separator: " ")
    if let length = words.last.flatMap(Self.length), length > 0 {
      let start =
        words.count == 1 ? today : reading(words.dropLast().joined(separator: " "))?.firstDay
      if let start { return DayRange(start, start.adding(days: length - 1)) }
    }
    guard let reading = reading(text) else {
      throw UsageError(
        Message("Not a date range: “\(text)”", ko: "기간으로 읽을 수 없습니다: “\(text)”"),
        hint: Message(
          "Use week, 30d, today 30d, next month, 2026-12 or fri..sun; see sheaf-dates(7).",
          ko: "이번 주, 30d, 오늘 30d, 다음 달, 2026-12, 금요일..일요일처럼 입력하세요. 자세한 내용은 sheaf-dates(7)에 있습니다."))
    }
    return DayRange(reading.firstDay, reading.lastDay)
  }

  private func reading(_ text: String) -> DateReading? {
    DateExpression.parse(text, relativeTo: clock(), zone: zone)
  }

  /// `30d`, `2w`, `30일`: a number of days.
  private static func length(_ word: String) -> Int? {
    guard let number = Int(word.dropLast()), number < 4_000, !word.hasPrefix("+"),
      !word.hasPrefix("-")
    else { return nil }
    return switch word.last {
    case "d": number
    case "w": number * 7
    default: nil
    }
  }
}
