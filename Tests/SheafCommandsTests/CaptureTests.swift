import NoteTestSupport
import SheafCommands
import Testing

/// Tasks and lines that are put down quickly, settings, and the first minute.
@Suite(.wholeProgram) struct CaptureTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test func `a sentence is read when it is asked for, and what stayed is told`() throws {
    let run = session.run(["add", "--read", "내일 3시 치과 #건강"])
    #expect(run.output == "Diary/Tasks/치과.md\n")
    #expect(run.errors == "+ 치과\n  tags  #건강\n  due   Sun 2026-11-22 15:00, tomorrow\n")
    #expect(session.run(["add", "내일 3시 치과"]).output == "Diary/Tasks/내일 3시 치과.md\n")
    _ = session.run(["config", "set", "tasks.read-words", "true"])
    #expect(session.run(["add", "call mum tomorrow"]).output == "Diary/Tasks/call mum.md\n")
  }

  @Test(arguments: [
    ("- [ ] call the\nbank today\n", "- [ ] call the\nbank today\n- [ ] x\n"),
    ("> - [ ] a\n>   - [ ] sub\n>\n> end\n", "> - [ ] a\n>   - [ ] sub\n> - [ ] x\n>\n> end\n"),
    ("- [ ] a\n  ```\n  code\n  ```\nA paragraph\n", "- [ ] a\n  ```\n  code\n  ```\n- [ ] x\n\nA paragraph\n"),
    ("- [ ] a\n\n%% multi\nline\n%%\n\nend\n", "- [ ] a\n- [ ] x\n\n%% multi\nline\n%%\n\nend\n"),
    ("- [ ] a\n  %% own %%\n\nend\n", "- [ ] a\n  %% own %%\n- [ ] x\n\nend\n"),
    ("> - [ ] a\n>\n> end\n", "> - [ ] a\n> - [ ] x\n>\n> end\n"),
    ("- [ ] a\n- plain\n", "- [ ] a\n- [ ] x\n- plain\n"),
    ("- [ ] a\n\n  more\n\n# B\n", "- [ ] a\n\n  more\n- [ ] x\n\n# B\n"),
    ("1. [ ] a\r\n   - b\r\n", "1. [ ] a\r\n   - b\r\n1. [ ] x\r\n"), ("- [ ] a", "- [ ] a\n- [ ] x"),
  ])
  func `a box is added after all that belongs to the last one`(before: String, after: String) throws {
    try session.folder.write(before, to: "Memo/list.md")
    #expect(session.run(["add", "x", "--into", "Memo/list.md"]).status == 0)
    #expect(try text("Memo/list.md") == after)
  }

  @Test func `a box goes into the section that is named`() throws {
    let note = "# P\n\n## A\n\n- [ ] a\n\n## B\n\n- [ ] b\n\n## C\n\ntext\n"
    for (heading, before, after) in [
      ("A", "- [ ] a\n", "- [ ] a\n- [ ] x\n"), ("B", "- [ ] b\n", "- [ ] b\n- [ ] x\n"),
      ("C", "text\n", "text\n\n- [ ] x\n"),
    ] {
      try session.folder.write(note, to: "Memo/P.md")
      #expect(session.run(["add", "x", "--into", "P#" + heading]).status == 0)
      #expect(try text("Memo/P.md") == note.replacing(before, with: after), "\(heading)")
    }
    #expect(session.run(["add", "x", "--into", "P#Nonsense"]).status == 66)
  }

  @Test func `a box for a note of thousands of headings takes no time`() throws {
    let note = "# P\n\n" + String(repeating: "## Hi\n\ntext of it here\n\n", count: 10_000)
    try session.folder.write(note, to: "Memo/P.md")
    var status: Int32 = -1
    let time = processorTime { status = session.run(["add", "x", "--into", "P"]).status }
    #expect(status == 0)
    #expect(try text("Memo/P.md") == note + "- [ ] x\n")
    #expect(time < .seconds(10))
  }

  @Test func `a card goes into a column of a board, never into its archive or behind its settings`() throws {
    let end = "\n\n***\n\n## Archive\n\n- [x] old\n\n%% kanban:settings\n```\n{\"kanban-plugin\":\"board\"}\n```\n%%\n"
    let note = "---\nkanban-plugin: board\n---\n\n## To Do\n\n- [ ] one\n\n## Doing\n\n" + end
    for (place, line, before, after) in [
      ("K", 8, "- [ ] one\n", "- [ ] one\n- [ ] x\n"), ("K#Doing", 11, "## Doing\n\n", "## Doing\n\n- [ ] x\n"),
      ("K#Archive", 18, "- [x] old\n", "- [x] old\n- [ ] x\n"),
    ] {
      try session.folder.write(note, to: "Memo/K.md")
      let run = session.run(["add", "x", "--into", place])
      #expect(run.output == "Memo/K.md:\(line)\n", "\(run.errors)")
      #expect(try text("Memo/K.md") == note.replacing(before, with: after), "\(place)")
    }
  }

  @Test func `a box for today makes the page of today`() throws {
    #expect(
      session.run(["add", "bread", "--into", "today"]).output == "Diary/2026/2026-11-21.md:10\n")
    #expect(try text("Diary/2026/2026-11-21.md").hasSuffix("---\n\n# 2026-11-21\n\n- [ ] bread\n"))
    #expect(
      session.run(["add", "milk", "--into", "today"]).output == "Diary/2026/2026-11-21.md:11\n")
    #expect(session.run(["fmt", "--check", "Diary"]).output == "")
    #expect(session.run(["add", "x", "--into", "nowhere"]).status == 1)
  }

  @Test(arguments: [
    ("---\na: b\n---\n", "---\na: b\n---\n\n- [ ] x\n"),
    ("---\na: b\n---\n\n", "---\na: b\n---\n\n- [ ] x\n"),
    ("text\n", "text\n\n- [ ] x\n"), ("text\n\n", "text\n\n- [ ] x\n"),
    ("text", "text\n\n- [ ] x\n"),
    ("", "- [ ] x\n"), ("text\r\n", "text\r\n\r\n- [ ] x\r\n"),
  ])
  func `a first box has one blank line before it`(before: String, after: String) throws {
    try session.folder.write(before, to: "Memo/a.md")
    #expect(session.run(["add", "x", "--into", "Memo/a.md"]).status == 0)
    #expect(try text("Memo/a.md") == after)
  }

  @Test(arguments: [
    ("- a\n", "call", "- a\n- call\n"), ("* a\n", "call", "* a\n* call\n"),
    ("- a\n", "- [ ] call", "- a\n- [ ] call\n"),
    ("text\n", "* call", "text\n\n* call\n"), ("", "2026. 11. 21. call", "- 2026. 11. 21. call\n"),
    ("**bold**\n", "-5", "**bold**\n\n- -5\n"),
  ])
  func `jot adds an item to the list of the inbox`(before: String, text: String, after: String) throws {
    try session.folder.write(before, to: "Memo/Inbox.md")
    #expect(session.run(["jot", "-"], input: text).status == 0)
    #expect(try self.text("Memo/Inbox.md") == after)
  }

  @Test(arguments: [["append", "Inbox", "call"], ["jot", "call"]])
  func `a text that is added to code without an end is warned of`(words: [String]) throws {
    try session.folder.write("# In\n\n```\na\n", to: "Memo/Inbox.md")
    let run = session.run(words)
    #expect(run.status == 0 && run.output == "Memo/Inbox.md:6\n")
    #expect(run.errors.contains("Memo/Inbox.md:3: the code or comment that begins here is not closed"), "\(run.errors)")
    #expect(session.run(["undo"]).status == 0)
    try session.folder.write("# In\n\n```\na\n```\n", to: "Memo/Inbox.md")
    #expect(session.run(words).errors == "")
  }

  @Test func `empty lines before piped text are skipped`() throws {
    #expect(
      session.run(["add", "-"], input: "\n\n  \nbuy bread due:fri\n\nwhole grain\n").output
        == "Diary/Tasks/buy bread.md\n")
    #expect(try text("Diary/Tasks/buy bread.md").hasSuffix("---\n\nwhole grain\n"))
    #expect(
      session.run(["new", "-"], input: "\n\n# A title\n\nbody\n").output == "Memo/A title.md\n")
    #expect(session.run(["append", "title", "-"], input: "\n\nmore\n\n").status == 0)
    #expect(try text("Memo/A title.md").hasSuffix("\nbody\n\nmore\n"))
  }

  @Test func `a look writes nothing`() throws {
    let before = session.folder.files()
    #expect(
      session.run(["diary", "--print-path"]).output == "$REPOSITORY/Diary/2026/2026-11-21.md\n")
    #expect(session.run(["diary"], onTerminal: true).errors.contains("Nothing was written"))
    #expect(session.folder.files() == before)
    #expect(session.run(["undo"]).status != 0)
  }

  // MARK: Settings

  @Test func `settings are written, read and taken out, comments kept`() throws {
    try session.folder.write("# mine\nlanguage: en  # for now\n", to: ".sheaf/config.yaml")
    #expect(session.run(["config", "set", "folders.memo", "Notes"]).status == 0)
    #expect(session.run(["config", "set", "language", "ko"]).status == 0)
    #expect(
      try text(".sheaf/config.yaml") == "# mine\nlanguage: ko  # for now\nfolders.memo: Notes\n")
    #expect(session.run(["config", "folders.memo"]).output == "Notes\n")
    #expect(session.run(["config", "unset", "folders.memo"]).status == 0)
    #expect(try text(".sheaf/config.yaml") == "# mine\nlanguage: ko  # for now\n")
    #expect(session.run(["undo", "3"]).status == 0)
    #expect(try text(".sheaf/config.yaml") == "# mine\nlanguage: en  # for now\n")
  }

  @Test func `programs and aliases go to the user's own file`() throws {
    #expect(
      session.run(["config", "set", "editor", "nvim -R"]).output.hasSuffix(
        "/config/sheaf/config.yaml\n"))
    #expect(session.run(["config", "set", "alias.w", "list", "in:Memo", "--user"]).status == 0)
    #expect(
      try String(decoding: session.home.read("config/sheaf/config.yaml"), as: UTF8.self)
        == "editor: nvim -R\nalias:\n  w: \"list in:Memo\"\n")
    #expect(session.run(["config", "alias.w"]).output == "list in:Memo\n")
    try session.folder.write("x\n", to: "Memo/a.md")
    #expect(session.run(["w", "--paths"]).output == "Memo/a.md\n")
    #expect(session.run(["config", "set", "nope", "1"]).status == 64)
    #expect(session.run(["config", "set", "fmt.wrap", "wide"]).status == 64)
  }

  @Test func `a repository runs no program of its own as a command`() throws {
    let own = try CommandSession(environment: ["PATH": "/usr/bin:/bin"])
    _ = own.run(["init", "-q"])
    try own.folder.writeProgram("", to: "bin/sheaf-evil")
    let session = try CommandSession(
      environment: ["PATH": own.folder.path + "/bin:/usr/bin", "SHEAF_DIR": own.folder.path])
    #expect(session.run(["evil"]).status == 64)
    #expect(session.startedPrograms == [])
  }

  // MARK: The first minute

  @Test(arguments: [
    ["list"], ["add", "x"], ["new", "x"], ["diary", "x"], ["tasks"], ["search", "x"],
    ["edit", "x"],
    ["done", "x"], ["status"], ["today"], ["board"], ["jot", "x"], ["pick"], ["show", "x"],
    ["undo"],
  ])
  func `outside a repository each command says what to do next`(words: [String]) throws {
    let outside = try CommandSession()
    let run = outside.run(words)
    #expect(run.status != 0)
    #expect(run.errors.contains("hint: ") && run.errors.contains("sheaf init"), "\(run.errors)")
    #expect(outside.run(words + ["--lang", "ko"]).errors.contains("힌트: "))
  }

  @Test(arguments: [
    ["edit", "x"], ["show", "x"], ["done", "x"], ["defer", "x", "fri"], ["rename", "x", "y"],
    ["append", "x", "y"], ["open", "x"], ["rm", "x"], ["mv", "x", "y"], ["set", "x", "a=b"],
    ["undo"], ["redo"], ["start"], ["edit"], ["add", "due:fri"], ["new"], ["config", "x"],
  ])
  func `in an empty repository each error has a next step`(words: [String]) {
    let run = session.run(words)
    #expect(run.status != 0)
    #expect(run.errors.contains("hint: "), "\(words): \(run.errors)")
  }

  @Test func `the help of every command begins with its commonest use`() {
    for name in Program.current.commandNames.sorted() {
      let help = session.run([name, "--help"]).output
      let lines = help.split(separator: "\n").map(String.init)
      let start = lines.firstIndex(of: "Examples:")
      let options = lines.firstIndex(of: "OPTIONS:") ?? lines.count
      let isFirst = help.hasPrefix("USAGE: ") && start.map { $0 < options } ?? false
      #expect(isFirst, "\(name): \(help.prefix(300))")
      let first = start.map { lines[$0 + 1] } ?? ""
      #expect(first.hasPrefix("  ") && first.contains("sheaf"), "\(name): \(first)")
    }
  }
}
