import Foundation
import NoteTestSupport
import Testing

/// Folders of site generators, published: what their authors know is there.
@Suite struct GeneratorSiteTests {
  private func published(
    _ files: [String: String], _ site: TemporaryFolder, _ further: String...
  ) throws -> CommandSession.Outcome {
    let session = try CommandSession()
    for (path, text) in files { try session.folder.write(text, to: path) }
    _ = session.run(["init", "--quiet"])
    return session.run(["publish", "-o", site.path, "--yes"] + further)
  }

  private func expect(_ address: String, _ title: String, in site: TemporaryFolder) throws {
    let page = try site.text(address.hasSuffix(".html") ? address : address + "/index.html")
    #expect(page.contains("<meta http-equiv=\"refresh\"") && page.contains("<title>\(title)</title>"), "\(address)")
  }

  @Test func `pages of MkDocs answer at their old addresses, look as there, and are in the order of their weights`()
    throws
  {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        "mkdocs.yml":
          "site_name: Manual\nnav:\n  - Start: index.md\n  - Second:\n    - z/one.md\n  - First: a/two.md\n",
        "README.md": "# R\n", ".github/CODE_OF_CONDUCT.md": "# C\n", "docs/index.md": "# Start\n",
        "docs/z/one.md": "# One\n", "docs/a/two.md": "# Two\n",
        "docs/guide/index.md": "# Guide\n",
        "docs/guide/First steps.md": "# Zero\n\n!!! note \"Mind\"\n    Costs $5 or $6.\n\n::: my.module\n",
        "docs/signs.md":
          "# Signs\n\n!!!tip\n    near\n\n//// note | Outer\n\n/// tip | Inner\nx\n///\n\n////\n\n"
          + "```c\n--8<-- \"code.c\"\n--8<-- \"none.c\"\n```\n\n[file](code.c)\n",
        "docs/code.c": "int a;\nint b;\n",
        "docs/guide/b.md": "---\nweight: 1\n---\n# Last\n", "docs/guide/a.md": "---\nweight: 2\n---\n# Early\n",
      ], site, "--verify")
    try expect("guide/First steps", "Zero", in: site)
    try expect("guide", "Guide", in: site)
    let page = try site.text("notes/docs/guide/First steps.html")
    #expect(page.contains("data-callout=\"note\"") && page.contains("<span>Mind</span>"), "\(page)")
    #expect(page.contains("Costs $5 or $6.") && page.contains("· Manual</title>"), "\(page)")
    let folders = try site.text("folder/docs.html")
    let order = try ["z", "a", "guide"].map { try #require(folders.range(of: "docs/\($0).html")).lowerBound }
    #expect(order == order.sorted(), "\(folders)")
    let list = try site.text("folder/docs/guide.html")
    let places = try ["Last", "Early", "Zero"].map { title in
      try #require(list.range(of: ">\(title)</a></li>") ?? list.range(of: ">\(title)</a>")).lowerBound
    }
    #expect(places == places.sorted())
    #expect(outcome.output.isEmpty || !outcome.output.contains("broken link"), "\(outcome.output)")
    #expect(!site.files().contains { $0.contains("README") || $0.contains("CONDUCT") })
    let signs = try site.text("notes/docs/signs.html")
    #expect(!signs.contains("!!!") && !signs.contains("////"), "\(signs)")
    #expect(
      signs.contains("data-callout=\"tip\"") && signs.contains("<span>Outer</span>")
        && signs.contains("<span>Inner</span>"))
    #expect(signs.contains("int") && outcome.output.contains("none.c"), "\(signs)\(outcome.output)")
  }

  @Test func `pages of Hugo answer at the addresses of their fields and of their places, and what is raw is named`()
    throws
  {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        "hugo.toml": "title = 'Blog'\n", "content/_index.md": "# Home\n",
        "content/posts/First Post.md": "---\ntitle: First\n---\nSee [it]({{< ref \"other.md\" >}}).\n\n{{< own >}}\n",
        "content/posts/other.md": "---\ntitle: Other\nslug: another\naliases: [/old/]\n---\nText.\n",
        "content/posts/c.md": "---\ntitle: Third\nurl: /third/place/\n---\nText.\n",
      ], site, "--verify")
    try expect("posts/first-post", "First", in: site)
    try expect("posts/another", "Other", in: site)
    try expect("old", "Other", in: site)
    try expect("third/place", "Third", in: site)
    let page = try site.text("notes/content/posts/First Post.html")
    #expect(page.contains("<a href=\"../../content/posts/other.html\">it</a>"), "\(page)")
    #expect(
      outcome.output.contains("content/posts/First Post.md:6: shown as it is written: {{< own >}}"), "\(outcome.output)"
    )
  }

  @Test func `versions and numbers of Docusaurus, aliases of Zola and pages that are not read are as there, or named`()
    throws
  {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        "docusaurus.config.js": "export default {title: 'X'};\n", "versions.json": "[\"2.0\", \"1.0\"]\n",
        "docs/guide.md": "# Next guide\n", "versioned_docs/version-2.0/guide.md": "# New guide\n",
        "versioned_docs/version-1.0/guide.md": "# Old guide\n",
        "versioned_docs/version-2.0/01-intro/02-first.md": "# First\n",
        "versioned_docs/version-2.0/2021-11-day.md": "# Day\n", "docs/a.mdx": "# A\n",
      ], site)
    for (address, title) in [
      ("docs/guide", "New guide"), ("docs/1.0/guide", "Old guide"), ("docs/next/guide", "Next guide"),
      ("docs/intro/first", "First"), ("docs/2021-11-day", "Day"),
    ] { try expect(address, title, in: site) }
    #expect(outcome.errors.contains("1 .mdx file that Sheaf does not read"), "\(outcome.errors)")
    let zola = try TemporaryFolder()
    _ = try published(
      [
        "config.toml": "base_url = 'https://e.org'\n",
        "content/a.md": "+++\ntitle = 'A'\naliases = ['2014/09/15/Old.html', 'former']\n+++\n",
      ], zola)
    try expect("2014/09/15/Old.html", "A", in: zola)
    let jekyll = try TemporaryFolder()
    _ = try published(
      ["_layouts/post.html": "x", "_posts/2020-01-02-new.md": "---\ntitle: New\n---\nx\n"], jekyll)
    try expect("2020/01/02/new", "New", in: jekyll)
  }

  @Test func `sections, terms, languages and patterns of Hugo answer at their old addresses`() throws {
    let site = try TemporaryFolder()
    _ = try published(
      [
        "hugo.toml": """
        title = 'Blog'
        contentDir = 'content/en'
        [permalinks]
        posts = '/:year/:month/:slug/'
        docs = '/:sections/:title/'
        [languages.en]
        contentDir = 'content/en'
        [languages.fa]
        contentDir = 'content/fa'

        """,
        "content/en/posts/a.md": "---\ntitle: My First\ndate: 2020-03-04\ntags: [Two words, go]\n---\nText.\n",
        "content/en/posts/b/index.md": "---\ntitle: Other\ndate: 2021-05-06\nslug: own\n---\nText.\n",
        "content/en/docs/deep/c.md": "---\ntitle: Third Page\n---\nText.\n",
        "content/fa/posts/a.md": "---\ntitle: Far\n---\n",
        "content/fa/about.md": "---\ntitle: About\n---\nText.\n",
      ], site)
    try expect("2020/03/my-first", "My First", in: site)
    try expect("2021/05/own", "Other", in: site)
    try expect("docs/deep/third-page", "Third Page", in: site)
    try expect("fa/about", "About", in: site)
    for address in ["tags/go", "tags", "posts", "docs/deep"] { try expect(address, "Blog", in: site) }
  }

  @Test(arguments: [false, true])
  func `the main language of a Hugo site has a folder in addresses only if its settings say so`(isInFolder: Bool) throws
  {
    let site = try TemporaryFolder()
    _ = try published(
      [
        "hugo.toml": """
        title = 'Blog'
        defaultContentLanguage = 'ja'
        defaultContentLanguageInSubdir = \(isInFolder)
        [languages.en]
        contentDir = 'content/en'
        [languages.ja]
        contentDir = 'content/ja'

        """,
        "content/ja/about.md": "---\ntitle: Main\n---\nText.\n",
        "content/en/about.md": "---\ntitle: About\n---\nText.\n",
      ], site)
    try expect(isInFolder ? "ja/about" : "about", "Main", in: site)
    try expect("en/about", "About", in: site)
  }

  @Test func `pages of Docusaurus answer below the route of its settings, by their id and slug`() throws {
    let session = try CommandSession()
    try session.folder.write(
      "export default { presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]] }\n",
      to: "website/docusaurus.config.ts")
    for (path, text) in [
      ("docs/FAQ.md", "---\nid: faq\n---\n# FAQ\n"), ("docs/api/createStore.md", "---\nid: createstore\n---\n# C\n"),
      ("docs/usage/index.md", "---\nid: index\n---\n# Usage\n"), ("docs/a/b.md", "---\nslug: /start\n---\n# B\n"),
    ] { try session.folder.write(text, to: path) }
    #expect(session.run(["init", "--quiet"]).status == 0)
    #expect(session.run(["publish", "-o", "out", "--yes"]).status == 0)
    let led = try String(decoding: session.folder.read("out/_redirects"), as: UTF8.self)
    for line in ["/faq/ ", "/api/createstore/ ", "/usage/ ", "/start/ "] {
      let address = line.dropLast(2)
      #expect(led.contains("\n\(address)/index.html ") || led.hasPrefix("\(address)/index.html "), "\(line) in \(led)")
    }
    #expect(!led.contains("%3A"), "\(led)")
  }

  @Test(arguments: ["docs/", ""])
  func `pages of VitePress answer where its rewrites leave out a folder`(base: String) throws {
    let session = try CommandSession()
    try session.folder.write("x\n", to: base + "public/a.txt")
    try session.folder.write(
      "export default { rewrites: { 'en/:rest*': ':rest*' }, cleanUrls: true }\n", to: base + ".vitepress/config.ts")
    try session.folder.write("# A\n\n[b](/guide/b)\n", to: base + "en/guide/a.md")
    try session.folder.write("# B\n", to: base + "en/guide/b.md")
    try session.folder.write("# K\n", to: base + "ko/guide/a.md")
    #expect(session.run(["init", "--quiet"]).status == 0)
    #expect(session.run(["publish", "-o", "out", "--yes"]).status == 0)
    let led = try String(decoding: session.folder.read("out/_redirects"), as: UTF8.self)
    #expect(led.contains("/guide/a.html ") && led.contains("/ko/guide/a.html "), "\(led)")
    #expect(session.run(["links", "--broken"]).output.isEmpty)
  }

  @Test func `files about a project are pages where they lie in a folder of pages`() throws {
    let session = try CommandSession()
    try session.folder.write("collections:\n  docs:\n    output: true\n", to: "_config.yml")
    try session.folder.write("# Posts\n", to: "_posts/2026-01-02-a.md")
    try session.folder.write("# How\n", to: "_docs/contributing.md")
    try session.folder.write("# How here\n", to: "CONTRIBUTING.md")
    #expect(session.run(["init", "--quiet"]).status == 0)
    let run = session.run(["publish", "-o", "out", "--yes"])
    #expect(run.output.contains("public  _docs/contributing.md"), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("public  CONTRIBUTING.md"), "\(run.output)")
  }

  @Test func `the page of a task says its status, its day and its other fields in words`() throws {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    try session.folder.write("site: {include: [tasks]}\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\ntitle: Fix\nstatus: doing\ndue: 2026-12-01\npriority: high\ncolor: teal\nlabel: ui\nticket: AB-12\n---\n\nx\n",
      to: "Diary/Tasks/fix.md")
    for (language, words) in [
      ("en", ["status <b>doing", "due <b>1 December 2026", "priority <b>high", "label <b>ui", "ticket <b>AB-12"]),
      ("ko", ["상태 <b>진행 중", "<b>2026년 12월 1일", "우선순위 <b>높음", "<b>AB-12"]),
    ] {
      #expect(session.run(["--lang", language, "publish", "-o", language, "--yes"]).status == 0)
      let page = try String(decoding: session.folder.read(language + "/notes/Diary/Tasks/fix.html"), as: UTF8.self)
      for word in words { #expect(page.contains(word), "\(word) in \(page)") }
    }
  }

  @Test func `posts of Jekyll answer at the addresses of their days, and notes of Quartz at those of their names`()
    throws
  {
    let jekyll = try TemporaryFolder()
    _ = try published(
      [
        "_config.yml": "title: Log\n",
        "_posts/2020-01-02-a-day.md":
          "---\ntitle: A day\ncategories: [News]\n---\n{% highlight c %}\nx\n{% endhighlight %}\n",
        "_posts/2020-01-03-b.md": "---\ntitle: B\npermalink: /b.html\n---\nText.\n",
      ], jekyll)
    try expect("news/2020/01/02/a-day.html", "A day", in: jekyll)
    try expect("b.html", "B", in: jekyll)
    #expect(try jekyll.text("notes/_posts/2020-01-02-a-day.html").contains("<pre"))
    let quartz = try TemporaryFolder()
    _ = try published(["quartz.config.ts": "export default {}", "content/Some Notes/R&D plan.md": "Text.\n"], quartz)
    try expect("Some-Notes/R-and-D-plan.html", "R&amp;D plan", in: quartz)
  }
}
