import NoteTestSupport
import Testing

/// Links keep the way in which they are written when notes get other names.
@Suite struct LinkStyleTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
  }

  /// The text of a note at `source` after a command.
  private func text(_ text: String, in source: String, after command: [String]) throws -> String {
    try session.folder.write(text, to: source)
    let run = session.run(command)
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("by hand"), "\(run.errors)")
    let after = String(decoding: try session.folder.read(source), as: UTF8.self)
    #expect(session.run(["undo"]).status == 0)
    #expect(try session.folder.read(source) == Array(text.utf8))
    return after
  }

  private func writeSite() throws {
    try session.folder.write("# Guide\n", to: "docs/guide.md")
    try session.folder.write("# API\n", to: "docs/api/index.md")
    try session.folder.write("# FAQ\n", to: "docs/faq/README.md")
  }

  @Test(arguments: [
    ("/guide", "/start"), ("/guide/", "/start/"), ("/guide.html", "/start.html"),
    ("/guide.md", "/start.md"), ("guide", "start"), ("guide/", "start/"),
    ("guide.html", "start.html"), ("./guide.html", "./start.html"), ("guide.md", "start.md"),
    ("guide.html#part", "start.html#part"), ("/docs/guide", "/docs/start"),
    ("/docs/guide/", "/docs/start/"), ("<guide.html>", "<start.html>"),
  ])
  func `an address of a site keeps its form when its note is renamed`(
    before: String, after: String
  ) throws {
    try writeSite()
    let mv = ["mv", "docs/guide.md", "docs/start.md"]
    #expect(
      try text("[x](\(before)) and [y][1]\n\n[1]: \(before)\n", in: "docs/a.md", after: mv)
        == "[x](\(after)) and [y][1]\n\n[1]: \(after)\n")
  }

  @Test(arguments: [
    ("../guide", "../sub/start"), ("../guide/", "../sub/start/"),
    ("../guide.html", "../sub/start.html"),
    ("/guide/", "/sub/start/"), ("guide/", "sub/start/"),
  ])
  func `also from another folder, into a deeper one`(before: String, after: String) throws {
    try writeSite()
    let mv = ["mv", "docs/guide.md", "docs/sub/start.md"]
    #expect(
      try text("[x](\(before))\n", in: "docs/more/a.md", after: mv) == "[x](\(after))\n")
  }

  @Test(arguments: [
    ("api/", "rest/"), ("api", "rest"), ("/api", "/rest"), ("/api/", "/rest/"),
    ("api/index.html", "rest/index.html"), ("api/index.md", "rest/index.md"),
    ("/docs/api/", "/docs/rest/"), ("api.html", "rest.html"),
  ])
  func `the page of a folder is still called by its folder`(before: String, after: String) throws {
    try writeSite()
    let mv = ["mv", "docs/api", "docs/rest"]
    #expect(try text("[x](\(before))\n", in: "docs/a.md", after: mv) == "[x](\(after))\n")
  }

  @Test(arguments: [
    ("faq/", "guide2/"), ("faq", "guide2"), ("/faq/", "/guide2/"), ("../docs/faq/", "guide2/"),
  ])
  func `a page of a folder that becomes a page of its own`(before: String, after: String) throws {
    try writeSite()
    let mv = ["mv", "docs/faq/README.md", "docs/guide2.md"]
    #expect(try text("[x](\(before))\n", in: "docs/a.md", after: mv) == "[x](\(after))\n")
  }

  @Test(arguments: [("guide/", "guide/"), ("guide.html", "guide.html"), ("/guide", "/guide")])
  func `a page that becomes that of a folder keeps its address`(before: String, after: String)
    throws
  {
    try writeSite()
    let mv = ["mv", "docs/guide.md", "docs/guide/index.md"]
    #expect(try text("[x](\(before))\n", in: "docs/a.md", after: mv) == "[x](\(after))\n")
  }

  @Test(arguments: [
    ("guide/", "../guide/"), ("guide.html", "../guide.html"), ("/guide/", "/guide/"),
    ("api/", "../api/"), ("faq", "../faq"),
  ])
  func `a note that moves keeps the form of its links`(before: String, after: String) throws {
    try writeSite()
    try session.folder.write("[x](\(before))\n", to: "docs/a.md")
    #expect(session.run(["mv", "docs/a.md", "docs/deep/a.md"]).status == 0)
    #expect(
      String(decoding: try session.folder.read("docs/deep/a.md"), as: UTF8.self)
        == "[x](\(after))\n")
  }

  @Test(arguments: [
    ("[[Set up|dev.setup]]", "[[Set up|dev.install]]"),
    ("[[Set up|dendron://main/dev.setup#aim]]", "[[Set up|dendron://main/dev.install#aim]]"),
    ("[[dendron://main/dev.setup]]", "[[dendron://main/dev.install]]"),
    ("![[dev.setup#aim,1:#*]]", "![[dev.install#aim,1:#*]]"),
  ])
  func `Dendron's links keep their order and their vault`(before: String, after: String) throws {
    try session.folder.write("version: 5\n", to: "dendron.yml")
    try session.folder.write("---\ntitle: Setup\n---\n\n## Aim\n", to: "main/dev.setup.md")
    try session.folder.write("---\ntitle: Set up\n---\n", to: "main/other.md")
    let mv = ["mv", "main/dev.setup.md", "main/dev.install.md"]
    #expect(try text(before + "\n", in: "main/a.md", after: mv) == after + "\n")
  }

  @Test func `a part that Dendron embeds follows its heading`() throws {
    try session.folder.write("## Aim\n\ntext\n", to: "dev.md")
    #expect(
      try text("![[dev#aim,1:#*]]\n", in: "a.md", after: ["rename", "dev#Aim", "Goal"])
        == "![[dev#Goal,1:#*]]\n")
  }
}
