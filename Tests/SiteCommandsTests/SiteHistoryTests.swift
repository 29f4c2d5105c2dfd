import Foundation
import NoteTestSupport
import Testing

/// What a site knows of its notes besides their text: their dates, the menu's targets, what the home page says.
@Suite struct SiteHistoryTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession(environment: GitFixture.identity)
    _ = session.run(["init", "--quiet"])
    try session.folder.write("site:\n  url: https://a.example\n", to: ".sheaf/config.yaml")
  }

  /// 2026-11-10 and 2026-11-19 in Seoul; the fixture's clock is in UTC.
  private let days = (first: 1_794_272_400, second: 1_795_050_000)

  private func published(_ site: TemporaryFolder) -> CommandSession.Outcome {
    let outcome = session.run(["publish", "-o", site.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  @Test func `pages, changes, the feeds and the sitemap have the dates of version control`() throws {
    let git = try GitFixture(in: session.folder)
    try session.folder.write("# Old\n\nOne.\n", to: "Memo/old.md")
    try session.folder.write("---\nupdated: 2026-11-12\n---\n# Told\n\nOne.\n", to: "Memo/told.md")
    try git.commitAll(date: days.first)
    try session.folder.write("# Old\n\nTwo.\n", to: "Memo/old.md")
    try session.folder.write("# New\n", to: "Memo/new.md")
    try git.commitAll(date: days.second)
    try session.folder.write("# Loose\n", to: "Memo/loose.md")
    let site = try TemporaryFolder()
    _ = published(site)
    let page = try site.text("notes/Memo/old.html")
    #expect(page.contains("Changed <time datetime=\"2026-11-19\">19 November 2026</time>"), "\(page)")
    #expect(try site.text("notes/Memo/told.html").contains("<time datetime=\"2026-11-12\">"))
    #expect(!(try site.text("notes/Memo/loose.html")).contains("<time"))
    let changes = try site.text("recent.html")
    let list = changes.replacing(#/(?s).*?<main|<\/main>.*|<[^>]*>/#, with: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(list.hasSuffix("19 November 2026 New Created Old Changed 12 November 2026 Told Changed"), "\(list)")
    let feed = try site.text("feed.xml")
    #expect(feed.components(separatedBy: "<entry>").count == 4, "\(feed)")
    #expect(feed.contains("<published>2026-11-10T"), "\(feed)")
    let map = try site.text("sitemap.xml")
    #expect(map.contains("Memo/old.html</loc><lastmod>2026-11-19</lastmod>"), "\(map)")
    #expect(map.contains("Memo/loose.html</loc></url>"), "\(map)")
    #expect(try site.text("index.html").contains("<time class=\"detail\" datetime=\"2026-11-19\">"))
  }

  @Test func `a commit dates the page of a note whose file stays as it was`() throws {
    let git = try GitFixture(in: session.folder)
    try session.folder.write("# A\n", to: "Memo/a.md")
    try git.commitAll(date: days.first)
    try session.folder.write("# B\n", to: "Memo/b.md")
    let site = try TemporaryFolder()
    _ = published(site)
    #expect(!(try site.text("notes/Memo/b.html")).contains("<time"))
    try git.commitAll(date: days.second)
    _ = published(site)
    #expect(try site.text("notes/Memo/b.html").contains("<time datetime=\"2026-11-19\">"))
  }

  @Test func `an item of the menu is named as in a link, and one that leads nowhere is reported`() throws {
    try session.folder.write(
      "site:\n  menu: [First=Plan, Second=Notes/Deep, Third=the other, Gone=nowhere, Kept=Secret, All=tags.html]\n",
      to: ".sheaf/config.yaml")
    // The name of a file is before a title.
    try session.folder.write("# Plan\n", to: "Aaa/title.md")
    try session.folder.write("# Something\n", to: "Memo/Plan.md")
    try session.folder.write("# Deep\n", to: "Notes/Deep.md")
    try session.folder.write("---\naliases: [the other]\n---\n# Other\n", to: "Memo/x.md")
    try session.folder.write("---\npublish: false\n---\n# Secret\n", to: "Memo/Secret.md")
    let site = try TemporaryFolder()
    let outcome = published(site)
    let page = try site.text("index.html")
    let list = page.components(separatedBy: "<ul class=\"sections\">").last ?? ""
    let sections = list.components(separatedBy: "</ul>")[0]
    let items = sections.matches(of: #/href="([^"]*)">([^<]*)</#).map { "\($0.2)=\($0.1)" }
    #expect(
      items.prefix(4) == [
        "First=notes/Memo/Plan.html", "Second=notes/Notes/Deep.html", "Third=notes/Memo/x.html", "All=tags.html",
      ], "\(items)")
    #expect(
      outcome.errors.contains(
        "warning: The site has no note or page for these items of site.menu:\n  Gone=nowhere\n  Kept=Secret\n"),
      "\(outcome.errors)")
  }

  @Test func `a home page without a note has a description and the picture of the site`() throws {
    try session.folder.write(
      "site:\n  url: https://a.example\n  image: files/cover.svg\n", to: ".sheaf/config.yaml")
    try session.folder.write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: "files/cover.svg")
    try session.folder.write("# A\n", to: "Memo/a.md")
    try session.folder.write("# B\n", to: "Work/b.md")
    let site = try TemporaryFolder()
    _ = published(site)
    let page = try site.text("index.html")
    #expect(page.contains("property=\"og:description\" content=\"2 notes · Memo · Work\""), "\(page)")
    let picture = "<meta property=\"og:image\" content=\"https://a.example/files/files/cover.svg\">"
    #expect(page.contains(picture), "\(page)")
  }
}
