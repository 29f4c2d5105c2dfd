package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// The diary in numbers: streaks, words, completed tasks, and a map of the days.
package struct StatisticsReport: Report {
  private let statistics: DiaryStatistics
  private let days: DayRange

  package init(_ statistics: DiaryStatistics, days: DayRange) {
    self.statistics = statistics
    self.days = days
  }

  package var kind: String { "stats" }

  package var items: [JSONValue] {
    [
      .map([
        "year": .integer(days.first.year),
        "first": .string(days.first.description),
        "last": .string(days.last.description),
        "daysWritten": .integer(statistics.daysWritten),
        "words": .integer(statistics.wordCount),
        "currentStreak": .integer(statistics.currentStreak),
        "longestStreak": .integer(statistics.longestStreak),
        "doneByWeek": .array(
          statistics.doneByWeek.map { week in
            .map([
              "week": .string(week.monday.description),
              "done": .integer(week.count),
            ])
          }),
        "days": .array(
          statistics.words.sorted { $0.key < $1.key }.map { day, words in
            .map([
              "day": .string(day.description),
              "words": .integer(words),
            ])
          }),
      ])
    ]
  }

  package func lines(_ page: Page) -> [StyledText] {
    let isShort = days.last.days(since: days.first) < Self.leastOfMap
    return facts(page) + [StyledText()] + (isShort ? wordsByDay(page) : heatMap(page)) + [StyledText()]
      + doneByWeek(page)
  }

  /// A map of fewer days has too few columns to be read; each day gets a bar then.
  private static let leastOfMap = 60

  private func wordsByDay(_ page: Page) -> [StyledText] {
    bars(
      Message("Words by day", ko: "날짜별 단어 수"),
      statistics.words.sorted { $0.key < $1.key }.map { (page.listed(.day($0)), $1) }, page)
  }

  private func facts(_ page: Page) -> [StyledText] {
    let isPresent = days.contains(statistics.today)
    let longest = Message(
      "Longest streak: \(counted(statistics.longestStreak, "day"))", ko: "최장 연속 \(statistics.longestStreak)일")
    let streak =
      !isPresent
      ? longest
      : Message(
        "Streak: \(counted(statistics.currentStreak, "day")); longest: \(counted(statistics.longestStreak, "day"))",
        ko: "연속 \(statistics.currentStreak)일(최장 \(statistics.longestStreak)일)")
    func range(_ language: Language) -> String {
      let year = String(days.first.description.prefix { $0 != "-" })
      let isYear = "\(days.first) \(days.last)" == "\(year)-01-01 \(year)-12-31"
      if isYear { return year + (language == .korean ? "년" : "") }
      return [days.first, days.last].map { DayText.text(.day($0), in: language) }.joined(separator: " – ")
    }
    let (english, korean) = (range(.english), range(.korean))
    let written =
      statistics.daysWritten == 0
      ? Message("No diary entries in \(english)", ko: "\(korean)에 쓴 일기가 없습니다")
      : Message(
        "\(counted(statistics.daysWritten, "day")) with \(counted(statistics.wordCount, "word")) in \(english)",
        ko: "\(korean)에 \(statistics.daysWritten)일 동안 \(statistics.wordCount)단어")
    return ((statistics.longestStreak > 0 ? [streak] : []) + [written]).map { StyledText(page.text($0)) }
  }

  /// Draws one column per week and one row per weekday. Without room for all, the latest weeks are shown.
  private func heatMap(_ page: Page) -> [StyledText] {
    let (first, last) = (days.first, days.last)
    let room = page.columns - 5
    let end = min(last, max(statistics.today, first))
    let isPresent = first <= statistics.today && statistics.today <= last
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

  private func doneByWeek(_ page: Page) -> [StyledText] {
    bars(
      Message("Tasks done by week", ko: "주별 완료한 할 일"),
      statistics.doneByWeek.map { week in
        let (year, number) = week.monday.isoWeek
        return ("\(year)-W\(padded(number, to: 2))", week.count)
      }, page)
  }

  private func bars(_ title: Message, _ rows: [(label: String, count: Int)], _ page: Page) -> [StyledText] {
    let most = max(1, rows.map(\.count).max() ?? 1)
    let room = max(5, min(40, page.columns - 20))
    return [StyledText(page.text(title), .heading)]
      + rows.map { row in
        let length = (row.count * room + most - 1) / most
        var line = StyledText(row.label + "  ", .dim)
        line.append(String(repeating: page.asciiOnly ? "#" : "█", count: length), .done)
        line.append((length > 0 ? " " : "") + String(row.count))
        return line
      }
  }
}
