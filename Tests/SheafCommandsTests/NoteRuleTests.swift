import NoteActions
import NoteSyntax
import NoteTestSupport
import Testing

/// Editing does not allow what adding forbids.
@Suite struct NoteRuleTests {
  private func session(_ configuration: String = "") throws -> CommandSession {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    try session.folder.write(configuration, to: ".sheaf/config.yaml")
    return session
  }

  private static let task =
    "---\nid: k3x9wq2m\ntitle: Rent\nstatus: todo\n---\n\n# Rent\n\nfive\n"

  @Test(arguments: [
    (["title:\"\""], "Memo/a.md: The title is empty"),
    (["title= "], "Memo/a.md: The title is empty"),
    (
      ["id=abcd1234"],
      "Memo/a.md: The id k3x9wq2m would become abcd1234, and links to it would break"
    ),
    (["id:"], "Memo/a.md: The id k3x9wq2m would be removed, and links to it would break"),
    (["color=#12"], "Memo/a.md: color: “#12” is not a colour"),
    (["color=dark red"], "Memo/a.md: color: “dark red” is not a colour"),
  ])
  func `set refuses what breaks a rule and writes nothing`(
    changes: [String], sentence: String
  ) throws {
    let session = try session()
    try session.folder.write(Self.task, to: "Memo/a.md")
    let outcome = session.run(["set", "Memo/a.md"] + changes)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: \(sentence)\n"), "\(outcome.errors)")
    #expect(try session.folder.read("Memo/a.md") == Array(Self.task.utf8))
  }

  @Test func `set refuses an id that nothing can name`() throws {
    let session = try session()
    try session.folder.write("# A\n", to: "Memo/a.md")
    let outcome = session.run(["set", "Memo/a.md", "id=a b/c"])
    #expect(outcome.errors.hasPrefix("error: Memo/a.md: “a b/c” cannot be an id\n"))
    #expect(session.run(["set", "Memo/a.md", "id=202611211200", "color=#ff8800"]).status == 0)
    #expect(session.run(["set", "Memo/a.md", "color=red"]).status == 0)
  }

  @Test func `a rule that was broken before stops no other change`() throws {
    let session = try session("tasks:\n  body-limit: 3\n")
    try session.folder.write(
      "---\nid: a b\ncolor: '#1'\ntitle: ''\nstatus: todo\n---\nfour\n", to: "Memo/a.md")
    #expect(session.run(["set", "Memo/a.md", "priority=high"]).status == 0)
  }

