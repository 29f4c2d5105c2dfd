import CivilCalendar
package import NoteModel
import NotePresentation

/// The recent notes, those without links, and the page for addresses that lead nowhere.
enum OverviewPages {
  private static let recentCount = 200

  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    return [recent(site).file(renderer), orphans(site).file(renderer), notFound(renderer)]
  }

  /// Returns the list of notes that were written and changed, day by day.
  private static func recent(_ site: Site) -> ListPage {
    let path = "recent.html"
    var groups: [(day: Day, items: [ListPage.Item])] = []
    for place in site.newest(recentCount) {
      let note = site.notes[place]
      guard let day = note.latest?.day else { continue }
      let isNew = note.updated == nil || (note.day ?? note.born?.day) == day
      var item = site.item(place, on: path, showsDay: false)
      item.detail = [site.words[isNew ? "created" : "updated"], item.detail].compactMap(\.self).joined(separator: " · ")
      if groups.last?.day != day { groups.append((day, [])) }
      groups[groups.count - 1].items.append(item)
    }
    return ListPage(
      path: path, title: site.words["recent"], section: "recent",
      groups: groups.map { ListPage.Group(heading: site.words.date($0.day), items: $0.items) })
  }

  /// Returns notes without links from or to other notes, except diary entries.
  private static func orphans(_ site: Site) -> ListPage {
    let path = "orphans.html"
    let lonely = site.listed.filter { place in
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

/// Pages that are made together.
package struct SiteOverview: Sendable {
  /// Paths of files, and of folders with a slash at the end.
  private let paths: [String]
  package let files: @Sendable () -> [SiteFile]

  init(_ paths: String..., files: @escaping @Sendable () -> [SiteFile]) { self.init(paths, files: files) }

  init(_ paths: [String], files: @escaping @Sendable () -> [SiteFile]) {
    self.paths = paths
    self.files = files
  }

  /// Returns true if a file of this path can only be one of these.
  func owns(_ path: String) -> Bool { paths.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 } }
}

/// Makes all files of a site except notes and search, in parts that can be made in parallel.
extension NoteRenderer {
  package var overviews: [SiteOverview] {
    (site.hasTasks ? taskOverviews : []) + (site.settings.isPreview ? [diagramOverview] : []) + [
      SiteOverview("notes.html", "notes.js", "folder/") { FolderPages.files(self) },
      SiteOverview("tags.html", "tag/") { TagPages.files(self) },
      SiteOverview("dates.html", "dates/") { DatePages.files(self) },
      SiteOverview("diary.html", "diary/") { DiaryPages.files(self) },
      SiteOverview("recent.html", "orphans.html", SiteNaming.notFound) { OverviewPages.files(self) },
      SiteOverview("index.html") { [HomePage.file(self)] },
      SiteOverview(GraphPage.paths) { GraphPage.files(self) },
      SiteOverview("feed.xml", "feed.json") { Feeds(self).files },
      SiteOverview("sitemap.xml", "sitemaps/") { Sitemap.files(self.site) },
      SiteOverview(SiteAssets.paths) { SiteAssets.files(self.theme, self.site.words) },
      SiteOverview("theme/") {
        self.theme.assets.map { SiteFile(path: "theme/" + $0.name, bytes: $0.bytes) }
      },
      SiteOverview("robots.txt") { [Robots.file(self.site)] },
      // Without it GitHub Pages builds the site again with Jekyll, and leaves files out.
      SiteOverview(".nojekyll") { [SiteFile(path: ".nojekyll", bytes: [])] },
    ]
  }

  /// The script for diagrams as a server needs it, which makes a file on request. Otherwise the pages determine the
  /// need.
  private var diagramOverview: SiteOverview {
    SiteOverview(DiagramScript.paths) { self.diagrams.script?.files ?? [] }
  }

  private var taskOverviews: [SiteOverview] {
    [
      SiteOverview(BoardPage.path) { [BoardPage.file(self)] },
      SiteOverview(TaskCalendar.path) { [TaskCalendar.file(self)] },
    ]
  }

  /// Returns the attachments that the blocks use, with their places in the site.
  package func attachments(_ made: [NoteBlock.Made]) -> [(file: ScannedFile, path: String)] {
    let own = [site.settings.image, site.settings.icon].compactMap(\.self)
    let used = Set(made.flatMap(\.attachments) + own)
    return site.facts.attachments.values.filter { used.contains($0.path) }
      .map { ($0, SiteNaming.attachment($0.path)) }.sorted { $0.path < $1.path }
  }
}

/// The notes by the days on which they were written: one page per year, and one page for notes without a date.
enum DatePages {
  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    let dated = site.listed.filter { site.notes[$0].day != nil }
    let years = Dictionary(grouping: dated) { site.notes[$0].day?.year ?? 0 }
    let undated = site.listed.filter { site.notes[$0].day == nil }
    let newestFirst = years.keys.sorted(by: >)
    let path = "dates.html"
    let overview = ListPage(
      path: path, title: site.words["dates"],
      related: [site.pageItem("notes", "notes.html", on: path)],
      groups: [
        ListPage.Group(
          items: newestFirst.map { year in
            ListPage.Item(
              title: String(year), address: site.address(of: SiteNaming.year(year), from: path),
              detail: String(years[year]?.count ?? 0))
          }),
        ListPage.Group(
          heading: site.words["undated"],
          items: undated.count > undatedLimit
            ? folders(of: undated, site, on: path)
            : undated.map { site.item($0, on: path, showsDay: false) }),
      ])
    return ([overview] + newestFirst.map { page($0, years[$0] ?? [], site) }).map { $0.file(renderer) }
  }

  /// The most notes without a date that are listed one by one; more are listed by folder.
  private static let undatedLimit = 300

  private static func folders(of notes: [Int], _ site: Site, on page: String) -> [ListPage.Item] {
    let counts = Dictionary(grouping: notes) { site.notes[$0].path.folder?.string ?? "" }.mapValues(\.count)
    return counts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { name in
      site.folder(at: name).map { folder in
        ListPage.Item(
          title: name.isEmpty ? site.words["notes"] : name,
          address: site.address(of: folder.page, from: page), detail: String(counts[name] ?? 0))
      }
    }
  }

  private static func page(_ year: Int, _ notes: [Int], _ site: Site) -> ListPage {
    let path = SiteNaming.year(year)
    let months = Dictionary(grouping: notes) { site.notes[$0].day?.month ?? 0 }
    return ListPage(
      path: path, title: String(year), related: [site.pageItem("dates", "dates.html", on: path)],
      groups: months.keys.sorted(by: >).map { month in
        ListPage.Group(
          heading: LocalizedDate.month(month, of: year, in: site.settings.language),
          items: (months[month] ?? []).map { (day: site.notes[$0].day ?? .distant, place: $0) }
            .sorted { ($1.day, $0.place) < ($0.day, $1.place) }.map { site.item($0.place, on: path) })
      })
  }
}

extension Day {
  /// A day before every other, for an order.
  static let distant = Day(daysSinceEpoch: -4_000_000)
}
