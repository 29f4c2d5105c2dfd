import CivilCalendar
import NoteModel
import Testing

@testable import SheafSite

/// The relations between the pages of a site.
@Suite struct SiteTests {
  private func note(
    _ number: Int64, _ path: String, _ title: String? = nil, kind: NoteKind = .memo,
    day: String? = nil, created: String? = nil, updated: String? = nil, tags: [String] = []
  ) -> SiteNote {
    SiteNote(
      number: number,
      file: ScannedFile(
        path: NotePath(trusted: path),
        fingerprint: FileFingerprint(
          size: 1, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 1)),
      title: title ?? path, kind: kind, tags: tags, entryDay: day.flatMap { Day(iso: $0) },
      created: created.flatMap { CivilDate(iso: $0) },
      updated: updated.flatMap { CivilDate(iso: $0) }, isPinned: false)
  }

  private func link(_ source: Int64, _ target: Int64?) -> SiteLink {
    SiteLink(
      source: source, destination: "x", target: target, isHidden: false, isEmbed: false)
  }

  private func site(
    _ notes: [SiteNote], links: [SiteLink] = [], home: String? = nil, isShort: Bool = false, url: String? = nil
  ) throws -> Site {
    let now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
    let files: [Int64: ScannedFile] = [
      90: note(90, "files/a.png").file, 91: note(91, "other/b.png").file,
      92: note(92, "files/b.png").file,
    ]
    var settings = SiteSettings(
      title: "Notes", url: url, author: nil, language: "en",
      rules: PublicationRules(now: now, publishesByDefault: true), zone: .fixed(0),
      sanitizes: true)
    settings.home = home
    settings.hasShortURLs = isShort
    return Site(
      SiteFacts(notes: notes, links: links, tasks: [], attachments: files), settings: settings)
  }

  @Test func `the newest are those with a date, equal ones in the order of their paths`() throws {
    let site = try site([
      note(1, "a.md", created: "2026-01-01"), note(2, "b.md"),
      note(3, "c.md", created: "2025-01-01", updated: "2026-03-01"),
      note(4, "d.md", created: "2026-01-01"), note(5, "e.md", created: "2026-03-01T10:00:00Z"),
    ])
    #expect(site.newestFirst == [4, 2, 0, 3])
    #expect(site.newest(0) == [])
    #expect(site.newest(2) == [4, 2])
    #expect(site.newest(9) == [4, 2, 0, 3])
    #expect(site.newest(1) { $0.number != 5 } == [2])
  }

  @Test func `more addresses than a list may have are in several lists`() throws {
    let notes = [note(1, "a.md"), note(2, "b.md"), note(3, "c.md")]
    #expect(Sitemap.files(try site(notes)).isEmpty)
    let site = try site(notes, url: "https://a.example")
    func text(_ file: SiteFile) -> String { String(decoding: file.bytes, as: UTF8.self) }
    #expect(Sitemap.files(site, limit: 4).map(\.path) == ["sitemap.xml"])
    let files = Sitemap.files(site, limit: 3)
    #expect(files.map(\.path) == ["sitemap.xml", "sitemaps/1.xml", "sitemaps/2.xml"])
    #expect(text(files[0]).contains("<loc>https://a.example/sitemaps/2.xml</loc>") && !text(files[0]).contains("<url>"))
    #expect(files.dropFirst().map { text($0).split(separator: "<url>").count - 1 } == [3, 1])
    #expect(text(files[2]).contains("<loc>https://a.example/notes/c.html</loc>"))
  }

  @Test func `a note knows who links to it, each once, and not itself`() throws {
    let site = try site(
      [note(1, "a.md"), note(2, "b.md"), note(3, "c.md")],
      links: [
        link(1, 2), link(1, 90), link(1, 2), link(1, 1), link(2, 3), link(2, nil), link(3, 2),
        link(7, 2),
      ])
    #expect(site.backlinks == [[], [0, 2], [1]])
    #expect(site.linkRanges == [0..<4, 4..<6, 6..<7])
    #expect(site.links(of: 1).map(\.target) == [3, nil])
  }

