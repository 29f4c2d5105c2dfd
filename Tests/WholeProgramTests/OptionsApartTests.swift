import NoteActions
import NoteTestSupport
import Testing

/// An option is used or refused, never ignored.
@Suite struct OptionsApartTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession(web: { _ in WebAnswer(status: 404) })
    _ = session.run(["init", "-q"])
    try session.folder.write("# A\n\n[b](https://example.org/)\n\n- [ ] box\n", to: "Memo/a.md")
    try session.folder.write("# B\n\nA box.\n", to: "Memo/b.md")
    try session.folder.write("views:\n  - type: table\n", to: "Memo/all.base")
    try session.folder.write("---\nkanban-plugin: board\n---\n\n## Todo\n\n- [ ] card\n", to: "Memo/plan.md")
  }

  @Test(arguments: [
    "list --json --sum size",
    "list --format {{title}} --sum size", "links a --cited --where tag:x", "share a --copy -o a.txt",
    "import --from vdir Memo -o r.json", "import --from vdir Memo --update",
    "import --from vdir Memo --map title=subject", "show Memo/all.base --json", "show Memo/all.base --raw",
    "board plan --limit 1", "board plan --sort title", "board plan --group-by tag", "board plan --reverse",
    "publish --dry-run --verify", "check --fix --dry-run --external",
  ])
  func `two options that leave each other nothing to do are refused`(line: String) {
    let outcome = session.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64, "\(outcome.output)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("cannot be used") || outcome.errors.contains("show notes"), "\(outcome.errors)")
  }

  @Test func `web pages are asked for when problems are fixed, too`() {
    let outcome = session.run(["check", "--fix", "--external", "a"])
    #expect(outcome.errors.contains("web: "), "\(outcome.errors)")
    #expect(outcome.output.contains("https://example.org/"), "\(outcome.output)")
  }

  @Test func `a search with an expression has letters in any case only on request`() {
    #expect(session.run(["search", "--regex"]).status == 64)
    #expect(session.run(["search", "--regex", "BOX", "-l"]).output == "")
    #expect(session.run(["search", "-i", "--regex", "BOX", "-l"]).output == "Memo/a.md\nMemo/b.md\n")
  }

  @Test func `a table without rows has the names of its columns`() {
    let run = session.run(["list", "title:nothing", "--columns", "title,path", "--to", "csv"])
    #expect(run.output == "title,path\r\n")
    #expect(run.status == 1)
  }

  @Test func `a list of commands for a program undoes nothing`() {
    _ = session.run(["new", "Zed"])
    let run = session.run(["undo", "--json"])
    #expect(run.output.contains("sheaf new Zed"))
    #expect(run.output == session.run(["undo", "--list", "--json"]).output)
    #expect(session.folder.files().contains("Memo/Zed.md"))
  }
}
