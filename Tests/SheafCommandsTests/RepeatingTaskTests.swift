import Foundation
import NoteTestSupport
import Testing

/// Two clones of one repository, merged by git itself.
@Suite struct RepeatingTaskTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession(environment: GitFixture.identity)
  }

  /// Two clones that finish a task on different days, whose rule counts from completion; joined by git, with a
  /// conflict about the day.
  private func finishOnDifferentDays(then edit: () throws -> Void = {}) throws {
    _ = session.run(["init", "-q", "one"])
    _ = session.run(["-C", "one", "add", "Water", "due:2026-11-20", "repeat:after 10 days"])
    try session.folder.write("# List\n\nfirst\n", to: "one/Memo/list.md")
    try git("one", "init", "-q", "-b", "main")
    try git("one", "add", "-A")
    try git("one", "commit", "-qm", "start")
    try git(".", "clone", "-q", "one", "two")
    for (clone, day) in [("one", "22"), ("two", "24")] {
      #expect(
        session.run(["-C", clone, "done", "Water", "--now", "2026-11-\(day)T09:00:00+09:00"]).status
          == 0)
    }
    try edit()
    for clone in ["one", "two"] {
      try git(clone, "add", "-A")
      try git(clone, "commit", "-qm", "done")
    }
    _ = try gitRun("one", ["pull", "-q", "--no-rebase", "--no-edit", "../two", "main"])
  }

  private static let early = "Diary/Tasks/Water 2026-12-02.md"
  private static let late = "Diary/Tasks/Water 2026-12-04.md"

  private func read(_ path: String) throws -> String {
    String(decoding: try session.folder.read("one/" + path), as: UTF8.self)
  }

  @discardableResult
  private func git(_ clone: String, _ words: String...) throws -> ProgramRun {
    let run = try gitRun(clone, words)
    #expect(run.status == 0, "git \(words.joined(separator: " ")): \(run.output)\(run.errors)")
    return run
  }

  private func gitRun(_ clone: String, _ words: [String]) throws -> ProgramRun {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    let environment = ["HOME": session.folder.path, "GIT_CONFIG_NOSYSTEM": "1"]
    return try ProgramRun.run(
      "/usr/bin/git", identity + words, in: session.folder.path + "/" + clone,
      environment: environment)
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
    let notes = try ["one/", "two/"].map { String(decoding: try session.folder.read($0 + path), as: UTF8.self) }
    let days = notes.map { $0.split(separator: "\n").filter { $0.hasPrefix("created: ") } }
    #expect(days.map(\.count) == [1, 1])
    // Each was made on the day on which its clone finished; a merge takes the earlier day.
    let others = notes.map { $0.split(separator: "\n").filter { !$0.hasPrefix("created: ") } }
    #expect(others[0] == others[1])
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
    let unclear = session.run(["-C", "one", "done", "Rent"])
    #expect(unclear.status == 64 && unclear.errors.contains("matches 2 "), "\(unclear.errors)")
    #expect(session.run(["-C", "one", "done", "Diary/Tasks/Rent.md"]).output == "Diary/Tasks/Rent.md\n")
  }

  @Test func `one undo takes back the task and its next occurrence`() throws {
    try prepare()
    let before = try session.folder.read("one/Diary/Tasks/Rent.md")
    _ = session.run(["-C", "one", "done", "Rent"])
    #expect(session.run(["-C", "one", "undo"]).status == 0)
    #expect(try session.folder.read("one/Diary/Tasks/Rent.md") == before)
    #expect(!session.folder.files().contains("one/Diary/Tasks/Rent 2026-12-20.md"))
  }

  @Test func `a task counted from completion that both finish on different days is one task again`()
    throws
  {
    try finishOnDifferentDays()
    let check = session.run(["-C", "one", "check"]).output
    #expect(
      check.contains("\(Self.late):1:1: error: \(Self.early) is the same occurrence"), "\(check)")
    #expect(session.run(["-C", "one", "status"]).output.contains("2 files with conflicts"))
    let run = session.run(["-C", "one", "resolve"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("\(Self.late) was merged into \(Self.early)"))
    let open = session.run(["-C", "one", "tasks", "--paths"]).output
    #expect(open == "\(Self.early)\n")
    #expect(try read(Self.early).contains("due: 2026-12-02\n"))
    #expect(try read("Diary/Tasks/Water.md").contains("closed: 2026-11-22"))
    #expect(session.run(["-C", "one", "check"]).status == 0)
    _ = session.run(["-C", "one", "undo"])
    #expect(session.folder.files().contains("one/" + Self.late))
  }

  @Test func `what either side did with the next task is kept, and links to it`() throws {
    try finishOnDifferentDays {
      _ = session.run(["-C", "two", "set", "Water 2026-12-04", "priority=high", "due=2026-12-10"])
      try session.folder.write("# List\n\nfirst\n\n[[Water 2026-12-04]]\n", to: "two/Memo/list.md")
      let own = try read(Self.early)
      try session.folder.write(own + "\nThe fern as well.\n", to: "one/" + Self.early)
    }
    let run = session.run(["-C", "one", "resolve"])
    #expect(run.status == 0, "\(run.errors)")
    let merged = try read(Self.early)
    #expect(merged.contains("priority: high\n"))
    #expect(merged.contains("due: 2026-12-10\n"))
    #expect(merged.contains("\nThe fern as well.\n"))
    #expect(try read("Memo/list.md").contains("[[Water 2026-12-02]]"))
    #expect(!session.folder.files().contains("one/" + Self.late))
  }

  @Test func `days that both sides moved are left to the user, in both notes`() throws {
    try finishOnDifferentDays {
      _ = session.run(["-C", "one", "set", "Water 2026-12-02", "due=2026-12-11"])
      _ = session.run(["-C", "two", "set", "Water 2026-12-04", "due=2026-12-10"])
    }
    let run = session.run(["-C", "one", "resolve"])
    #expect(run.status == 3)
    #expect(run.errors.contains("both sides changed due"), "\(run.errors)")
    #expect(try read(Self.early).contains("due: 2026-12-11\n"))
    #expect(try read(Self.late).contains("due: 2026-12-10\n"))
  }

  @Test func `the next task that one side has finished already is finished, and comes back once`()
    throws
  {
    try finishOnDifferentDays {
      _ = session.run(
        ["-C", "two", "done", "Water 2026-12-04", "--now", "2026-12-03T09:00:00+09:00"])
    }
    #expect(session.run(["-C", "one", "resolve"]).status == 0)
    let open = session.run(["-C", "one", "tasks", "--paths"]).output
    #expect(open == "Diary/Tasks/Water 2026-12-13.md\n")
    #expect(try read(Self.early).contains("status: done\n"))
  }

  @Test func `words after a rule neither go with it nor come into it`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    let text = "- [ ] Tea 🔁 매주 월요일 창가 화분\n- [x] Water 🔁 every week ✅ 2026-11-20 at noon\n- [ ] Rice\n"
    try session.folder.write(text, to: "Memo/T.md")
    let rule = session.run(["set", "Memo/T.md:1", "repeat=every day"])
    #expect(rule.status == 65)
    #expect(
      rule.errors.contains("Memo/T.md:1: not changed: after 🔁 there are words that do not belong to the rule"),
      "\(rule.errors)")
    let open = session.run(["set", "Memo/T.md:2", "status=todo", "--lang", "ko"])
    #expect(open.errors.contains("Memo/T.md:2: 그대로 두었습니다: 같은 줄의 다른 단어나 필드까지 바뀝니다"), "\(open.errors)")
    #expect(String(decoding: try session.folder.read("Memo/T.md"), as: UTF8.self) == text)
    #expect(session.run(["done", "Memo/T.md:3"]).status == 0)
  }

  @Test func `the next note of a task has not its other names`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      "---\nstatus: todo\ndue: 2026-11-25\nrepeat: every week\naliases: [Wat]\n---\n# Water\n", to: "Memo/Water.md")
    try session.folder.write("[[Wat]]\n", to: "Memo/L.md")
    #expect(session.run(["done", "Water"]).status == 0)
    let notes = try session.folder.files().filter { $0.hasPrefix("Memo/Water") }
      .map { String(decoding: try session.folder.read($0), as: UTF8.self) }
    #expect(notes.count == 2 && notes.count { $0.contains("Wat]") } == 1, "\(notes)")
    #expect(session.run(["show", "Wat", "--raw"]).status == 0)
  }
}