  @Test func `links that come in two runs are counted once`() throws {
    let site = try site(
      [note(1, "a.md"), note(2, "b.md")], links: [link(1, 2), link(2, 1), link(1, 2)])
    #expect(site.backlinks == [[1], [0]])
  }

  @Test func `entries of the diary follow each other by day, other notes by title in their folder`()
    throws
  {
    let site = try site([
      note(1, "Diary/2.md", kind: .diary, day: "2025-11-21"),
      note(2, "Diary/1.md", kind: .diary, day: "2026-11-21"),
      note(3, "Diary/3.md", kind: .diary, day: "2024-11-21"),
      note(4, "Diary/4.md", kind: .diary, day: "2024-11-20"),
      note(5, "Diary/5.md", kind: .diary, day: "2024-11-21"), note(6, "Memo/x.md", "Banana"),
      note(7, "Memo/y.md", "Apple"), note(8, "Diary/z.md", kind: .diary),
      note(9, "a.md", created: "2023-11-21"),
    ])
    #expect(site.diary == [3, 2, 4, 0, 1])
    #expect(site.neighbours[3].previous == nil && site.neighbours[3].next == 2)
    #expect(site.neighbours[1].previous == 0 && site.neighbours[1].next == nil)
    #expect(site.neighbours[5].previous == 6 && site.neighbours[5].next == nil)
    #expect(site.neighbours[8].previous == nil && site.neighbours[8].next == nil)
    #expect(site.sameDay(as: 0) == [1, 4, 2])
    #expect(site.sameDay(as: 2) == [1, 0])
    #expect(site.sameDay(as: 3) == [])
    #expect(site.sameDay(as: 5) == [] && site.sameDay(as: 7) == [])
    #expect(site.sameDay(as: 8) == [])
  }

  @Test func `the home page is the one that the settings name, else one whose name says so`() throws {
    let notes = [
      note(1, "Memo/index.md"), note(2, "README.md"), note(3, "Start.md"), note(4, "홈.md"),
    ]
    #expect(try site(notes).home == 1)
    #expect(try site(notes, home: "").home == 1)
    #expect(try site(notes, home: "Start").home == 2)
    #expect(try site(notes, home: "Start.md").home == 2)
    #expect(try site(notes, home: "Gone").home == nil)
    #expect(try site([notes[0], notes[2]]).home == nil)
    #expect(try site([notes[1], note(5, "Index.md")]).home == 1)
  }

  @Test func `files are found by their paths, and by their names where one alone has it`() throws {
    let site = try site([note(1, "Memo/a.md"), note(2, "b.md")])
    #expect(site.attachment(named: "a.png") == 90)
    #expect(site.attachment(named: "b.png") == nil)
    #expect(site.number(of: NotePath(trusted: "files/b.png")) == 92)
    #expect(site.number(of: NotePath(trusted: "Memo/a.md")) == 1)
    #expect(site.place(of: NotePath(trusted: "b.md")) == 1)
    #expect(site.place(of: NotePath(trusted: "files/a.png")) == nil)
    let source = NotePath(trusted: "Memo/a.md")
    #expect(Site.paths(of: "x.png", from: source).map(\.string) == ["Memo/x.png", "x.png"])
    #expect(Site.paths(of: "/x.png", from: source).map(\.string) == ["x.png"])
  }

  @Test func `a short address ends in its folder, and only there`() throws {
    let short = try site([note(1, "Memo/a.md")], isShort: true)
    #expect(short.shownAddress(of: "Memo/a/index.html") == "Memo/a/")
    #expect(short.shownAddress(of: "index.html") == "index.html")
    #expect(short.shownAddress(of: "tags.html") == "tags.html")
    let long = try site([note(1, "Memo/a.md")])
    #expect(long.shownAddress(of: "Memo/a/index.html") == "Memo/a/index.html")
  }
}
