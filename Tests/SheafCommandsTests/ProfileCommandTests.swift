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

  @Test func `adoption prints no long line, however many patterns a program excludes`() throws {
    let patterns = (1...120).map { "\"/hidden folder \($0)\"" }.joined(separator: " ")
    let excluded = (1...120).map { "\"**/folder \($0)/**\"" }.joined(separator: ", ")
    for (file, text) in [
      ("logseq/config.edn", "{:hidden [\(patterns)]}"),
      (".vscode/settings.json", "{\"foam.files.ignore\": [\(excluded)]}"),
    ] {
      let session = try CommandSession()
      try session.folder.write(text, to: file)
      let run = session.run(["init"])
      #expect(run.errors.contains("ignore: [") && run.errors.contains("… (sheaf config ignore)"), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").allSatisfy { $0.count < 300 })
      #expect(session.run(["config", "ignore"]).output.contains("folder 120"))
    }
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

  @Test func `a page with a slash in its name gets a name without one`() throws {
    try makeGraph()
    #expect(session.run(["rename", "pages/Project___Plan.md", "Other"]).status == 0)
    #expect(try text("pages/Home.md") == "- [[Other]] and #[[Other]] and [[Not written]]\n")
  }

  @Test func `a tag in a deep block is renamed, and the name of a page in its place is reported`() throws {
    try makeGraph()
    try write([
      "pages/a.md": "- one #Idea\n", "pages/d.md": "- ## #Idea - Create\n\t\t\t- #Idea [[X]]\n",
      "pages/b.md": "tags:: [[Idea]], Other\n\n- x\n",
    ])
    let run = session.run(["rename", "+Idea", "+Ideen", "--yes"])
    #expect(try text("pages/a.md") == "- one #Ideen\n")
    #expect(try text("pages/d.md") == "- ## #Ideen - Create\n\t\t\t- #Ideen [[X]]\n")
    #expect(run.status == 65 && run.errors.contains("pages/b.md:1"), "\(run.errors)")
    #expect(!run.errors.contains("pages/a.md:1"), "\(run.errors)")
  }

  @Test func `a link with the name of a page in brackets keeps them`() throws {
    try makeGraph()
    try write(["pages/Named.md": "- [it]([[Project/Plan]]) [x]([[None]])\n"])
    #expect(session.run(["rename", "pages/Project___Plan.md", "Work/Big"]).status == 0)
    #expect(try text("pages/Named.md") == "- [it]([[Work/Big]]) [x]([[None]])\n")
  }

  @Test func `every form in which an outline calls a page follows it`() throws {
    try makeGraph()
    try write([
      "pages/simple.md": "title:: Simple\n\n- x\n",
      "pages/Forms.md":
        "tags:: Simple, Other\n\n- #Simple and [[Simple]] [it]([[Simple]])\n\t- ## #Simple\n\t\t\t- #Simple\n",
    ])
    #expect(session.run(["rename", "pages/simple.md", "Two words"]).status == 0)
    #expect(try text("pages/Two words.md") == "title:: Two words\n\n- x\n")
    #expect(
      try text("pages/Forms.md")
        == "tags:: Two words, Other\n\n- #[[Two words]] and [[Two words]] [it]([[Two words]])\n"
        + "\t- ## #[[Two words]]\n\t\t\t- #[[Two words]]\n")
    #expect(session.run(["rename", "pages/Two words.md", "a, b"]).status == 0)
    #expect(
      try text("pages/Forms.md").hasPrefix(
        "tags:: [[a, b]], Other\n\n- #[[a, b]] and [[a, b]] [it]([[a, b]])\n"))
    #expect(session.run(["rename", "pages/a, b.md", "One"]).status == 0)
    #expect(
      try text("pages/Forms.md").hasPrefix(
        "tags:: [[One]], Other\n\n- #[[One]] and [[One]] [it]([[One]])\n"))
  }

  @Test func `a link with a text follows its page, however text and page are written`() throws {
    try makeGraph()
    try write([
      "pages/tag.md": "- x\n",
      "pages/Forms.md": "- [**b**]([[tag]]) [x [y]]( [[tag]] ) `[c]([[tag]])`\r\n",
    ])
    for (old, new) in [("tag", "two words"), ("two words", "three more words"), ("three more words", "x")] {
      let run = session.run(["rename", "pages/\(old).md", new])
      #expect(run.status == 0 && !run.errors.contains("by hand"), "\(run.errors)")
      let link = "([[\(new)]])"
      #expect(
        try text("pages/Forms.md")
          == "- [**b**]\(link) [x [y]]( [[\(new)]] ) `[c]([[tag]])`\r\n")
    }
  }

  @Test func `a file of a page that gets another name is called by the page's name`() throws {
    try makeGraph()
    try write(["pages/simple.md": "- x\n", "pages/Forms.md": "- [[simple]] #simple\n"])
    #expect(session.run(["mv", "pages/simple.md", "pages/x___y.md"]).status == 0)
    #expect(try text("pages/Forms.md") == "- [[x/y]] #x/y\n")
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

  @Test func `a program's folder below the new repository is named`() throws {
    try write(["my site/hugo.toml": "title = 'x'\n", "my site/content/a.md": "x\n", "b.md": "x\n"])
    #expect(
      session.run(["init"]).errors.contains(
        "The folder is read as plain notes. For the rules of Hugo: sheaf init 'my site'\n"))
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
    #expect(lines.first?.hasPrefix("Read as MkDocs") == true)
    #expect(
      lines.dropFirst().first
        == "Read: 1 note, unchanged. Not read: 1 note that the setting ignore excludes")
    #expect(lines.last == "Next: sheaf list --limit 10 · sheaf search WORDS")
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

  @Test func `what a template of a Hugo site makes links of is not looked for`() throws {
    try write([
      "hugo.toml": "title = 'a'\n", "content/a.md": "[word](g) [other](h)\n",
      "layouts/_markup/render-link.html":
        "{{- $u := urls.Parse .Destination -}}{{- if eq $u.String \"g\" }}x{{ end }}{{ if eq $level \"h\" }}{{ end }}\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let check = session.run(["check"])
    #expect(check.output.contains("“h”") && !check.output.contains("“g”"), "\(check.output)")
  }

  @Test func `a page of another language and one that a program makes are there`() throws {
    try write([
      "config.toml": "[markdown]\n", "content/blog/a/index.ca.md": "x\n",
      "content/blog/b.ca.md": "x\n", "content/blog/_index.ca.md": "x\n",
      "content/c.md": "[a](/ca/blog/a/) [b](/ca/blog/b) [c](/ca/blog/) [d](/es/blog/)\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let links = session.run(["links", "content/c.md", "--format", "{{target}} {{state}}"])
    #expect(
      links.output == """
        content/blog/a/index.ca.md resolved
        content/blog/b.ca.md resolved
        content/blog/_index.ca.md resolved
         broken

        """)
  }

  @Test func `the program that makes a page of a site is what a link to it leads to`() throws {
    try write([
      "docusaurus.config.ts": "x\n", "docs/a.md": "[v](/versions) [w](/releases)\n",
      "src/pages/versions.tsx": "x\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let check = session.run(["check"]).output
    #expect(check.contains("“/releases”") && !check.contains("“/versions”"), "\(check)")
  }

  @Test func `an anchor without accents, or with words for pictures, is that of the heading`() throws {
    try write([
      "config.toml": "[markdown]\n",
      "content/a.md":
        "# A\n\n## Búsqueda\n\n## Issues (🦀)\n\n[a](#busqueda) [b](#issues-crab) [c](#issue-crab) [d](#busquedas)\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let check = session.run(["check"]).output
    #expect(check.contains("“issue-crab”") && check.contains("“busquedas”"), "\(check)")
    #expect(!check.contains("“issues-crab”") && !check.contains("“busqueda”"), "\(check)")
  }

  @Test func `an address of a page with components leads to its file`() throws {
    try write([
      "docusaurus.config.ts": "x\n", "docs/new/a.mdx": "x\n",
      "blog/2025-06-12-moving-on.mdx": "x\n", "docs/b.md": "x\n", "docs/c.md": "x\n",
      "docs/d.md": "[a](/docs/next/new/a) [b](/blog/2025/06/12/moving-on) [c](/docs/gone)\n",
    ])
    #expect(session.run(["--yes", "init"]).status == 0)
    let links = session.run(["links", "docs/d.md", "--format", "{{target}} {{state}}"])
    #expect(
      links.output
        == "docs/new/a.mdx resolved\nblog/2025-06-12-moving-on.mdx resolved\n broken\n",
      "\(links.output)")
  }

  @Test func `tags of Jekyll and Hugo call a file by its path or its name, never by a title`() throws {
    try write([
      "_config.yml": "title: a\n", "guide.md": "---\ntitle: guide\n---\n",
      "docs/a.md": "[b]({% link guide.md %}) [p]({% post_url 2026-05-01-old %})\n",
      "_posts/2026-05-01-old.md": "---\ntitle: 2026-05-01-old\n---\n",
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["mv", "guide.md", "docs/handbook.md"]).status == 0)
    #expect(
      session.run(["mv", "_posts/2026-05-01-old.md", "_posts/2026-05-01-new.md"]).status == 0)
    #expect(
      try text("docs/a.md")
        == "[b]({% link docs/handbook.md %}) [p]({% post_url 2026-05-01-new %})\n")
    #expect(session.run(["rename", "docs/handbook.md", "manual"]).status == 0)
    #expect(try text("docs/a.md").hasPrefix("[b]({% link docs/manual.md %})"))
    #expect(session.run(["mv", "docs/a.md", "b.md"]).status == 0)
    #expect(try text("b.md").hasPrefix("[b]({% link docs/manual.md %})"))
    try write(["c.md": "{% link manual.md %}\n"])
    #expect(session.run(["check", "c.md"]).status == 1)
  }

  @Test func `a new post of Jekyll has its day in the name, so that it is one`() throws {
    try write(["_config.yml": "title: a\n", "_posts/2026-05-01-old.md": "---\ntitle: Old\n---\n## Part\n\nx\n"])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["new", "--title", "Two words"]).output == "_posts/2026-11-21-two-words.md\n")
    #expect(session.run(["new", "--title", "Two words"]).output == "_posts/2026-11-21-two-words 2.md\n")
    #expect(session.run(["new", "--in", "pages", "--title", "About us"]).output == "pages/About us.md\n")
    #expect(session.run(["list", "Two words", "--format", "{{title}}"]).output.hasPrefix("Two words\n"))
    #expect(session.run(["extract", "old#Part"]).output.contains("_posts/2026-11-21-part.md"))
  }

  @Test func `an address counts from the address that a page has by its fields`() throws {
    try write([
      "_config.yml": "title: a\n", "terms.md": "---\npermalink: /legal/terms/\n---\n[p](../privacy/) [q](../gone/)\n",
      "other/b.md": "---\npermalink: /legal/privacy/\n---\n[p](../terms)\n",
      "notices.md": "[p](../posts/a/)\n", "other/c.md": "---\npermalink: /posts/a/\n---\n",
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["links", "--broken", "--format", "{{destination}}"]).output == "../gone/\n")
    #expect(session.run(["links", "other/b.md", "--backlinks", "--format", "{{source}}"]).output == "terms.md\n")
    // An address stays where its file goes, and one that comes or goes is followed.
    #expect(session.run(["mv", "other/b.md", "new.md"]).status == 0)
    #expect(try text("terms.md").hasSuffix("[p](../privacy/) [q](../gone/)\n"))
    #expect(session.run(["links", "new.md", "--backlinks", "--format", "{{source}}"]).output == "terms.md\n")
    try write(["gone.md": "---\npermalink: /legal/gone/\n---\n"])
    #expect(session.run(["links", "--broken"]).output == "")
    try write(["new.md": "x\n"])
    #expect(session.run(["links", "--broken", "--format", "{{destination}}"]).output == "../privacy/\n")
  }

  @Test func `emphasis before a letter is a fault only where the program sees none`() throws {
    try write(["_config.yml": "title: a\n", "a.md": "**专利：**你们的公司\n"])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["check"]).status == 0)
    #expect(session.run(["config", "set", "profile", "plain"]).status == 0)
    #expect(session.run(["check"]).output.contains("[unclosed-emphasis]"))
  }

  @Test func `a file that VitePress shows in a page is followed where either moves`() throws {
    try write([
      "docs/.vitepress/config.ts": "x\n", "docs/snippets/a.js": "1\n",
      "docs/guide/b.md": "text\n\n<<< @/snippets/a.js{1,2 ts:line-numbers}\n\n<<< ../snippets/a.js#part\n",
      "docs/c.md": "<<< see this.\n\n<<< @/gone.js\n",
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["mv", "docs/snippets/a.js", "docs/code/new.js"]).status == 0)
    #expect(
      try text("docs/guide/b.md")
        == "text\n\n<<< @/code/new.js{1,2 ts:line-numbers}\n\n<<< ../code/new.js#part\n")
    #expect(session.run(["mv", "docs/guide/b.md", "docs/b.md"]).status == 0)
    #expect(
      try text("docs/b.md")
        == "text\n\n<<< @/code/new.js{1,2 ts:line-numbers}\n\n<<< code/new.js#part\n")
    #expect(session.run(["links", "--broken", "--format", "{{destination}}"]).output == "@/gone.js\n")
  }

  @Test func `pages that a generator makes of no file are no broken links`() throws {
    try write([
      "config.toml": "taxonomies = [{name = \"topics\", feed = true}]\n[markdown]\nx = 1\n",
      "content/a.md": "[t](/topics/) [u](/ca/topics/new) [r](/rss.xml) [v](/topicality/) [w](/tags/)\n",
    ])
    let run = session.run(["init"])
    #expect(
      run.errors.contains("links.ignore: [/topics/, /*/topics/, /**/rss.xml, /**/atom.xml, /sitemap.xml, /robots.txt]"),
      "\(run.errors)\(run.output)")
    #expect(
      session.run(["links", "--broken", "--format", "{{destination}}"]).output == "/topicality/\n/tags/\n")
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

  @Test func `a word in parentheses after a wiki link is a word`() throws {
    try write([
      ".obsidian/app.json": "{}", "b.md": "## Sec\n",
      "a.md":
        "# S\n\n[[b]]() [[b]](prose) [[#S]](prose) [[b#Sec]](word \"t\") [[1]](c) [[b]](c.md) [x](#top)\n",
      "c.md": "x\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let links = session.run(["links", "a.md", "--format", "{{kind}} {{target}} {{state}}"])
    #expect(
      links.output == """
        wiki b.md resolved
        wiki b.md resolved
        wiki a.md resolved
        wiki b.md resolved
        inline c.md resolved
        inline c.md resolved
        inline a.md resolved

        """)
    #expect(session.run(["check"]).status == 0, "\(session.run(["check"]).output)")
  }

  @Test func `the same word as an id, and a day that is a link, are no faults`() throws {
    try write([
      "a.md": "---\nid: intro\ncreated: \"[[2024-05-01]]\"\n---\n",
      "b.md": "---\nid: intro\n---\n",
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["check"]).status == 0, "\(session.run(["check"]).output)")
    try write([
      "c.md": "---\nid: 20240501083000\n---\nA plan.\n",
      "d.md": "---\nid: 20240501083000\n---\nOther words.\n",
    ])
    #expect(session.run(["check"]).output.contains("duplicate-id"))
  }

  @Test func `an open card of a complete lane is open`() throws {
    try write([
      "Board.md": "---\nkanban-plugin: board\n---\n\n## Done\n\n**Complete**\n- [ ] one\n- [x] two\n"
    ])
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["tasks", "--format", "{{title}} {{status}}"]).output == "one todo\n")
  }

  @Test(.needsExtensions) func `fields of a digital garden make its home page and its addresses`() throws {
    try write([
      "Start.md": "---\ndg-publish: true\ndg-home: true\n---\nWelcome here.\n",
      "Sub/b.md": "---\ndg-publish: true\ndg-permalink: nice/place/\n---\n",
    ])
    #expect(session.run(["init"]).status == 0)
    let run = session.run(["publish", "-o", "site", "--yes"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try text("site/index.html").contains("Welcome here."))
    #expect(try text("site/nice/place/index.html").contains("notes/Sub/b.html"))
  }

  @Test(.needsExtensions) func `no page shows a picture that is held back`() throws {
    try session.folder.write([0xFF, 0xD8, 0xFF, 0xE1, 0x40], to: "bad.jpg")
    try write([
      "a.md": """
      ---
      image: bad.jpg
      ---
      <img src="bad.jpg" alt="one"> ![two](bad.jpg) ![[bad.jpg]] [three](bad.jpg)

      <video src="bad.jpg" poster="bad.jpg"></video>

      <video poster="good.svg"></video>

      """,
      "good.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    ])
    #expect(session.run(["init"]).status == 0)
    let run = session.run(["publish", "-o", "site", "--yes"])
    #expect(run.status == 0 && run.output.contains("not published  bad.jpg"), "\(run.output)")
    let page = try text("site/notes/a.html")
    #expect(!page.contains("bad.jpg\"") && page.contains("one") && page.contains("three"))
    #expect(page.contains("poster=\"../files/good.svg\""), "\(page)")
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

  @Test(arguments: [
    ["set", "TASK", "due:"], ["set", "TASK", "due="], ["set", "TASK", "due:"], ["defer", "TASK", "none"],
  ])
  func `the day of a task goes, however it is written`(words: [String]) throws {
    try makeGraph()
    try write([
      "pages/Two.md": "- TODO a\n  SCHEDULED: <2026-11-01 Sun>\n  DEADLINE: <2026-12-05 Sat .+1w>\n- b\n",
      "pages/Box.md": """
      - [ ] one 📅 2026-11-30 #x ^b
      - [ ] two [due:: 2026-12-01] [time:: 09:00]
      - [ ] three @{2026-11-30} @@{09:30} more

      """,
      "pages/Note.md": "---\nstatus: todo\ndue: 2026-12-01\n---\n",
    ])
    for task in ["pages/Two.md:1", "pages/Box.md:1", "pages/Box.md:2", "pages/Box.md:3", "Note"] {
      let run = session.run(words.map { $0 == "TASK" ? task : $0 })
      #expect(run.status == 0, "\(task): \(run.errors)")
    }
    #expect(try text("pages/Two.md") == "- TODO a\n  SCHEDULED: <2026-11-01 Sun>\n- b\n")
    #expect(try text("pages/Box.md") == "- [ ] one #x ^b\n- [ ] two\n- [ ] three more\n")
    #expect(try text("pages/Note.md") == "---\nstatus: todo\n---\n")
  }

  @Test func `fields of a check box are set where they are, and no others`() throws {
    #expect(session.run(["init"]).status == 0)
    try write(["Memo/a.md": "- [ ] one 📅 2026-11-30\n- [ ] two\n"])
    let run = session.run([
      "set", "Memo/a.md:1", "Memo/a.md:2", "due=2026-12-24", "priority=high",
    ])
    #expect(run.output == "Memo/a.md:1\nMemo/a.md:2\n", "\(run.errors)")
    #expect(
      try text("Memo/a.md") == "- [ ] one 📅 2026-12-24 ⏫\n- [ ] two 📅 2026-12-24 ⏫\n")
    for change in ["tags+=x", "mood=good"] {
      #expect(session.run(["set", "Memo/a.md:1", change]).status == 64)
    }
    #expect(session.run(["set", "Memo/a.md:1", "Memo/a.md", "due="]).status == 64)
    #expect(session.run(["set", "Memo/a.md:9", "due="]).status != 0)
    #expect(
      try text("Memo/a.md") == "- [ ] one 📅 2026-12-24 ⏫\n- [ ] two 📅 2026-12-24 ⏫\n")
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
