import NoteModel
import NoteSyntax
import Testing

/// The names that links of sites ask for.
@Suite struct PageAddressTests {
  private func names(_ text: String, at path: String, _ layout: VaultLayout) -> Set<String> {
    let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path), in: layout)
    return Set(note.names.filter { $0.rank == .address }.map(\.key))
  }

  private func rules(_ fields: Set<String>) -> ReadingRules {
    var rules = ReadingRules()
    rules.addressFields = fields
    return rules
  }

  @Test(arguments: [
    ("/docs/Guide/", "/docs/guide"), ("docs/guide", "/docs/guide"),
    ("/docs/guide.html", "/docs/guide"),
  ])
  func `the address that a note says is one of its names, however it is written`(
    written: String, key: String
  ) {
    let layout = VaultLayout(rules: rules(["permalink"]))
    #expect(names("---\npermalink: \(written)\n---\n", at: "a.md", layout) == [key])
    func asks(_ text: String) -> Bool {
      LinkTarget(text: text, isName: false).keys(in: layout.roots).contains(key)
    }
    #expect(asks("/docs/guide/") && asks("docs/guide") && !asks("../docs/guide"))
    #expect(!LinkTarget(text: "/docs/guide/", isName: false).keys(in: []).contains(key))
  }

  @Test func `a last part that a note says takes the place of its file's name`() {
    let layout = VaultLayout(
      addresses: ["docs": "/docs/:path /docs/next/:path"], rules: rules(["slug", "id"]))
    #expect(
      names("---\nslug: other\n---\n", at: "docs/a/b.md", layout)
        == ["/docs/a/b", "/docs/next/a/b", "other", "/docs/a/other", "/docs/next/a/other"])
  }

  @Test(arguments: [
    ("_posts/2019-08-19-big-news.md", "/news/2019/08/19/big-news"),
    ("_docs/a/b.md", "/docs/a/b"), ("_docs/a/index.md", "/docs/a"),
  ])
  func `a folder's pattern gives its pages addresses`(path: String, key: String) {
    let layout = VaultLayout(addresses: [
      "_posts": "/news/:year/:month/:day/:title/", "_docs": "/:collection/:path/",
    ])
    #expect(names("x", at: path, layout) == [key])
  }

  @Test(arguments: [
    ("/:year/:i_month/:i_day/:title/", "2019/8/9/big-news"), ("/:year/:month/:title.html", "2019/08/big-news.html"),
    ("/blog/:year-:month-:day-:title/", "blog/2019-08-09-big-news"),
    ("/:short_year/:y_day/:slug:output_ext", "19/221/big-news"),
    ("/W:week/:short_day/:title", "W32/Fri/big-news"), ("/:unheard/:title", nil), ("/a:b", nil),
  ])
  func `a pattern of a generator is filled in, or gives no address`(pattern: String, place: String?) {
    var rules = ReadingRules()
    rules.makesSite = true
    let path = NotePath(trusted: "_posts/2019-08-09-big-news.md")
    let addresses = PageAddress.addresses(of: path, nil, VaultLayout(addresses: ["_posts": pattern], rules: rules))
    #expect(place.map { addresses.contains("/" + $0) } ?? !addresses.contains { $0.contains(":") }, "\(addresses)")
    #expect(PageAddress.isKnown(pattern) == (place != nil))
  }

  @Test func `a post is called by its name without the day where its program calls it so`() {
    var rules = ReadingRules()
    rules.omitsDayFromNames = true
    func title(_ path: String) -> String {
      Note(
        Document(parsing: Array("x".utf8)), at: NotePath(trusted: path),
        in: VaultLayout(rules: rules)
      ).title
    }
    #expect(title("_posts/2019-08-19-big-news.md") == "big-news")
    #expect(title("_posts/2019-08-19.md") == "2019-08-19")
  }

  @Test(arguments: [
    "{{ site.url }}/a", "{% link a.md %}", "/docs/{{< param version >}}/a", "<% x %>", "?q=words",
    "https://example.com",
  ])
  func `a destination that a program fills in leads nowhere that can be checked`(text: String) {
    #expect(
      LinkTarget(kind: .inline, destination: text, fragment: nil, text: nil, definition: nil) == nil
    )
  }

  @Test(arguments: [
    ("a.md?raw=true", "a.md"), ("a/b?plain=1", "a/b"), ("What?.md", "What?.md"), ("a?b c", "a?b c"),
    ("@/guide/a.md", "/guide/a.md"), ("[[A/B]]", "A/B"), ("((a/b))", "a/b"),
  ])
  func `a query is no part of the path`(text: String, path: String) {
    let target = LinkTarget(
      kind: .inline, destination: text, fragment: nil, text: nil, definition: nil)
    #expect(target?.path == path)
  }

  @Test(arguments: [
    ("../security/", "op/security"), ("../security", "security"), ("./img.png", "op/img.png"),
  ])
  func `where a page is a folder, an address that ends in a slash counts from the page`(
    text: String, first: String
  ) {
    let roots = LinkRoots([], pagesAreFolders: true)
    let start = LinkStart(in: NotePath(trusted: "op/clustering.md"), roots: roots)
    #expect(start.paths(for: text).first?.string == first)
    let index = LinkStart(in: NotePath(trusted: "op/_index.md"), roots: roots)
    #expect(index.paths(for: "../security/").first?.string == "security")
  }

  @Test(arguments: [
    ("# A { #custom }\n", "custom"), ("# `server.port`\n", "server-port"),
    ("Term\n: what it is\n", "term"), ("### <b>Required</b> **`item`**\n", "item"),
    ("text\n\n[](){ #place }\n", "place"), ("#### <!-- md:setting a.b -->\n", "a.b"),
    ("text[^1]\n\n[^1]: note\n", "fn:1"),
    ("=== \"In C++\"\n\n    a\n", "in-c"),
    ("## The tabs\n\n!!! a\n    === \"... or me\"\n\n        a\n", "the-tabs--or-me"),
    ("import A from './other.md';\n\nimport B from './other.md';\n", "anything"),
    ("--8<-- \"other.md\"\n", "anything"), ("{% include other.md %}\n", "anything"),
  ])
  func `an anchor that a generator makes is there`(text: String, fragment: String) {
    let anchors = NoteAnchors(Document(parsing: Array(text.utf8)))
    #expect(anchors.has(fragment, isWiki: false))
    #expect(anchors.has("nothing of that name", isWiki: false) == text.contains("other.md"))
  }
}
