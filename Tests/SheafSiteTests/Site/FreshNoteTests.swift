import CivilCalendar
import NoteModel
import SheafSite
import Testing
import Wording

@testable import SheafSite

/// The preview reads a note from its file, which may be newer than what the site was made of.
@Suite struct FreshNoteTests {
  private static let page = "notes/Memo/a.html"

  /// The answer to the page of a note that the site took for public, while its file holds `text`.
  private func answer(_ text: String, publishesByDefault: Bool = true) throws -> String? {
    let file = ScannedFile(
      path: NotePath(trusted: "Memo/a.md"),
      fingerprint: FileFingerprint(
        size: 1, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 1))
    let note = SiteNote(
      number: 1, file: file, title: "a", kind: .memo, tags: [], created: nil, updated: nil,
      isPinned: false)
    let facts = SiteFacts(notes: [note], links: [], tasks: [], attachments: [:])
    let now = CivilMoment(
      day: try #require(Day(year: 2026, month: 11, day: 21)), time: .midnight,
      utcOffsetSeconds: 32_400)
    let settings = SiteSettings(
      title: "Notes", url: nil, author: nil, language: "en",
      rules: PublicationRules(now: now, publishesByDefault: publishesByDefault),
      zone: .fixed(32_400), sanitizes: true)
    let renderer = NoteRenderer(
      Site(facts, settings: settings), try SiteTheme { _ in nil }
    ) { _ in Array(text.utf8) }
    let site = SiteOnDemand(renderer, kept: BlockMemory()) { links, _ in links.map { _ in nil } }
    guard case .file(let file) = site.answer(to: Self.page) else { return nil }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "unseal: 2026-11-22", "unseal: 2099-01-01", "draft: true", "publish: false",
  ])
  func `a note that was hidden a moment ago has no page`(field: String) throws {
    #expect(try answer("---\n\(field)\n---\nHUSH\n") == nil)
  }

  @Test(arguments: [
    "unseal: 2026-11-21", "unseal: 2026-11-20", "draft: false", "publish: true", "title: b",
  ])
  func `a note that is not hidden is shown as it is now`(field: String) throws {
    #expect(try answer("---\n\(field)\n---\nWORDS\n")?.contains("WORDS") == true)
  }

  @Test func `where notes are private by default the note itself must say that it is not`() throws {
    #expect(try answer("WORDS\n", publishesByDefault: false) == nil)
    #expect(try answer("---\npublish: true\n---\nWORDS\n", publishesByDefault: false) != nil)
  }
}
