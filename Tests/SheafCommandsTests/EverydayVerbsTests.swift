import NoteTestSupport
import Testing

/// Short ways to what people do every day.
@Suite struct EverydayVerbsTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test func `a command is named by a beginning that only it has`() {
    #expect(session.run(["ne", "Plan"]).output == "Memo/Plan.md\n")
    #expect(session.run(["n", "Other"]).output == "Memo/Other.md\n")
    let several = session.run(["sta"])
    #expect(several.status == 64)
    #expect(several.errors.contains("“sheaf start”, “sheaf stats”, “sheaf status”"))
  }

  @Test(arguments: [
    (["set", "T", "author:"], "Memo/T.md:4: “author” is in the text and was not changed"),
    (["set", "T", "rating=5"], "Memo/T.md:7: “rating” is in the text and was not changed"),
    (["tag", "T", "-green"], "Memo/T.md:6: “#green” is in the text and was not changed"),
    (["tag", "T", "-blue"], "Memo/T.md has no “#blue”"), (["set", "T", "mood:"], "Memo/T.md has no “mood”"),
  ])
  func `a change of front matter says what it leaves in the text, or does not find`(words: [String], remark: String)
    throws
  {
    try session.folder.write("# T\n\nrating:: 3\nAuthor:: Kim\n\n#green\n", to: "Memo/T.md")
    let run = session.run(words)
    #expect(run.status == 0)
    #expect(run.errors.contains(remark), "\(run.errors)")
    #expect(try text("Memo/T.md").hasSuffix("# T\n\nrating:: 3\nAuthor:: Kim\n\n#green\n"))
    try session.folder.write("---\ntags: [blue, hobby]\nmood: calm\n---\n# U\n", to: "Memo/U.md")
    #expect(session.run(["tag", "U", "-blue", "-hobby"]).errors == "")
    #expect(try !text("Memo/U.md").contains("hobby"))
    #expect(session.run(["set", "U", "mood:"]).errors == "")
  }

  @Test func `a task is never put off to an earlier day`() throws {
    try session.folder.write("---\nstatus: todo\ndue: 2026-11-22\n---\n# Near\n", to: "Memo/near.md")
    try session.folder.write("---\nstatus: todo\ndue: 2026-11-30\n---\n# Far\n", to: "Memo/far.md")
    #expect(session.run(["defer", "near"]).status == 0 && session.run(["defer", "far"]).status == 0)
    #expect(try text("Memo/near.md").contains("due: 2026-11-23") && text("Memo/far.md").contains("due: 2026-12-01"))
    #expect(session.run(["defer", "far", "tomorrow"]).status == 0)
    #expect(try text("Memo/far.md").contains("due: 2026-11-22"))
  }

  @Test func `a check box that is done already is found, and said to be so`() throws {
    try session.folder.write("- [ ] Book flight\n", to: "Memo/G.md")
    #expect(session.run(["done", "Book"]).status == 0)
    let again = session.run(["done", "Book"], onTerminal: true)
    #expect(again.status == 0 && !again.errors.contains("matches"), "\(again.output)\(again.errors)")
    #expect(session.run(["reopen", "Book"]).status == 0)
    #expect(session.run(["reopen", "Book"]).errors.hasPrefix("error: “Book flight” is not done\n"))
    #expect(try text("Memo/G.md") == "- [ ] Book flight\n")
  }

  @Test func `an agenda without a match does not say that nothing is due`() throws {
    try session.folder.write("---\nstatus: todo\ndue: 2026-11-21\n---\n# Near\n", to: "Memo/near.md")
    let run = session.run(["agenda", "foo"], onTerminal: true)
    #expect(
      run.status == 1 && run.output == "" && run.errors.contains("No task matches “foo”"), "\(run.output)\(run.errors)")
  }

  @Test func `snooze postpones what is due, and nothing else`() throws {
    try session.folder.write("---\nstatus: todo\ndue: 2026-11-20\n---\n# Late\n", to: "Memo/late.md")
    try session.folder.write("---\nstatus: todo\ndue: 2026-11-30\n---\n# Soon\n", to: "Memo/soon.md")
    try session.folder.write(
      "---\nstatus: todo\nscheduled: 2026-11-21\ndue: 2026-12-24\n---\n# Long\n", to: "Memo/long.md")
    try session.folder.write(
      "---\nstatus: todo\nscheduled: 2026-11-21\ntags: [home]\n---\n# Plan\n", to: "Memo/plan.md")
    #expect(session.run(["defer", "tag:home", "sun", "-n"]).output.contains("+scheduled: 2026-11-22"))
    #expect(session.run(["defer"]).output == "Memo/late.md\nMemo/plan.md\n")
    #expect(try text("Memo/late.md").contains("due: 2026-11-22"))
    #expect(try text("Memo/plan.md").contains("scheduled: 2026-11-22"))
    #expect(try text("Memo/long.md").contains("due: 2026-12-24"))
    #expect(session.run(["defer", "soon", "2026-12-01"]).output == "Memo/soon.md\n")
    #expect(try text("Memo/soon.md").contains("due: 2026-12-01"))
  }

  @Test(arguments: [
    ("", "- [[Garden plan]]\n- [[Garden plan#Next steps]]\n"),
    ("relative", "- [Garden plan](../Memo/Garden%20plan.md)\n- [Next steps](../Memo/Garden%20plan.md#next-steps)\n"),
    ("wiki", "- [[Garden plan]]\n- [[Garden plan#Next steps]]\n"),
    ("wiki-path", "- [[Memo/Garden plan]]\n- [[Memo/Garden plan#Next steps]]\n"),
    ("root", "- [Garden plan](Memo/Garden%20plan.md)\n- [Next steps](Memo/Garden%20plan.md#next-steps)\n"),
  ])
  func `link adds links in the style of the repository, each once`(
    style: String, items: String
  ) throws {
    if !style.isEmpty { _ = session.run(["config", "set", "links.style", style]) }
    try session.folder.write("# Garden plan\n\n## Next steps\n\ndig\n", to: "Memo/Garden plan.md")
    let before = "# Index\n\n## See also\n\n## End\n\ntext\n"
    try session.folder.write(before, to: "Home/index.md")
    let run = session.run(["links", "add", "Index#See also", "garden plan", "garden plan#next steps"])
    #expect(run.output == "Home/index.md:5\n", "\(run.errors)")
    #expect(
      try text("Home/index.md") == "# Index\n\n## See also\n\n\(items)\n## End\n\ntext\n")
    #expect(session.run(["links", "--broken"]).status == 1)
    let again = session.run(["links", "add", "index", "garden plan"])
    #expect(again.errors.contains("has these links already"))
    _ = session.run(["undo"])
    #expect(try text("Home/index.md") == before)
  }

  @Test func `without a setting a new link is written as most links of the repository are`() throws {
    try session.folder.write("# A\n\n[b](b.md) [x](https://example.org) [y](https://example.org)\n", to: "a.md")
    try session.folder.write("# B\n", to: "b.md")
    #expect(session.run(["links", "add", "b", "a"]).status == 0)
    #expect(try text("b.md").contains("- [A](a.md)"))
    try session.folder.write("# C\n\n[[b]] [[a]]\n", to: "c.md")
    #expect(session.run(["links", "add", "b", "c"]).status == 0)
    #expect(try text("b.md").contains("- [[c]]"))
  }

  @Test func `link without a target leads to links`() throws {
    try session.folder.write("# Plan\n", to: "plan.md")
    let run = session.run(["links", "add", "plan"])
    #expect(run.status == 64)
    #expect(run.errors.contains("sheaf links plan"))
  }

  @Test func `several notes are shown one after the other`() throws {
    try session.folder.write("# One\n\nfirst\n", to: "one.md")
    try session.folder.write("# Two\n\nsecond\n", to: "two.md")
    let shown = session.run(["show", "two", "one", "two"]).output
    #expect(shown.matches(of: /second/).count == 1)
    #expect(shown.contains("second") && shown.hasSuffix("first\n"))
    #expect(session.run(["show", "one", "two", "--raw"]).output == "# One\n\nfirst\n# Two\n\nsecond\n")
    #expect(session.run(["show", "one", "two", "--json"]).output.hasPrefix("[\n"))
    #expect(session.run(["show", "one", "three"]).output == "")
  }

  @Test func `a note of the template for tasks goes where tasks go`() {
    #expect(session.run(["new", "-T", "task", "Fix roof"]).output == "Diary/Tasks/Fix roof.md\n")
    #expect(
      session.run(["new", "-T", "task", "Fix door", "--in", "Home"]).output == "Home/Fix door.md\n")
  }
}
