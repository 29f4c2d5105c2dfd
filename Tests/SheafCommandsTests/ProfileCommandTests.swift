import NoteTestSupport
import Testing

/// Folders of other programs, used from the command line.
@Suite struct ProfileCommandTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  private func write(_ files: [String: String]) throws {
    for (path, text) in files { try session.folder.write(text, to: path) }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  private func makeGraph() throws {
    try write([
      "logseq/config.edn": "{:preferred-format \"Markdown\"}\n",
      "logseq/bak/old.md": "- [[Nowhere]]\n",
      "pages/Project___Plan.md": "- TODO call [[Kim]]\n  DEADLINE: <2026-11-30 Mon>\n",
      "pages/Home.md": "- [[Project/Plan]] and #[[Project/Plan]] and [[Not written]]\n",
      "journals/2026_06_12.md": "- see [[Project/Plan]]\n",
      "pages/Days.md": "- [[Jun 12th, 2026]]\n",
    ])
    #expect(session.run(["init"]).status == 0)
  }

  @Test func `a graph of an outliner is read in place`() throws {
    try makeGraph()
    #expect(
      session.run(["list", "--sort", "path", "--format", "{{path}} {{title}} {{kind}}"]).output
        == """
        journals/2026_06_12.md Jun 12th, 2026 diary
        pages/Days.md Days memo
        pages/Home.md Home memo
        pages/Project___Plan.md Project/Plan memo

        """)
    #expect(session.run(["check"]).status == 0)
    #expect(session.run(["links", "--broken"]).status == 1)
    let days = session.run(["links", "Days", "--format", "{{target}} {{state}}"])
    #expect(days.output == "journals/2026_06_12.md resolved\n", "\(days.errors)")
  }

  @Test func `a task of an outline is done in its own words`() throws {
    try makeGraph()
    #expect(session.run(["tasks", "--format", "{{title}} {{due}}"]).output.contains("2026-11-30"))
    #expect(session.run(["done", "pages/Project___Plan.md:1"]).status == 0)
    #expect(
      try text("pages/Project___Plan.md") == "- DONE call [[Kim]]\n  DEADLINE: <2026-11-30 Mon>\n")
  }

  @Test func `renaming a page writes every form of its name`() throws {
    try makeGraph()
    let run = session.run(["rename", "pages/Project___Plan.md", "Work/Big plan?"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try text("pages/Work___Big plan%3F.md").hasPrefix("- TODO"))
    #expect(
      try text("pages/Home.md")
        == "- [[Work/Big plan?]] and #[[Work/Big plan?]] and [[Not written]]\n")
    #expect(
      try text("journals/2026_06_12.md")
        == "- see [[Work/Big plan?]]\n")
  }

  @Test func `a link with the name of a page in brackets keeps them`() throws {
    try makeGraph()
    try write(["pages/Named.md": "- [it]([[Project/Plan]]) [x]([[None]])\n"])
    #expect(session.run(["rename", "pages/Project___Plan.md", "Work/Big"]).status == 0)
    #expect(try text("pages/Named.md") == "- [it]([[Work/Big]]) [x]([[None]])\n")
  }

  @Test func `links of a site are followed as its generator does, and moves keep their form`()
    throws
  {
    try write([
      "hugo.toml": "title = 'x'\n",
      "content/en/docs/op/clustering.md":
        "[a](../security/) [b](/docs/op/security/) [c](../../start) [[params.x]] {{< x >}}\n",
      "content/en/docs/op/security.md": "x\n", "content/en/docs/start.md": "x\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let check = session.run(["check"])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func `a query and the sign of a root stay when a note moves`() throws {
    try write([
      "config.toml": "[markdown]\n", "content/guide/a.md": "x\n",
      "content/b.md": "[a](@/guide/a.md) [b](guide/a.md?raw=true#x) [c](@/guide/a.md#y)\n",
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["mv", "content/guide/a.md", "content/other/a.md"]).status == 0)
    #expect(
      try text("content/b.md")
        == "[a](@/other/a.md) [b](other/a.md?raw=true#x) [c](@/other/a.md#y)\n")
  }

  @Test func `a project of another format is left alone until asked`() throws {
    try write([
      "astro.config.mjs": "x\n", "src/content/docs/a.mdx": "x\n", "src/content/docs/b.mdx": "x\n",
      "README.md": "x\n",
    ])
    let run = session.run(["init"])
    #expect(run.status == 64)
    #expect(run.errors.contains("2 .mdx files are not read"))
    #expect((try? session.folder.read(".sheaf/config.yaml")) == nil)
    #expect(session.run(["--yes", "init"]).status == 0)
  }

  @Test func `init ends with what was recognised, what is read and what to try`() throws {
    try write([
      "mkdocs.yml": "docs_dir: docs\nsite_dir: out\n", "docs/a.md": "x\n", "out/b.md": "x\n",
    ])
    let lines = session.run(["init"]).errors.split(separator: "\n").suffix(3)
    #expect(lines.first?.contains("read as MkDocs") == true)
    #expect(
      lines.dropFirst().first
        == "Read: 1 note, unchanged. Not read: 1 note that the setting ignore excludes")
    #expect(lines.last == "Try: sheaf list --limit 10 · sheaf search WORDS")
  }

  @Test func `the setting decides over what is recognised, and changes how notes are read`() throws {
    try write([".obsidian/app.json": "{}", "a.md": "# Heading\n"])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["list", "--format", "{{title}}"]).output == "a\n")
    #expect(session.run(["config", "set", "profile", "plain"]).status == 0)
    #expect(session.run(["list", "--format", "{{title}}"]).output == "Heading\n")
  }
}
