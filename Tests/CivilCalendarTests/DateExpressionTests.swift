import CivilCalendar
import Testing

/// Words for times on Saturday 2026-11-21 at 10:00.
@Suite struct DateExpressionTests {
  private static let table: [(String, String)] = [
    ("today", "2026-11-21"), ("오늘", "2026-11-21"), ("tomorrow", "2026-11-22"), ("내일", "2026-11-22"),
    ("모레", "2026-11-23"), ("yesterday", "2026-11-20"), ("어제", "2026-11-20"), ("그저께", "2026-11-19"),
    ("fri", "2026-11-27"), ("sat", "2026-11-28"), ("sunday", "2026-11-22"), ("금요일", "2026-11-27"),
    ("next monday", "2026-11-23"), ("last friday", "2026-11-20"), ("last saturday", "2026-11-14"),
    ("+3d", "2026-11-24"), ("-2w", "2026-11-07"), ("+1m", "2026-12-21"), ("+1y", "2027-11-21"),
    ("in 3 days", "2026-11-24"), ("2 weeks ago", "2026-11-07"), ("3일 뒤", "2026-11-24"),
    ("2주 전", "2026-11-07"), ("eom", "2026-11-30"), ("eow", "2026-11-22"), ("eoy", "2026-12-31"),
    ("2026-W48", "2026-11-23..2026-11-29"), ("2026-09", "2026-09-01..2026-09-30"),
    ("2026", "2026-01-01..2026-12-31"), ("nov", "2026-11-01..2026-11-30"),
    ("이번 주", "2026-11-16..2026-11-22"), ("다음 주", "2026-11-23..2026-11-29"),
    ("다음주 금요일", "2026-11-27"), ("다음 주 금요일", "2026-11-27"), ("지난주 월요일", "2026-11-09"),
    ("12월 3일", "2026-12-03"), ("1월 5일", "2027-01-05"), ("2027년 1월 5일", "2027-01-05"),
    ("3일", "2026-12-03"), ("nov 30", "2026-11-30"), ("30 nov", "2026-11-30"),
    ("december 3 2027", "2027-12-03"), ("feb 29", "2028-02-29"),
    ("2026-11-01..2026-11-15", "2026-11-01..2026-11-15"),
    ("yesterday..tomorrow", "2026-11-20..2026-11-22"),
    ("2026-11-21 14:00", "2026-11-21T14:00:00"), ("tomorrow 9pm", "2026-11-22T21:00:00+09:00"),
    ("yesterday at 9:15am", "2026-11-20T09:15:00+09:00"), ("오후 3시", "2026-11-21T15:00:00+09:00"),
    ("내일 오전 9시 30분", "2026-11-22T09:30:00+09:00"), ("noon", "2026-11-21T12:00:00+09:00"),
    ("14:30", "2026-11-21T14:30:00+09:00"), ("오후 3시 반", "2026-11-21T15:30:00+09:00"),
  ]

  @Test(arguments: table)
  func `words mean the time that a person means`(text: String, expected: String) throws {
    let time = try #require(TimeOfDay(hour: 10, minute: 0))
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: time, utcOffsetSeconds: 32_400)
    let reading = try #require(DateExpression.parse(text, relativeTo: now), "\(text)")
    let written =
      switch reading {
      case .day(let day): day.description
      case .moment(let moment): moment.description
      case .range(let range): "\(range.first)..\(range.last)"
      }
    #expect(written == expected, "\(text)")
  }

  @Test(arguments: ["", "soonish", "2026-02-30", "25:00", "13월 1일", "nov 31", "99일"])
  func `what is no time is refused`(text: String) throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
    #expect(DateExpression.parse(text, relativeTo: now) == nil)
  }

  @Test func `ISO weeks turn with their Thursday`() throws {
    #expect(try #require(Day(iso: "2027-01-01")).isoWeek == (2026, 53))
    #expect(try #require(Day(iso: "2026-11-21")).isoWeek == (2026, 47))
    #expect(Day(isoYear: 2027, week: 53) == nil)
  }
}
