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
    ("yesterday", "2026-11-20", ""), ("어제", "2026-11-20", ""), ("friday", "2026-11-20", ""),
    ("11월 20일", "2026-11-20", ""), ("11월 30일", "2025-11-30", ""), ("2026-11-01", "2026-11-01", ""),
    ("yesterday at 9pm: met Jieun", "2026-11-20", "21:00 met Jieun"),
    ("yesterday at 9pm: snow: much", "2026-11-20", "21:00 snow: much"),
    ("yesterday 21:00: snow", "2026-11-20", "21:00 snow"),
    ("11월 20일: 비", "2026-11-20", "비"), ("11월 20일:비", "2026-11-20", "비"),
    ("어제 밤 9시: 눈", "2026-11-20", "21:00 눈"), ("어제 오후 3:05: 눈", "2026-11-20", "15:05 눈"),
    ("friday: fish", "2026-11-20", "fish"), ("tomorrow: pack", "2026-11-22", "pack"),
    ("noon: soup", "2026-11-21", "12:00 soup"), ("today: soup", "2026-11-21", "10:00 soup"),
    ("yesterday:", "2026-11-20", ""),
    ("yesterday snow", "2026-11-21", "10:00 yesterday snow"),
    ("3일 동안 아팠다", "2026-11-21", "10:00 3일 동안 아팠다"),
    ("오늘 좋았다", "2026-11-21", "10:00 오늘 좋았다"),
    ("어제 눈이 왔다", "2026-11-21", "10:00 어제 눈이 왔다"),
    ("sun shone", "2026-11-21", "10:00 sun shone"), ("may be", "2026-11-21", "10:00 may be"),
    ("월: 회비", "2026-11-21", "10:00 월: 회비"), ("3 apples", "2026-11-21", "10:00 3 apples"),
    ("noon soup", "2026-11-21", "10:00 noon soup"),
    ("note: this", "2026-11-21", "10:00 note: this"),
    ("met at 21:00 again", "2026-11-21", "10:00 met at 21:00 again"),
    ("last week", "2026-11-21", "10:00 last week"),
  ]

  @Test(arguments: table)
  func `a day is read alone or before a colon, everything else is text of today`(
    example: (words: String, day: String, line: String)
  ) throws {
    let words = example.words.split(separator: " ").map(String.init)
    for line in [
      DiaryLine(reading: words, now: try now()),
      DiaryLine(reading: [example.words], now: try now()),
    ] {
      #expect(line.day.description == example.day)
      #expect((line.text.isEmpty ? "" : line.line) == example.line)
    }
  }

  @Test(arguments: [
    ("yesterday snow fell", "2026-11-20 yesterday: snow fell"),
    ("어제 밤 9시 눈", "2026-11-20 어제 밤 9시: 눈"), ("3일 전 비", "2026-11-18 3일 전: 비"),
    ("오늘 좋았다", nil), ("today snow", nil), ("sun shone", nil), ("snow yesterday", nil),
    ("yesterday: snow", nil), ("yesterday", nil),
  ])
  func `text that begins with another day says how to write it there`(
    words: String, alternative: String?
  ) throws {
    let line = DiaryLine(reading: [words], now: try now())
    #expect(line.alternative.map { "\($0.day) \($0.text)" } == alternative)
  }

  @Test func `a text from elsewhere belongs to the day that was typed`() throws {
    let line = DiaryLine(reading: ["yesterday"], body: "one\n\ntwo", now: try now())
    #expect(line.day.description == "2026-11-20")
    #expect(line.line == "one\n\ntwo")
    #expect(DiaryLine(reading: [], body: "one", now: try now()).line == "10:00 one")
    let week = DiaryLine(reading: ["last", "week"], now: try now(), takesPeriods: true)
    #expect(week.day.description == "2026-11-09")
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
      let days = Set(back.map { today.adding(days: -$0) })
      return DiaryStatistics(words: [:], days: days, closed: [], today: today, asked: DayRange(today, today))
    }
    #expect(statistics([0, 1, 2, 4, 5, 6, 7]).currentStreak == 3)
    #expect(statistics([0, 1, 2, 4, 5, 6, 7]).longestStreak == 4)
    #expect(statistics([1, 2]).currentStreak == 2)
    #expect(statistics([2, 3]).currentStreak == 0)
    #expect(statistics([]).longestStreak == 0)
  }

  @Test(arguments: [
    ("word word — … 1 2 → ・", 2), ("10:30 비가 왔다 2026-11-21", 2), ("don’t\nstop　멈춰\t-", 3), ("", 0), ("🎉 –", 0),
    ("a1 1a", 2),
  ])
  func `a word has a letter`(text: String, count: Int) {
    #expect(DiaryStatistics.wordCount(Array(text.utf8)[...]) == count)
  }

  @Test func `done tasks are counted by their weeks`() throws {
    let today = try now().day
    let statistics = DiaryStatistics(
      words: [:], days: [], closed: [today, today.adding(days: -6), today.adding(days: -400)], today: today,
      asked: DayRange(today.adding(days: -7), today))
    #expect(statistics.doneByWeek.map(\.count) == [1, 1])
  }
}
