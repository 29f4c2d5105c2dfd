import NoteTestSupport
import Testing

/// Links by the addresses of pages, in folders of programs that make sites.
@Suite struct SiteAddressTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  private func write(_ files: [String: String]) throws {
    for (path, text) in files { try session.folder.write(text, to: path) }
    #expect(session.run(["init"]).status == 0)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  private static let jekyll = [
    "_config.yml":
      "permalink: pretty\ncollections:\n  docs:\n    permalink: /:collection/:path/\n",
    "_docs/guide.md": "---\ntitle: Guide\n---\n\n## X\n",
    "_posts/2026-01-02-second.md": "---\ncategories: News tips\n---\n",
    "index.md":
      "[a](/docs/guide/) [b](/docs/guide#x) [c](/news/tips/2026/01/02/second/)\n",
  ]

  @Test func `an address by a pattern is checked with the categories`() throws {
    try write(Self.jekyll)
    #expect(session.run(["links", "--broken"]).output == "")
  }

  @Test func `an address by a pattern follows a page that gets another name`() throws {
    try write(Self.jekyll)
    #expect(session.run(["mv", "_docs/guide.md", "_docs/manual.md"]).status == 0)
    #expect(
      session.run(["mv", "_posts/2026-01-02-second.md", "_posts/2026-01-03-third.md"]).status == 0)
    #expect(
      try text("index.md")
        == "[a](/docs/manual/) [b](/docs/manual#x) [c](/news/tips/2026/01/03/third/)\n")
  }

  @Test func `an address by a pattern follows a page into another folder`() throws {
    try write([
      "docusaurus.config.js": "", "website/x": "",
      "docs/one/a.md": "# A\n\n## X\n", "docs/other.md": "# O\n",
      "README.md": "[a](/docs/one/a) [n](/docs/next/one/a.html) [s](@site/docs/one/a.md#x) [r](docs/one/a.md)\n",
    ])
    #expect(session.run(["links", "--broken"]).output == "")
    #expect(session.run(["mv", "docs/one/a.md", "docs/two/"]).status == 0)
    #expect(
      try text("README.md")
        == "[a](/docs/two/a) [n](/docs/next/two/a.html) [s](@site/docs/two/a.md#x) [r](docs/two/a.md)\n")
  }

  @Test func `an address by a folder's pattern alone follows too`() throws {
    try write([
      "website/docusaurus.config.js": "", "docs/one/a.md": "# A\n",
      "website/blog/2026-01-02-hi.md": "[a](/docs/one/a)\n", "docs/b.md": "[h](/blog/2026/01/02/hi)\n",
    ])
    #expect(session.run(["config", "folders.memo"]).output.contains("docs"))
    #expect(session.run(["mv", "docs/one/a.md", "docs/"]).status == 0)
    #expect(try text("website/blog/2026-01-02-hi.md") == "[a](/docs/a)\n")
    #expect(
      session.run(["mv", "website/blog/2026-01-02-hi.md", "website/blog/2026-01-05-ho.md"]).status
        == 0)
    #expect(try text("docs/b.md") == "[h](/blog/2026/01/05/ho)\n")
  }

  @Test func `an address that a page says itself stays`() throws {
    try write([
      "docusaurus.config.js": "", "docs/one/a.md": "---\nslug: /start\n---\n",
      "docs/b.md": "[a](/docs/start) [b](/start)\n",
    ])
    #expect(session.run(["mv", "docs/one/a.md", "docs/two/"]).status == 0)
    #expect(try text("docs/b.md") == "[a](/docs/start) [b](/start)\n")
    #expect(session.run(["links", "--broken"]).output == "")
  }

  @Test(arguments: ["mkdocs.yml", "_config.yml", ".vitepress/x", "astro.config.mjs"])
  func `what the program of a site shows and renders is no finding`(_ mark: String) throws {
    try write([
      mark: "", "docs/logo.png": "x",
      "docs/a.md": "[t](#kind-1)\n\nKind\n: text\n\n## Kind\n\n$$\n\\unknown{\n$$\n",
    ])
    #expect(session.run(["check"]).output == "")
  }

  @Test func `a link from the page's own address follows a page, and its own note`() throws {
    try write([
      "hugo.toml": "", "content/posts/first.md": "[a](../bundle/) [b]({{< ref \"posts/bundle\" >}})\n",
      "content/posts/bundle/index.md": "# B\n",
    ])
    #expect(session.run(["mv", "content/posts/bundle", "content/posts/pack"]).status == 0)
    #expect(
      try text("content/posts/first.md") == "[a](../pack/) [b]({{< ref \"posts/pack\" >}})\n")
    #expect(session.run(["mv", "content/posts/first.md", "content/other/first.md"]).status == 0)
    #expect(
      try text("content/other/first.md")
        == "[a](../../posts/pack/) [b]({{< ref \"posts/pack\" >}})\n")
  }

  @Test func `a template is called by its file, not by a tag in its title`() throws {
    try write(["hugo.toml": "", "archetypes/default.md": "---\ntitle: '{{ .Name }}'\n---\n"])
    #expect(session.run(["list", "--format", "{{title}}"]).output == "default\n")
  }
}
