import CivilCalendar
import NoteModel
import Testing

@Suite struct DayPatternTests {
  @Test(arguments: [
    ("Daily/{{year}}/{{day}}.md", "Daily/2026/2026-11-21.md"),
    ("{{day}}", "2026-11-21.md"),
    (
      "일기/{{year}}/{{month}}-{{monthName}}/{{day}}-{{weekday}}",
      "일기/2026/11-November/2026-11-21-Saturday.md"
    ),
    ("journal/{{year}}/{{month}}/{{dayOfMonth}}.md", "journal/2026/11/21.md"),
    ("J/{{shortYear}}{{month}}{{dayOfMonth}}", "J/261121.md"),
    ("{{weekYear}}-W{{week}}-{{weekdayNumber}}", "2026-W47-6.md"),
    ("{{year}}-{{dayOfYear}}", "2026-325.md"),
    ("{{shortMonthName}} {{ordinalDay}}, {{year}}", "Nov 21st, 2026.md"),
    ("{{year}}년 {{monthName-ko}} {{plainDayOfMonth}}일({{shortWeekday-ko}})", "2026년 11월 21일(토).md"),
    ("{{weekYear-en}}-W{{week-en}}/{{day}}", "2026-W47/2026-11-21.md"),
    ("W{{plainWeek}}/{{day}} W{{week-ko}}", "W47/2026-11-21 W47.md"),
    ("{{weekYear-en}}-W{{week-en}}-{{weekdayNumber-en}}", "2026-W47-6.md"),
    ("{{weekYear-ko}}년 {{plainWeek-ko}}주 {{weekday-ko}}", "2026년 47주 토요일.md"),
    ("{{year}}/{{plainDayOfYear}} {{shortestWeekday}}", "2026/325 Sa.md"),
    ("Q{{quarter}}/{{plainMonth}}.{{plainDayOfMonth}}.{{year}}", "Q4/11.21.2026.md"),
  ])
  func `a day gives a name, and the name gives the day`(text: String, name: String) throws {
    let pattern = try DayPattern(text)
    let day = try #require(Day(iso: "2026-11-21"))
    #expect(pattern.path(of: day).string == name)
    #expect(pattern.day(of: NotePath(trusted: name)) == day)
  }

  @Test(arguments: [
    // The numbers are Moment's: ISO, English, Korean.
    ("2026-01-01", "2026-01", "2026-01", "2026-01"),
    ("2026-01-03", "2026-01", "2026-01", "2026-01"),
    ("2026-01-04", "2026-01", "2026-02", "2026-02"),
    ("2026-12-31", "2026-53", "2027-01", "2026-53"),
    ("2027-01-01", "2026-53", "2027-01", "2026-53"),
    ("2027-01-03", "2026-53", "2027-02", "2027-01"),
  ])
  func `weeks are counted as in ISO 8601, in English or in Korean`(
    day: String, iso: String, english: String, korean: String
  ) throws {
    let day = try #require(Day(iso: day))
    func name(_ text: String) throws -> String {
      String(try DayPattern(text, of: .week).path(of: day).stem)
    }
    #expect(try name("{{weekYear}}-{{week}}") == iso)
    #expect(try name("{{weekYear-en}}-{{week-en}}") == english)
    #expect(try name("{{weekYear-ko}}-{{week-ko}}") == korean)
  }

  @Test(arguments: [
    ("{{weekYear}}-W{{week}}", DayPattern.Period.week, true), ("W{{week}}", .week, false),
    ("{{day}}", .week, true), ("{{year}}-{{month}}", .week, false),
    ("{{year}}-{{month}}", .month, true), ("{{monthName}}", .month, false),
    ("{{shortYear}}{{month}}", .month, true), ("{{year}}", .month, false),
  ])
  func `a pattern of weeks or months determines them`(
    text: String, period: DayPattern.Period, isUsable: Bool
  ) {
    #expect(((try? DayPattern(text, of: period)) != nil) == isUsable)
  }

  @Test func `every day of four years is found again by each pattern`() throws {
    let texts = [
      "{{day}}", "{{year}}/{{month}}-{{monthName}}/{{dayOfMonth}}-{{weekday}}",
      "{{plainMonth}}-{{plainDayOfMonth}}-{{year}}", "{{weekYear}}/{{week}}/{{weekday-ko}}",
      "{{year}} {{dayOfYear}}", "{{shortMonthName}} {{ordinalDay}} {{year}}",
      "{{year}} {{plainDayOfYear}}", "{{weekYear-en}} {{plainWeek-en}} {{shortestWeekday}}",
      "{{weekYear-ko}}/{{week-ko}}/{{weekdayNumber-en}}",
    ]
    for text in texts {
      let pattern = try DayPattern(text)
      for number in 19_700..<21_200 {
        let day = Day(daysSinceEpoch: number)
        guard pattern.day(of: pattern.path(of: day)) != day else { continue }
        Issue.record("\(text): \(day)")
      }
    }
  }

  @Test(arguments: [
    "Daily/2026/2026-11-21 rain.md", "Daily/2026/2026-02-30.md", "Daily/2026/notes.md",
    "2026/2026-11-21.md", "Daily/2026/2026-11-21.markdown",
  ])
  func `another name is no daily note`(name: String) throws {
    #expect(try DayPattern("Daily/{{year}}/{{day}}.md").day(of: NotePath(trusted: name)) == nil)
  }

  @Test func `names are read in any case and in decomposed letters`() throws {
    let pattern = try DayPattern("일기/{{day}} {{weekday}}")
    let day = Day(iso: "2026-11-21")
    let decomposed = "\u{110B}\u{1175}\u{11AF}\u{1100}\u{1175}"
    #expect(pattern.day(of: NotePath(trusted: "일기/2026-11-21 SATURDAY.md")) == day)
    #expect(pattern.day(of: NotePath(trusted: decomposed + "/2026-11-21 토요일.md")) == day)
  }

  @Test func `a pattern that determines no day is refused`() {
    #expect(throws: DayPattern.Mistake.noDay) { try DayPattern("Daily/{{year}}.md") }
    #expect(throws: DayPattern.Mistake.unknownPlaceholder("days")) { try DayPattern("{{days}}") }
    #expect(throws: DayPattern.Mistake.badPath) { try DayPattern("../{{day}}") }
  }
}
