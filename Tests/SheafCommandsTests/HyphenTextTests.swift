import NoteTestSupport
import Testing

/// Texts that begin with a hyphen, as items of lists do, among options.
@Suite struct HyphenTextTests {
  @Test(arguments: [
    (["new", "--title", "Trip", "- [ ] passport", "+travel"], "Memo/Trip.md", "- [ ] passport"),
    (["append", "Plan", "- tickets", "--expect", "1"], "Memo/Plan.md", "- tickets"),
    (["append", "--top", "Plan", "- nothing yet", "--expect", "1"], "Memo/Plan.md", "- nothing yet"),
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

  /// Whatever declares that it takes a query reads `-word` as the notes without the word.
  @Test(
    .needsExtensions,
    arguments: [
      ["list", "--paths"], ["search", "-l"], ["export", "--to", "csv"], ["graph", "--to", "dot"], ["digest"],
      ["replace", "outline", "plan", "--dry-run"], ["rename", "place:", "site:", "--dry-run"],
      ["links", "convert", "markdown", "--dry-run"], ["log", "--paths"],
    ])
  func `a hyphen before a term asks for the notes without it`(words: [String]) throws {
    let session = try Self.sessionWithNotes()
    let run = session.run(words + ["-tag:icon"])
    #expect(run.status == 0, "\(run.errors)")
    let spelt = session.run(words + ["NOT tag:icon"]).output
    #expect(run.output == spelt.replacing("Notes: NOT tag:icon", with: "Notes: -tag:icon"))
    #expect(run.output.contains("Newt") && run.output != session.run(words + ["status:todo"]).output)
    let two = session.run(words + ["status:todo", "-tag:icon", "-in:Elsewhere"])
    #expect(two.status == 0 && two.output.contains("Newt"), "\(two.errors)")
  }

  @Test(.needsExtensions) func `a query is kept with its hyphen, and a value of an option is no term`() throws {
    let session = try Self.sessionWithNotes()
    #expect(session.run(["query", "save", "rest", "-tag:icon"]).status == 0)
    #expect(session.run(["list", "@rest", "--paths"]).output == "Memo/Newt.md\n")
    #expect(session.run(["context", "-tag:icon"]).status == 0)
    let listed = session.run(["list", "--paths"], onTerminal: true)
    #expect(listed.output == "Memo/Newt.md\n" && listed.errors.contains("Context: "), "\(listed.errors)")
    #expect(session.run(["export", "--to", "csv", "-o", "a.csv", "-tag:icon"]).status == 0)
    let written = try session.folder.text("a.csv")
    #expect(written.contains("Newt") && !written.contains("Ibex.md"), "\(written)")
    #expect(session.run(["export", "--to", "csv", "-o=a.csv"]).errors.contains("hint: -o a.csv"))
  }

  private static func sessionWithNotes() throws -> CommandSession {
    let session = try CommandSession(environment: GitFixture.identity)
    let git = try GitFixture(in: session.folder)
    _ = session.run(["init", "-q"])
    for (name, tag) in [("Ibex", "icon"), ("Newt", "nest")] {
      let text = "---\ntags: [\(tag)]\nplace: x\nstatus: todo\n---\n# \(name)\n\nThe outline of [[Newt]]\n"
      try session.folder.write(text, to: "Memo/\(name).md")
    }
    try git.commitAll(date: 1_700_000_000)
    return session
  }
}
