import CivilCalendar
import NoteModel

/// What the template of a note's page can speak of.
struct NotePageValues {
  private let site: Site
  private let place: Int
  private let body: NoteBody

  init(_ site: Site, _ place: Int, _ body: NoteBody) {
    self.site = site
    self.place = place
    self.body = body
  }

  private var note: SiteNote { site.notes[place] }
  private var page: String { site.pages[place] }

  var value: TemplateValue {
    var values: [String: TemplateValue] = [
      "title": .text(note.title), "body": .html(body.html), "words": .words(site.words.table),
    ]
    let anchor = HeadingAnchors.slug(note.title)
    if !anchor.isEmpty { values["anchor"] = .text(anchor) }
    if let day = note.day { values["created"] = date(day.description, site.words.date(day)) }
    if let day = note.updated?.day, day != note.day {
      values["updated"] = date(day.description, site.words.date(day))
    }
    let tags = tagLinks
    if !tags.isEmpty { values["tags"] = .list(tags) }
    if body.headings.count >= 3 { values["contents"] = .object(["headings": .list(headings)]) }
    let backlinks = site.backlinks[place]
    if !backlinks.isEmpty { values["backlinks"] = .object(["notes": .list(backlinks.map(link))]) }
    values["neighbours"] = neighbours
    values["folder"] = folder
    return .object(values)
  }

  private func date(_ iso: String, _ text: String) -> TemplateValue {
    .object(["iso": .text(iso), "text": .text(text)])
  }

  private var tagLinks: [TemplateValue] {
    note.tags.map { tag in named(tag, site.tagPage(tag) ?? "tags.html") }
  }

  private func named(_ name: String, _ target: String) -> TemplateValue {
    .object(["name": .text(name), "address": .text(site.address(of: target, from: page))])
  }

  private var headings: [TemplateValue] {
    body.headings.map {
      .object([
        "text": .text($0.text), "anchor": .text(SiteAddress.escaped($0.anchor)),
        "level": .text(String($0.level)),
      ])
    }
  }

  private func link(_ place: Int) -> TemplateValue {
    let address = site.address(of: site.pages[place], from: page)
    return .object(["title": .text(site.notes[place].title), "address": .text(address)])
  }

  private var neighbours: TemplateValue? {
    let (previous, next) = site.neighbours[place]
    var links: [String: TemplateValue] = [:]
    if let previous { links["previous"] = link(previous) }
    if let next { links["next"] = link(next) }
    return links.isEmpty ? nil : .object(links)
  }

  private var folder: TemplateValue? {
    note.path.folder.map { named($0.string, SiteNaming.folder($0.string)) }
  }
}
