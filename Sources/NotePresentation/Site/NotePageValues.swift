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
    var values: [TemplateValue.Member] = [
      TemplateValue.Member("title", .text(note.title)),
      TemplateValue.Member("body", .html(body.html)),
      TemplateValue.Member("words", .words(site.words.table)),
    ]
    func add(_ name: String, _ value: TemplateValue?) {
      if let value { values.append(TemplateValue.Member(name, value)) }
    }
    let anchor = HeadingAnchors.slug(note.title)
    if !anchor.isEmpty { add("anchor", .text(anchor)) }
    let day = note.day
    add("created", day.map(date))
    if let changed = note.updated?.day, changed != day { add("updated", date(changed)) }
    let tags = tagLinks
    if !tags.isEmpty { add("tags", .list(tags)) }
    if body.headings.count >= 3 { add("contents", one("headings", .list(headings))) }
    let backlinks = site.backlinks[place]
    if !backlinks.isEmpty { add("backlinks", one("notes", .list(backlinks.map(link)))) }
    add("neighbours", neighbours)
    add("folder", folder)
    return .object(values)
  }

  private func one(_ name: String, _ value: TemplateValue) -> TemplateValue {
    .object([TemplateValue.Member(name, value)])
  }

  private func texts(_ members: KeyValuePairs<String, String>) -> TemplateValue {
    .object(members.map { TemplateValue.Member($0, .text($1)) })
  }

  private func date(_ day: Day) -> TemplateValue {
    texts(["iso": day.description, "text": site.words.date(day)])
  }

  private var tagLinks: [TemplateValue] {
    note.tags.map { tag in named(tag, site.tagPage(tag) ?? "tags.html") }
  }

  private func named(_ name: String, _ target: String) -> TemplateValue {
    texts(["name": name, "address": site.address(of: target, from: page)])
  }

  private var headings: [TemplateValue] {
    body.headings.map {
      texts([
        "text": $0.text, "anchor": SiteAddress.escaped($0.anchor), "level": String($0.level),
      ])
    }
  }

  private func link(_ place: Int) -> TemplateValue {
    texts(["title": site.notes[place].title, "address": site.address(ofNote: place, from: page)])
  }

  private var neighbours: TemplateValue? {
    let (previous, next) = site.neighbours[place]
    var links: [TemplateValue.Member] = []
    if let previous { links.append(TemplateValue.Member("previous", link(previous))) }
    if let next { links.append(TemplateValue.Member("next", link(next))) }
    return links.isEmpty ? nil : .object(links)
  }

  private var folder: TemplateValue? {
    note.path.folder.map { named($0.string, SiteNaming.folder($0.string)) }
  }
}
