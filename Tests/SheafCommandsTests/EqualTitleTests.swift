import NoteTestSupport
import TerminalScreen
import Testing

/// Several notes or tasks with one title: the command asks, or refuses with the candidates.
@Suite struct EqualTitleTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("---\nstatus: todo\n---\n# Call mum\n", to: "Diary/Tasks/Call mum.md")
    try session.folder.write("---\nstatus: todo\n---\n# Call mum\n", to: "Diary/Tasks/20261121.md")
    try session.folder.write("# Plan\n", to: "Plan.md")
    try session.folder.write("# Plan\n", to: "Memo/other.md")
    try session.folder.write("# Errands\n\n- [ ] buy milk\n", to: "Memo/Errands.md")
    try session.folder.write("---\nstatus: todo\n---\n# buy milk\n", to: "Diary/Tasks/buy milk.md")
  }

  private func contents() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: session.folder.files().map { ($0, try session.folder.read($0)) })
  }

  @Test(
    .needsExtensions,
    arguments: [
      "done call mum", "start Call mum", "cancel call mum", "defer call mum fri", "rm Call%mum", "rm Plan",
      "set call mum due:fri", "set Plan +x", "tag Plan +x", "append Plan text", "edit Plan", "mv Plan Old/",
      "rename Plan Roadmap", "show Plan", "links Plan", "add x --into Plan", "merge Plan Errands", "extract Plan",
      "attach Plan Plan.md", "done buy milk", "share Plan", "open Plan", "render Plan", "get Plan title", "log Plan",
      "jot x --into Plan", "links add Errands Plan",
    ])
  func `a title of several notes is refused with the candidates`(line: String) throws {
    let before = try contents()
    let run = session.run(line.split(separator: " ").map { String($0).replacing("%", with: " ") })
    #expect(run.status == 64, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("matches 2 "), "\(run.errors)")
    for path in line.contains("lan")
      ? ["Plan.md", "Memo/other.md"]
      : line.contains("milk")
        ? ["Memo/Errands.md:3", "Diary/Tasks/buy milk.md"]
        : ["Diary/Tasks/Call mum.md", "Diary/Tasks/20261121.md"]
    {
      #expect(run.errors.contains("  \(path)"), "\(path): \(run.errors)")
    }
    #expect(try contents() == before)
  }

  @Test func `a path names one of several notes, and the terminal offers the candidates`() throws {
    #expect(session.run(["done", "Diary/Tasks/Call mum.md", "-n"]).output.contains("+status: done"))
    #expect(session.run(["set", "Plan.md", "+x", "-n"]).output.contains("b/Plan.md"))
    #expect(session.run(["set", "Memo/other", "+x", "-n"]).output.contains("b/Memo/other.md"))
    let asked = session.run(["set", "Plan", "+x"], onTerminal: true, screen: ScriptedScreen([.down, .enter]))
    #expect(asked.status == 0 && asked.output.contains("Plan"), "\(asked.output)\(asked.errors)")
    let task = session.run(["done", "call mum"], onTerminal: true, screen: ScriptedScreen([.enter]))
    #expect(task.status == 0 && task.output.contains("✓ Call mum"), "\(task.output)\(task.errors)")
    // If a closed and an open task have the same title, the title means the open task.
    let open = session.run(["set", "call mum", "due:fri"])
    #expect(open.status == 0, "\(open.errors)")
  }

  @Test func `reopen asks which of several closed tasks a name means`() throws {
    try session.folder.write("---\nstatus: done\nclosed: 2026-11-10\n---\n# Pay rent\n", to: "Diary/Tasks/a.md")
    try session.folder.write("---\nstatus: done\nclosed: 2026-11-12\n---\n# Pay bill\n", to: "Diary/Tasks/b.md")
    for (path, day) in [("c", "2026-11-01"), ("d", "2026-11-08")] {
      try session.folder.write(
        "---\nstatus: done\nclosed: \(day)\nseries: x\nrepeat: every week\n---\n# Water\n", to: "Diary/Tasks/\(path).md"
      )
    }
    let run = session.run(["reopen", "pay"])
    #expect(run.status == 64 && run.errors.contains("“pay” matches 2 tasks:\n"), "\(run.errors)")
    #expect(run.errors.contains("Pay rent") && run.errors.contains("Pay bill"), "\(run.errors)")
    #expect(session.run(["reopen", "pay rent"]).output == "Diary/Tasks/a.md\n")
    #expect(session.run(["reopen", "water", "-n"]).output.contains("b/Diary/Tasks/d.md"))
  }

  @Test func `a row follows its note to another path, and what another program did is said as such`() throws {
    #expect(session.run(["list", "Errands"], onTerminal: true).status == 0)
    #expect(session.run(["rename", "Errands", "Shopping"]).status == 0)
    #expect(session.run(["mv", "Shopping", "Old/"]).status == 0)
    let shown = session.run(["show", "1", "--raw"], onTerminal: true)
    #expect(shown.output.contains("- [ ] buy milk"), "\(shown.errors)")
    #expect(session.run(["rm", "Shopping"]).status == 0)
    #expect(session.run(["show", "1"], onTerminal: true).errors.contains("Row 1, “Old/Shopping.md”, was deleted\n"))
    #expect(session.run(["undo", "--yes"]).status == 0)
    try session.folder.remove("Old/Shopping.md")
    let gone = session.run(["show", "1"], onTerminal: true).errors.replacing("\n", with: " ")
    #expect(gone.contains("moved or renamed by another program"), "\(gone)")
  }
}
