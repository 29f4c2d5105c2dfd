import CivilCalendar
import NoteModel
import NotePresentation

/// The notes by the days on which they were written: a page a year, and one for those without a date.
enum DatePages {
  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    let dated = site.notes.indices.filter { site.notes[$0].day != nil }
    let years = Dictionary(grouping: dated) { site.notes[$0].day?.year ?? 0 }
    let undated = site.notes.indices.filter { site.notes[$0].day == nil }
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
    return ([overview] + newestFirst.map { page($0, years[$0] ?? [], site) }).map {
      $0.file(renderer)
    }
  }

  /// More notes without a date than these are shown by their folders.
  private static let undatedLimit = 300

  private static func folders(of notes: [Int], _ site: Site, on page: String) -> [ListPage.Item] {
    let counts = Dictionary(grouping: notes) { site.notes[$0].path.folder?.string ?? "" }
      .mapValues(\.count)
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
          items: (months[month] ?? []).sorted { left, right in
            let (first, second) = (site.notes[left].day, site.notes[right].day)
            return first == second ? left < right : (first ?? .distant) > (second ?? .distant)
          }.map { site.item($0, on: path) })
      })
  }
}

extension Day {
  /// A day before every other, for an order.
  static let distant = Day(daysSinceEpoch: -4_000_000)
}
