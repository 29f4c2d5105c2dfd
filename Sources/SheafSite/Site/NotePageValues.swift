import CivilCalendar
import NoteModel
import SafeHTML

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

  private var note: SiteNote { site.note(at: place) }
  private var page: String { site.pages[place] }

  var value: TemplateValue {
    var values: TemplateValue.Members = [
      "title": .text(note.title), "body": .html(body.html), "words": .words(site.words.table),
    ]
    values.add("anchor", anchor)
    let day = note.day
    values.add("created", day.map(date))
    if let changed = note.updated?.day, changed != day { values.add("updated", date(changed)) }
    let tags = tagLinks
    if !tags.isEmpty { values.add("tags", .list(tags)) }
    if body.headings.count >= 3 { values.add("contents", .object(["headings": .list(headings)])) }
    let backlinks = site.backlinks[place]
    if !backlinks.isEmpty {
      values.add("backlinks", .object(["notes": .list(backlinks.map(link))]))
    }
    values.add("neighbours", neighbours)
    values.add("folder", folder)
    return .object(values)
  }

  /// nil where a heading of the same words has it.
  private var anchor: TemplateValue? {
    let slug = HeadingAnchors.slug(note.title)
    let anchor = PagePlace.identifier(slug)
    let isFree = !slug.isEmpty && !body.headings.contains { $0.anchor == anchor }
    return isFree ? .text(anchor) : nil
  }

  private func date(_ day: Day) -> TemplateValue {
    .object(["iso": .text(day.description), "text": .text(site.words.date(day))])
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
    let address = site.address(ofNote: place, from: page)
    return .object(["title": .text(site.notes[place].title), "address": .text(address)])
  }

  private var neighbours: TemplateValue? {
    let (previous, next) = site.neighbours[place]
    var links: TemplateValue.Members = [:]
    links.add("previous", previous.map(link))
    links.add("next", next.map(link))
    return links.isEmpty ? nil : .object(links)
  }

  private var folder: TemplateValue? {
    note.path.folder.map { named($0.string, SiteNaming.folder($0.string)) }
  }
}
