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

  var dictionary: [String: Any] {
    var values: [String: Any] = [
      "title": note.title, "anchor": HeadingAnchors.slug(note.title),
      "body": String(decoding: body.html, as: UTF8.self), "words": site.words.table,
    ]
    if let day = note.day { values["created"] = date(day.description, site.words.date(day)) }
    if let day = note.updated?.day, day != note.day {
      values["updated"] = date(day.description, site.words.date(day))
    }
    let tags = tagLinks
    if !tags.isEmpty { values["tags"] = tags }
    if body.headings.count >= 3 { values["contents"] = ["headings": headings] }
    let backlinks = site.backlinks[place]
    if !backlinks.isEmpty { values["backlinks"] = ["notes": backlinks.map(link)] }
    let (previous, next) = site.neighbours[place]
    if previous != nil || next != nil {
      values["neighbours"] = [
        "previous": previous.map(link) as Any, "next": next.map(link) as Any,
      ].filter { ($0.value as? [String: String]) != nil }
    }
    if let folder { values["folder"] = folder }
    return values
  }

  private func date(_ iso: String, _ text: String) -> [String: String] {
    ["iso": iso, "text": text]
  }

  private var tagLinks: [[String: String]] {
    note.tags.map { tag in
      let page = site.tagPage(tag) ?? "tags.html"
      return ["name": tag, "address": site.address(of: page, from: self.page)]
    }
  }

  private var headings: [[String: String]] {
    body.headings.map {
      ["text": $0.text, "anchor": SiteAddress.escaped($0.anchor), "level": String($0.level)]
    }
  }

  private func link(_ place: Int) -> [String: String] {
    [
      "title": site.notes[place].title,
      "address": site.address(of: site.pages[place], from: page),
    ]
  }

  private var folder: [String: String]? {
    guard let folder = note.path.folder else { return nil }
    let page = SiteNaming.folder(folder.string)
    return ["name": folder.string, "address": site.address(of: page, from: self.page)]
  }
}
