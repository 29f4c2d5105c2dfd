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

  @Test(arguments: [
    (DateStyle.Form.full, "Saturday, November 7, 2026 3:05 PM"),
    (.long, "November 7, 2026 3:05 PM"), (.medium, "Nov 7, 2026 3:05 PM"),
    (.short, "11/7/26 3:05 PM"), (.dotted, "2026.11.07 3:05 PM"),
  ])
  func `in the United States the month comes first`(form: DateStyle.Form, text: String) throws {
    let date = try #require(CivilDate(iso: "2026-11-07T15:05"))
    let style = try #require(DateStyle(setting: form.rawValue, locale: "en_US.UTF-8"))
    #expect(style.text(date, in: .english) == text)
  }

  @Test(arguments: [
    ("2026-11-07T15:05", "2026년 11월 7일 오후 3:05"), ("2026-11-07T12:00", "2026년 11월 7일 낮 12:00"),
    ("2026-11-07T00:30", "2026년 11월 7일 오전 12:30"),
  ])
  func `Korean prose has the half of the day`(iso: String, text: String) throws {
    #expect(DateStyle.long.text(try #require(CivilDate(iso: iso)), in: .korean) == text)
    #expect(
      DateStyle.medium.text(try #require(CivilDate(iso: "2026-11-07T15:05")), in: .korean) == "2026. 11. 7. 15:05")
  }
}
