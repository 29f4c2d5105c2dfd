import Foundation
import NoteTestSupport
import TerminalText
import Testing

/// Small readings: of names, of days, of templates, of sums.
@Suite struct SmallReadingTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test(arguments: [
    ("---\na: 1\n---\n\nText\n", "Text\n"), ("---\na: [x, y]\n---\nText\n", "Text\n"),
    ("---\r\na: 1\r\n---\r\n\r\nText\r\n", "Text\r\n"), ("---\na: 1\n---\n", ""),
    ("---\n# why\na: 1\n---\nText\n", "---\n# why\n---\nText\n"),
    // What is below would be the front matter.
    ("---\na: 1\n---\n---\nb: 1\n---\n", "---\n---\n---\nb: 1\n---\n"),
    ("---\na: 1\nb: 2\n---\nText\n", "---\nb: 2\n---\nText\n"),
  ])
  func `without its only field a note has no front matter`(before: String, after: String) throws {
    try session.folder.write(before, to: "Memo/a.md")
    #expect(session.run(["set", "Memo/a.md", "a:"]).status == 0)
    #expect(try text("Memo/a.md") == after)
  }

  @Test func `get reads names from standard input, and an object has each key once`() throws {
    try session.folder.write("---\ntitle: A\npath: x\n---\n", to: "Memo/a.md")
    try session.folder.write("---\ntitle: B\n---\n", to: "Memo/b.md")
    #expect(session.run(["get", "-", "title"], input: "Memo/a.md\nMemo/b.md\n").output == "A\nB\n")
    let run = session.run(["get", "A", "--json"])
    #expect(run.output.components(separatedBy: "\"path\"").count == 2 && run.output.contains("Memo/a.md"))
    #expect(session.run(["get", "A", "path"]).output == "x\n")
  }

  @Test func `lengths of time are added up`() throws {
    for (name, time) in [("a", "1h30m"), ("b", "45m"), ("c", "soon")] {
      try session.folder.write("---\nestimate: \(time)\n---\n", to: "Memo/\(name).md")
    }
    #expect(session.run(["list", "--sum", "estimate"]).output.contains("Sum: estimate 2h15m (1 other value)"))
    try session.folder.write("---\nestimate: 2\n---\n", to: "Memo/d.md")
    #expect(session.run(["list", "--sum", "estimate"]).output.contains("Sum: estimate 2 + 2h15m (1 other value)"))
    #expect(
      session.run(["list", "--sum", "estimate", "--lang", "ko"]).output.contains("합계: estimate 2 + 2h15m (그 밖의 값 1개)"))
    #expect(session.run(["list", "--sum", "estimate", "--to", "csv"]).output.contains("2 + 2h15m"))
  }

  @Test func `the next note of a series is made when the last one is done`() throws {
    try session.folder.write(
      "---\ntitle: water\ncreated: 2026-11-01\nstatus: todo\ndue: 2026-11-02\nrepeat: every week\nimport:\n  source: x:1\n---\n",
      to: "Diary/Tasks/water.md")
    #expect(session.run(["done", "water"]).status == 0)
    let next = try text("Diary/Tasks/water 2026-11-09.md")
    #expect(next.contains("created: 2026-11-21\n") && !next.contains("import:"), "\(next)")
    #expect(try text("Diary/Tasks/water.md").contains("created: 2026-11-01\n"))
  }

  @Test func `a day that no program reads is reported, and a picture of a calendar is none`() throws {
    try session.folder.write(
      "- [ ] a 📅 2026/12/03\n- [ ] b 📅 tomorrow\n- [ ] c 📅 2026-12-3\n- [ ] d 📅: 2026-12-03\n- [ ] 📅 calendar\n- [x] e ✅\n",
      to: "Memo/a.md")
    let found = session.run(["check", "Memo/a.md"]).output
    #expect(found.components(separatedBy: "task-field").count == 5, "\(found)")
    #expect(found.contains("due: “2026/12/03” is not a date"))
  }

  @Test func `a box with 🏁 delete is removed when done, unless other lines belong to its item`() throws {
    let text = """
      - [ ] once 🏁 delete
      - [ ] keep 📅 2030-01-01 🏁 keep
      - [ ] again 🔁 every day 📅 2026-11-21 🏁 delete
      - [ ] brackets [onCompletion:: delete]
      - [ ] parent 🏁 delete
        - more

      """
    try session.folder.write(text, to: "Memo/a.md")
    let boxes = [1, 2, 3, 4, 5].map { "Memo/a.md:\($0)" }
    let run = session.run(["done"] + boxes)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("“parent” is not deleted, because lines below belong to the task"), "\(run.errors)")
    let lines = try self.text("Memo/a.md").split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[0].hasPrefix("- [x] keep") && lines[1].hasPrefix("- [ ] again"), "\(lines)")
    #expect(lines[2].hasPrefix("- [x] parent") && lines[3] == "  - more", "\(lines)")
    #expect(session.run(["undo"]).status == 0)
    #expect(try self.text("Memo/a.md") == text)
    #expect(session.run(["done", boxes[0]]).status == 0)
    #expect(try !self.text("Memo/a.md").contains("once"))
  }

  @Test(.needsExtensions) func `a new link keeps the brackets of its text`() throws {
    try session.folder.write("# T\n", to: "Memo/T.md")
    try session.folder.write("[T](T.md)\n", to: "Memo/links.md")
    try session.folder.write("---\ntitle: a [x] c\\d\n---\n", to: "Memo/b.md")
    #expect(session.run(["links", "add", "T", "Memo/b.md"]).status == 0)
    #expect(try text("Memo/T.md").contains(#"[a \[x\] c\\d](b.md)"#))
    #expect(session.run(["render", "T"]).output.contains(#">a [x] c\d</a>"#))
    #expect(session.run(["links", "T"]).output.contains("Memo/b.md"))
  }

  @Test(arguments: [
    ("t = \"x\nfoo = 1\n", 2), ("a = = 1\n", 2), ("a = \"x\" y\n", 2), ("a = hello\n", 2), ("t = 1\n[x\n", 3),
    ("t =\n", 2),
    ("a = [1, 2\n", 2), ("a = \"\"\"x\n", 2), ("just words\n", 2), ("a = 01\n", 2),
    ("a = 1_\n", 2), ("a = 0XF\n", 2), ("a = 2024-02-30\n", 2),
    ("a = 25:00:00\n", 2), ("a = { b = 1, }\n", 2), ("a = { b = 1\n}\n", 2), ("a = [1,,2]\n", 2),
    ("a = \"\\q\"\n", 2), ("a = \"\\ud800\"\n", 2), ("a b = 1\n", 2), ("a..b = 1\n", 2), ("a = '\u{7F}'\n", 2),
    ("a.b = 1\n[a]\n", 3), ("[a]\n[a]\n", 3), ("a = 1\n[a.b]\n", 3), ("[[a]]\n[a]\n", 3), ("a = []\n[[a]]\n", 3),
    ("a = { b = 1 }\n[a.c]\n", 3), ("[a.b]\n[a]\nb.c = 1\n", 4), ("a = { b = 1, b = 2 }\n", 2), ("[ [a]]\n", 2),
  ])
  func `a line that is no TOML is reported`(toml: String, line: Int) throws {
    try session.folder.write("+++\n\(toml)+++\n\nText\n", to: "Memo/a.md")
    let found = session.run(["check", "Memo/a.md"]).output
    #expect(found.contains("Memo/a.md:\(line)") && found.contains("The line is not valid TOML"), "\(found)")
  }

  @Test(arguments: [
    "a = 1\nb = \"x # y\" # z\nc = 'it s'\n", "d = 1979-05-27T07:32:00Z\ne = 07:32:00\nf = 1_000.5e-3\n",
    "g = [ 'a', \"b\", # c\n  'd',\n]\nh = [[1, 2], ['x']]\n",
    "i = { a = 1, b = 'x' }\n[x.\"y z\"] # c\nj = true\n[[list]]\nk = inf\n",
    "l = \"\"\"\nlong = 'x'\n\"\"\"\nm = '''\n[y\n'''\n",
    "n = 0xDEADBEEF\no = -1\np = 1979-05-27 07:32:00\nq.r = 1\n\"s t\" = 2\n",
    "a = { b = [\n1,\n], c.d = \"\" }\n[x.y]\n[x]\nz.w = 1\nz.v = 2\n[[t]]\n[[t]]\n[t.u]\n",
    "a = 1987-07-05t17:45:56.5+09:00\r\n",
    "a = \"\"\"x \\  \n  y\"\"\"\"\"\n", "a.b = 1\na.c = 2\n[a.d]\n", "[a.b]\nx = 1\n[a]\nx = 1\n",
  ])
  func `TOML is not reported`(toml: String) throws {
    try session.folder.write("+++\n\(toml)+++\n\nText\n", to: "Memo/a.md")
    #expect(!session.run(["check", "Memo/a.md"]).output.contains("TOML"), "\(toml)")
  }

  @Test(
    .needsExtensions,
    arguments: [
      ("a.enex", "<en-export/>", "enex"), ("todo.txt", "x 2026-01-01 a\n", "todotxt"),
      ("x.csv", "TYPE,CONTENT\ntask,a\n", "todoist"),
      ("x.csv", "title\na\n", "csv"),
      ("t.json", #"[{"uuid": "a", "urgency": 1, "description": "b", "status": "pending"}]"#, "taskwarrior"),
      ("a.org", "* A\n", "org"), ("a.bin", "x", nil),
    ])
  func `an import finds out the format and says so`(name: String, content: String, format: String?) throws {
    let folder = try TemporaryFolder()
    try folder.write(content, to: name)
    let run = session.run(["import", folder.path + "/" + name])
    guard let format else {
      #expect(run.status == 64 && run.errors.contains("--from FORMAT"), "\(run.errors)")
      return
    }
    #expect(run.errors.contains("The files are read as \(format) (--from \(format))"), "\(run.errors)")
  }

  @Test(arguments: [
    ("x\n{{date \"EEEE\"}}\n", "a tag cannot be read (line 2: {{date \"EEEE\"}})"),
    ("{{#if}\n", "a tag cannot be read (line 1: {{#if})"), ("a\n{{#tags}}\nb\n", "a section is not closed"),
  ])
  func `a template that cannot be read says where and why`(template: String, reason: String) throws {
    try session.folder.write(template, to: ".sheaf/templates/t.md")
    let run = session.run(["new", "T", "--template", "t"])
    #expect(
      run.status != 0 && run.errors.contains(reason) && run.errors.contains("hint: A tag is a name"), "\(run.errors)")
    #expect(!run.errors.contains("Mustache"))
  }

  @Test(arguments: ["en", "ko"]) func `problems are broken between words on a terminal, and whole in a pipe`(
    language: String
  ) throws {
    let names = ["a long name of a note that is not there", "another such name, 그리고 없는 메모의 긴 이름"]
    try session.folder.write(names.map { "[[\($0)]]\n" }.joined(separator: "\n"), to: "Memo/a.md")
    for columns in [30, 40, 80] {
      let run = session.run(["check", "Memo/a.md", "--lang", language], onTerminal: true, columns: columns)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count > names.count && lines.allSatisfy { CellWidth.of($0) <= columns }, "\(run.output)")
    }
    let piped = session.run(["check", "Memo/a.md", "--lang", language]).output
    #expect(piped.split(separator: "\n").count == names.count, "\(piped)")
  }
}
