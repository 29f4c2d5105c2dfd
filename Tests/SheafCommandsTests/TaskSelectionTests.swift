import NoteTestSupport
import Testing

/// The tasks that the words of a command name.
@Suite struct TaskSelectionTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      """
      # Trip

      - [ ] book the train 🆔 train1
      - [ ] pack the bags
      - [x] buy tickets ✅ 2026-11-20

      """, to: "Memo/trip.md")
    try session.folder.write("---\nstatus: todo\n---\n# Pay the rent\n", to: "Memo/rent.md")
    try session.folder.write(
      "---\nstatus: done\nclosed: 2026-10-31\n---\n# Pay the rent\n", to: "Memo/old/rent 10.md")
    try session.folder.write("# Only a note\n", to: "Memo/note.md")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test func `tasks are printed as they are called afterwards, in the order in which they were named`() throws {
    let boxes = "\n- [ ] water 🔁 every day 📅 2026-11-26\n- [ ] one\n- [ ] two\n"
    try session.folder.write("---\ntitle: N\nstatus: todo\n---\n# N\n" + boxes, to: "n.md")
    // The next occurrence is above the box, and the note gets the day on which it was closed.
    #expect(session.run(["done", "n.md:8", "n.md", "n.md:7"]).output == "n.md:10\nn.md\nn.md:9\n")
    #expect(session.run(["reopen", "n.md:10", "n.md:9"]).output == "n.md:9\nn.md:8\n")
    #expect(try text("n.md").hasSuffix("# N\n" + boxes))
  }

  @Test func `a box is named by its line, by its id and by words of its title`() throws {
    #expect(session.run(["start", "Memo/trip.md:3"]).output == "Memo/trip.md:3\n")
    #expect(session.run(["done", "train1"]).output == "Memo/trip.md:3\n")
    #expect(session.run(["done", "pack bags"]).output == "Memo/trip.md:4\n")
    #expect(
      try text("Memo/trip.md")
        .contains("- [x] book the train 🆔 train1 ✅ 2026-11-21\n- [x] pack the bags"))
  }

  @Test(arguments: ["standup at 10:30", "at 10:30", "10:30", "standup 10:30"])
  func `a title that ends in a time is no line of a note`(words: String) throws {
    try session.folder.write("- [ ] standup at 10:30\n", to: "Memo/box.md")
    let box = session.run(["done", words, "--dry-run"])
    #expect(box.status == 0 && box.output.contains("+- [x] standup at 10:30"), "\(box.errors)")
    // A note of such a title, by a part of which another note is called.
    try session.folder.write(
      "---\ntitle: standup at 10:30\nstatus: todo\n---\n", to: "Memo/standup at 10 30.md")
    try session.folder.write("gone\n", to: "Memo/box.md")
    #expect(session.run(["done", words]).output == "Memo/standup at 10 30.md\n")
    let set = session.run(["set", words, "priority=high"])
    #expect(set.output == "Memo/standup at 10 30.md\n", "\(set.errors)")
  }

  @Test func `a line of a note is named by its path, its row or a part of its name`() throws {
    #expect(session.run(["done", "trip:3"]).output == "Memo/trip.md:3\n")
    #expect(session.run(["list", "title:trip"], onTerminal: true).status == 0)
    #expect(session.run(["reopen", "1:3"], onTerminal: true).status == 0)
    #expect(session.run(["done", "tri:3", "--dry-run"]).output.contains("+- [x] book the train"))
    #expect(session.run(["set", "tri:4", "due=fri"]).output == "Memo/trip.md:4\n")
    let noBox = session.run(["set", "tri:1", "due=fri"])
    #expect(noBox.status == 66 && noBox.errors.contains("There is no check box at Memo/trip.md:1"))
  }

  @Test func `of two tasks with one title the one is meant that the command changes`() throws {
    #expect(session.run(["done", "Pay the rent"]).output == "Memo/rent.md\n")
    #expect(try text("Memo/rent.md").contains("status: done"))
  }

  @Test func `a task that is so already is left alone, and said to be`() throws {
    let before = try text("Memo/trip.md")
    let outcome = session.run(["done", "Memo/trip.md:5"])
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("“buy tickets” is already done"))
    #expect(
      session.run(["--lang", "ko", "done", "Memo/trip.md:5"]).errors
        .contains("이미 “완료” 상태입니다: “buy tickets”"))
    #expect(try text("Memo/trip.md") == before)
  }

  @Test func `a query stands for names, and not beside them`() {
    #expect(session.run(["done", "train1", "--where", "in:Memo/trip.md"]).status == 64)
    let outcome = session.run(["done", "--where", "in:Memo/trip.md", "--expect", "2"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      Set(outcome.output.split(separator: "\n")) == ["Memo/trip.md:3", "Memo/trip.md:4"])
  }

  @Test func `another number than was expected changes nothing`() throws {
    let before = try text("Memo/trip.md")
    let outcome = session.run(["cancel", "--where", "in:Memo/trip.md", "--expect", "3"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("2 tasks would change, not 3; nothing was written"))
    #expect(try text("Memo/trip.md") == before)
  }

  @Test func `what is no task is refused with what could be meant`() throws {
    let note = session.run(["done", "Memo/note.md"])
    #expect(note.status == 66 && note.errors.contains("Memo/note.md is not a task"))
    #expect(note.errors.contains("status:todo"))
    let line = session.run(["done", "Memo/trip.md:1"])
    #expect(line.status == 66)
    #expect(line.errors.contains("Its check boxes are on lines 3, 4, 5"))
    try session.folder.write("- [ ] a\n\nend\n", to: "Memo/one.md")
    let only = session.run(["done", "Memo/one.md:3"])
    #expect(only.errors.contains("Its check box is on line 1; use Memo/one.md:1"))
    #expect(session.run(["done"]).errors.contains("No task given"))
  }

  @Test func `a day without a task defers what is due, and says that nothing is`() {
    for day in [["tomorrow"], ["friday"], ["+3d"], ["2026-12-01"], ["3", "days"], ["none"], ["내일"]] {
      let run = session.run(["defer"] + day)
      #expect(run.status == 1 && run.errors.hasPrefix("error: No task matches “due:..today”\n"), "\(day) \(run.errors)")
    }
    let noDay = session.run(["defer", "trip", "whenever"])
    #expect(noDay.errors.contains("“whenever” is not a date"), "\(noDay.errors)")
  }

  @Test func `reopen takes back what start, done and cancel did`() throws {
    let before = try text("Memo/trip.md")
    for command in ["start", "done", "cancel"] {
      #expect(session.run([command, "Memo/trip.md:4"]).status == 0)
      #expect(try text("Memo/trip.md") != before)
      _ = session.run([command == "start" ? "cancel" : "start", "Memo/trip.md:4"])
      _ = session.run(["cancel", "Memo/trip.md:4"])
      #expect(session.run(["reopen", "Memo/trip.md:4"]).status == 0)
      #expect(try text("Memo/trip.md") == before)
    }
  }

  @Test func `a task is overdue when its moment has passed, not at it`() throws {
    for minute in ["09:59", "10:00", "10:01"] {
      try session.folder.write(
        "---\nstatus: todo\ndue: 2026-11-21 \(minute)\n---\n", to: "Memo/at \(minute.suffix(2)).md")
    }
    #expect(session.run(["tasks", "is:overdue", "--paths"]).output == "Memo/at 59.md\n")
    #expect(session.run(["list", "is:overdue", "--paths"]).output == "Memo/at 59.md\n")
  }

  @Test func `a question about tasks names those that change, and comes where more change than are named`() throws {
    for number in 1...4 { try session.folder.write("---\nstatus: todo\n---\n# T\(number)\n", to: "T\(number).md") }
    #expect(session.run(["start", "T1", "T2"]).status == 0)
    let start = session.run(["start", "*"], input: "n\n", onTerminal: true)
    #expect(
      start.status != 0 && !start.errors.contains("T1") && start.errors.contains("T3") && start.errors.contains("T4"),
      "\(start.errors)")
    #expect(session.run(["tasks"], onTerminal: true).status == 0)
    for verb in ["done", "reopen"] {
      let outcome = session.run([verb, "1-2"], onTerminal: true)
      #expect(outcome.status == 0 && !outcome.errors.contains("[y/N]"), "\(outcome.errors)")
    }
  }
}
