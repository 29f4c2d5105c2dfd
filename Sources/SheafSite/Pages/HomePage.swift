import CivilCalendar
import NoteModel

/// The first page: what is pinned, what is new, the tags and the diary.
enum HomePage {
  private static let recentCount = 12
  private static let tagCount = 30

  static func file(_ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let path = "index.html"
    func items(_ places: [Int]) -> [[String: String]] {
      places.map { site.item($0, on: path).values }
    }
    var values: [String: Any] = [
      "title": site.settings.title, "words": site.words.table,
      "text": site.words.noteCount(site.notes.count),
    ]
    let pinned = site.notes.indices.filter { site.notes[$0].isPinned }
    if !pinned.isEmpty { values["pinned"] = ["items": items(pinned)] }
    // The diary has its calendar.
    let recent = site.newest(recentCount) { $0.kind != .diary }
    if !recent.isEmpty { values["recent"] = ["items": items(recent)] }
    let tags = site.tags.sorted { ($1.notes.count, $0.page) < ($0.notes.count, $1.page) }
      .prefix(tagCount)
    if !tags.isEmpty {
      values["tags"] = [
        "items": tags.map { tag in
          [
            "title": tag.name, "address": site.address(of: tag.page, from: path),
            "detail": String(tag.notes.count),
          ]
        }
      ]
    }
    if let last = site.diary.last, let day = site.notes[last].day {
      values["month"] = MonthCalendar(site, year: day.year, month: day.month, page: path).values
    }
    let content = renderer.theme.render("home.html", values)
    let page = SiteShell.Page(path: path, title: site.settings.title, section: "home")
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }
}
