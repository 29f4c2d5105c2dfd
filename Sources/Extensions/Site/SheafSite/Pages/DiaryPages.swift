import CivilCalendar
import NoteModel
import NotePresentation

/// The diary: all years, a page of calendars for each year, a page for each month.
enum DiaryPages {
  private struct Month: Hashable {
    let year: Int
    let month: Int
  }

  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    let months = Dictionary(grouping: site.diary) { place -> Month in
      let day = site.notes[place].day ?? .distant
      return Month(year: day.year, month: day.month)
    }
    let ordered = months.keys.sorted { ($0.year, $0.month) < ($1.year, $1.month) }
    let years = Dictionary(grouping: ordered, by: \.year)
    var files = [overview(years, months, renderer)]
    for year in years.keys.sorted() { files.append(yearPage(year, years[year] ?? [], renderer)) }
    for (position, month) in ordered.enumerated() {
      let previous = position > 0 ? ordered[position - 1] : nil
      let next = position + 1 < ordered.count ? ordered[position + 1] : nil
      files.append(monthPage(month, months[month] ?? [], previous, next, renderer))
    }
    return files
  }

  private static func overview(
    _ years: [Int: [Month]], _ months: [Month: [Int]], _ renderer: NoteRenderer
  ) -> SiteFile {
    let site = renderer.site
    let path = "diary.html"
    return ListPage(
      path: path, title: site.words["diary"], section: "diary",
      groups: years.keys.sorted(by: >).map { year in
        ListPage.Group(
          heading: String(year), address: site.address(of: SiteNaming.diaryYear(year), from: path),
          items: (years[year] ?? []).reversed().map { month in
            ListPage.Item(
              title: LocalizedDate.month(month.month, of: year, in: site.settings.language),
              address: site.address(of: SiteNaming.diaryMonth(year, month.month), from: path),
              detail: String(months[month]?.count ?? 0))
          })
      }
    ).file(renderer)
  }

  private static func yearPage(_ year: Int, _ months: [Month], _ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let path = SiteNaming.diaryYear(year)
    let values: [String: Any] = [
      "title": String(year), "words": site.words.table,
      "crumbs": ["items": [site.pageItem("diary", "diary.html", on: path).values]],
      "months": months.map { MonthCalendar(site, year: year, month: $0.month, page: path).values },
    ]
    let content = renderer.theme.render("month.html", values)
    let page = SiteShell.Page(path: path, title: site.words["diary"] + " " + String(year), section: "diary")
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }

  private static func monthPage(
    _ month: Month, _ entries: [Int], _ previous: Month?, _ next: Month?, _ renderer: NoteRenderer
  ) -> SiteFile {
    let site = renderer.site
    let path = SiteNaming.diaryMonth(month.year, month.month)
    let title = LocalizedDate.month(month.month, of: month.year, in: site.settings.language)
    let year = ListPage.Item(
      title: String(month.year), address: site.address(of: SiteNaming.diaryYear(month.year), from: path))
    func link(_ month: Month) -> [String: String] {
      [
        "title": LocalizedDate.month(month.month, of: month.year, in: site.settings.language),
        "address": site.address(of: SiteNaming.diaryMonth(month.year, month.month), from: path),
      ]
    }
    var values: [String: Any] = [
      "title": title, "words": site.words.table,
      "crumbs": ["items": [site.pageItem("diary", "diary.html", on: path).values, year.values]],
      "months": [MonthCalendar(site, year: month.year, month: month.month, page: path).values],
      "entries": ["items": entries.map { entry($0, on: path, renderer) }],
    ]
    var neighbours: [String: Any] = [:]
    neighbours["previous"] = previous.map(link)
    neighbours["next"] = next.map(link)
    if !neighbours.isEmpty { values["neighbours"] = neighbours }
    let content = renderer.theme.render("month.html", values)
    let page = SiteShell.Page(path: path, title: title, section: "diary")
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }

  /// Returns a day with its first lines, mood and picture.
  private static func entry(_ place: Int, on path: String, _ renderer: NoteRenderer) -> [String: Any] {
    let site = renderer.site
    var values: [String: Any] = renderer.extract(of: place, for: path, letters: 200)?.values ?? [:]
    values["title"] = site.notes[place].title
    values["address"] = site.address(ofNote: place, from: path)
    // A page that is named by its day alone has the day as people write it.
    if let day = site.notes[place].day, site.notes[place].title == day.description {
      values["title"] = DateStyle.full.text(day, in: site.settings.language)
    }
    if let day = site.notes[place].day {
      values["day"] = ["iso": day.description, "text": site.words.date(day)]
    }
    return values
  }
}
