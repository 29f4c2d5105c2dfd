import NoteTestSupport
import Testing

/// `done --undo`: one completion is taken back, whatever was done since.
@Suite struct CompletionReversalTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  @Test func `a series has its occurrence back, and the next one is gone`() throws {
    _ = session.run(["add", "Water plants", "due:2026-11-21", "repeat:every week"])
    let before = try session.folder.text("Diary/Tasks/Water plants.md")
    _ = session.run(["done", "water"])
    _ = session.run(["new", "Other"])
    #expect(session.folder.files().contains("Diary/Tasks/Water plants 2026-11-28.md"))
    let run = session.run(["reopen", "water"])
    #expect(run.output == "Diary/Tasks/Water plants.md\n", "\(run.errors)")
    #expect(try session.folder.text("Diary/Tasks/Water plants.md") == before)
    #expect(!session.folder.files().contains("Diary/Tasks/Water plants 2026-11-28.md"))
    #expect(session.run(["undo"]).status == 0)
    #expect(session.folder.files().contains("Diary/Tasks/Water plants 2026-11-28.md"))
  }

  @Test func `a next occurrence that was changed stays, and is named`() throws {
    _ = session.run(["add", "Water plants", "due:2026-11-21", "repeat:every week"])
    _ = session.run(["done", "water"])
    _ = session.run(["append", "Water plants 2026-11-28", "and the fern"])
    let run = session.run(["reopen", "Diary/Tasks/Water plants.md"])
    #expect(run.errors.contains("The next occurrence was edited or is linked"), "\(run.errors)")
    #expect(try session.folder.text("Diary/Tasks/Water plants 2026-11-28.md").contains("fern"))
    #expect(try session.folder.text("Diary/Tasks/Water plants.md").contains("status: todo"))
  }

  @Test(arguments: [6, 7])
  func `a box is open again, named by its line or by that of the next`(line: Int) throws {
    let text = "---\ntitle: List\n---\n\n- [ ] milk\n- [ ] plants 📅 2026-11-21 🔁 every week\n- [ ] more\n"
    try session.folder.write(text, to: "Memo/List.md")
    _ = session.run(["done", "Memo/List.md:6"])
    #expect(try session.folder.text("Memo/List.md").contains("2026-11-28"))
    let run = session.run(["reopen", "Memo/List.md:\(line)"])
    #expect(run.output == "Memo/List.md:6\n", "\(run.errors)")
    let after = try session.folder.text("Memo/List.md")
    #expect(after == text, "\(after)")
  }

  @Test func `what is not done is refused, and the last of several is meant`() throws {
    _ = session.run(["add", "Call", "due:2026-11-21"])
    #expect(session.run(["reopen", "Call"]).errors.contains("“Call” is not done"))
    #expect(session.run(["done", "--undo"]).status == 64)
    #expect(session.run(["reopen", "--where", "is:task"]).status == 1)
    _ = session.run(["done", "Call"])
    #expect(session.run(["reopen", "call", "-n"]).output.contains("+status: todo"))
    #expect(session.run(["reopen", "call"]).status == 0)
    #expect(session.run(["tasks"]).output.contains("Call"))
  }

  @Test func `set closes and opens a task as done, cancel and start do`() throws {
    _ = session.run(["add", "Water plants", "due:2026-11-21", "repeat:every week"])
    #expect(session.run(["list", "water"]).output.contains("today ↻"))
    let run = session.run(["set", "water", "status:done", "priority:high"])
    #expect(run.output == "Diary/Tasks/Water plants.md\n", "\(run.errors)")
    let done = try session.folder.text("Diary/Tasks/Water plants.md")
    #expect(done.contains("status: done\n") && done.contains("priority: high\n"))
    #expect(done.contains("closed: 2026-11-2"), "\(done)")
    let next = try session.folder.text("Diary/Tasks/Water plants 2026-11-28.md")
    #expect(next.contains("status: todo\n") && next.contains("priority: high\n") && !next.contains("closed"))
    #expect(session.run(["undo"]).status == 0)
    #expect(!session.folder.files().contains("Diary/Tasks/Water plants 2026-11-28.md"))
    #expect(session.run(["set", "water", "status:done", "-n"]).output.contains("+closed: 2026-11-2"))
    _ = session.run(["set", "water", "status:cancelled", "closed:2026-11-19"])
    #expect(try session.folder.text("Diary/Tasks/Water plants.md").contains("status: cancelled\n"))
    #expect(try session.folder.text("Diary/Tasks/Water plants.md").contains("closed: 2026-11-19\n"))
    #expect(!session.folder.files().contains("Diary/Tasks/Water plants 2026-11-28.md"))
    _ = session.run(["set", "Diary/Tasks/Water plants.md", "status:doing"])
    #expect(try !session.folder.text("Diary/Tasks/Water plants.md").contains("closed"))
  }
}
