import Foundation
import NoteTestSupport
import Testing

/// The machinery of a site: addresses that stay, themes, files for other programs, branches.
@Suite struct SiteMachineryTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("site:\n  url: https://a.example/notes/\n", to: ".sheaf/config.yaml")
  }

  @discardableResult
  private func publish(into site: TemporaryFolder, _ arguments: String...) -> CommandSession.Outcome {
    let outcome = session.run(["publish", "-o", site.path] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  private func text(_ site: TemporaryFolder, _ name: String) throws -> String {
    String(decoding: try site.read(name), as: UTF8.self)
  }

  // MARK: - Redirects

  @Test func `a note that was moved leads on from the address that it was published at`() throws {
    try session.folder.write("# One\n", to: "Memo/one.md")
    let site = try TemporaryFolder()
    publish(into: site)
    #expect(session.run(["mv", "Memo/one.md", "Memo/Deep/two.md"]).status == 0)
    publish(into: site)
    let page = try text(site, "notes/Memo/one.html")
    #expect(
      page.contains(
        "<meta http-equiv=\"refresh\" content=\"0; url=../../notes/Memo/Deep/two.html\">"))
    #expect(
      page.contains(
        "<link rel=\"canonical\" href=\"https://a.example/notes/notes/Memo/Deep/two.html\">"))
    #expect(
      try text(site, "_redirects")
        == "/notes/notes/Memo/one.html /notes/notes/Memo/Deep/two.html 301\n")
    #expect(session.run(["mv", "Memo/Deep/two.md", "Memo/three.md"]).status == 0)
    publish(into: site, "--verify")
    for name in ["notes/Memo/one.html", "notes/Memo/Deep/two.html"] {
      #expect(try text(site, name).contains("notes/Memo/three.html\""), "\(name)")
    }
    #expect(publish(into: site).errors.contains(": no changes in "))
  }

  @Test func `a moved attachment leads on where a host reads the list`()
    throws
  {
    try session.folder.write("%PDF-1.4", to: "assets/old name.pdf")
    try session.folder.write("%PDF-1.4 HUSH", to: "assets/HUSH.pdf")
    try session.folder.write("# One\n\n[plan](../assets/old%20name.pdf)\n", to: "Memo/one.md")
    let site = try TemporaryFolder()
    publish(into: site)
    #expect(session.run(["mv", "assets/old name.pdf", "assets/보고서.pdf"]).status == 0)
    #expect(session.run(["mv", "assets/HUSH.pdf", "assets/open.pdf"]).status == 0)
    let note = String(decoding: try session.folder.read("Memo/one.md"), as: UTF8.self)
    try session.folder.write(note + "\n[open](../assets/open.pdf)\n", to: "Memo/one.md")
    publish(into: site, "--verify")
    let lines =
      "/notes/files/assets/old%20name.pdf /notes/files/assets/%EB%B3%B4%EA%B3%A0%EC%84%9C.pdf 301\n"
    #expect(try text(site, "_redirects") == lines)
    #expect(
      site.files().filter { $0.hasPrefix("files/") } == [
        "files/assets/open.pdf", "files/assets/보고서.pdf",
      ])
    #expect(publish(into: site).errors.contains(": no changes in "))
    #expect(try text(site, "_redirects") == lines)
  }

  @Test func `no name that was not published becomes an address`() throws {
    try session.folder.write("---\nprivate: true\n---\n# HUSH\n", to: "Memo/HUSH.md")
    let site = try TemporaryFolder()
    publish(into: site)
    #expect(session.run(["mv", "Memo/HUSH.md", "Memo/open.md"]).status == 0)
    try session.folder.write("---\naliases: [HUSHalias]\n---\n# Open\n", to: "Memo/open.md")
    publish(into: site)
    #expect(site.files().contains("notes/Memo/open.html"))
    for name in site.files() {
      let content = try text(site, name) + name
      #expect(!content.contains("HUSH"), "\(name)")
    }
    #expect(!site.files().contains("_redirects"))
  }

  @Test func `a note that is private now leads nowhere, whatever it was called`() throws {
    try session.folder.write("# One\n", to: "Memo/one.md")
    let site = try TemporaryFolder()
    publish(into: site)
    _ = session.run(["mv", "Memo/one.md", "Memo/two.md"])
    publish(into: site)
    try session.folder.write("---\nprivate: true\n---\n", to: "Memo/two.md")
    publish(into: site)
    #expect(!site.files().contains { $0.hasPrefix("notes/") || $0 == "_redirects" })
  }

  @Test func `an alias leads on where a publication had a page of that name`() throws {
    try session.folder.write("# Old\n", to: "Memo/Old.md")
    let site = try TemporaryFolder()
    publish(into: site)
    try session.folder.remove("Memo/Old.md")
    try session.folder.write("---\naliases: [Old, Older]\n---\n# New\n", to: "Memo/New.md")
    publish(into: site)
    #expect(try text(site, "notes/Memo/Old.html").contains("url=../../notes/Memo/New.html"))
    #expect(!site.files().contains { $0.contains("Older") })
  }

  @Test func `addresses that a note declares lead to it, also from another site`() throws {
    try session.folder.write(
      "---\npermalink: /2020/old post/\naliases: [/a/b.html, /../up, /notes/Memo/two.html]\n---\n# One\n",
      to: "Memo/one.md")
    try session.folder.write("# Two\n", to: "Memo/two.md")
    let site = try TemporaryFolder()
    publish(into: site, "--verify")
    #expect(try text(site, "2020/old post/index.html").contains("url=../../notes/Memo/one.html"))
    #expect(try text(site, "a/b.html").contains("url=../notes/Memo/one.html"))
    #expect(try text(site, "notes/Memo/two.html").contains("<article"))
    #expect(publish(into: site).errors.contains(": no changes in "))
  }

  @Test func `an address that the site needs for itself, or that is git's, leads nowhere`() throws {
    let addresses = [
      "/feed.xml", "/robots.txt", "/search.js", "/_redirects", "/.git/config", "/.sheaf-site", "/.nojekyll", "/notes",
      "/notes/Memo/one.html/x", "/old", "/old/index.html/deeper/",
    ]
    try session.folder.write("---\naliases: [\(addresses.joined(separator: ", "))]\n---\n# One\n", to: "Memo/one.md")
    let site = try TemporaryFolder()
    for _ in 1...2 { publish(into: site) }
    #expect(publish(into: site).errors.contains(": no changes in "))
    let redirects = site.files().filter { $0.hasSuffix("index.html") && $0.contains("/") }
    #expect(redirects == ["notes/index.html", "old/index.html"])
  }

  @Test func `a name that git knows to have changed leads on as well`() throws {
    func git(_ words: String...) throws {
      let run = try ProgramRun.run(
        "/usr/bin/git", ["-c", "user.name=a", "-c", "user.email=a@a.example"] + words,
        in: session.folder.path)
      #expect(run.status == 0, "\(run.errors)")
    }
    try session.folder.write("# One\n\nSome text that stays.\n", to: "Memo/one.md")
    try git("init", "--quiet")
    try git("add", ".")
    try git("commit", "--quiet", "-m", "a")
    let site = try TemporaryFolder()
    publish(into: site)
    try git("mv", "Memo/one.md", "Memo/two.md")
    try git("commit", "--quiet", "-m", "b")
    publish(into: site)
    #expect(try text(site, "notes/Memo/one.html").contains("url=../../notes/Memo/two.html"))
  }

  // MARK: - Heads

  @Test func `a page says what it is to programs that show links`() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixturesFolder + "/Pictures/camera.jpg"))
    try session.folder.write(Array(bytes), to: "Memo/p.jpg")
    try session.folder.write(
      "---\ndescription: About \"it\"\nimage: p.jpg\ncssclasses: [wide, \"b\\\" x\"]\nlang: ko\n---\n# One\n\ntext\n",
      to: "Memo/one.md")
    let site = try TemporaryFolder()
    publish(into: site, "--verify")
    let page = try text(site, "notes/Memo/one.html")
    for part in [
      "<html lang=\"ko\">",
      "<meta name=\"description\" property=\"og:description\" content=\"About &quot;it&quot;\">",
      "<link rel=\"canonical\" href=\"https://a.example/notes/notes/Memo/one.html\">",
      "<meta property=\"og:title\" content=\"One\">",
      "<meta property=\"og:type\" content=\"article\">",
      "<meta property=\"og:url\" content=\"https://a.example/notes/notes/Memo/one.html\">",
      "<meta property=\"og:image\" content=\"https://a.example/notes/files/Memo/p.jpg\">",
      "<article class=\"note wide x\">",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(site.files().contains("files/Memo/p.jpg"))
    #expect(
      try text(site, "robots.txt")
        == "User-agent: *\nAllow: /\nSitemap: https://a.example/notes/sitemap.xml\n")
    #expect(site.files().contains(".nojekyll"))
    #expect(try text(site, "404.html").contains("href=\"/notes/index.html\""))
  }

  @Test func `a note without a picture has one of its title where the setting asks for it`() throws {
    try session.folder.write("site: {cards: true, url: https://a.example, title: T&S}\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\ntitle: \"<제목> & \(String(repeating: "Very long words ", count: 12))\"\n---\nText.\n", to: "Memo/card.md")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    let page = try site.text("notes/Memo/card.html")
    #expect(page.contains("<meta property=\"og:image\" content=\"https://a.example/cards/notes/Memo/card.svg\">"))
    #expect(page.contains("<meta property=\"og:image:type\" content=\"image/svg+xml\">"))
    let card = try site.text("cards/notes/Memo/card.svg")
    #expect(card.contains("&lt;제목&gt; &amp; Very long words") && card.contains("…</tspan>") && card.contains("T&amp;S"))
    #expect(session.run(["publish", "-o", site.path]).errors.contains(": no changes in "))
    try session.folder.write("site: {url: https://a.example}\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(!site.files().contains { $0.hasPrefix("cards/") })
  }

  @Test func `the addresses of a feed lead from anywhere, and nothing in it is of the future`()
    throws
  {
    try session.folder.write("x", to: "Memo/file.txt")
    try session.folder.write(
      "---\ncreated: 2026-11-21\nupdated: 2031-01-01\n---\n## Part\n\n[[two]] [f](file.txt) [[#Part]] a[^1]\n\n[^1]: b\n",
      to: "Memo/one.md")
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# Two\n", to: "Memo/two.md")
    let site = try TemporaryFolder()
    publish(into: site)
    let feed = try text(site, "feed.json")
    #expect(!feed.contains("2031"))
    #expect(feed.contains("\"date_modified\": \"2026-11-21T00:00:00+09:00\""))
    for match in feed.matches(of: #/href=\\"([^"]*)\\"/#) {
      #expect(match.1.hasPrefix("https://a.example/notes/"), "\(match.1)")
    }
    #expect(feed.contains("https://a.example/notes/notes/Memo/one.html#note-part"))
  }

  @Test func `the calendar has what repeats, what is planned and what reminds`() throws {
    try session.folder.write(
      "site:\n  url: https://a.example\n  include: [tasks]\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\nupdated: 2026-11-20T08:00:00Z\n---\n- [ ] water 📅 2026-11-30 🔁 every week\n- [ ] plan ⏳ 2026-12-02\n- [x] gone 📅 2026-11-30\n",
      to: "Memo/one.md")
    try session.folder.write(
      "---\nstatus: todo\ndue: 2026-12-01\nremind: 1d\nupdated: 2026-11-20T09:00:00Z\n---\n# Call %%HUSH%%\n\nHUSHbody\n",
      to: "Memo/call.md")
    let site = try TemporaryFolder()
    publish(into: site)
    let calendar = try text(site, "calendar.ics")
    for part in [
      "SUMMARY:water", "RRULE:FREQ=WEEKLY", "SUMMARY:plan", "DTSTART;VALUE=DATE:20261202",
      "BEGIN:VALARM", "TRIGGER;VALUE=DATE-TIME:20261130T000000Z", "DTSTAMP:20261120T080000Z",
      "DTSTAMP:20261120T090000Z",
      "URL:https://a.example/notes/Memo/one.html",
    ] {
      #expect(calendar.contains(part), "\(part)")
    }
    for part in ["HUSH", "gone", "X-SHEAF", "DESCRIPTION:HUSH"] {
      #expect(!calendar.contains(part))
    }
  }

  @Test func `the calendar reminds at the time of day that the setting says`() throws {
    try session.folder.write(
      "site:\n  include: [tasks]\nremind:\n  day-time: \"07:30\"\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\nstatus: todo\ndue: 2026-11-25\nremind: 1d\n---\n# Call\n", to: "Memo/call.md")
    let site = try TemporaryFolder()
    publish(into: site)
    let calendar = try text(site, "calendar.ics")
    #expect(calendar.contains("TRIGGER;VALUE=DATE-TIME:20261123T223000Z"), "\(calendar)")
    #expect(session.run(["export", "--to", "ics"]).output.contains("20261123T223000Z"))
    #expect(session.run(["remind"]).output.contains("07:30"))
  }

  @Test func `the board shows labels, colours and days as the user wants them`() throws {
    try session.folder.write(
      "site:\n  include: [tasks]\ndates:\n  style: long\ntasks:\n  statuses: {in-review: doing}\n",
      to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\nstatus: in-review\ndue: 2026-12-01\ncolor: steelblue\nlabel: A & B\n---\n# Call\n",
      to: "Memo/call.md")
    try session.folder.write("---\nstatus: todo\ncolor: blurple\n---\n# Other\n", to: "Memo/other.md")
    let site = try TemporaryFolder()
    publish(into: site)
    let board = try text(site, "board.html")
    for part in [
      "fill=\"#4682b4\"", "<span class=\"label\">A &amp; B</span>", "1 December 2026", "<h2>in-review",
    ] {
      #expect(board.contains(part), "\(part)")
    }
    #expect(board.components(separatedBy: "<svg class=\"dot\"").count == 2)
    #expect(session.run(["check"]).output.contains("“blurple” is not a colour"))
  }

  // MARK: - Themes and settings

  @Test func `any file of the theme is carried over, and scripts run by their hash`() throws {
    try session.folder.write("document.title += '!'", to: ".sheaf/theme/own.js")
    try session.folder.write(".x { color: red; }", to: ".sheaf/theme/own.css")
    try session.folder.write("woff", to: ".sheaf/theme/fonts/a.woff2")
    try session.folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", to: ".sheaf/theme/logo.svg")
    try session.folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", to: ".sheaf/theme/favicon.svg")
    try session.folder.write("no", to: ".sheaf/theme/.hidden")
    try session.folder.write(
      "site:\n  style:\n    accent: \"#a00\"\n    dark-accent: pink\n    sans: Georgia, serif\n    bad: \"x } body { y: z\"\n  menu: [About=Memo/about.md, Web=https://b.example/, Gone=Memo/secret.md]\n",
      to: ".sheaf/config.yaml")
    try session.folder.write("# About\n", to: "Memo/about.md")
    try session.folder.write("---\nprivate: true\n---\n", to: "Memo/secret.md")
    #expect(session.run(["config", "trust"]).output.contains(".sheaf/theme/own.js"))
    let site = try TemporaryFolder()
    publish(into: site, "--verify")
    let page = try text(site, "notes/Memo/about.html")
    #expect(
      site.files().filter { $0.hasPrefix("theme/") } == [
        "theme/favicon.svg", "theme/fonts/a.woff2", "theme/logo.svg", "theme/own.css",
        "theme/own.js",
      ])
    #expect(page.contains("<script>document.title += '!'</script>"))
    #expect(page.contains("'sha256-"))
    #expect(page.contains("font-src 'self'"))
    #expect(page.contains("<link rel=\"icon\" href=\"../../theme/favicon.svg\">"))
    #expect(page.contains("src=\"../../theme/logo.svg\""))
    #expect(page.contains("<a href=\"../../notes/Memo/about.html\">About</a>"))
    #expect(page.contains("<a href=\"https://b.example/\">Web</a>"))
    #expect(!page.contains("Gone"))
    let style = try text(site, "style.css")
    #expect(style.contains(".x { color: red; }\n:root { --accent: #a00; }"))
    #expect(style.contains("--accent: pink;"))
    #expect(style.contains(":root, [lang] { --sans: Georgia, serif; }"))
    #expect(!style.contains("y: z"))
  }

  @Test func `scripts of a theme run only where the repository is trusted as it is`() throws {
    try session.folder.write("evil()", to: ".sheaf/theme/own.js")
    try session.folder.write("other()", to: ".sheaf/theme/site.js")
    try session.folder.write("# A\n", to: "Memo/a.md")
    func scripts() throws -> [Bool] {
      let site = try TemporaryFolder()
      publish(into: site)
      let all = try site.files().filter { !$0.hasSuffix(".png") }
        .map { String(decoding: try site.read($0), as: UTF8.self) }.joined()
      return [all.contains("evil()"), all.contains("other()"), all.contains("bad()")]
    }
    let warned = session.run(["publish", "-o", try TemporaryFolder().path])
    #expect(warned.errors.contains(".sheaf/theme/own.js"))
    #expect(warned.errors.contains(".sheaf/theme/site.js"))
    #expect(try scripts() == [false, false, false])
    _ = session.run(["config", "trust"])
    #expect(try scripts() == [true, true, false])
    try session.folder.write("bad()", to: ".sheaf/theme/own.js")
    #expect(try scripts() == [false, false, false])
  }

  @Test func `short addresses lead from page to page`() throws {
    try session.folder.write(
      "site:\n  url: https://a.example\n  short-urls: true\n", to: ".sheaf/config.yaml")
    try session.folder.write("[[제주 걷기]] ![](p.txt)\n", to: "메모/one.md")
    try session.folder.write("# 제주\n", to: "메모/제주 걷기.md")
    try session.folder.write("# Other\n", to: "메모/제주-걷기.md")
    try session.folder.write("# Tags\n", to: "tag/x.md")
    let site = try TemporaryFolder()
    publish(into: site, "--verify")
    #expect(site.files().contains("메모/제주-걷기/index.html"))
    #expect(site.files().contains("notes/tag/x/index.html"))
    #expect(
      try text(site, "메모/one/index.html").contains(
        "<a href=\"../../메모/제주-걷기/\">제주 걷기</a>"))
    #expect(
      try text(site, "sitemap.xml").contains("<loc>https://a.example/%EB%A9%94%EB%AA%A8/one/</loc>")
    )
  }

  @Test func `no note takes the name of a file of the site`() throws {
    let text = "---\naliases: [/old/]\n---\n# A\n\n```mermaid\ngraph TD\n```\n\n- [ ] a due:2026-12-01\n"
    try session.folder.write(text, to: "Memo/a.md")
    let settings = "site:\n  url: https://a.example\n  short-urls: true\n  include: [diary, tasks]\n"
    try session.folder.write(settings, to: ".sheaf/config.yaml")
    let first = try TemporaryFolder()
    publish(into: first)
    let names = first.files().filter { !$0.contains("/") }
    #expect(names.count > 20)
    for name in names where !name.hasPrefix(".") { try session.folder.write("# N\n", to: name + ".md") }
    let site = try TemporaryFolder()
    publish(into: site)
    #expect(publish(into: site).errors.contains(": no changes in "))
    for name in names where !name.hasPrefix(".") {
      #expect(site.files().contains("notes/\(name)/index.html"), "\(name)")
    }
  }

  @Test func `no note takes the name of the page of another`() throws {
    try session.folder.write("site: {short-urls: true}\n", to: ".sheaf/config.yaml")
    for name in ["A", "A/index.html", "A/Index.html/b", "tag", "tag/index.html"] {
      try session.folder.write("# \(name)\n", to: name + ".md")
    }
    let site = try TemporaryFolder()
    publish(into: site)
    let pages = ["A", "A/index-html", "A/index-html/b", "notes/tag", "notes/tag/index-html"].map { $0 + "/index.html" }
    #expect(pages.allSatisfy(site.files().contains), "\(site.files())")
  }

  @Test func `pages of notes are articles with a graph whatever their addresses are`() throws {
    for short in [false, true] {
      let settings = "site:\n  url: https://a.example\n  short-urls: \(short)\n"
      try session.folder.write(settings, to: ".sheaf/config.yaml")
      try session.folder.write("# One\n", to: "Memo/one.md")
      let site = try TemporaryFolder()
      publish(into: site)
      let page = try text(site, short ? "Memo/one/index.html" : "notes/Memo/one.html")
      #expect(page.contains("<meta property=\"og:type\" content=\"article\">"))
      #expect(try text(site, "notes.html").contains("<meta property=\"og:type\" content=\"website\">"))
    }
  }

  @Test func `parts that are empty are not in the menu`() throws {
    try session.folder.write("# One\n", to: "Memo/one.md")
    let site = try TemporaryFolder()
    publish(into: site)
    let page = try text(site, "index.html")
    for part in ["board.html", "diary.html", "tags.html", "graph.html", "calendar.ics"] {
      #expect(!page.contains(part), "\(part)")
    }
  }

  // MARK: - Branches and checks

  @Test func `a site is committed to a branch without the working copy`() throws {
    func git(_ words: String...) throws -> String {
      let run = try ProgramRun.run(
        "/usr/bin/git", ["-c", "user.name=a", "-c", "user.email=a@a.example"] + words,
        in: session.folder.path)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    _ = try git("init", "--quiet", "-b", "main")
    _ = try git("config", "user.name", "a")
    _ = try git("config", "user.email", "a@a.example")
    try session.folder.write("# One\n", to: "Memo/one.md")
    _ = try git("add", ".")
    _ = try git("commit", "--quiet", "-m", "a")
    try session.folder.write("staged", to: "staged.txt")
    _ = try git("add", "staged.txt")
    let before = try git("status", "--porcelain")
    let first = session.run(["publish", "--to-branch", "gh-pages"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.errors.contains("Committed to gh-pages: "))
    let files = try git("ls-tree", "-r", "--name-only", "gh-pages").split(separator: "\n")
    #expect(files.contains("notes/Memo/one.html") && files.contains(".nojekyll"))
    #expect(!files.contains(".sheaf-site"))
    #expect(try git("status", "--porcelain") == before)
    #expect(
      session.run(["publish", "--to-branch", "gh-pages"]).errors.contains("already has this site"))
    try session.folder.write("# One\n\nmore\n", to: "Memo/one.md")
    #expect(session.run(["publish", "--to-branch", "gh-pages"]).status == 0)
    #expect(try git("rev-list", "--count", "gh-pages") == "2\n")
    // A page that is gone is in no commit that a push would send.
    try session.folder.write("---\nprivate: true\n---\n# One\n\nmore\n", to: "Memo/one.md")
    try session.folder.write("# Two\n", to: "Memo/two.md")
    #expect(session.run(["publish", "--to-branch", "gh-pages", "--yes"]).status == 0)
    #expect(!(try git("log", "--name-only", "--format=", "gh-pages").contains("one.html")))
    let refused = session.run(["publish", "--to-branch", "main"])
    #expect(refused.status == 3)
    #expect(refused.errors.contains("is checked out"))
    #expect(session.run(["publish", "--to-branch", "a b"]).status == 64)
    // A branch of the user's own is no site.
    _ = try git("branch", "drafts")
    let tip = try git("rev-parse", "drafts")
    for name in ["drafts", "refs/heads/drafts"] {
      let foreign = session.run(["publish", "--to-branch", name, "--yes"])
      #expect(foreign.status == 3 && foreign.errors.contains("“drafts” has commits that publish did not make"))
    }
    #expect(try git("rev-parse", "drafts") == tip)
    #expect(session.run(["publish", "--to-branch", "drafts", "--force", "--yes"]).status == 0)
    #expect(session.run(["publish", "--to-branch", "drafts", "--yes"]).status == 0)
  }

  @Test func `a check of the site finds a link that leads nowhere`() throws {
    try session.folder.write("# One\n\n<a href=\"#none\">x</a>\n", to: "Memo/one.md")
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path, "--verify"])
    #expect(outcome.status == 1)
    #expect(outcome.output.hasSuffix("notes/Memo/one.html: there is no such anchor: #note-none\n"))
  }
}
