import NoteTestSupport
import Testing

/// The reports of commands about links that are not meant as they are written.
@Suite struct MeantLinksTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
  }

  @Test(.needsExtensions) func `a rendered page follows links the other way round, and labels that the note defines`()
    throws
  {
    try session.folder.write("version: 5\n", to: "dendron.yml")
    try session.folder.write("# Setup\n", to: "dev.setup.md")
    try session.folder.write("# Nine\n", to: "nine.md")
    try session.folder.write(
      """
      [[How to|dev.setup#first]] [[How to|dendron://v/dev.setup]] [[SE-9]] [[nobody]] [[How to]]

      [SE-9]: nine.md

      """, to: "a.md")
    let html = session.run(["render", "a.md", "--fragment"]).output
    #expect(
      html == """
        <p><a href="dev.setup.html#note-first">How to</a> <a href="dev.setup.html">How to</a> \
        <a href="nine.html">SE-9</a> <span class="broken">nobody</span> \
        <span class="broken">How to</span></p>

        """)
  }

  @Test func `show draws the words before the bar of a link the other way round`() throws {
    try session.folder.write("version: 5\n", to: "dendron.yml")
    try session.folder.write("# Setup\n", to: "dev.setup.md")
    try session.folder.write("[[How to|dev.setup]] [[dev.setup|words]] [[gone|x]]\n", to: "a.md")
    #expect(session.run(["show", "a.md"]).output.hasSuffix("\nHow to words x\n"))
  }

  @Test(
    .needsExtensions,
    arguments: ["", ".obsidian/app.json", ".foam/x.json", ".zk/config.toml", "quartz.config.ts", ".marksman.toml"])
  func `without Dendron, the text after a bar is never a note`(mark: String) throws {
    if !mark.isEmpty { try session.folder.write(mark.hasSuffix("json") ? "{}" : "", to: mark) }
    try session.folder.write("# Setup\n", to: "dev.setup.md")
    try session.folder.write("[[How to|dev.setup]]\n", to: "a.md")
    #expect(session.run(["links", "a.md"]).output.contains("broken"))
    #expect(session.run(["links", "dev.setup.md", "--backlinks"]).output.isEmpty)
    #expect(session.run(["render", "a.md", "--fragment"]).output == "<p><span class=\"broken\">dev.setup</span></p>\n")
    #expect(session.run(["show", "a.md"]).output.hasSuffix("\ndev.setup\n"))
    #expect(session.run(["mv", "dev.setup.md", "dev.install.md"]).status == 0)
    #expect(try session.folder.read("a.md") == Array("[[How to|dev.setup]]\n".utf8))
  }

  @Test func `a link that is written into Dendron's notes has its text first`() throws {
    try session.folder.write("version: 5\n", to: "dendron.yml")
    try session.folder.write("# Setup\n", to: "dev.setup.md")
    try session.folder.write("# A\n\n[How to](dev.setup.md)\n", to: "a.md")
    #expect(session.run(["links", "convert", "wiki"]).status == 0)
    #expect(try session.folder.read("a.md") == Array("# A\n\n[[How to|dev.setup]]\n".utf8))
  }

  @Test(.needsExtensions) func `a heading that gives itself an id has a place of that name in the page`() throws {
    try session.folder.write("# A\n\n## Part {#P1}\n\n## P1\n\n## Part {#part}\n", to: "a.md")
    try session.folder.write("[x](a.md#P1)\n", to: "b.md")
    #expect(
      session.run(["render", "b.md", "--fragment"]).output
        == "<p><a href=\"a.html#note-p1\">x</a></p>\n")
    #expect(
      session.run(["render", "a.md", "--fragment"]).output == """
        <h1 id="note-a">A</h1>
        <h2 id="note-part"><span id="note-p1"></span>Part</h2>
        <h2 id="note-p1-1">P1</h2>
        <h2 id="note-part-1">Part</h2>

        """)
  }

  @Test func `links of templates are not checked`() throws {
    try session.folder.write("folders:\n  templates: Templates\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "# T\n\n[[{{title}}]] [[nobody]] [[Other#gone]]\n", to: "Templates/x.md")
    try session.folder.write("# Other\n", to: "Other.md")
    #expect(session.run(["check"]).output == "")
    #expect(session.run(["links", "--broken"]).output == "")
    try session.folder.write("[[nobody]] [[Other#gone]]\n", to: "note.md")
    let check = session.run(["check"]).output
    #expect(check.contains("nobody") && check.contains("gone") && !check.contains("Templates"))
  }

  @Test func `the page that a site makes of a folder is there with the folder`() throws {
    try session.folder.write(
      "[x](../guide/index.html) [y](../no/index.html)\n", to: "docs/src/a.md")
    try session.folder.write("x\n", to: "docs/guide/one.md")
    let broken = session.run(["links", "--broken", "--to", "jsonl"]).output
    #expect(broken.contains("../no/index.html") && !broken.contains("../guide/index.html"))
  }
}
