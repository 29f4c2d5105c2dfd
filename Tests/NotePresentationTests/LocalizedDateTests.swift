import CivilCalendar
import Testing
import Wording

@testable import NotePresentation

@Suite struct LocalizedDateTests {
  @Test(arguments: [
    ("2026-11-16", "2026-11-22", "16–22 November 2026", "2026년 11월 16일~22일"),
    ("2026-11-30", "2026-12-06", "30 November – 6 December 2026", "2026년 11월 30일~12월 6일"),
    (
      "2026-12-28", "2027-01-03", "28 December 2026 – 3 January 2027",
      "2026년 12월 28일~2027년 1월 3일"
    ),
    ("2026-11-22", "2026-11-22", "22 November 2026", "2026년 11월 22일"),
    (
      "2025-11-22", "2026-11-22", "22 November 2025 – 22 November 2026",
      "2025년 11월 22일~2026년 11월 22일"
    ),
  ])
  func `a span of days repeats only what differs`(
    _ first: String, _ last: String, _ english: String, _ korean: String
  ) throws {
    let range = DayRange(try #require(Day(iso: first)), try #require(Day(iso: last)))
    #expect(LocalizedDate.text(range, in: .english) == english)
    #expect(LocalizedDate.text(range, in: .korean) == korean)
  }
}
