import NoteTestSupport
import Testing

/// Texts that begin with a hyphen, as items of lists do, among options.
@Suite struct HyphenTextTests {
  @Test(arguments: [
    (["new", "--title", "Trip", "- [ ] passport", "-t", "travel"], "Memo/Trip.md", "- [ ] passport"),
    (["append", "Plan", "- tickets", "--expect", "1"], "Memo/Plan.md", "- tickets"),
    (["prepend", "Plan", "- nothing yet", "--expect", "1"], "Memo/Plan.md", "- nothing yet"),
    (["jot", "- in between", "--expect", "1"], "Memo/Inbox.md", "- in between"),
    (["add", "- tea", "--body", "Green.", "--in", "Diary/Tasks"], "Diary/Tasks/tea.md", "Green."),
    (["diary", "- bread", "--expect", "1"], "Diary/2026/2026-11-21.md", "- bread"),
  ])
  func `options after a text with a hyphen keep their values`(
    words: [String], path: String, text: String
  ) throws {
    let session = try CommandSession()
    _ = session.run(["init"])
    _ = session.run(["new", "Plan"])
    let outcome = session.run(words)
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    let written = String(decoding: try session.folder.read(path), as: UTF8.self)
    #expect(written.contains(text), "\(written)")
  }
}
