import CivilCalendar
import NoteModel
import Testing

/// The names that Obsidian gives to daily notes, as Moment.js writes them.
@Suite struct MomentFormatTests {
  private func name(_ format: String, _ day: String, isKorean: Bool) throws -> String {
    let pattern = try DayPattern(MomentFormat.pattern(format, isKorean: isKorean).get())
    return String(pattern.path(of: try #require(Day(iso: day))).string.dropLast(3))
  }

  @Test(arguments: [
    ("YYYY-MM-DD", "2026-01-04", "2026-01-04", "2026-01-04"),
    ("gggg-[W]ww-e", "2026-01-04", "2026-W02-0", "2026-W02-0"),
    ("gggg-[W]ww-E", "2027-01-02", "2027-W01-6", "2026-W53-6"),
    ("gggg/w/dd", "2026-02-14", "2026/7/Sa", "2026/7/토"),
    ("GGGG-[W]WW-E", "2027-01-02", "2026-W53-6", "2026-W53-6"),
    ("YYYY/[Q]Q/MMMM/DD", "2026-11-21", "2026/Q4/November/21", "2026/Q4/11월/21"),
    ("YYYY-DDD", "2026-02-03", "2026-34", "2026-34"),
    ("YYYY-DDDD", "2026-02-03", "2026-034", "2026-034"),
    ("MMM Do, YYYY", "2026-11-21", "Nov 21st, 2026", "11월 21일, 2026"),
    ("LL", "2026-11-21", "November 21, 2026", "2026년 11월 21일"),
    ("L", "2026-11-21", "11/21/2026", "2026.11.21."),
    ("YYYYMMDD[T]dddT", "2026-11-21", "20261121TSatT", "20261121T토T"),
  ])
  func `a format names the days that it names in Obsidian`(
    format: String, day: String, english: String, korean: String
  ) throws {
    #expect(try name(format, day, isKorean: false) == english)
    #expect(try name(format, day, isKorean: true) == korean)
  }

  @Test(arguments: [
    ("YYYY-MM-DD HH:mm", "HH"), ("YYYY Qo MM DD", "Qo"), ("gg-ww", "gg"), ("Mo D YYYY", "Mo"),
    ("LLL", "LLL"), ("X", "X"), ("YYYY wo", "wo"),
  ])
  func `a part without a counterpart is named whole`(format: String, token: String) {
    #expect(throws: MomentFormat.UnknownToken.self) {
      try MomentFormat.pattern(format, isKorean: false).get()
    }
    if case .failure(let unknown) = MomentFormat.pattern(format, isKorean: false) {
      #expect(unknown.token == token)
    }
  }

  @Test func `the numbers of Korean have the word after them`() throws {
    #expect(
      try MomentFormat.pattern("YYYY Mo Do", isKorean: true).get()
        == "{{year}} {{plainMonth}}월 {{plainDayOfMonth}}일")
    #expect(
      try MomentFormat.pattern("gggg wo", isKorean: true).get()
        == "{{weekYear-ko}} {{plainWeek-ko}}주")
  }
}
