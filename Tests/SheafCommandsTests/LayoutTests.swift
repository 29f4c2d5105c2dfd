import NoteTestSupport
import Testing

/// A repository whose folders and names are not the usual ones.
@Suite struct LayoutTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      """
      folders:
        memo: ""
        diary: Journal
        tasks: Todo
        letters: Post
      diary:
        path: "Journal/{{year}}/{{month}}/{{dayOfMonth}}.md"

      """, to: ".sheaf/config.yaml")
  }

  @Test func `every command finds a day where the diary makes it`() throws {
    #expect(session.run(["diary", "clear sky"]).output == "Journal/2026/11/21.md\n")
    #expect(session.run(["list", "kind:diary", "--paths"]).output == "Journal/2026/11/21.md\n")
    #expect(session.run(["show", "today", "--raw"]).output.contains("clear sky"))
    let cells = session.run(["cal", "--json"])
    #expect(cells.output.contains("Journal/2026/11/21.md"), "\(cells.output)\(cells.errors)")
    #expect(session.run(["stats"]).output.contains("1 day with"))
  }

  @Test func `a memo is made at the root, a task and a letter in their folders`() {
    #expect(session.run(["new", "Plan"]).output == "Plan.md\n")
    #expect(session.run(["add", "Water the plants"]).output == "Todo/Water the plants.md\n")
    let letter = session.run(["letter", "Hello", "--opens", "2027-01-01", "-"], input: "x")
    #expect(letter.output.hasPrefix("Post/2026-11-21 "), "\(letter.errors)")
    #expect(session.run(["list", "kind:letter is:sealed", "--paths"]).output == letter.output)
  }

  @Test func `a folder of the usual layout means nothing there`() throws {
    try session.folder.write("---\nstatus: todo\n---\n# Old\n", to: "Tasks/old.md")
    try session.folder.write("# 2026-11-20\n", to: "Diary/2026/2026-11-20.md")
    #expect(session.run(["list", "kind:diary", "--paths"]).output == "")
    // A status makes a task wherever the note is.
    #expect(session.run(["tasks", "--paths"]).output == "Tasks/old.md\n")
  }

  @Test func `another layout is another index`() throws {
    try session.folder.write("rain\n", to: "Diary/2026/2026-11-20.md")
    #expect(session.run(["list", "kind:diary", "--paths"]).output == "")
    try session.folder.write("folders:\n  diary: Diary\n", to: ".sheaf/config.yaml")
    #expect(
      session.run(["list", "kind:diary", "--paths"]).output == "Diary/2026/2026-11-20.md\n")
  }
}
