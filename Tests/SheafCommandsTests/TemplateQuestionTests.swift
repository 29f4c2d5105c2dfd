import NoteTestSupport
import Testing

/// Templates that ask, count and include, used for new notes and on notes that are there.
@Suite struct TemplateQuestionTests {
  private func session(_ templates: [String: String] = [:]) throws -> CommandSession {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    for (name, text) in templates {
      try session.folder.write(text, to: ".sheaf/templates/\(name).md")
    }
    return session
  }

  private func text(_ session: CommandSession, _ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  private static let book = """
    ---
    author: {{ask "Author"}}
    due: {{ask "Due" next friday}}
    shelf: "{{ask "Shelf"}}-1"
    note: About {{ask "Shelf"}}
    list: [{{choose "State" unread|read}}]
    ---
    # {{title}}

    By {{ask "Author"}}: {{choose "State" unread|read}}

    """

  @Test func `answers are written as their places need them`() throws {
    let session = try session(["book": Self.book])
    let outcome = session.run([
      "new", "Eden", "-T", "book", "--answer", "author=Lem", "--answer", "shelf=a: b", "--answer",
      "State=READ",
    ])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("needs quotes around"), "\(outcome.errors)")
    let second = session.run([
      "new", "Eden", "-T", "book", "--answer", "author=Lem: \"S\"", "--answer", "shelf=B2",
      "--answer", "State=READ",
    ])
    #expect(second.status == 0, "\(second.errors)")
    #expect(
      try text(session, "Memo/Eden.md") == """
        ---
        author: "Lem: \\"S\\""
        due: 2026-11-27
        shelf: "B2-1"
        note: About B2
        list: [read]
        ---
        # Eden

        By Lem: "S": read

        """)
  }

  @Test func `without a terminal the questions are named and nothing is written`() throws {
    let session = try session(["book": Self.book])
    let outcome = session.run(["new", "Eden", "-T", "book"])
    #expect(outcome.status == 64)
    #expect(
      outcome.errors == """
        error: The new note needs: Author, Shelf, State (unread, read)
        hint: Answer with --answer Author=….

        """)
    #expect(!session.folder.files().contains("Memo/Eden.md"))
  }

  @Test func `a terminal asks each question once, with its usual answer`() throws {
    let session = try session(["book": Self.book])
    let outcome = session.run(
      ["new", "Eden", "-T", "book"], input: "Lem\n\nB2\nlost\nunread\n", onTerminal: true)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Author: Due [next friday]: Shelf: State (unread, read): "))
    #expect(outcome.errors.contains("State: “lost” is not an allowed value"))
    #expect(try text(session, "Memo/Eden.md").contains("By Lem: unread\n"))
  }

  @Test func `set answers the question of its field, and an answer to no question is refused`() throws {
    let session = try session(["t": "---\npages: {{ask \"Pages\"}}\n---\n{{ask \"pages\"}}\n"])
    #expect(session.run(["new", "A", "-T", "t", "--set", "pages=12"]).status == 0)
    #expect(try text(session, "Memo/A.md") == "---\npages: 12\n---\n12\n")
    let wrong = session.run(["new", "B", "-T", "t", "--answer", "pagse=1"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("The template does not ask for “pagse”"), "\(wrong.errors)")
  }

  @Test func `a template never reads what was answered as a template`() throws {
    let session = try session(["t": "{{ask \"A\"}}\n"])
    #expect(session.run(["new", "N", "-T", "t", "--answer", "A={{title}} {{{body}}} {{ask \"x\"}}"]).status == 0)
    #expect(try text(session, "Memo/N.md") == "{{title}} {{{body}}} {{ask \"x\"}}\n")
  }

  @Test func `a counter goes on from the highest number of the notes`() throws {
    let session = try session(["invoice": "---\ninvoice: INV-{{counter \"invoice\" 4}}\n---\n# {{title}}\n"])
    try session.folder.write("---\ninvoice: INV-0041\n---\n", to: "Memo/old.md")
    #expect(session.run(["new", "A", "-T", "invoice"]).status == 0)
    #expect(session.run(["new", "B", "-T", "invoice"]).status == 0)
    #expect(try text(session, "Memo/A.md").contains("invoice: INV-0042\n"))
    #expect(try text(session, "Memo/B.md").contains("invoice: INV-0043\n"))
    try session.folder.write("{{counter \"serial\"}}\n", to: ".sheaf/templates/bad.md")
    let bad = session.run(["new", "C", "-T", "bad"])
    #expect(bad.status == 64)
    #expect(bad.errors.contains("has a counter for the field serial"), "\(bad.errors)")
  }

  @Test func `parts are included, and none includes itself or comes from elsewhere`() throws {
    let session = try session([
      "t": "a\n{{include \"part\"}}\nb\n", "part": "({{title}})\n", "ring": "{{include \"gnir\"}}",
      "gnir": "{{include \"ring\"}}", "out": "{{include \"../config\"}}", "none": "{{include \"x\"}}",
    ])
    #expect(session.run(["new", "N", "-T", "t"]).status == 0)
    #expect(try text(session, "Memo/N.md") == "a\n(N)\nb\n")
    try session.folder.write("({{title}})\r\n", to: ".sheaf/templates/part.md")
    #expect(session.run(["new", "M", "-T", "t"]).status == 0)
    #expect(try text(session, "Memo/M.md") == "a\n(M)\nb\n")
    #expect(session.run(["new", "N", "-T", "ring"]).errors.contains("“ring” includes itself"))
    #expect(session.run(["new", "N", "-T", "out"]).status == 64)
    #expect(session.run(["new", "N", "-T", "none"]).status == 64)
    #expect(!session.folder.files().contains("Memo/N 2.md"))
  }

  @Test func `parts that double themselves end at a limit`() throws {
    var templates = ["p0": String(repeating: "x", count: 1_000)]
    for level in 1...30 {
      templates["p\(level)"] = "{{include \"p\(level - 1)\"}}{{include \"p\(level - 1)\"}}"
    }
    let session = try session(templates)
    let outcome = session.run(["new", "N", "-T", "p30"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("it is too large"), "\(outcome.errors)")
  }

  @Test(arguments: [
    "{{ask Author}}", "{{ask \"\"}}", "{{choose \"A\"}}", "{{counter \"a\" x}}", "{{include}} {{include \"a\" b}}",
  ])
  func `a directive that cannot be read is named`(directive: String) throws {
    let session = try session(["t": directive + "\n"])
    let outcome = session.run(["new", "N", "-T", "t"])
    #expect(outcome.status == 65, "\(outcome.errors)")
    #expect(outcome.errors.contains("expected {{"), "\(outcome.errors)")
  }

  @Test func `the clipboard is read only where the repository is trusted`() throws {
    let session = try session(["clip": "{{clipboard}}\n", "clean": "a\n"])
    let outcome = session.run(["new", "N", "-T", "clip"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("reads your environment or clipboard"), "\(outcome.errors)")
    try session.home.write("clipboard: echo copied\n", to: "config/sheaf/config.yaml")
    #expect(
      session.run(["config", "trust", "--yes"]).status == 0 || session.run(["--yes", "config", "trust"]).status == 0)
    #expect(session.run(["new", "N", "-T", "clip"]).status == 0)
    #expect(try text(session, "Memo/N.md") == "copied\n")
  }

  @Test func `no clipboard is read for a directive that parts make together, or for a template among the notes`() throws
  {
    let session = try session(["t": "{{clip{{include \"board\"}}\n", "board": "board}}"])
    try session.folder.write("folders:\n  templates: Templates\n", to: ".sheaf/config.yaml")
    try session.folder.write("{{clipboard}}\n", to: "Templates/v.md")
    try session.home.write("clipboard: echo copied\n", to: "config/sheaf/config.yaml")
    #expect(session.run(["new", "N", "-T", "t"]).status == 64)
    #expect(session.run(["new", "N", "-T", "v"]).status == 0)
    #expect(try text(session, "Memo/N.md") == "{{clipboard}}\n")
  }

  @Test func `a template of another program is left alone`() throws {
    let session = try session(["z": "# ${1:Title}\n\n$CURRENT_YEAR\n"])
    try session.folder.write("folders:\n  templates: Templates\n", to: ".sheaf/config.yaml")
    try session.folder.write("<% tp.file.title %>\n{{title}}\n", to: "Templates/t.md")
    let templater = session.run(["new", "N", "-T", "t"])
    #expect(templater.status == 64)
    #expect(
      templater.errors.hasPrefix(
        "error: Templates/t.md is a template of Templater, whose commands Sheaf does not run\n"))
    #expect(session.run(["new", "N", "-T", "z"]).errors.contains("a template of Zettlr"))
  }

  @Test func `questions work in templates among the notes as well`() throws {
    let session = try session()
    try session.folder.write("folders:\n  templates: Templates\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\nby: {{ask \"By\"}}\n---\n# {{title}} {{date:YYYY}} {{ask me}} {{other}}\n", to: "Templates/t.md")
    #expect(session.run(["new", "N", "-T", "t", "--answer", "By=Lem"]).status == 0)
    #expect(try text(session, "Memo/N.md") == "---\nby: Lem\n---\n# N 2026 {{ask me}} {{other}}\n")
  }

  @Test(arguments: [
    ("p", "---\nprivate: true\n---\nHUSH\n"), ("letter", "---\nunseal: 2999-01-01\n---\nHUSH\n"),
    ("private/f", "HUSH\n"), ("key", "password: hunter2HUSH\n"), (".hidden", "HUSH\n"),
  ])
  func `neither a template nor a part of one is a private file`(name: String, text: String) throws {
    let session = try session()
    try session.folder.write("folders:\n  templates: Memo\n", to: ".sheaf/config.yaml")
    try session.folder.write(text, to: "Memo/\(name).md")
    try session.folder.write("a {{include \"\(name)\"}} b\n", to: "Memo/t.md")
    for template in ["t", name] {
      let run = session.run(["new", "N", "-T", template])
      #expect(run.status != 0 && !run.output.contains("HUSH"), "\(template): \(run.output)")
      #expect(!session.folder.files().contains("Memo/N.md"))
    }
  }

  @Test func `a page of the diary asks before it is made`() throws {
    let session = try session(["diary": "---\nmood: {{ask \"Mood\" fine}}\n---\n# {{title}}\n\n"])
    #expect(session.run(["diary", "a line"]).status == 0)
    #expect(try text(session, "Diary/2026/2026-11-21.md").hasPrefix("---\nmood: fine\n---\n"))
  }

  @Test func `into puts the text at the end of a section, below its heading`() throws {
    let session = try session(["m": "---\nx: 1\n---\n# {{title}}\n\nWho: {{ask \"Who\"}}\n"])
    let plan = "# Plan\n\n## Meetings\n\nfirst\n\n## Later\n\nlast\n"
    try session.folder.write(plan, to: "Memo/Plan.md")
    let outcome = session.run(["new", "Monday", "-T", "m", "--into", "Plan#Meetings", "--answer", "Who=Mina"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Memo/Plan.md:7\n")
    #expect(
      try text(session, "Memo/Plan.md")
        == "# Plan\n\n## Meetings\n\nfirst\n\n### Monday\n\nWho: Mina\n\n## Later\n\nlast\n")
    #expect(session.run(["undo"]).status == 0)
    #expect(try text(session, "Memo/Plan.md") == plan)
  }

  @Test func `fill gives a note what it lacks and changes nothing that it has`() throws {
    let session = try session([
      "t":
        "---\nid: {{id}}\nstate: new\nrating: 3\ntags: [a, b]\n---\n# {{title}}\n\n## Plot\n\nplot\n\n## Quotes\n\n### Best\n\n## Notes\n"
    ])
    try session.folder.write("---\nstate: old\n---\n# Eden\n\n## Plot\n\nmine\n\n## Mine\n\nx\n", to: "Memo/Eden.md")
    let outcome = session.run(["new", "-T", "t", "--fill", "Eden"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try text(session, "Memo/Eden.md")
        == "---\nstate: old\nrating: 3\ntags: [a, b]\n---\n# Eden\n\n## Plot\n\nmine\n\n## Quotes\n\n### Best\n\n## Notes\n\n## Mine\n\nx\n"
    )
    let again = session.run(["new", "-T", "t", "--fill", "Eden"])
    #expect(again.status == 0)
    #expect(again.errors.contains("already has everything"))
    #expect(session.run(["undo"]).status == 0)
  }

  // MARK: - Notes that other commands make

  private static let asking =
    "---\nauthor: {{ask \"Author\"}}\nplace: {{ask \"Place\" home}}\n---\n# {{title}}\n\n{{{body}}}\n"

  private static let lines: [[String]] = [
    ["add", "Buy milk"], ["letter", "--opens", "2027-01-01", "Me", "-"], ["extract", "Plan#One"],
    ["extract", "Plan", "--level", "2"], ["clip", "A page", "-"], ["diary", "2026-11-01: snow"],
    ["add", "--into", "2026-11-02", "Box"],
  ]

  @Test(.needsExtensions, arguments: lines) func `every command that makes a note asks what its template asks`(
    _ line: [String]
  ) throws {
    let session = try session([
      "memo": Self.asking, "task": "---\nstatus: todo\nauthor: {{ask \"Author\"}}\n---\n", "diary": Self.asking,
    ])
    try session.folder.write("# Plan\n\n## One\n\na\n\n## Two\n\nb\n", to: "Memo/Plan.md")
    let before = session.folder.files().filter { $0.hasSuffix(".md") }
    let refused = session.run(line, input: line.last == "-" ? "text\n" : "")
    #expect(refused.status == 64, "\(refused.errors)")
    #expect(refused.errors.contains("The new note needs: Author\n"), "\(refused.errors)")
    #expect(session.folder.files().filter { $0.hasSuffix(".md") } == before)
    let outcome = session.run(line + ["--answer", "Author=Lem"], input: line.last == "-" ? "text\n" : "")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let made = session.folder.files().filter { $0.hasSuffix(".md") && !before.contains($0) }
    #expect(made.count == (line.contains("--level") ? 2 : 1))
    for path in made { #expect(try text(session, path).contains("author: Lem\n"), "\(path)") }
  }

  @Test func `a terminal is asked before a section is moved`() throws {
    let session = try session(["memo": Self.asking])
    try session.folder.write("# Plan\n\n## One\n\na\n", to: "Memo/Plan.md")
    let outcome = session.run(["extract", "Plan#One"], input: "Lem\n\n", onTerminal: true)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Author: Place [home]: "), "\(outcome.errors)")
    #expect(try text(session, "Memo/One.md").contains("author: Lem\nplace: home\n"))
  }

  @Test func `each note of a split has a number of its own`() throws {
    let session = try session(["memo": "---\nnumber: {{counter \"number\"}}\n---\n# {{title}}\n\n{{{body}}}\n"])
    try session.folder.write("# Plan\n\n## One\n\na\n\n## Two\n\nb\n", to: "Memo/Plan.md")
    #expect(session.run(["extract", "Plan", "--level", "2"]).status == 0)
    #expect(try text(session, "Memo/One.md").contains("number: 1\n"))
    #expect(try text(session, "Memo/Two.md").contains("number: 2\n"))
  }

  @Test func `parts without text are counted, too`() throws {
    func including(_ name: String) -> String { String(repeating: "{{include \"\(name)\"}}", count: 60) }
    let session = try session(["a": including("b"), "b": including("c"), "c": including("d"), "d": ""])
    var outcome: CommandSession.Outcome?
    let time = processorTime { outcome = session.run(["new", "X", "--template", "a", "--dry-run"]) }
    #expect(outcome?.errors.contains("it is too large") == true, "\(outcome?.errors ?? "")")
    #expect(time < .seconds(20), "\(time)")
    #expect(session.run(["new", "Y", "--template", "c"]).status == 0)
  }
}
