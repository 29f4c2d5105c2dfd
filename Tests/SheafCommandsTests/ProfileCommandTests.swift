import ByteBasics
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

  // MARK: - fmt

  @Test func `an outline is formatted only by name, unless the setting says who else reads it`()
    throws
  {
    try makeGraph()
    try write(["pages/Plain.md": "Title\n=====\n\n\n* a\n"])
    #expect(session.run(["fmt", "--check"]).status == 0)
    #expect(session.run(["fmt", "--check", "."]).status == 0)
    let named = session.run(["fmt", "--check", "pages/Plain.md"])
    #expect(named.status == 1 && named.output == "pages/Plain.md\n")
    #expect(session.run(["config", "set", "fmt.reader", "commonmark"]).status == 0)
    let all = session.run(["fmt", "--check"])
    #expect(all.status == 1 && all.output.contains("pages/Plain.md"))
  }

  @Test(arguments: [
    (["mkdocs.yml": "site_name: a\n"], "docs/a.md"), (["_config.yml": "title: a\n"], "a.md"),
  ])
  func `what the reader of a folder reads otherwise stays as written`(
    marks: [String: String], path: String
  ) throws {
    let text = "Title\n===\n\n\n*   a\n    * b\n\ntext\n* c\n"
    try write(marks.merging([path: text]) { one, _ in one })
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["fmt"]).status == 0)
    #expect(try self.text(path) == "# Title\n\n*   a\n    * b\n\ntext\n* c\n")
    #expect(session.run(["config", "set", "fmt.reader", "commonmark"]).status == 0)
    #expect(session.run(["fmt"]).status == 0)
    #expect(try self.text(path).contains("- a\n"))
  }

  @Test(arguments: [[], ["."], ["Memo"]])
  func `templates and files of fmt ignore are formatted only by name`(paths: [String]) throws {
    #expect(session.run(["init"]).status == 0)
    let text = "* a\n"
    let kept = ["Forms/Daily.md", "Memo/kept.md", "Memo/Drawn/x.md"]
    for path in kept + ["Memo/note.md"] { try session.folder.write(text, to: path) }
    #expect(session.run(["config", "set", "folders.templates", "Forms"]).status == 0)
    #expect(session.run(["config", "set", "fmt.ignore", "kept.md, Drawn/"]).status == 0)
    let check = session.run(["fmt", "--check"] + paths)
    #expect(check.output == "Memo/note.md\n", "\(check.output)\(check.errors)")
    #expect(session.run(["fmt"] + paths).status == 0)
    #expect(try kept.map(self.text) == kept.map { _ in text })
    for path in kept {
      #expect(session.run(["fmt", path]).status == 0)
      #expect(try self.text(path) == "- a\n")
    }
  }

  // MARK: - Links of generators and HTML

  @Test func `a note and a picture that move are followed in HTML, tags and fields`() throws {
    try write([
      "_config.yml": "title: a\n", "guide.md": "# Guide\n", "img/a.png": "x", "img/b.mp4": "x",
      "_posts/2026-05-01-old.md": "x\n",
      "page.md": """
      ---
      image: /img/a.png
      ---
      <a href="guide.md">g</a> <img src="img/a.png"> [b]({% link guide.md %})

      <video><source src="img/b.mp4"></video>

      {% post_url 2026-05-01-old %}

      """,
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["check"]).status == 0, "\(session.run(["check"]).output)")
    #expect(session.run(["mv", "guide.md", "docs/handbook.md"]).status == 0)
    #expect(session.run(["mv", "img/a.png", "media/c d.png"]).status == 0)
    #expect(
      session.run(["mv", "_posts/2026-05-01-old.md", "_posts/2026-05-01-new.md"]).status == 0)
    let page = try text("page.md")
    #expect(page.contains("<a href=\"docs/handbook.md\">g</a> <img src=\"media/c%20d.png\">"))
    #expect(page.contains("{% post_url 2026-05-01-new %}"))
    #expect(page.contains("image: /media/c d.png\n"))
  }

  @Test func `references of Hugo follow a page that moves`() throws {
    try write([
      "hugo.toml": "title = 'a'\n", "content/docs/a.md": "---\ntitle: A\n---\n\n## Part\n",
      "content/b.md": "[x]({{< ref \"docs/a.md#part\" >}}) {{< relref \"/docs/a.md\" >}}\n",
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["check"]).status == 0, "\(session.run(["check"]).output)")
    #expect(session.run(["mv", "content/docs/a.md", "content/guide/c.md"]).status == 0)
    #expect(
      try text("content/b.md")
        == "[x]({{< ref \"guide/c.md#part\" >}}) {{< relref \"/guide/c.md\" >}}\n")
    #expect(session.run(["check"]).status == 0)
    try write(["content/d.md": "{{< ref \"gone.md\" >}}\n"])
    #expect(session.run(["check"]).status == 1)
  }

  // MARK: - Small

  @Test func `links with spaces and prose are read as their programs do`() throws {
    try write([
      ".obsidian/app.json": "{}", "b.md": "## Sec\n",
      "a.md": "[[b#Sec | x]] [[b#Sec]](and prose)\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let links = session.run(["links", "a.md", "--format", "{{target}} {{state}}"])
    #expect(
      links.output.textLines.filter { $0 == "b.md resolved" }.count == 2, "\(links.output)")
    #expect(session.run(["check"]).status == 0, "\(session.run(["check"]).output)")
    #expect(session.run(["rename", "b", "c"]).status == 0)
    #expect(
      try text("a.md").hasPrefix("[[c#Sec | x]] [[c#Sec]](and prose)\n"),
      "\((try? text("a.md")) ?? "")")
  }

  @Test func `cards have the status of their lane and the day that they are given`() throws {
    try write([
      "Board.md": """
      ---
      kanban-plugin: board
      ---

      ## Todo

      - [ ] write @{2026-11-30} @@{09:30}

      ## Doing

      - [ ] read @[[2026-12-01]]

      """
    ])
    #expect(session.run(["init"]).status == 0)
    let tasks = session.run(["tasks", "--format", "{{title}} {{status}} {{due}}"])
    #expect(
      tasks.output == "write todo 2026-11-30T09:30:00\nread doing 2026-12-01\n", "\(tasks.output)")
    #expect(session.run(["defer", "Board.md:7", "2026-12-05"]).status == 0)
    #expect(try text("Board.md").contains("- [ ] write @{2026-12-05} @@{09:30}\n"))
    #expect(session.run(["done", "Board.md:7"]).status == 0)
    #expect(try text("Board.md").contains("- [x] write @{2026-12-05} @@{09:30}\n"))
  }

  @Test func `boxes of a theme add no columns to the board`() throws {
    #expect(session.run(["init"]).status == 0)
    try write(["Memo/a.md": "- [ ] one\n- [i] info\n- [l] place\n- [/] two\n"])
    for words in [[], ["path:Memo"]] {
      let board = session.run(["board", "--json"] + words)
      #expect(!board.output.contains("\"i\"") || !board.output.contains("\"key\":\"i\""))
      let text = session.run(["board"] + words).output
      #expect(text.contains("info") && text.contains("place"), "\(text)")
      #expect(!text.textLines.contains { $0.hasPrefix("i ") || $0 == "i" || $0.hasPrefix("l ") })
    }
  }

  @Test func `a task of an outline is deferred on the lines of its days`() throws {
    try makeGraph()
    try write([
      "pages/Days.md":
        "- TODO a\n\t- TODO b\n\t  SCHEDULED: <2026-11-01 Sun 10:00 .+1w>\n\t- c\n"
    ])
    func deferred(_ place: String) -> String {
      session.run(["defer", place, "2026-12-05"]).errors
    }
    let errors =
      deferred("pages/Project___Plan.md:1") + deferred("pages/Days.md:2")
      + deferred("pages/Days.md:1")
    #expect(
      try text("pages/Project___Plan.md")
        == "- TODO call [[Kim]]\n  DEADLINE: <2026-12-05 Sat>\n", "\(errors)")
    #expect(
      try text("pages/Days.md")
        == "- TODO a\n  DEADLINE: <2026-12-05 Sat>\n\t- TODO b\n"
        + "\t  SCHEDULED: <2026-12-05 Sat 10:00 .+1w>\n\t- c\n")
  }
}
