package import ByteBasics
import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// The diary in numbers: streaks, words, completed tasks, and a map of the year.
package struct StatisticsReport: Report {
  private let statistics: DiaryStatistics
  private let year: Int

  package init(_ statistics: DiaryStatistics, year: Int) {
    self.statistics = statistics
    self.year = year
  }

  package var kind: String { "stats" }

  package var items: [JSONValue] {
    [
      .object([
        JSONValue.Member("year", .integer(year)),
        JSONValue.Member("daysWritten", .integer(statistics.daysWritten)),
        JSONValue.Member("words", .integer(statistics.wordCount)),
        JSONValue.Member("currentStreak", .integer(statistics.currentStreak)),
        JSONValue.Member("longestStreak", .integer(statistics.longestStreak)),
        JSONValue.Member(
          "doneByWeek",
          .array(
            statistics.doneByWeek.map { week in
              .object([
                JSONValue.Member("week", .string(week.monday.description)),
                JSONValue.Member("done", .integer(week.count)),
              ])
            })),
        JSONValue.Member(
          "days",
          .array(
            statistics.words.sorted { $0.key < $1.key }.map { day, words in
              .object([
                JSONValue.Member("day", .string(day.description)),
                JSONValue.Member("words", .integer(words)),
              ])
            })),
      ])
    ]
  }

  package func lines(_ page: Page) -> [StyledText] {
    facts(page) + [StyledText()] + heatMap(page) + [StyledText()] + bars(page)
  }

  private func facts(_ page: Page) -> [StyledText] {
    let streak = Message(
      "Streak: \(counted(statistics.currentStreak, "day")); longest: \(counted(statistics.longestStreak, "day"))",
      ko: "연속 \(statistics.currentStreak)일(최장 \(statistics.longestStreak)일)")
    let written =
      statistics.daysWritten == 0
      ? Message("No diary entries in \(year)", ko: "\(year)년에 쓴 일기가 없습니다")
      : Message(
        "\(counted(statistics.daysWritten, "day")) with \(counted(statistics.wordCount, "word")) in \(year)",
        ko: "\(year)년에 \(statistics.daysWritten)일 동안 \(statistics.wordCount)단어")
    return ((statistics.longestStreak > 0 ? [streak] : []) + [written]).map { StyledText(page.text($0)) }
  }

  /// Draws one column per week and one row per weekday. Without room for all, the latest weeks are shown.
  private func heatMap(_ page: Page) -> [StyledText] {
    guard let first = Day(year: year, month: 1, day: 1),
      let last = Day(year: year, month: 12, day: 31)
    else { return [] }
    let room = page.columns - 5
    let end = min(last, max(statistics.today, first))
    let isPresent = statistics.today.year == year
    let lastMonday = (isPresent ? end : last).startOfWeek(.monday)
    let firstMonday = first.startOfWeek(.monday)
    let weeks = min(room, lastMonday.days(since: firstMonday) / 7 + 1)
    let start = lastMonday.adding(days: -7 * (weeks - 1))
    let limits = thresholds
    return Weekday.allCases.map { weekday in
      var line = StyledText(DayText.weekday(weekday, in: page.language), .dim).padded(to: 4)
      for week in 0..<weeks {
        let day = start.adding(days: 7 * week + weekday.rawValue - 1)
        guard day <= last, day <= statistics.today || !isPresent else { break }
        guard day >= first else {
          line.append(" ")
          continue
        }
        let level = statistics.words[day].map { words in 1 + limits.count { words > $0 } } ?? 0
        line.append(Self.shade(level, page.asciiOnly), level == 0 ? .dim : .done)
      }
      return line
    }
  }

  /// The words that separate quarters of the days written.
  private var thresholds: [Int] {
    let sorted = statistics.words.values.sorted()
    guard !sorted.isEmpty else { return [] }
    return [1, 2, 3].map { sorted[sorted.count * $0 / 4] }
  }

  private static func shade(_ level: Int, _ asciiOnly: Bool) -> String {
    (asciiOnly ? [".", "-", "+", "x", "#"] : ["·", "░", "▒", "▓", "█"])[min(level, 4)]
  }

  private func bars(_ page: Page) -> [StyledText] {
    let most = max(1, statistics.doneByWeek.map(\.count).max() ?? 1)
    let room = max(5, min(40, page.columns - 20))
    let title = StyledText(page.text(Message("Tasks done by week", ko: "주별 완료한 할 일")), .heading)
    return [title]
      + statistics.doneByWeek.map { week in
        let (year, number) = week.monday.isoWeek
        let length = (week.count * room + most - 1) / most
        var line = StyledText("\(year)-W\(padded(number, to: 2))  ", .dim)
        line.append(String(repeating: page.asciiOnly ? "#" : "█", count: length), .done)
        line.append((length > 0 ? " " : "") + String(week.count))
        return line
      }
  }
}
