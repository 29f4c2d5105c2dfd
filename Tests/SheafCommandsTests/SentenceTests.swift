import NoteTestSupport
import Testing

/// Sentences that people type mean what they meant, or are reported.
@Suite struct SentenceTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test(arguments: [("status:doing", "doing"), ("상태:진행", "doing"), ("status:done", "done")])
  func `add sets the status of a note and of a check box`(word: String, status: String) throws {
    try session.folder.write("# List\n", to: "Memo/List.md")
    _ = session.run(["add", "x", word])
    #expect(try text("Diary/Tasks/x.md").contains("\nstatus: \(status)\n"))
    #expect(try text("Diary/Tasks/x.md").contains("\nclosed:") == (status == "done"))
    _ = session.run(["add", "y", word, "--into", "List"])
    #expect(try text("Memo/List.md").contains(status == "done" ? "- [x] y\n" : "- [/] y\n"))
    #expect(session.run(["add", "z", "status:don"]).status == 64)
  }

  @Test(arguments: [
    "2020-02-30: x", "2월 30일: x", "feb 30: x", "2026-13-01", "yesterday 25:00: x", "어제 25시: x",
  ])
  func `a day that is in no calendar is reported, not written as text`(line: String) throws {
    let run = session.run(["diary", line])
    #expect(run.status == 64)
    #expect(run.errors.contains("is not a date"), "\(run.errors)")
    #expect(session.folder.files().allSatisfy { !$0.hasPrefix("Diary/2") })
  }

  @Test(arguments: ["bought 3 apples: cheap", "ratio 99:1: hm", "Section 4: read", "30: x"])
  func `a colon in a sentence is no day`(line: String) throws {
    #expect(session.run(["diary", line]).status == 0)
    #expect(try text("Diary/2026/2026-11-21.md").contains(line))
  }

  @Test func `a field of a new note goes by the name that the template has for it`() throws {
    _ = session.run(["new", "Old", "--set", "date=2020-01-02"])
    #expect(try text("Memo/Old.md").contains("\ncreated: 2020-01-02\n"))
    #expect(try !text("Memo/Old.md").contains("date:"))
    #expect(session.run(["list", "created:2020-01-02", "--paths"]).output == "Memo/Old.md\n")
  }

  @Test func `words of a day are asked about on a terminal, and the answer is kept where the user says so`() throws {
    let piped = session.run(["add", "call bank tomorrow"])
    #expect(piped.errors.contains("“tomorrow” is kept in the title; add --read reads days and times"))
    let asked = session.run(["add", "call Mina tomorrow"], input: "y\n", onTerminal: true)
    #expect(asked.errors.contains("Read “tomorrow” as the due date"), "\(asked.errors)")
    #expect(try text("Diary/Tasks/call Mina.md").contains("due: 2026-11-22"))
    #expect(asked.errors.contains("sheaf config set tasks.read-words true --user"), "\(asked.errors)")
    let rule = session.run(["add", "water plants every 3 days"], input: "y\n", onTerminal: true)
    #expect(rule.errors.contains("Read “every 3 days” as the repetition?"), "\(rule.errors)")
    #expect(try text("Diary/Tasks/water plants.md").contains("repeat: every 3 days"))
    _ = session.run(["config", "set", "tasks.read-words", "true", "--user"])
    let next = session.run(["add", "call Jun tomorrow"], onTerminal: true)
    #expect(!next.errors.contains("Read “tomorrow”"))
    #expect(try text("Diary/Tasks/call Jun.md").contains("due: 2026-11-22"))
    _ = session.run(["config", "set", "tasks.read-words", "false", "--user"])
    let quiet = session.run(["add", "call Bo tomorrow"], onTerminal: true)
    #expect(!quiet.errors.contains("tomorrow"))
    #expect(quiet.output == "+ call Bo tomorrow\n")
  }

  @Test(arguments: [
    (["add", "x", "priorty:high"], "priority:"), (["list", "priorty:high"], "priority"),
    (["list", "--sotr", "due"], "--sort"), (["list", "is:opn"], "is:open"),
    (["list", "--sort", "titel"], "title"), (["tasks", "--sort", "tilte"], "title"),
    (["config", "set", "langauge", "ko"], "language"), (["set", "Note", "priority=hihg"], "high"),
    (["set", "Note", "status=doen"], "done"), (["list", "tag:hom"], "#home"), (["list", "in:Mem"], "in:Memo"),
    (["tasks", "due:tomorow"], "tomorrow (2026-11-22)"),
  ])
  func `every near miss is reported in the same words`(words: [String], meant: String) throws {
    try session.folder.write("---\ntags: [home]\n---\n# Note\n", to: "Memo/Note.md")
    let english = session.run(words).errors
    #expect(english.contains("id you mean “\(meant)”?"), "\(english)")
    _ = session.run(["undo"])
    let korean = session.run(words + ["--lang", "ko"]).errors
    #expect(korean.contains("혹시 “\(meant)”인가요?"), "\(korean)")
  }

  @Test func `an empty listing names the nearest value or day`() throws {
    try session.folder.write("---\ntags: [home]\nshelf: cellar\n---\n# Note\n", to: "Memo/Note.md")
    for (words, meant) in [
      ("list status:don", "status:done"), ("tasks pri:hihg", "pri:high"),
      ("list 상태:완로", "상태:완료"), ("list shelf:celar", "shelf:cellar"),
      ("tasks tomorow", "tomorrow (2026-11-22)"), ("list tag:home tomorow", "tomorrow (2026-11-22)"),
    ] {
      let run = session.run(words.split(separator: " ").map { String($0) }, onTerminal: true)
      #expect(run.errors.contains("did you mean “\(meant)”?"), "\(run.errors)")
    }
    _ = session.run(["query", "save", "urgent", "is:open"])
    #expect(session.run(["list", "@urgnet"]).errors.contains("did you mean “@urgent”?"))
    #expect(!session.run(["search", "tomorow"], onTerminal: true).errors.contains("tomorrow"))
  }
}
