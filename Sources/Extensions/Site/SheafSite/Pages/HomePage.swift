import CivilCalendar
import NoteModel

/// The first page: the note that is named so, else the outermost folders and notes, and pinned notes as cards; then new
/// notes, the diary and the tags.
enum HomePage {
  private static let recentCount = 12
  private static let tagCount = 30

  static func file(_ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let path = "index.html"
    var page = SiteShell.Page(path: path, title: site.settings.title, section: "home")
    page.picture = renderer.homePicture
    var values: [String: Any] = [
      "title": site.settings.title, "words": site.words.table,
      "text": site.words.noteCount(site.listed.count),
    ]
    if let home = site.home, let note = renderer.home(home, on: path) {
      values["note"] = String(decoding: note.main, as: UTF8.self)
      page.side = note.side
      page.description = note.description
      page.language = note.language
    } else {
      values["groups"] = FolderPages.home(site, on: path).map(\.values)
      let pinned = site.listed.filter { site.notes[$0].isPinned }
      if !pinned.isEmpty { values["pinned"] = ["items": cards(pinned, renderer, path)] }
      let folders = site.folders.lazy.filter { !$0.path.isEmpty && !$0.path.contains("/") }
      page.description = ([site.words.noteCount(site.listed.count)] + folders.prefix(8).map(SiteTree.name(of:)))
        .joined(separator: " · ")
    }
    // The diary has its calendar.
    let recent = site.newest(recentCount) { $0.kind != .diary }
    if !recent.isEmpty { values["recent"] = ["items": cards(recent, renderer, path)] }
    page.language = page.language ?? language(of: recent, site)
    if let tags = tags(site, path) { values["tags"] = tags }
    if let last = site.diary.last, let day = site.notes[last].day {
      values["month"] = MonthCalendar(site, year: day.year, month: day.month, page: path).values
    }
    let content = renderer.theme.render("home.html", values)
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }

  /// Returns the language of the listed titles. The title of the site is often the name of a folder, in Latin letters
  /// whatever the notes are written in.
  private static func language(of places: [Int], _ site: Site) -> String {
    let titles = places.map { site.notes[$0].title }.joined(separator: "\n")
    return PageLanguage.tag(written: nil, text: Array(titles.utf8), site: site.settings.languageTag)
  }

  private static func cards(_ places: [Int], _ renderer: NoteRenderer, _ path: String) -> [[String: Any]] {
    let site = renderer.site
    return places.map { place in
      var values: [String: Any] = renderer.extract(of: place, for: path)?.values ?? [:]
      values["title"] = site.notes[place].title
      values["address"] = site.address(ofNote: place, from: path)
      if let day = site.notes[place].latest?.day {
        values["day"] = ["iso": day.description, "text": site.words.date(day)]
      }
      return values
    }
  }

  private static func tags(_ site: Site, _ path: String) -> [String: Any]? {
    let tags = site.tags.sorted { ($1.notes.count, $0.page) < ($0.notes.count, $1.page) }.prefix(tagCount)
    guard !tags.isEmpty else { return nil }
    return [
      "items": tags.map { tag in
        [
          "title": tag.name, "address": site.address(of: tag.page, from: path),
          "detail": String(tag.notes.count),
        ]
      }
    ]
  }
}
