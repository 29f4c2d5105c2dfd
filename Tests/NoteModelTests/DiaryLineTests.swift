import CivilCalendar
import NoteModel
import Testing

/// Words for the diary on Saturday 2026-11-21 at 10:00.
@Suite struct DiaryLineTests {
  private func now() throws -> CivilMoment {
    CivilMoment(
      day: try #require(Day(iso: "2026-11-21")),
      time: try #require(TimeOfDay(hour: 10, minute: 0)), utcOffsetSeconds: 32_400)
  }

  private static let table: [(words: String, day: String, line: String)] = [
    ("", "2026-11-21", ""), ("snow", "2026-11-21", "10:00 snow"),
    ("today snow", "2026-11-21", "10:00 snow"), ("yesterday", "2026-11-20", ""),
    ("yesterday snow", "2026-11-20", "snow"),
    ("yesterday at 9pm: snow: much", "2026-11-20", "21:00 snow: much"),
    ("어제 밤 9시 눈", "2026-11-20", "21:00 눈"), ("어제 눈이 왔다", "2026-11-20", "눈이 왔다"),
    ("friday", "2026-11-20", ""), ("friday: fish", "2026-11-20", "fish"),
    ("saturday walk", "2026-11-21", "10:00 walk"), ("last friday fish", "2026-11-20", "fish"),
    ("sun shone", "2026-11-21", "10:00 sun shone"), ("may be", "2026-11-21", "10:00 may be"),
    ("월 회비", "2026-11-21", "10:00 월 회비"), ("3 apples", "2026-11-21", "10:00 3 apples"),
    ("noon soup", "2026-11-21", "12:00 soup"), ("2026-11-01 done", "2026-11-01", "done"),
    ("3일 전 비", "2026-11-18", "비"), ("note: this", "2026-11-21", "10:00 note: this"),
    ("tomorrow is sunday", "2026-11-22", "is sunday"),
  ]

  @Test(arguments: table)
  func `a time in front is the day, the rest is the line`(
    example: (words: String, day: String, line: String)
  ) throws {
    let words = example.words.split(separator: " ").map(String.init)
    let line = DiaryLine(reading: words, now: try now())
    #expect(line.day.description == example.day)
    #expect((line.text.isEmpty ? "" : line.line) == example.line)
  }

  @Test(arguments: [
    ("", "10:00 x\n"), ("a", "a\n\n10:00 x\n"), ("a\n", "a\n\n10:00 x\n"),
    ("a\n\n", "a\n\n10:00 x\n"), ("a\r\nb\r\n", "a\r\nb\r\n\r\n10:00 x\r\n"),
  ])
  func `a line is a paragraph of its own behind what was there`(
    before: String, after: String
  ) throws {
    let line = DiaryLine(reading: ["x"], now: try now())
    #expect(String(decoding: line.appended(to: Array(before.utf8)), as: UTF8.self) == after)
  }

  @Test func `streaks are counted up to today or yesterday`() throws {
    let today = try now().day
    func statistics(_ back: [Int]) -> DiaryStatistics {
      let words = Dictionary(uniqueKeysWithValues: back.map { (today.adding(days: -$0), 10) })
      return DiaryStatistics(words: words, closed: [], today: today)
    }
    #expect(statistics([0, 1, 2, 4, 5, 6, 7]).currentStreak == 3)
    #expect(statistics([0, 1, 2, 4, 5, 6, 7]).longestStreak == 4)
    #expect(statistics([1, 2]).currentStreak == 2)
    #expect(statistics([2, 3]).currentStreak == 0)
    #expect(statistics([]).longestStreak == 0)
  }

  @Test func `done tasks are counted by their weeks`() throws {
    let today = try now().day
    let statistics = DiaryStatistics(
      words: [:], closed: [today, today.adding(days: -6), today.adding(days: -400)], today: today,
      weeks: 2)
    #expect(statistics.doneByWeek.map(\.count) == [1, 1])
  }
}
