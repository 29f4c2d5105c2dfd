import Foundation
import NoteTestSupport
import Testing

/// Two clones of one repository, merged by git itself.
@Suite struct RepeatingTaskTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  @discardableResult
  private func git(_ clone: String, _ words: String...) throws -> ProgramRun {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    let environment = ["HOME": session.folder.path, "GIT_CONFIG_NOSYSTEM": "1"]
    let run = try ProgramRun.run(
      "/usr/bin/git", identity + words, in: session.folder.path + "/" + clone,
      environment: environment)
    #expect(run.status == 0, "git \(words.joined(separator: " ")): \(run.output)\(run.errors)")
    return run
  }

  private func prepare() throws {
    _ = session.run(["init", "-q", "one"])
    _ = session.run(["-C", "one", "add", "Rent", "due:2026-11-20", "repeat:every month"])
    try session.folder.write(
      "- [ ] milk 📅 2026-11-20 🔁 every week 🆔 milk\n- [ ] bread\n", to: "one/Memo/list.md")
    try git("one", "init", "-q", "-b", "main")
    try git("one", "add", "-A")
    try git("one", "commit", "-qm", "start")
    try git(".", "clone", "-q", "one", "two")
  }

  @Test func `both finish the same tasks, and one next occurrence of each is left`() throws {
    try prepare()
    for clone in ["one", "two"] {
      #expect(session.run(["-C", clone, "done", "Rent", "milk"]).status == 0)
      try git(clone, "add", "-A")
      try git(clone, "commit", "-qm", "done")
    }
    try git("one", "pull", "-q", "--no-rebase", "--no-edit", "../two", "main")
    let open = session.run(["-C", "one", "tasks", "--paths"]).output
    #expect(
      open == "Memo/list.md:1\nDiary/Tasks/Rent 2026-12-20.md\nMemo/list.md:3\n")
  }

  @Test func `a clone that finishes a day later makes the same next note`() throws {
    try prepare()
    _ = session.run(["-C", "one", "done", "Rent"])
    _ = session.run(["-C", "two", "done", "Rent", "--now", "2026-11-25T09:00:00+09:00"])
    let path = "Diary/Tasks/Rent 2026-12-20.md"
    #expect(try session.folder.read("one/" + path) == session.folder.read("two/" + path))
  }

  @Test func `what another machine has made is not made again, even under another name`() throws {
    try prepare()
    _ = session.run(["-C", "one", "done", "Rent"])
    _ = session.run(["-C", "one", "mv", "Rent 2026-12-20", "one/Memo/Next rent.md"])
    _ = session.run(["-C", "one", "reopen", "Diary/Tasks/Rent.md"])
    _ = session.run(["-C", "one", "done", "Diary/Tasks/Rent.md"])
    let open = session.run(["-C", "one", "list", "Rent", "status:todo", "--paths"]).output
    #expect(open == "Memo/Next rent.md\n")
  }

  @Test func `of several tasks of one name the one is meant that can change`() throws {
    try prepare()
    _ = session.run(["-C", "one", "done", "Rent"])
    #expect(
      session.run(["-C", "one", "start", "Rent"]).output == "Diary/Tasks/Rent 2026-12-20.md\n")
    #expect(session.run(["-C", "one", "reopen", "Rent"]).output == "Diary/Tasks/Rent.md\n")
    #expect(session.run(["-C", "one", "done", "Rent"]).output == "Diary/Tasks/Rent.md\n")
  }

  @Test func `one undo takes back the task and its next occurrence`() throws {
    try prepare()
    let before = try session.folder.read("one/Diary/Tasks/Rent.md")
    _ = session.run(["-C", "one", "done", "Rent"])
    #expect(session.run(["-C", "one", "undo"]).status == 0)
    #expect(try session.folder.read("one/Diary/Tasks/Rent.md") == before)
    #expect(!session.folder.files().contains("one/Diary/Tasks/Rent 2026-12-20.md"))
  }
}
