import NoteTestSupport
import Testing

/// Listings, calendars and statistics of diary entries, whose titles are only days.
@Suite struct DiaryListingTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    let long = String(repeating: "It rained all day. ", count: 6)
    try session.folder.write("# 2026-11-20\n\n\(long)\n", to: "Diary/2026/2026-11-20.md")
    try session.folder.write("# 2026-11-21\n\n10:00 First *frost*.\n", to: "Diary/2026/2026-11-21.md")
    try session.folder.write("# 2025-06-01\n\nSummer.\n", to: "Diary/2025/2025-06-01.md")
    try session.folder.write("# 2025-06-02\n\nHot.\n", to: "Diary/2025/2025-06-02.md")
  }

  @Test func `a list of diary entries shows their texts, on a terminal below the days`() {
    let piped = session.run(["list", "kind:diary", "--sort", "date"]).output
    #expect(piped.contains("Sat 2026-11-21  10:00 First frost.") && piped.split(separator: "\n").count == 4, "\(piped)")
    let shown = session.run(["list", "kind:diary"], onTerminal: true).output
    #expect(shown.contains("Sat 2026-11-21\n   10:00 First frost.\n"), "\(shown)")
    #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 80 } && shown.contains("\n   It rained"), "\(shown)")
    #expect(!session.run(["list", "kind:diary", "--json"]).output.contains("frost"))
    #expect(session.run(["list", "kind:diary", "--format", "{{title}}"]).output.contains("\n2026-11-21\n") == true)
    try? session.folder.write("# Note\n\nA text.\n", to: "Memo/Note.md")
    #expect(!session.run(["list"]).output.contains("frost"))
  }

  @Test func `an entry below its day is called diary, another title stays`() throws {
    try session.folder.write("# Trip\n\nTo Busan.\n", to: "Diary/2026/2026-11-22.md")
    let month = session.run(["cal"], onTerminal: true).output
    #expect(month.contains("21 Sat · diary") && !month.contains("· Sat"), "\(month)")
    #expect(month.contains("22 Sun · Trip"), "\(month)")
    #expect(session.run(["today"], onTerminal: true).output.contains("1  • diary\n"))
    #expect(session.run(["agenda", "--lang", "ko"], onTerminal: true).output.contains("• 일기\n"))
  }

  @Test func `statistics of a few days list the words of each, and a past year has its own streak`() {
    let week = session.run(["stats", "2026-11-16..2026-11-22"]).output
    #expect(week.contains("Words by day\nFri 2026-11-20  ████") && week.contains("Sat 2026-11-21  █"), "\(week)")
    #expect(!week.contains("Mon  ·") && week.contains("Streak: 2 days; longest: 2 days"), "\(week)")
    let former = session.run(["stats", "2025"]).output
    #expect(former.hasPrefix("Longest streak: 2 days\n") && former.contains("Mon "), "\(former)")
  }
}
