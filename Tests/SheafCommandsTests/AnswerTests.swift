import NoteTestSupport
import Testing

/// The answers to a user at a terminal: why there is nothing, what was done, what is going to be done.
@Suite struct AnswerTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("# Budget\n\nrent and heating\n", to: "Memo/Budget.md")
    try session.folder.write("x\n", to: "Other/x.md")
    try session.folder.write(
      "- [ ] call mum 📅 2026-11-21\n- [ ] pay rent 📅 2026-11-20\n- [x] old thing\n- [ ] later 🛫 2026-12-01\n",
      to: "Memo/list.md")
  }

  private func errors(_ words: String..., input: String = "") -> String {
    session.run(words, input: input, onTerminal: true).errors
  }

  // MARK: Nothing

  @Test(arguments: [
    (["list", "--on-this-day"], "No note matches\n"), (["search", "--regex", "zzzz"], "No note matches “zzzz”\n"),
    (["list", "in:Other", "title:budget"], "No note matches “in:Other title:budget”; 1 in other folders\n"),
    (["tasks", "old"], "No open task matches “old”; 1 closed (--all)\n"),
    (
      ["tasks", "later"],
      "Nothing to do now; 1 task with a later start (sheaf tasks start:>today)\n"
    ),
    (["tasks", "nothing"], "No task matches “nothing”\n"),
    (["links", "Budget"], "“Budget” has no links\n"),
    (["links", "Budget", "--backlinks"], "No note links to “Budget”\n"),
    (["links", "--broken"], "No broken links\n"),
    (["tags"], "No tags. “sheaf set NOTE +work” adds one.\n"),
    (["query"], "No saved queries. “sheaf query save NAME QUERY” saves one.\n"),
    (["attach"], "No files besides notes\n"), (["undo", "--list", "--author", "x"], "No commands to undo\n"),
  ])
  func `an empty answer has a sentence on a terminal`(words: [String], expected: String) {
    let run = session.run(words, onTerminal: true)
    #expect(run.errors == expected)
    #expect(run.status == 1)
    #expect(session.run(words).errors == "")
  }

  @Test func `rename without a new name asks, elsewhere the hint is the whole line`() throws {
    let piped = session.run(["rename", "Budget"])
    #expect(piped.status == 64 && piped.errors == "error: No new name given\nhint: sheaf rename Budget 'New name'\n")
    let asked = session.run(["rename", "Budget"], input: "Costs of 2027\n", onTerminal: true)
    #expect(asked.errors.contains("New name of “Budget”: "), "\(asked.errors)")
    #expect(asked.output.contains("→ Budget → Costs of 2027\n"), "\(asked.output)")
    #expect(errors("rename", "nothing", input: "x\n").contains("No note matches “nothing”"))
    #expect(errors("rename", "autor:").contains("sheaf rename autor: author:"))
  }

  @Test func `defer of several tasks names the day in its question`() {
    let all = session.run(["defer", "due:any"], input: "n\n", onTerminal: true).errors
    #expect(all.contains("Defer 2 tasks? → Sun 2026-11-22\n"), "\(all)")
  }

  @Test func `a tag written as a query of a row is answered with the whole line`() {
    _ = session.run(["list"])
    let run = session.run(["tag", "1", "tag:home"], onTerminal: true)
    #expect(run.status == 64 && run.errors.contains("hint: sheaf tag 1 +home\n"), "\(run.errors)")
    #expect(errors("tag", "in:Other") == "No tags in these notes\n")
  }

  @Test func `a word that was asked about is not reported again`() {
    let asked = errors("add", "pay", "+2d", input: "n\n")
    #expect(asked.contains("Read “+2d”") && !asked.contains("kept in the title"), "\(asked)")
    _ = session.run(["config", "set", "tasks.read-words", "false", "--user"])
    #expect(errors("add", "pay", "+2d").contains("“+2d” is kept in the title; did you mean “due:+2d”?"))
  }

  @Test func `similar names are offered`() {
    #expect(errors("list", "title:zzz").contains("No note matches"))
    #expect(errors("list", "budgte").contains("budget"))
  }

  @Test func `a repository without notes says how to begin`() throws {
    let empty = try CommandSession()
    _ = empty.run(["init", "-q"])
    #expect(
      empty.run(["list"], onTerminal: true).errors
        == "There are no notes yet. “sheaf new TITLE” creates one.\n")
    #expect(
      empty.run(["tasks", "--lang", "ko"], onTerminal: true).errors
        == "아직 할 일이 없습니다. “sheaf add 제목”으로 추가할 수 있습니다.\n")
  }

  // MARK: Done

  @Test func `a finished task is told with what is left today`() {
    #expect(session.run(["done", "mum"], onTerminal: true).output == "✓ call mum, 1 left today  list:1\n")
    #expect(
      session.run(["done", "rent", "--lang", "ko"], onTerminal: true).output
        == "✓ pay rent, 오늘 할 일을 모두 마쳤습니다  list:2\n")
    #expect(
      session.run(["reopen", "list:1"], onTerminal: true).output == "~ call mum  list:1\n  status  done → todo\n")
    #expect(
      session.run(["defer", "mum", "+1w"], onTerminal: true).output
        == "~ call mum  list:1\n  due  Sat 2026-11-21 → Sat 2026-11-28, in 7 days\n")
    #expect(
      session.run(["start", "mum"], onTerminal: true).output == "~ call mum  list:1\n  status  todo → doing\n")
    #expect(session.run(["done", "mum"]).output == "Memo/list.md:1\n")
  }

  // MARK: Questions

  @Test(arguments: [
    ["rm", "Memo/Budget.md", "Memo/list.md"], ["rm", "Memo"],
    ["set", "--where", "in:Memo", "status=todo"], ["set", "Memo", "status=todo"],
    ["tag", "--where", "in:Memo", "+x"], ["done", "--where", "in:Memo"],
  ])
  func `much at once is asked, with the number`(words: [String]) throws {
    let refused = session.run(words, input: "n\n", onTerminal: true)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("\n[y/N] Nothing was changed\n"), "\(refused.errors)")
    #expect(
      refused.errors.contains(words[0] == "done" ? "3 tasks?\n  " : "2 notes?") && refused.errors.contains("\n  "),
      "\(refused.errors)")
    #expect(session.run(["undo"]).status != 0)
    #expect(session.run(words, input: "y\n", onTerminal: true).status == 0)
    #expect(session.run(["undo"]).status == 0)
    #expect(session.run(["--yes"] + words, onTerminal: true).errors.contains("[y/N]") == false)
    #expect(session.run(["undo"]).status == 0)
    #expect(session.run(words).status == 0, "Off a terminal it runs as typed")
  }

  @Test func `one note is changed without a question, twenty files are formatted without one`()
    throws
  {
    #expect(session.run(["set", "Budget", "status=todo"], onTerminal: true).errors == "")
    #expect(
      session.run(["rm", "Budget"], input: "", onTerminal: true).errors.contains("[y/N]") == false)
    for number in 1...21 { try session.folder.write("*  x\n", to: "Memo/n\(number).md") }
    let run = session.run(["fmt"], input: "n\n", onTerminal: true)
    #expect(
      run.errors.contains("Format 21 of 23 files?\n  ") && run.errors.contains("… and 16 more\n[y/N]"), "\(run.errors)")
    #expect(run.status == 1)
    #expect(session.run(["fmt", "Memo/n1.md"], onTerminal: true).errors.contains("[y/N]") == false)
  }

  // MARK: Words

  @Test(arguments: [
    (["add", "x", "priorty:hi"], "“priorty:hi” is kept in the title; did you mean “priority:”?"),
    (["add", "x", "dew:fri"], "“dew:fri” is kept in the title; did you mean “due:”?"),
    (["add", "x", "due:"], "due: needs a value"), (["new", "x", "due:"], "due: needs a value"),
    (["remind", "call mum"], "error: A task needs --snooze TIME\nhint: sheaf remind --snooze 20m 'call mum'\n"),
    (["remind", "--snooze", "20m"], "--snooze needs a task: sheaf remind --snooze 20m dentist"),
    (["list", "tag:"], "tag: needs a value"),
    (["remind", "--snooze", "20m", "--lang", "ko"], "다시 알릴 할 일을 지정해야 합니다: sheaf remind --snooze 20m 치과"),
    (["list", "tag:", "--lang", "ko"], "tag: 뒤에 값이 없습니다"),
    (["add", "x", "pri:zzz", "--lang", "ko"], "없는 우선순위입니다: “zzz”"),
    (["add", "--lang", "ko", "--nope"], "힌트: sheaf help add\n"),
    (["jot", "--to", "plan", "buy"], "Unknown option --to\nhint: sheaf help jot\n"),
    (["add", "x", "due:fri", "25:00"], "“25:00” is kept in the title; it is not a time of day"),
  ])
  func `what is not understood is reported`(words: [String], expected: String) {
    #expect(session.run(words).errors.contains(expected))
  }

  @Test func `folders and queries stand where notes do`() throws {
    try session.folder.write("*  x\n", to: "Memo/odd.md")
    #expect(session.run(["fmt", "odd", "--check"]).output == "Memo/odd.md\n")
    #expect(session.run(["fmt", "in:Memo", "--check"]).output.contains("Memo/odd.md"))
    #expect(session.run(["check", "Memo"]).status == 0)
    #expect(session.run(["set", "title:budget", "a=b"]).output == "Memo/Budget.md\n")
    #expect(session.run(["edit", "Memo", "-n"]).output.split(separator: "\n").count == 3)
    #expect(session.run(["done", "due:2026-11-20"]).output == "Memo/list.md:2\n")
  }

  @Test func `a field is removed without a value, and the note comes first`() {
    _ = session.run(["set", "Budget", "weather=rain", "due=today"])
    #expect(session.run(["set", "Budget", "due:"]).output == "Memo/Budget.md\n")
    #expect(session.run(["set", "weather:", "Budget"]).status == 64)
    #expect(session.run(["set", "Budget", "weather:none"]).output == "Memo/Budget.md\n")
    #expect(session.run(["get", "Budget", "weather"]).status == 1)
  }

  @Test func `words for tasks, hidden until they start, by urgency`() throws {
    #expect(
      session.run(["tasks", "today", "--paths"]).output == "Memo/list.md:2\nMemo/list.md:1\n")
    #expect(session.run(["tasks", "overdue", "--paths"]).output == "Memo/list.md:2\n")
    #expect(session.run(["tasks", "지남", "--paths"]).output == "Memo/list.md:2\n")
    #expect(!session.run(["tasks", "--paths"]).output.contains(":4"))
    #expect(session.run(["tasks", "start:>today", "--paths"]).output == "Memo/list.md:4\n")
    #expect(session.run(["tasks", "--all", "--paths"]).output.contains("Memo/list.md:4"))
    _ = session.run(["add", "big", "priority:urgent", "wait:2026-11-20"])
    let rows = session.run(["tasks", "--sort", "urgency", "--format", "{{title}} {{urgency}}"])
      .output
    #expect(rows == "pay rent 9.3\nbig 9.0\ncall mum 8.8\n")
  }

  @Test func `templates know what the listing knows`() throws {
    try session.folder.write("estimate: x\n\n[[Budget]]\n", to: "Memo/a.md")
    #expect(session.run(["links", "a", "--format", "{{path}}:{{line}}"]).output == "Memo/a.md:3\n")
    try session.folder.write("---\nestimate: 2h\n---\n\n- [ ] row\n", to: "Memo/b.md")
    #expect(
      session.run(["tasks", "row", "--format", "{{title}} {{estimate}}"]).output == "row 2h\n")
  }

  @Test func `a title is shown once`() {
    #expect(
      session.run(["show", "Budget"]).output == "Budget\nMemo/Budget.md\n\nrent and heating\n")
  }

  @Test func `a search shows the lines with the most matches`() throws {
    try session.folder.write("rent\nrent\nrent\nrent and heating\nrent\n", to: "Memo/long.md")
    let run = session.run(["search", "rent", "heating", "in:Memo/long.md"], onTerminal: true)
    #expect(run.output.contains("4: rent and heating"), "\(run.output)")
    #expect(run.output.contains("… +2"))
    #expect(
      session.run(["search", "rent", "in:Memo/long.md", "--lines", "1"], onTerminal: true).output
        .contains("… +4"))
  }
}
