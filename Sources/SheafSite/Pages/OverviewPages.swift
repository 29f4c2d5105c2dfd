import CivilCalendar
import NoteModel

/// The recent notes, those without links, and the page for addresses that lead nowhere.
enum OverviewPages {
  private static let recentCount = 200

  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    return [recent(site).file(renderer), orphans(site).file(renderer), notFound(renderer)]
  }

  /// What was written and changed, day by day.
  private static func recent(_ site: Site) -> ListPage {
    let path = "recent.html"
    var groups: [(day: Day, items: [ListPage.Item])] = []
    for place in site.newest(recentCount) {
      let note = site.notes[place]
      guard let day = note.latest?.day else { continue }
      let isNew = note.updated == nil || note.day == day
      var item = site.item(place, on: path, showsDay: false)
      item.detail = [site.words[isNew ? "created" : "updated"], item.detail].compactMap(\.self)
        .joined(separator: " · ")
      if groups.last?.day != day { groups.append((day, [])) }
      groups[groups.count - 1].items.append(item)
    }
    return ListPage(
      path: path, title: site.words["recent"], section: "recent",
      groups: groups.map { ListPage.Group(heading: site.words.date($0.day), items: $0.items) })
  }

  /// Notes that no note links to and that link to none; the diary stands for itself.
  private static func orphans(_ site: Site) -> ListPage {
    let path = "orphans.html"
    let lonely = site.notes.indices.filter { place in
      site.notes[place].kind != .diary && site.backlinks[place].isEmpty
        && !site.facts.links[site.linkRanges[place]].contains { link in
          link.target.flatMap { site.place(of: $0) } != nil
        }
    }
    return ListPage(
      path: path, title: site.words["orphans"], text: site.words.noteCount(lonely.count),
      related: [site.pageItem("notes", "notes.html", on: path)],
      groups: [ListPage.Group(items: lonely.map { site.item($0, on: path) })])
  }

  private static func notFound(_ renderer: NoteRenderer) -> SiteFile {
    let words = renderer.site.words
    let path = SiteNaming.notFound
    let content = renderer.theme.render(
      "404.html", ["words": words.table, "root": escapedAttribute(renderer.shell.root(from: path))])
    let page = SiteShell.Page(path: path, title: words["notFound"])
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }
}
