import ByteBasics
import Foundation
import NoteTestSupport
import Testing

@Suite struct PublishCommandTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("site:\n  include: [diary, tasks]\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      """
      ---
      title: 회의록 <하나>
      created: 2026-11-12
      tags: [일/회의]
      ---
      ## 할 일

      - [ ] 보고서 📅 2026-11-30

      See [[other|the other]], [[secret]], [[letter#part]], [file](../assets/used.txt) and ![[other]].

      ![[other#part]]

      <img src="../assets/p.png" alt="raw"> <a href="secret.md">raw link</a>

      > [!tip] Look
      > here ^spot

      ## Two

      ## Three
      """, to: "Memo/meeting.md")
    try session.folder.write(
      "---\ntitle: Other\ncreated: 2026-11-13\n---\nBefore.\n\n## Part\n\nInside. ![](../assets/p.png)\n\n## End\n",
      to: "Memo/other.md")
    try session.folder.write("---\ndraft: true\n---\n# secret\nHUSHDRAFT\n", to: "Memo/secret.md")
    try session.folder.write(
      "---\ntitle: letter\nunseal: 2030-01-01\n---\nHUSHLETTER\n", to: "Memo/letter.md")
    try session.folder.write("---\npublish: false\n---\nHUSHPRIVATE\n", to: "Memo/private.md")
    try session.folder.write("# 2026-11-20\n비가 왔다.\n", to: "Diary/2026/2026-11-20.md")
    try session.folder.write("used", to: "assets/used.txt")
    try session.folder.write("HUSHUNUSED", to: "assets/unused.txt")
    try session.folder.write(Self.picture(height: 200), to: "assets/p.png")
  }

  /// The head of a PNG file, 320 pixels wide; that is all that is read of it.
  private static func picture(height: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 1, 0x40, 0, 0, 0, height, 8, 2, 0, 0, 0, 0, 0, 0, 0]
  }

  private func publish(_ arguments: String...) throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return site
  }

  @Test func `formulas are published as MathML, once, and what cannot be read stays and is listed`()
    throws
  {
    try session.folder.write(
      """
      # Sums

      Here $a_1$ and $\\nosuchmacro{b}$.

      $$
      a &= b \\\\
      c &= d
      $$

      ```math
      \\frac{1}{2}
      ```
      """, to: "Memo/sums.md")
    let site = try TemporaryFolder()
    let first = session.run(["publish", "-o", site.path])
    #expect(first.errors.contains("Memo/sums.md: \\nosuchmacro{b}"))
    let html = try text(site, "notes/Memo/sums.html")
    #expect(html.contains("<span class=\"math\">$\\nosuchmacro{b}$</span>"))
    #expect(html.components(separatedBy: "<math display=\"block\">").count == 3)
    #expect(html.contains("<annotation encoding=\"application/x-tex\">a_1</annotation>"))
    #expect(html.contains("a &amp;= b"))
    #expect(!html.contains("<code class=\"language-math\">"))
    let second = session.run(["publish", "-o", site.path])
    #expect(!second.errors.contains("nosuchmacro"))
    #expect(second.output.isEmpty)
  }

  @Test func `the published board has the tasks of the board, each in its words`() throws {
    try session.folder.write(
      """
      ---
      status: doing
      title: A \\#x [[other|Other]] *y*
      ---
      - [ ] call \\#work [[other|Bob]] #tag *x* %%HUSHCOMMENT%% ==m== $a_b$ `c*d*` [k:: v] <b>h</b> &amp; 📅 2026-11-30 ^id
      - [x] \\[\\[x]] 🔁 every day ✅ 2026-11-20
      - [/] [#work] half
      """, to: "Memo/marks.md")
    let html = try text(try publish(), "board.html")
    #expect(!html.contains("HUSH"))
    let sections = html.components(separatedBy: "<section>").dropFirst().map { section in
      section.components(separatedBy: "<li><a href=\"").dropFirst().map { item in
        let title = item.components(separatedBy: "\">").dropFirst().joined(separator: "\">")
          .components(separatedBy: "</a>")[0]
        return title.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
          .replacing("&amp;", with: "&")
      }
    }
    // The text of a check box is Markdown, and a card has its words; the title of a note is text already.
    #expect(sections[0].contains("call #work Bob x m a_b c*d* k: v h &"))
    #expect(sections[1].contains("A \\#x [[other|Other]] *y*"))
    #expect(sections[2] == ["x"])
    #expect(sections.map(\.count) == [2, 2, 1])
    #expect(sections[1].contains("[#work] half"))
  }

  private func text(_ site: TemporaryFolder, _ name: String) throws -> String {
    String(decoding: try site.read(name), as: UTF8.self)
  }

  @Test func `no word of a private note, a draft or a sealed letter is in the site`() throws {
    let site = try publish()
    for name in site.files() {
      let bytes = try text(site, name)
      #expect(!bytes.contains("HUSH"), "\(name)")
    }
    #expect(site.files().contains("files/assets/used.txt"))
    #expect(!site.files().contains { $0.contains("unused") || $0.contains("secret") })
  }

  @Test func `a note's page has its links, tags, embeds and neighbours`() throws {
    let page = try text(publish(), "notes/Memo/meeting.html")
    for part in [
      "<title>회의록 &lt;하나&gt; · ",
      "<a href=\"../Memo/other.html\">the other</a>, secret, letter &gt; part,",
      "<a href=\"../../files/assets/used.txt\">file</a>",
      "href=\"../../tag/일/회의.html\"",
      "<div class=\"embed\">\n<h2 id=\"sheaf-embed-1-note-part\">Part</h2>\n<p>Inside. <img src=\"../../files/assets/p.png\" alt=\"\" width=\"320\" height=\"200\" loading=\"lazy\"></p>\n<p class=\"source\">",
      "<img src=\"../../files/assets/p.png\" alt=\"raw\" width=\"320\" height=\"200\" loading=\"lazy\"> raw link",
      "data-callout=\"tip\"", "<span id=\"note-^spot\"></span>", "<aside id=\"sheaf-side\"",
      "rel=\"prev\"", "<time datetime=\"2026-11-12\">12 November 2026</time>",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    let linked = try text(publish(), "notes/Memo/other.html")
    #expect(
      linked.contains(
        "<li><a href=\"../Memo/meeting.html\">회의록 &lt;하나&gt;</a><p>See the other, secret, letter &gt; part, file and other.</p></li>"
      ))
  }

  @Test func `the same notes make the same bytes, and nothing is written twice`() throws {
    let first = try publish()
    let second = try publish()
    #expect(first.files() == second.files())
    for name in first.files() { #expect(try first.read(name) == second.read(name), "\(name)") }
    let again = session.run(["publish", "-o", first.path])
    #expect(again.errors.contains(": no changes in "))
  }

  @Test func `a changed note changes its page, a removed one takes it away`() throws {
    let site = try publish()
    try session.folder.write("---\ntitle: Renamed\n---\nNew words.\n", to: "Memo/other.md")
    _ = session.run(["publish", "-o", site.path])
    #expect(try text(site, "notes/Memo/other.html").contains("New words."))
    let found = try site.files().filter { $0.hasPrefix("search/text-") }
      .contains { try text(site, $0).contains("Renamed") }
    #expect(found)
    try session.folder.remove("Memo/other.md")
    _ = session.run(["publish", "-o", site.path])
    #expect(!site.files().contains("notes/Memo/other.html"))
    #expect(
      try text(site, "notes/Memo/meeting.html").contains("<img src=\"../../files/assets/p.png\""))
    let page = try text(site, "notes/Memo/meeting.html")
    #expect(page.contains("the other") && !page.contains("<span class=\"broken\">"))
  }

  @Test func `a page that is not listed is reached by links alone`() throws {
    try session.folder.write(
      "---\nlisted: false\ntags: [hush]\ncreated: 2026-01-02\n---\n# Quiet corner\n\nzebracrossing\n",
      to: "Memo/quiet.md")
    try session.folder.write("See [[quiet]].\n", to: "Memo/way.md")
    let site = try publish()
    #expect(try text(site, "notes/Memo/quiet.html").contains("<meta name=\"robots\" content=\"noindex\">"))
    #expect(try text(site, "notes/Memo/way.html").contains("href=\"../Memo/quiet.html\">quiet</a>"))
    let pages = site.files().filter {
      ![".sheaf-site", "notes/Memo/quiet.html", "notes/Memo/way.html"].contains($0)
    }
    for page in pages {
      let bytes = String(decoding: try site.read(page), as: UTF8.self)
      #expect(!bytes.contains("Quiet corner"), "\(page)")
      #expect(!bytes.contains("zebracrossing"), "\(page)")
    }
  }

  @Test func `a footnote in a note and one of the same name in its embed lead to their own`() throws {
    try session.folder.write("Note.[^1]\n\n![[inner]]\n\n[^1]: Outer.\n", to: "Memo/outer.md")
    try session.folder.write("Part.[^1]\n\n[^1]: Inner.\n", to: "Memo/inner.md")
    let page = try text(publish(), "notes/Memo/outer.html")
    let anchors = page.matches(of: #/ id="([^"]+)"/#).map(\.1)
    #expect(Set(anchors).count == anchors.count)
    for match in page.matches(of: #/href="#([^"]+)"/#) { #expect(anchors.contains(match.1)) }
    #expect(page.contains("<li id=\"note-fn-1\">"))
    #expect(page.contains("<li id=\"sheaf-embed-1-note-fn-1\">"))
  }

  @Test func `a title and a heading of the same words share no anchor`() throws {
    try session.folder.write("---\ntitle: Same\n---\nWords.\n\n## Same\n", to: "Memo/same.md")
    let page = try text(publish(), "notes/Memo/same.html")
    #expect(page.matches(of: #/ id="note-same"/#).count == 1)
  }

  @Test func `no place that a note names is one of the page's own, and links find them`() throws {
    let names = ["search-data", "__proto__", "sheaf-main", "constructor"]
    let headings = names.map { "## \($0)\n\n" }.joined()
    let raw = "<p id=\"search-data\">x</p>\n\n<a name=\"__proto__\">y</a> ^sheaf-main\n\n"
    let footnote = "a[^sheaf-main]\n\n[^sheaf-main]: f\n"
    try session.folder.write("# N\n\n" + headings + raw + footnote, to: "Memo/n.md")
    let links = names.map { "[[n#\($0)]] [x](n.md#\($0))" }.joined(separator: " ")
    try session.folder.write(links + " [[n#^sheaf-main]]\n", to: "Memo/m.md")
    let site = try publish()
    let page = try text(site, "notes/Memo/n.html")
    let places = page.matches(of: #/ id="([^"]+)"/#).map(\.1)
    let own = places.filter { !$0.hasPrefix("note-") }
    #expect(own.allSatisfy { $0.hasPrefix("sheaf-") })
    #expect(Set(own).count == own.count)
    let targets = try text(site, "notes/Memo/m.html").matches(of: #/n.html#([^"]+)"/#).map(\.1)
    #expect(targets.count == 9)
    for target in targets {
      #expect(places.contains(target.replacing("%5E", with: "^")), "\(target)")
    }
  }

  /// A picture of other size, then one that was not there before.
  @Test func `pictures in embeds and in raw HTML are followed`() throws {
    try session.folder.write("![[other]]\n\n<img src=\"late.png\">\n", to: "Memo/outer.md")
    let site = try publish()
    try session.folder.write(Self.picture(height: 201), to: "assets/p.png")
    try session.folder.write(Self.picture(height: 200), to: "Memo/late.png")
    _ = session.run(["publish", "-o", site.path])
    let fresh = try publish()
    #expect(try text(site, "notes/Memo/outer.html").contains("height=\"201\""))
    #expect(try text(site, "notes/Memo/outer.html").contains("files/Memo/late.png"))
    for name in fresh.files() where name != ".sheaf-site" {
      #expect(try site.read(name) == fresh.read(name), "\(name)")
    }
  }

  @Test func `tags with signs that no file name holds have their pages`() throws {
    try session.folder.write("---\ntags: [\"a\\0b/c\", a/d]\n---\n", to: "Memo/odd.md")
    let site = try publish()
    let pages = site.files().filter { $0.hasPrefix("tag/a\u{FFFD}b") && $0.hasSuffix(".html") }
    #expect(pages.count == 2)
    let again = session.run(["publish", "-o", site.path])
    #expect(again.errors.contains(": no changes in "))
  }

  @Test func `the page for what is not there brings its style, wherever it is shown`() throws {
    let page = try text(publish(), "404.html")
    #expect(page.contains("<style>:root{color-scheme"))
    #expect(!page.contains("rel=\"stylesheet\""))
  }

  @Test func `site.default private shows only what asks to be shown`() throws {
    try session.folder.write(
      "site:\n  default: private\n  url: https://a.example/\n", to: ".sheaf/config.yaml")
    try session.folder.write("---\npublish: true\n---\n# Shown\n", to: "Memo/shown.md")
    let site = try publish()
    #expect(site.files().filter { $0.hasPrefix("notes/") } == ["notes/Memo/shown.html"])
    #expect(
      try text(site, "sitemap.xml").contains("<loc>https://a.example/notes/Memo/shown.html</loc>"))
  }

  @Test func `feeds and the calendar tell the notes and tasks`() throws {
    let site = try publish()
    let atom = try text(site, "feed.xml")
    #expect(atom.contains("<updated>2026-11-20T00:00:00+09:00</updated>"))
    #expect(atom.contains("<title>회의록 &lt;하나&gt;</title>"))
    let json =
      try JSONSerialization.jsonObject(with: Data(site.read("feed.json"))) as? [String: Any]
    #expect(json?["version"] as? String == "https://jsonfeed.org/version/1.1")
    let calendar = try text(site, "calendar.ics")
    #expect(
      calendar.contains(
        "\r\nDTSTART;VALUE=DATE:20261130\r\nDTEND;VALUE=DATE:20261201\r\n"))
    #expect(calendar.contains("SUMMARY:보고서\r\n"))
  }

  @Test func `of many notes without a date the folders are listed`() throws {
    for number in 0..<300 { try session.folder.write("a\n", to: "Memo/Many/n\(number).md") }
    try session.folder.write("a\n", to: "top.md")
    let page = try text(publish(), "dates.html")
    #expect(
      page.contains(
        "<li><a href=\"folder/Memo/Many.html\">Memo/Many</a> <span class=\"detail\">300</span></li>"
      ))
    #expect(
      page.contains("<li><a href=\"notes.html\">Notes</a> <span class=\"detail\">1</span></li>"))
    #expect(!page.contains("n299"))
  }

  @Test func `addresses outside of pages are in ASCII`() throws {
    try session.folder.write("site:\n  url: https://a.example/\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\nmodified: 2026-11-20\npermalink: /옛 이름/\n---\n# 새 이름\n\n[[회의록 둘]]\n", to: "Memo/새 이름.md"
    )
    try session.folder.write("# 회의록 둘\n\n[[새 이름]]\n", to: "Memo/회의록 둘.md")
    let site = try publish()
    for path in ["sitemap.xml", "_redirects"] {
      #expect(try site.read(path).allSatisfy { $0 < 0x80 }, "\(path)")
    }
    let address = "https://a.example/notes/Memo/%EC%83%88%20%EC%9D%B4%EB%A6%84.html"
    #expect(try text(site, "sitemap.xml").contains("<loc>\(address)</loc>"))
    let page = try text(site, "notes/Memo/새 이름.html")
    #expect(page.contains("<link rel=\"canonical\" href=\"\(address)\">"))
    #expect(page.contains("<a href=\"../Memo/회의록%20둘.html\">회의록 둘</a>"))
    let atom = try text(site, "feed.xml")
    #expect(atom.contains("<link href=\"\(address)\"/>"))
    #expect(
      atom.contains(
        "href=&quot;https://a.example/notes/Memo/%ED%9A%8C%EC%9D%98%EB%A1%9D%20%EB%91%98.html&quot;"
      ))
  }

  @Test func `a template of one's own is used, a wrong one is told with its place`() throws {
    #expect(session.run(["publish", "--eject"]).output.contains(".sheaf/theme/note.html"))
    try session.folder.write("<b>{{title}}</b>{{{body}}}", to: ".sheaf/theme/note.html")
    _ = session.run(["config", "trust"])
    #expect(try text(publish(), "notes/Memo/other.html").contains("<b>Other</b><p>Before.</p>"))
    try session.folder.write("a\n{{#open}}\n", to: ".sheaf/theme/note.html")
    _ = session.run(["config", "trust"])
    let outcome = session.run(["publish", "-o", session.folder.path + "/out"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(".sheaf/theme/note.html:"))
  }

  @Test func `a site inside the repository is no part of it, a folder with notes takes none`()
    throws
  {
    let refused = session.run(["publish", "-o", "Memo"])
    #expect(refused.status == 64)
    #expect(session.run(["publish", "-o", "."]).status == 64)
    let before = session.run(["status", "--json"]).output
    #expect(session.run(["publish", "-o", "site"]).status == 0)
    #expect(session.run(["status", "--json"]).output == before)
  }

  @Test func `no folder of other documents, no home and no repository takes a site`() throws {
    let other = try TemporaryFolder()
    try other.write("mine", to: "letter.txt")
    let refused = session.run(["publish", "-o", other.path])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("contains other files: letter.txt"))
    #expect(other.files() == ["letter.txt"])
    let places = ["/", session.home.path, session.folder.path, session.folder.path + "/.git/x"]
    for place in places {
      for force in [[], ["--force"]] {
        #expect(session.run(["publish", "-o", place] + force).status == 64, "\(place)")
      }
    }
    #expect(session.run(["publish", "-o", other.path, "--force"]).status == 0)
    #expect(other.files().contains("index.html"))
    #expect(try text(other, "letter.txt") == "mine")
  }

  @Test func `site.output of a repository that is not trusted stays inside it`() throws {
    let outside = try TemporaryFolder()
    for setting in [outside.path, "../x", "~/site"] {
      try session.folder.write("site:\n  output: \(setting)\n", to: ".sheaf/config.yaml")
      let refused = session.run(["publish"])
      #expect(refused.status == 64)
      #expect(refused.errors.contains("site.output: \(setting)"))
    }
    try session.folder.write("site:\n  output: public\n", to: ".sheaf/config.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.path + "/public", withDestinationPath: outside.path)
    #expect(session.run(["publish"]).errors.contains("is outside of the repository because of a symbolic link"))
    #expect(outside.files() == [])
    try FileManager.default.removeItem(atPath: session.folder.path + "/public")
    #expect(session.run(["publish"]).status == 0)
    #expect(session.folder.files().contains("public/index.html"))
    try session.folder.write("site:\n  output: \(outside.path)\n", to: ".sheaf/config.yaml")
    _ = session.run(["config", "trust"])
    #expect(session.run(["publish"]).status == 0)
    #expect(outside.files().contains("index.html"))
  }

  @Test func `a folder of other documents takes no calendar entries`() throws {
    let other = try TemporaryFolder()
    try other.write("mine", to: "letter.txt")
    let refused = session.run(["export", "--to", "vdir", other.path])
    #expect(refused.status == 64)
    #expect(other.files() == ["letter.txt"])
    for place in ["/", session.home.path, session.folder.path] {
      #expect(session.run(["export", "--to", "vdir", place]).status == 64, "\(place)")
    }
    try other.remove("letter.txt")
    try other.write("Home", to: "displayname")
    #expect(session.run(["export", "--to", "vdir", other.path]).status == 0)
  }

  @Test func `the tree next to a page is open at the page, and a script brings other folders`()
    throws
  {
    try session.folder.write("# Deep\n", to: "Memo/work/plans/deep.md")
    let site = try publish()
    let page = try text(site, "notes/Memo/work/plans/deep.html")
    #expect(
      page.contains(
        "<li class=\"f o\"><a href=\"../../../../folder/Memo/work.html\">work</a><ul>\n<li class=\"f o\"><a href=\"../../../../folder/Memo/work/plans.html\">plans</a><ul>\n<li><a href=\"deep.html\" aria-current=\"page\">Deep</a></li>"
      ))
    #expect(
      try text(site, "folder/Memo/work.js")
        == "sheaf.file(\"folder/Memo/work.js\",[[[\"plans\",\"folder/Memo/work/plans.html\"]],[],\"\"])\n"
    )
    #expect(page.contains("<li><a href=\"../../../../folder/Memo/work.html\">work</a></li>"))
  }

  @Test func `a folder of many notes lists those near the page`() throws {
    for number in 100..<200 { try session.folder.write("# N\(number)\n", to: "Many/n\(number).md") }
    let page = try text(publish(), "notes/Many/n150.html")
    #expect(page.contains(">N140</a>") && page.contains(">N160</a>"))
    #expect(!page.contains(">N120</a>"))
    #expect(
      page.contains("<li class=\"more\"><a href=\"../../folder/Many.html\">All 100 notes</a></li>"))
  }

  @Test func `a note at the root named README is the home page`() throws {
    #expect(try text(publish(), "index.html").contains("<ul class=\"cards\">"))
    try session.folder.write("Welcome to [[other]].\n", to: "README.md")
    #expect(
      try text(publish(), "index.html").contains(
        "<p>Welcome to <a href=\"notes/Memo/other.html\">other</a>.</p>"))
    try session.folder.write("site:\n  home: Memo/other\n", to: ".sheaf/config.yaml")
    #expect(try text(publish(), "index.html").contains("<p>Before.</p>"))
  }

  @Test func `numbers in titles and names of folders count as numbers, and files' names may lead`()
    throws
  {
    for (name, title) in [("b", "10. ten"), ("c", "2. two"), ("a", "9. nine")] {
      try session.folder.write("# \(title)\n", to: "Row 2/\(name).md")
    }
    try session.folder.write("x\n", to: "Row 10/x.md")
    func order() throws -> [Substring] {
      try text(publish(), "folder/Row 2.html").matches(
        of: #/<li><a href="a?\w*[^"]*">(\d+\. \w+)<\/a>/#
      )
      .map(\.1)
    }
    let titles = try order()
    #expect(titles.prefix(3) == ["2. two", "9. nine", "10. ten"])
    let tree = try text(publish(), "folder/Row 2.html")
    let places = try ["Row%202.html", "Row%2010.html"].map {
      try #require(tree.range(of: $0)).lowerBound
    }
    #expect(places[0] < places[1])
    try session.folder.write("site:\n  order: name\n", to: ".sheaf/config.yaml")
    #expect(try order().prefix(3) == ["9. nine", "10. ten", "2. two"])
  }

  @Test
  func `a month has its neighbours above it, days as people write them and no link to itself`()
    throws
  {
    try session.folder.write("Earlier.\n", to: "Diary/2026/2026-10-02.md")
    let site = try publish()
    let month = try text(site, "diary/2026-11.html")
    #expect(month.contains("<caption>November 2026</caption>"))
    #expect(month.contains(">Friday, 20 November 2026</a>"))
    let neighbours = try #require(month.range(of: "rel=\"prev\" href=\"../diary/2026-10.html\""))
    #expect(try neighbours.lowerBound < #require(month.range(of: "<table")).lowerBound)
    #expect(
      try text(site, "diary/2026.html").contains("<caption><a href=\"../diary/2026-11.html\">"))
  }

  @Test func `a page leads into the graph by a query, which is no place in the page`() throws {
    let page = try text(publish("--verify"), "notes/Memo/other.html")
    #expect(page.contains("href=\"../../graph.html?note=notes/Memo/other.html\""))
  }

  @Test func `the home of notes in Korean is a page in Korean`() throws {
    let session = try CommandSession()
    _ = session.run(["init"])
    _ = session.run(["config", "set", "site.title", "The notes of a traveller"])
    try session.folder.write("---\ncreated: 2026-11-12\n---\n# 제주 걷기\n\n바다.\n", to: "Memo/a.md")
    func language() throws -> Bool {
      let site = try TemporaryFolder()
      #expect(session.run(["publish", "-o", site.path]).status == 0)
      return try text(site, "index.html").contains("<html lang=\"ko\">")
    }
    #expect(try language())
    try session.folder.write("Welcome to this garden of mine.\n", to: "README.md")
    #expect(try !language())
    try session.folder.write("어서 오세요. 메모를 모아 둔 곳입니다.\n", to: "README.md")
    #expect(try language())
  }

  @Test func `the diary shows first lines and moods, and the same day of other years`() throws {
    try session.folder.write(
      "---\nmood: 좋음\nweather: 비\n---\nRain all day.\n", to: "Diary/2025/2025-11-20.md")
    let site = try publish()
    let month = try text(site, "diary/2025-11.html")
    #expect(month.contains("<span class=\"detail\">좋음 · 비</span><p>Rain all day.</p>"))
    #expect(
      try text(site, "notes/Diary/2026/2026-11-20.html").contains(
        "On this day: <a href=\"../../Diary/2025/2025-11-20.html\" title=\"2025-11-20\">2025</a>"
      ))
  }

  @Test func `tags are a tree, and each has a feed`() throws {
    let site = try publish()
    #expect(
      try text(site, "tags.html").contains(
        "<li><a href=\"tag/일.html\">#일</a> <span class=\"detail\">1</span>\n<ul class=\"outline\">\n<li><a href=\"tag/일/회의.html\">#회의</a>"
      ))
    let feed = try text(site, "tag/일/회의.xml")
    #expect(feed.contains("<id>urn:sheaf:"))
    #expect(feed.contains(":tag/%EC%9D%BC/%ED%9A%8C%EC%9D%98.html</id>"))
    #expect(feed.contains("<link href=\"../../notes/Memo/meeting.html\"/>"))
    #expect(feed.contains("<updated>2026-11-12T00:00:00+09:00</updated>"))
  }

  @Test func `the page of changes goes day by day`() throws {
    try session.folder.write(
      "---\ntitle: Later\ncreated: 2026-11-01\nupdated: 2026-11-15\n---\n", to: "Memo/later.md")
    let page = try text(publish(), "recent.html")
    #expect(
      page.contains(
        "<h2>15 November 2026</h2>\n<ul class=\"list\">\n<li><a href=\"notes/Memo/later.html\">Later</a> <span class=\"detail\">Changed</span></li>"
      ))
    let home = try text(publish(), "index.html")
    #expect(home.contains(">Later</a> <time class=\"detail\" datetime=\"2026-11-15\">"))
  }

  @Test func `half a comment is never a backlink's sentence`() throws {
    try session.folder.write("# Target\n", to: "Memo/target.md")
    try session.folder.write(
      "Open %% HUSH one. See HUSH %% then [[target]] is here %% HUSH\ntwo. %%\n\nEnd.\n",
      to: "Memo/source.md")
    let page = try text(publish(), "notes/Memo/target.html")
    #expect(page.contains("../Memo/source.html"))
    #expect(!page.contains("HUSH"))
  }

  @Test func `what has nothing to show is not in the menu`() throws {
    let page = try text(publish(), "index.html")
    #expect(page.contains("<a href=\"diary.html\">Diary</a>"))
    try session.folder.remove("Diary/2026/2026-11-20.md")
    #expect(!(try text(publish(), "index.html").contains("<a href=\"diary.html\">Diary</a>")))
  }

  @Test func `the board shows as many tasks of a column as board.limits says`() throws {
    try session.folder.write("- [ ] one\n- [ ] two\n- [ ] three\n", to: "Memo/tasks.md")
    try session.folder.write(
      "site:\n  include: [tasks]\nboard:\n  limits:\n    todo: 2\n", to: ".sheaf/config.yaml")
    let board = try text(publish(), "board.html")
    #expect(board.contains("<h2>To do <span class=\"detail\">4</span></h2>"))
    #expect(board.contains("<p class=\"detail\">and 2 more</p>"))
  }
}