  @Test(arguments: [
    (["add", "Rent", "--body", "four"], "The body has 4 characters; at most 3 are allowed"),
    (["add", "Rent"], "The task has no body"),
    (["add", "Rent", "--body", " \n"], "The task has no body"),
    (["new", "Rent", "--set", "status=todo"], "The task has no body"),
    (["new", "Rent", "--set", "color=#1"], "color: “#1” is not a colour"),
    (["set", "Memo/a.md", "status=todo"], "The task has no body"),
    (["set", "Memo/b.md", "status=todo"], "The body has 5 characters; at most 3 are allowed"),
  ])
  func `the settings for a task's text hold for every command`(
    words: [String], sentence: String
  ) throws {
    let session = try session("tasks:\n  body-limit: 3\n  require-body: true\n")
    try session.folder.write("# A\n\n", to: "Memo/a.md")
    try session.folder.write("# B\n\n 한글 둘셋\n", to: "Memo/b.md")
    let before = session.folder.files()
    let outcome = session.run(words)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(": \(sentence)\n"), "\(outcome.errors)")
    #expect(session.folder.files() == before)
    #expect(session.run(["add", "Rent", "--body", "two"]).status == 0)
  }

  @Test func `check finds what other programs wrote`() throws {
    let session = try session("tasks:\n  body-limit: 3\n  require-body: true\n")
    try session.folder.write(
      "---\nid: a b\ncolor: '#1'\ntitle: ''\n---\nx\n", to: "Memo/a.md")
    try session.folder.write("---\nstatus: todo\n---\n\n# B\n", to: "Memo/b.md")
    try session.folder.write("---\nstatus: todo\n---\n\n# C\n\nfour\n", to: "Memo/c.md")
    try session.folder.write("---\nstatus: todo\n---\n\n# D\n\none\n", to: "Memo/d.md")
    let outcome = session.run(["check"])
    #expect(outcome.status == 1)
    for sentence in [
      "“a b” cannot be an id", "color: “#1” is not a colour", "The title is empty",
      "The task has no body", "The body has 4 characters; at most 3 are allowed",
    ] {
      #expect(outcome.output.contains(sentence), "\(outcome.output)")
    }
    #expect(!outcome.output.contains("d.md"))
  }

  @Test func `check fixes only where the rest keeps its meaning`() throws {
    let session = try session()
    let text = "# A\n\n**_My Years at Xerox_**입니다\n\n**가(나)**을\n"
    try session.folder.write(text, to: "Memo/a.md")
    _ = session.run(["check", "--fix"])
    let expected = "# A\n\n***My Years at Xerox***입니다\n\n**가**(나)을\n"
    #expect(String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("**_My Years at Xerox_**입니다", "***My Years at Xerox***입니다"),
    ("*__가__*나", "***가***나"), ("**__가__**나", "****가****나"),
    // Nothing says the same with the mark elsewhere.
    ("*_가_*나", "*_가_*나"), ("**_가_ 나_**다", "**_가_ 나_**다"),
    ("**[가](나)**다", "**[가](나)**다"), ("**`가`**나", "**`가`**나"),
    ("_**가(나)**다_ 라", "_**가**(나)다_ 라"),
  ])
  func `a fix of emphasis loses none`(text: String, expected: String) throws {
    let session = try session()
    try session.folder.write(text + "\n", to: "Memo/a.md")
    _ = session.run(["check", "--fix"])
    #expect(
      String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self) == expected + "\n")
  }

  @Test func `thousands of marks in one paragraph are fixed in time in proportion`() throws {
    let session = try session()
    try session.folder.write(
      String(repeating: "**가(나)**을 ", count: 1_500) + "\n", to: "Memo/a.md")
    #expect(processorTime { _ = session.run(["check", "--fix"]) } < .seconds(20))
    let fixed = String(repeating: "**가**(나)을 ", count: 1_500) + "\n"
    #expect(try session.folder.read("Memo/a.md") == Array(fixed.utf8))
  }

  @Test func `check of a note with thousands of broken links takes time in proportion`() throws {
    let session = try session()
    let links = (0..<20_000).map { "[[no\($0)]]\n\n" }.joined()
    try session.folder.write(links + "한글 [[끝]]\n", to: "Memo/a.md")
    var output = ""
    let time = processorTime { output = session.run(["check"]).output }
    #expect(time < .seconds(20))
    #expect(output.contains("Memo/a.md:39999:1: warning: “no19999” does not exist"))
    #expect(output.contains("Memo/a.md:40001:4: warning: “끝” does not exist"))
  }

  @Test func `every column of the board can be sorted by due day`() throws {
    let session = try session()
    for (name, due, closed) in [
      ("a", "2026-11-03", "2026-11-20"), ("b", "2026-11-01", "2026-11-19"),
    ] {
      try session.folder.write(
        "---\nstatus: done\ndue: \(due)\nclosed: \(closed)\n---\n", to: "Memo/\(name).md")
    }
    #expect(session.run(["board", "--paths"]).output == "Memo/a.md\nMemo/b.md\n")
    try session.folder.write("board:\n  sort: due\n", to: ".sheaf/config.yaml")
    #expect(session.run(["board", "--paths"]).output == "Memo/b.md\nMemo/a.md\n")
  }

  @Test func `every column is sorted by due day where the configuration says so`() throws {
    let session = try session("board:\n  sort: due\n  columns: [todo, waiting, doing, done]\n")
    for status in ["todo", "waiting", "doing", "done"] {
      for (name, due) in [("a", "2026-11-30"), ("b", "2026-11-03"), ("c", "2026-11-10 09:00")] {
        try session.folder.write(
          "---\nstatus: \(status)\ndue: \(due)\nclosed: 2026-11-2\(name == "b" ? 0 : 1)\n---\n",
          to: "Memo/\(status)-\(name).md")
      }
    }
    let paths = session.run(["board", "--paths"]).output.split(separator: "\n")
    for status in ["todo", "waiting", "doing", "done"] {
      let column = paths.filter { $0.contains("/\(status)-") }
      #expect(column == ["b", "c", "a"].map { "Memo/\(status)-\($0).md" }, "\(paths)")
    }
  }

  @Test func `a check box may not make the text of a task too long`() throws {
    let session = try session("tasks:\n  body-limit: 10\n")
    try session.folder.write(Self.task, to: "Memo/a.md")
    let outcome = session.run(["add", "one more thing", "--into", "Memo/a.md"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("at most 10 are allowed"), "\(outcome.errors)")
    #expect(try session.folder.read("Memo/a.md") == Array(Self.task.utf8))
  }

  @Test(arguments: [
    ["attach", "Memo/a.md", "plan.pdf"], ["rename", "+x", "+much-longer"],
    ["append", "Memo/a.md", "more"], ["append", "--top", "Memo/a.md", "more"],
  ])
  func `no command makes the text of a task too long`(words: [String]) throws {
    let session = try session("tasks:\n  body-limit: 10\n")
    let text = "---\nstatus: todo\n---\n\n# A\n\nfive #x\n"
    try session.folder.write(text, to: "Memo/a.md")
    try session.folder.write("#x\n", to: "Memo/b.md")
    try session.folder.write("%PDF", to: "plan.pdf")
    let outcome = session.run(words)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("Memo/a.md: The body has "), "\(outcome.errors)")
    #expect(try session.folder.read("Memo/a.md") == Array(text.utf8))
    #expect(try session.folder.read("Memo/b.md") == Array("#x\n".utf8))
  }

  @Test func `check finds an id that another program changed, until it is back`() throws {
    let session = try session()
    try session.folder.write(Self.task, to: "Memo/a.md")
    try session.folder.write("[[k3x9wq2m]]\n", to: "Memo/b.md")
    #expect(session.run(["check"]).status == 0)
    try session.folder.write(Self.task.replacing("k3x9wq2m", with: "other123"), to: "Memo/a.md")
    let changed = session.run(["check"])
    #expect(
      changed.output.contains("Memo/a.md:1:1: warning: The id was k3x9wq2m and is other123 now"),
      "\(changed.output)")
    try session.folder.write(Self.task.replacing("id: k3x9wq2m\n", with: ""), to: "Memo/a.md")
    #expect(session.run(["check"]).output.contains("The id was k3x9wq2m and is gone now"))
    try session.folder.write(Self.task, to: "Memo/a.md")
    #expect(session.run(["check"]).status == 0)
  }

  @Test func `ids that a program changed in many notes at once are found, until they are back`() throws {
    let session = try session()
    func write(_ start: String) throws {
      for number in 100..<160 {
        try session.folder.write("---\nid: \(start)\(number)\n---\n\n# Note \(number)\n", to: "Memo/\(number).md")
      }
    }
    func found() -> Int {
      session.run(["check"]).output.split(separator: "\n").count { $0.contains("The id was k3x9w") }
    }
    try write("k3x9w")
    #expect(found() == 0)
    try write("other")
    #expect(found() == 60)
    #expect(found() == 60)
    try write("k3x9w")
    #expect(found() == 0)
  }

  @Test(arguments: [1, 30]) func `fields that notes had are not found`(count: Int) throws {
    let session = try session()
    func write(_ value: String, _ numbers: Range<Int>) throws {
      for number in numbers {
        try session.folder.write("---\nmood-\(number): \(value)\nshade: \(value)\n---\n", to: "Memo/\(number).md")
      }
    }
    try write("calm", 0..<60)
    #expect(session.run(["list", "shade:calm", "--json"]).output.contains("Memo/59.md"))
    try write("wild", 0..<count)
    for number in [0, count - 1] {
      #expect(!session.run(["list", "mood-\(number):calm"]).output.contains("Memo/\(number).md"))
      #expect(session.run(["list", "mood-\(number):wild"]).output.contains("Memo/\(number).md"))
    }
    let calm = session.run(["list", "shade:calm"]).output.split(separator: "\n").count
    #expect(calm == 60 - count)
  }

  @Test func `an id that moved to another file is not changed`() throws {
    let session = try session()
    try session.folder.write(Self.task, to: "Memo/a.md")
    #expect(session.run(["check"]).status == 0)
    try session.folder.write("other\n", to: "Memo/a.md")
    try session.folder.write(Self.task, to: "Memo/c.md")
    #expect(!session.run(["check"]).output.contains("The id was"))
  }

  @Test func `a fix that would change more than it is for is not made`() throws {
    let session = try session()
    // Together with the next line the mark would be emphasis elsewhere.
    let text = "**가(나)**을 `**` 다\n\n- [ ] x \u{A0}📅 2026-11-21\n\nend\0\n"
    try session.folder.write(text, to: "Memo/a.md")
    _ = session.run(["check", "--fix"])
    let after = String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self)
    #expect(after.contains("**가**(나)을 `**` 다"), "\(after)")
    #expect(after.contains("x  📅 2026-11-21") || after.contains("x 📅 2026-11-21"), "\(after)")
  }

  @Test func `a note without fixes is not read to prove them`() {
    let source = SourceBuffer(Array(String(repeating: "## Part\n\nwords *of* it\n\n", count: 100_000).utf8))
    #expect(processorTime { _ = CheckFixes.proved([], in: source) } < .milliseconds(20))
  }
}
