import CivilCalendar
import Testing
import Wording

@testable import NotePresentation

@Suite struct DateStyleTests {
  @Test(arguments: [
    (DateStyle.full, "Saturday, 7 November 2026", "2026년 11월 7일 토요일"),
    (.long, "7 November 2026", "2026년 11월 7일"), (.medium, "7 Nov 2026", "2026. 11. 7."),
    (.short, "07/11/26", "26. 11. 7."), (.dotted, "2026.11.07", "2026.11.07"),
  ])
  func `a day is as long as its style`(style: DateStyle, english: String, korean: String) throws {
    let day = try #require(Day(iso: "2026-11-07"))
    #expect(style.text(day, in: .english) == english)
    #expect(style.text(day, in: .korean) == korean)
  }
}
