import CivilCalendar
import Testing

@Suite struct DayTests {
  @Test func `every day of four hundred years survives the way to numbers and back`() throws {
    for number in stride(from: -146_097, through: 146_097, by: 1) {
      let day = Day(daysSinceEpoch: number)
      let (year, month, dayOfMonth) = day.components
      #expect(Day(year: year, month: month, day: dayOfMonth) == day)
    }
  }

  @Test(arguments: [(2026, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31), (2026, 1, 0)])
  func `a day that the calendar does not have is refused`(year: Int, month: Int, day: Int) {
    #expect(Day(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [
    "2026-11-21", "2026-11-21T09:05:00", "2026-11-21T09:05:30+09:00", "2026-11-21T09:05:00Z",
    "2026-11-21T09:05:00-03:30",
  ])
  func `an ISO text is written as it was read`(text: String) {
    #expect(CivilDate(iso: text)?.description == text)
  }

  @Test(arguments: ["", "2026-02-30", "2026-1-1", "2026-11-21T25:00", "2026-11-21x", "yesterday"])
  func `what is no ISO text is refused`(text: String) {
    #expect(CivilDate(iso: text) == nil)
  }
}
