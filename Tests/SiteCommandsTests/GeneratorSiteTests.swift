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

  @Test func `permalinks in the defaults of Jekyll are addresses, and posts in HTML are counted`() throws {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        "_config.yml": """
        title: Log
        collections:
          recipes:
            output: true
        defaults:
          - scope:
              path: ""
              type: posts
            values:
              permalink: /blog/:title/
          - scope:
              path: _recipes/sweet
            values:
              permalink: /cake/:title:output_ext

        """,
        "_posts/2020-01-02-a-day.md": "---\ntitle: A day\n---\nText.\n",
        "_posts/2020-01-03-old.html": "---\ntitle: Old\n---\n<p>Text.</p>\n",
        "_layouts/post.html": "{{ content }}\n", "about.html": "<p>Text.</p>\n",
        "_recipes/sweet/plum.md": "---\ntitle: Plum\n---\nText.\n",
        "_recipes/salt.md": "---\ntitle: Salt\n---\nText.\n",
      ], site)
    try expect("blog/a-day", "A day", in: site)
    try expect("cake/plum.html", "Plum", in: site)
    try expect("recipes/salt.html", "Salt", in: site)
    #expect(outcome.errors.contains("1 .html file that Sheaf does not read"), "\(outcome.errors)")
  }

  @Test func `pages show marks, figures and snippets of MkDocs, and files of navigation define the order`() throws {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        "mkdocs.yml": """
        site_name: Manual
        plugins: [awesome-nav]
        markdown_extensions:
          - pymdownx.snippets:
              base_path: [docs/parts]
              auto_append: [terms.txt]

        """,
        "docs/.nav.yml": "nav:\n  - Last words: zoo.md\n  - garden\n  - \"*\"\n",
        "docs/garden/.pages": "nav:\n  - The birch: two.md\n  - ...\n",
        "docs/garden/one.md": "# Alder\n", "docs/garden/two.md": "# Birch\n", "docs/attic/old.md": "# Attic\n",
        "docs/parts/terms.txt": "*[HTML]: Hypertext\n", "docs/parts/hint.txt": "Snipped words.\n",
        "docs/p.png": "x", "docs/other.md": "# Also\n",
        "docs/zoo.md": """
        # Zoo

        H~2~O and a^2^ of ^^new^^ ~~old~~ HTML, {++more++} {--less--} {==seen==} {~~one~>two~~}, `x^2^` [^1] [^2].

        --8<-- "hint.txt"

        <figure markdown="span">
          ![Lake](p.png)
          <figcaption>A lake</figcaption>
        </figure>

        [^1]: Note.
        [^2]: Note.

        """.replacingOccurrences(of: "\n", with: "\r\n"),
      ], site, "--verify")
    let page = try site.text("notes/docs/zoo.html")
    for part in [
      "H<sub>2</sub>O", "a<sup>2</sup>", "<ins>new</ins>", "<del>old</del>", "<ins>more</ins>", "<del>less</del>",
      "<mark>seen</mark>", "<del>one</del><ins>two</ins>", "<code>x^2^</code>", "Snipped words.",
      "<abbr title=\"Hypertext\">HTML</abbr>", "A lake",
    ] { #expect(page.contains(part), "\(part) in \(page)") }
    #expect(!page.contains("![Lake]"), "\(page)")
    #expect(!outcome.output.contains("shown as it is written"), "\(outcome.output)")
    let home = try site.text("folder/docs.html")
    let order = try ["Last words", "Also"].map { try #require(home.range(of: ">\($0)</a>")).lowerBound }
    let folders = try ["garden", "attic"].map { try #require(home.range(of: "docs/\($0).html")).lowerBound }
    #expect(order == order.sorted() && folders == folders.sorted(), "\(home)")
    let garden = try site.text("folder/docs/garden.html")
    let places = try ["The birch", "Alder"].map { try #require(garden.range(of: ">\($0)</a>")).lowerBound }
    #expect(places == places.sorted(), "\(garden)")
    #expect(page.contains("<h1 id=\"note-zoo\" dir=\"auto\">Zoo</h1>"), "\(page)")
  }

  @Test func `a page shows includes, code of files and labels of VitePress, from files of the site only`() throws {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        ".vitepress/config.ts": "export default {title: 'V'}\n",
        "a.md": """
        # A

        <!--@include: ./parts/b.md-->

        <!-- @include: @/parts/b.md{3,} -->

        <!--@include: ../../outside.md-->

        <!-- hidden-words -->

        <<< @/code.js#part{1 ts}

        <<< @/missing.js

        ## Part <Badge type="tip" text="since 2" />

        See <Badge type="info" text="beta" /> and `<Badge text="code" />`.

        ```
        <!--@include: ./parts/b.md-->
        ```

        [part](#part)

        """,
        "parts/b.md": "first-line\n\nsecond-line <!-- hidden-part -->\n", "parts/c.md": "---\npublish: false\n---\nc\n",
        "private.md": "# P\n\n<!--@include: ./parts/c.md-->\n",
        "code.js": "let a;\n// #region part\nlet bee;\n// #endregion part\n",
      ], site, "--verify")
    let page = try site.text("notes/a.html")
    #expect(page.contains("<p>first-line</p>") && page.contains("second-line"), "\(page)")
    #expect(page.contains("language-ts") && page.contains("bee") && !page.contains("#region"), "\(page)")
    #expect(page.contains("<mark>since 2</mark>") && page.contains("<mark>beta</mark>"), "\(page)")
    #expect(page.contains("id=\"note-part\"") && page.contains("href=\"#note-part\""), "\(page)")
    #expect(page.contains("&lt;!--@include: ./parts/b.md--&gt;"), "\(page)")
    #expect(!page.contains("hidden-") && !page.contains("since 2 <a"), "\(page)")
    #expect(outcome.output.contains("a.md:7: shown as it is written: <!--@include: ../../outside.md-->"))
    #expect(outcome.output.contains("shown as it is written: <<< @/missing.js"), "\(outcome.output)")
    #expect(outcome.output.contains("private.md:3: shown as it is written: <!--@include: ./parts/c.md-->"))
  }

  @Test func `JavaScript in pages of Docusaurus is hidden, and tabs have their labels`() throws {
    let site = try TemporaryFolder()
    _ = try published(
      [
        "docusaurus.config.js": "export default {title: 'X'};\n",
        "docs/a.md": """
        import Tabs from '@theme/Tabs';
        import {
          Item,
        } from 'zmodule';

        # A

        <Tabs>
          <TabItem value="m" label="For macOS" default>

        brew

          </TabItem>
          <TabItem
            value="Windows">

        winget

          </TabItem>
        </Tabs>

        export const one = () => {

          return 1;
        };

        Text. import the rest from here.

        import the list from a file: a sentence.

        ```js
        import kept from 'code';
        ```

        """,
      ], site)
    let page = try site.text("notes/docs/a.html")
    for gone in ["@theme", "Item,", "zmodule", "export const", "return 1"] { #expect(!page.contains(gone), "\(page)") }
    for part in ["<span>For macOS</span>", "brew", "<span>Windows</span>", "winget", "kept", "import the list"] {
      #expect(page.contains(part), "\(part) in \(page)")
    }
  }

  @Test func `addresses omit days of Zola, and contain languages of Hugo and aliases of Quartz`() throws {
    let zola = try TemporaryFolder()
    _ = try published(
      [
        "config.toml": "base_url = 'https://e.org'\n", "content/2024-01-02-first-day.md": "+++\ntitle = 'A'\n+++\n",
        "content/blog/2024-01-03_second/index.md": "+++\ntitle = 'B'\n+++\n",
        "content/2024-01-04-c.md": "+++\ntitle = 'C'\nslug = 'own'\n+++\n",
      ], zola)
    for (address, title) in [("first-day", "A"), ("blog/second", "B"), ("own", "C")] {
      try expect(address, title, in: zola)
    }
    let hugo = try TemporaryFolder()
    _ = try published(
      [
        "hugo.toml": "title = 'Blog'\n", "content/posts/a.md": "---\ntitle: A\n---\n",
        "content/posts/a.zh-CN.md": "---\ntitle: Far\n---\n",
      ], hugo)
    try expect("zh-cn/posts/a", "Far", in: hugo)
    let quartz = try TemporaryFolder()
    _ = try published(
      [
        "quartz.config.ts": "export default {}",
        "content/deep/a.md": "---\naliases: Old name, other\n---\nText.\n",
      ], quartz)
    for address in ["Old-name.html", "other.html", "deep/Old-name.html"] { try expect(address, "a", in: quartz) }
  }

  @Test func `a comment of Jekyll or Hugo in code is in doubt, but no text about comments`() throws {
    let files = [
      "_config.yml": "title: x\n", "a.md": "---\n---\n```\n{%- comment %} HUSH {% endcomment %}\n```\n",
      "b.md": "---\n---\nx `{% comment %}HUSH{% endcomment %}`\n",
      "c.md": "---\n---\n`{% raw %}{% comment %}{% endraw %}` and `{{< comment >}}` {% comment %}x{% endcomment %}\n",
    ]
    let hugo = [
      "hugo.toml": "title = 'x'\n", "content/a.md": "---\ntitle: A\n---\n    {{< comment >}}HUSH{{< /comment >}}\n",
      "content/b.md": "---\ntitle: B\n---\n`{{% comment %}}HUSH{{% /comment %}}`\n",
      "content/c.md": "---\ntitle: C\n---\n`{{</* comment */>}}` and `{% comment %}`\n",
    ]
    for (texts, folder) in [(files, ""), (hugo, "content/")] {
      let session = try CommandSession()
      for (path, text) in texts { try session.folder.write(text, to: path) }
      #expect(session.run(["init", "--quiet"]).status == 0)
      let list = session.run(["publish", "-n"]).output
      for name in ["a", "b"] { #expect(list.contains("not published  \(folder)\(name).md  (doubtful"), "\(list)") }
      #expect(list.contains("public  \(folder)c.md"), "\(list)")
    }
  }

  @Test func `publish leaves out and names an unfilled template, but no note with braces in code`() throws {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    for (path, text) in [
      ("Memo/form.md", "# {{title}}\n\nwidgets\n"), ("Memo/week.md", "---\ntitle: Week {{date:W}}\n---\nx\n"),
      ("Memo/code.md", "# Use of `{{title}}`\n\nText.\n"), ("Memo/vue.md", "# Why {{ msg }} is empty\n\nText.\n"),
      ("Memo/erb.md", "---\ntitle: <% tp.file.title %>\n---\nx\n"), ("Memo/js.md", "---\ntitle: ${title}\n---\nx\n"),
      ("Memo/now.md", "# Log of <% tp.date.now(\"W\") %>\n\nx\n"), ("Memo/map.md", "---\ntitle: {{title}}\n---\nx\n"),
      ("Memo/home.md", "---\ntitle: Where ${HOME} and <% if %> are\n---\nx\n"),
    ] { try session.folder.write(text, to: path) }
    let run = session.run(["publish", "-o", "out", "--yes"])
    for path in ["Memo/form.md", "Memo/week.md", "Memo/erb.md", "Memo/js.md", "Memo/now.md"] {
      #expect(run.output.contains("not published  \(path)  (template)"), "\(run.output)")
    }
    #expect(run.output.contains("not published  Memo/map.md  (doubtful fields or comments)"), "\(run.output)")
    for path in ["Memo/code.md", "Memo/vue.md", "Memo/home.md"] {
      #expect(run.output.contains("public  \(path)"), "\(run.output)")
    }
  }
}
