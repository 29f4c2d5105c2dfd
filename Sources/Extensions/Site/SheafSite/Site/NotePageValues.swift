import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import SafeHTML
import Wording

/// The values of the template of a note's page.
struct NotePageValues {
  private let site: Site
  private let place: Int
  private let body: NoteBody
  private let page: String
  private let isHome: Bool
  /// The sentence in which the note at a place links to this one.
  private let sentence: (_ source: Int) -> String?

  /// - Parameters:
  ///   - site: The site of the note.
  ///   - place: The note's place in it.
  ///   - body: With the links of `page`.
  ///   - page: Another page than the note's own, such as the home page.
  ///   - sentence: The sentence in which the note at a place links to this one.
  init(
    _ site: Site, _ place: Int, _ body: NoteBody, page: String? = nil, sentence: @escaping (_ source: Int) -> String?
  ) {
    isHome = page != nil
    self.page = page ?? site.pages[place]
    self.site = site
    self.place = place
    self.body = body
    self.sentence = sentence
  }

  private var note: SiteNote { site.note(at: place) }

  /// The values of the page's main part.
  var main: TemplateValue {
    var values: TemplateValue.Members = [
      "title": .text(title), "body": .html(body.html), "words": .words(site.words.table),
    ]
    values.add("anchor", anchor)
    let classes = PageFields(body.frontMatter).classes
    if !classes.isEmpty { values.add("classes", .text(classes)) }
    guard !isHome else { return .object(values) }
    values.add("crumbs", Breadcrumbs(site: site, page: page).value(to: note.path.folder?.string))
    values.add("facts", facts)
    values.add("translations", translations)
    values.add("sameDay", sameDay)
    values.add("neighbours", neighbours)
    return .object(values)
  }

  /// A home page without a title of its own has the title of the site.
  private var title: String {
    let isUnnamed = isHome && ["index", "readme"].contains(foldedName(note.title))
    return isUnnamed ? site.settings.title : note.title
  }

  /// The diary's entries of the same day in other years.
  private var sameDay: TemplateValue? {
    let others = site.sameDay(as: place)
    guard !others.isEmpty else { return nil }
    let items = others.map { other in
      TemplateValue.object([
        "year": .text(String(site.notes[other].day?.year ?? 0)),
        "title": .text(site.listTitle(other)),
        "address": .text(site.address(ofNote: other, from: page)),
      ])
    }
    return .object(["items": .list(items)])
  }

  private var translations: TemplateValue? {
    let others = (site.translations[place] ?? []).filter { $0.place != place }
    guard !others.isEmpty else { return nil }
    let items = others.map { note in
      TemplateValue.object([
        "language": .text(note.language), "name": .text(LanguageName.of(note.language)),
        "title": .text(site.notes[note.place].title),
        "address": .text(site.address(ofNote: note.place, from: page)),
      ])
    }
    return .object(["items": .list(items)])
  }

  private var facts: TemplateValue? {
    var facts: TemplateValue.Members = [:]
    let day = note.day
    facts.add("created", day.map(date))
    if let changed = note.updated?.day, changed != day { facts.add("updated", date(changed)) }
    let tags = note.tags.map { tag in named(tag, site.tagPage(tag) ?? "tags.html") }
    if !tags.isEmpty { facts.add("tags", .list(tags)) }
    let task = note.kind == .task ? taskFields : []
    if !task.isEmpty { facts.add("task", .list(task)) }
    return facts.isEmpty ? nil : .object(facts)
  }

  /// The task fields of the note, in words.
  private var taskFields: [TemplateValue] {
    NoteChange.taskFields.compactMap { key in
      let entry = body.frontMatter?.entries.first { FieldCatalogue.canonical($0.key) == key }
      let texts = (entry?.value.scalarTexts ?? []).map(\.withoutComments).filter { !$0.isEmpty }
      if texts.isEmpty { return nil }
      let part = NoteChange.part(key, nil, texts, at: site.settings.now)
      let day =
        key == "due" ? CivilDate(field: texts[0]).map { site.words.date($0.here(at: site.settings.now).day) } : nil
      let language = site.words.language
      return .object([
        "label": .text(part.label?.text(in: language) ?? ""), "value": .text(day ?? part.value.text(in: language)),
      ])
    }
  }

