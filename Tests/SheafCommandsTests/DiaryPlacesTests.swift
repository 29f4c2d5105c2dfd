import NoteTestSupport
import Testing

/// The folders in which the diary finds and makes its notes.
@Suite struct DiaryPlacesTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
  }

  private func configure(_ text: String) throws {
    try session.folder.write(text, to: ".sheaf/config.yaml")
  }

  @Test func `a folder with a decomposed name is the one of the diary`() throws {
    let folder = "\u{110B}\u{1175}\u{11AF}\u{1100}\u{1175}"
    try configure("folders:\n  diary: 일기\n  memo: 일기\n")
    try session.folder.write("old\n", to: "\(folder)/2026/2026-11-20.md")
    #expect(session.run(["diary", "2026-11-20:", "rain"]).status == 0)
    #expect(session.run(["diary", "clear sky"]).status == 0)
    #expect(session.run(["new", "plan"]).status == 0)
    let notes = session.folder.files().filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") }
    #expect(
      notes.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        == [
          "\(folder)/2026/2026-11-20.md", "\(folder)/2026/2026-11-21.md", "\(folder)/plan.md",
        ].map { Array($0.utf8) })
    let old = String(
      decoding: try session.folder.read("\(folder)/2026/2026-11-20.md"), as: UTF8.self)
    #expect(old.hasPrefix("old\n") && old.contains("rain"))
  }

  @Test func `mv warns if an entry leaves the diary or changes its day`() throws {
    try session.folder.write("Rain.\n", to: "Diary/2026/2026-11-16.md")
    let other = session.run(["mv", "Diary/2026/2026-11-16.md", "Diary/2026/2026-11-20.md"])
    #expect(other.errors.contains("The entry of 2026-11-16 becomes the entry of 2026-11-20"), "\(other.errors)")
    let left = session.run(["mv", "Diary/2026/2026-11-20.md", "Memo/"])
    #expect(left.errors.contains("The entry of 2026-11-20 leaves the diary"), "\(left.errors)")
    #expect(session.run(["mv", "Memo/2026-11-20.md", "Memo/Rain.md"]).errors == "")
  }

  @Test(arguments: ["monday", "16 nov", "월요일"])
  func `words for a day mean the same entry for diary and for commands that name notes`(words: String) throws {
    try session.folder.write("Rain.\n", to: "Diary/2026/2026-11-16.md")
    let path = session.run(["diary", words, "--print-path"]).output
    #expect(path.hasSuffix("/Diary/2026/2026-11-16.md\n"))
    #expect(session.run(["show", words, "--raw"]).output == "Rain.\n")
    #expect(session.run(["add", "umbrella", "--into", words]).status == 0)
    let text = String(decoding: try session.folder.read("Diary/2026/2026-11-16.md"), as: UTF8.self)
    #expect(text.contains("- [ ] umbrella"))
    #expect(session.run(["add", "boots", "--into", words == "월요일" ? "화요일" : "17 nov"]).status == 0)
    #expect(session.folder.files().contains("Diary/2026/2026-11-17.md"))
  }

  @Test func `weeks and months have their own names`() throws {
    try configure(
      """
      diary:
        week-path: "Weeks/{{weekYear-en}}-W{{week-en}} from {{day}}.md"
        month-path: "{{year}}/{{month}} {{monthName-ko}}.md"

      """)
    let week = session.run(["diary", "--week", "2027-01-01", "--print-path"])
    #expect(week.output.hasSuffix("/Weeks/2027-W01 from 2026-12-27.md\n"), "\(week.errors)")
    let month = session.run(["diary", "--month", "2027-02-11", "--print-path"])
    #expect(month.output.hasSuffix("/2027/02 2월.md\n"), "\(month.errors)")
  }

  @Test func `a pattern that tells weeks not apart is reported`() throws {
    try configure("diary:\n  week-path: \"W{{week}}\"\n")
    #expect(session.run(["list"]).errors.contains("determines a week"))
  }

  @Test func `a daily note in the vault's own pattern keeps its file when it is renamed`() throws {
    try configure("diary:\n  path: \"Daily/{{year}}{{month}}{{dayOfMonth}}.md\"\n")
    try session.folder.write("# Rain\n", to: "Daily/20261120.md")
    #expect(session.run(["rename", "Daily/20261120.md", "Sun"]).output == "Daily/20261120.md\n")
    #expect(try session.folder.read("Daily/20261120.md") == Array("# Sun\n".utf8))
  }
}