  /// The values of the part next to it; nil if there is nothing.
  var side: TemplateValue? {
    var values: TemplateValue.Members = [:]
    if body.headings.count >= 2 { values.add("contents", .object(["headings": .list(headings)])) }
    values.add("backlinks", backlinks)
    let linked = linkedNotes
    if !linked.isEmpty || !site.backlinks[place].isEmpty {
      values.add(
        "graph",
        .object([
          "address": .text(graphAddress),
          "notes": .list(
            linked.map { note in
              .object([
                "title": .text(site.listTitle(note)), "address": .text(site.address(ofNote: note, from: page)),
              ])
            }),
        ]))
    }
    guard !values.isEmpty else { return nil }
    values.add("words", .words(site.words.table))
    return .object(values)
  }

  /// Backlinks whose sentences are shown, and those that are listed at all.
  private static let sentenceLimit = 20
  private static let backlinkLimit = 60

  private var backlinks: TemplateValue? {
    let sources = site.backlinks[place]
    guard !sources.isEmpty else { return nil }
    let items = sources.prefix(Self.backlinkLimit).enumerated().map { position, source in
      var values: TemplateValue.Members = [
        "title": .text(site.listTitle(source)),
        "address": .text(site.address(ofNote: source, from: page)),
      ]
      if position < Self.sentenceLimit { values.add("sentence", sentence(source).map { .text($0) }) }
      return TemplateValue.object(values)
    }
    var values: TemplateValue.Members = [
      "notes": .list(items), "count": .text(String(sources.count)),
    ]
    if sources.count > items.count {
      values.add("more", .text(site.words.further(sources.count - items.count)))
    }
    return .object(values)
  }

  /// The notes that this one links to and that do not link to it, as many as the small graph has room for.
  private var linkedNotes: [Int] {
    var known = Set(site.backlinks[place] + [place])
    // Not lazy: a filter that remembers is asked once for each.
    let linked = site.links(of: place).compactMap { $0.target.flatMap { site.place(of: $0) } }
    return Array(linked.filter { known.insert($0).inserted }.prefix(18))
  }

  private var graphAddress: String {
    site.address(of: "graph.html", from: page) + "?note=" + site.shownAddress(of: site.pages[place])
  }

  /// nil if a heading of the same words or another place has it.
  private var anchor: TemplateValue? {
    let slug = HeadingAnchors.slug(note.title)
    let anchor = PagePlace.identifier(slug)
    guard !slug.isEmpty, !body.headings.contains(where: { $0.anchor == anchor }),
      ByteSearch(Array(" id=\"\(anchor)\"".utf8))?.place(in: body.html, from: 0) == nil
    else { return nil }
    return .text(anchor)
  }

  private func date(_ day: Day) -> TemplateValue {
    .object(["iso": .text(day.description), "text": .text(site.words.date(day))])
  }

  private func named(_ name: String, _ target: String) -> TemplateValue {
    .object(["name": .text(name), "address": .text(site.address(of: target, from: page))])
  }

  private var headings: [TemplateValue] {
    // Headings of the page's outermost level are at the margin, also if the outermost level is not 2.
    let shift = max(0, (body.headings.map(\.level).min() ?? 0) - 2)
    return body.headings.map {
      .object([
        "text": .text($0.text), "anchor": .text(SiteAddress.escaped($0.anchor)),
        "level": .text(String($0.level - shift)),
      ])
    }
  }

  private func link(_ other: Int) -> TemplateValue {
    let isNear = site.notes[other].path.folder == note.path.folder
    return .object([
      "title": .text(isNear ? site.nearTitle(other) : site.listTitle(other)),
      "address": .text(site.address(ofNote: other, from: page)),
    ])
  }

  private var neighbours: TemplateValue? {
    let (previous, next) = site.neighbours[place]
    var links: TemplateValue.Members = [:]
    links.add("previous", previous.map(link))
    links.add("next", next.map(link))
    return links.isEmpty ? nil : .object(links)
  }
}
