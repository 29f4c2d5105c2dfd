import ByteBasics
package import NoteModel
import NotePresentation
package import NoteSyntax
import Synchronization
package import Wording

/// Renders the notes of a site, each by itself: several may be rendered at once.
package struct NoteRenderer: Sendable {
  package private(set) var site: Site
  let theme: SiteTheme
  let shell: SiteShell
  /// The bytes of a file of the repository; nil if it cannot be read.
  let read: @Sendable (NotePath) -> [UInt8]?
  /// True for the file of a page that an earlier publication had: only then a name that a note once had is shown.
  package var isFormerAddress: @Sendable (String) -> Bool = { _ in false }
  /// A note with the answers to the queries in it, as the readers of the site may see them; nil for one that asks nothing.
  package var answered: @Sendable (Document, NotePath) -> Document? = { _, _ in nil }
  package var formulas = FormulaStore.none
  /// The known diagrams, and the programs that draw others.
  package var diagrams = DiagramStore.none
  private let used = UsedFiles()
  private(set) var lists = NoteLists()
  private var linked = LinkedAnchors()
  private let bodyWords: BodyWords

  package init(_ site: Site, _ theme: SiteTheme, read: @escaping @Sendable (NotePath) -> [UInt8]?) {
    self.site = site
    self.theme = theme
    shell = SiteShell(site, theme)
    bodyWords = BodyWords(site.settings.language)
    self.read = read
  }

  func showing(_ fresh: FreshNote) -> NoteRenderer {
    var renderer = self
    renderer.site.fresh = fresh
    renderer.lists = NoteLists()
    renderer.linked = LinkedAnchors()
    return renderer
  }

  /// A note's page, and its words for the search.
  struct Rendered {
    let page: [UInt8]
    let text: [UInt8]
    let headings: [PageHeading]
  }

  /// Renders a note.
  ///
  /// - Parameters:
  ///   - place: The index of the note in the site.
  ///   - use: Collects the attachments that the page shows or links to.
  ///   - notice: HTML in front of the note.
  func render(_ place: Int, use: AttachmentUse, notice: String = "") -> Rendered? {
    let note = site.note(at: place)
    guard let body = body(of: place, for: site.pages[place], use: use) else { return nil }
    let addresses = Note.Addresses(body.frontMatter)
    use.add(
      Self.redirects(
        of: addresses, path: note.path, page: site.pages[place], ofGenerator: site.settings.layout.rules.makesSite
      ).filter { $0.isDeclared || isFormerAddress($0.path) }
        + PageAddress.addresses(of: note.path, body.frontMatter, site.settings.layout).compactMap { address in
          SiteRedirect.file(at: address).flatMap { file in
            file == site.pages[place] ? nil : SiteRedirect(path: file, page: site.pages[place], isDeclared: true)
          }
        })
    let fields = PageFields(body.frontMatter)
    let languages = site.translations[place] ?? []
    let text = PlainText.lines(of: body.html)
    let shown = body.replacing(MarginNotes.added(to: body.html))
    let values = NotePageValues(site, place, shown) { self.sentence(in: $0, linkingTo: place) }
    let content = theme.renderNote(values.main)
    let page = SiteShell.Page(
      path: site.pages[place], title: note.title, section: note.kind == .diary ? "diary" : "notes",
      description: fields.description ?? Self.description(body.html),
      tree: lists.html(beside: place, in: site),
      side: values.side.map(theme.renderSide) ?? [], isArticle: true, isNote: !body.needsMoreStyles,
      language: PageLanguage.tag(
        written: fields.language ?? languages.first { $0.place == place }?.language, text: text,
        site: site.settings.languageTag),
      picture: picture(fields, of: place, use), isListed: note.isListed,
      translations: languages.count > 1 ? languages : [])
    return Rendered(page: shell.page(page, Array(notice.utf8) + content), text: text, headings: body.headings)
  }

  func home(_ place: Int, on page: String) -> (main: [UInt8], side: [UInt8], description: String, language: String)? {
    guard let body = body(of: place, for: page) else { return nil }
    let text = PlainText.lines(of: body.html)
    let shown = body.replacing(MarginNotes.added(to: body.html))
    let values = NotePageValues(site, place, shown, page: page) { self.sentence(in: $0, linkingTo: place) }
    return (
      theme.renderNote(values.main), values.side.map(theme.renderSide) ?? [],
      PageFields(body.frontMatter).description ?? Self.description(body.html),
      PageLanguage.tag(written: PageFields(body.frontMatter).language, text: text, site: site.settings.languageTag)
    )
  }

  /// Returns the first sentence of one note that links to another.
  private func sentence(in source: Int, linkingTo target: Int) -> String? {
    let number = site.notes[target].number
    guard
      let link = site.facts.links[site.linkRanges[source]].first(where: {
        $0.target == number && $0.offset != nil
      }), let offset = link.offset, !site.notes[source].path.isCanvas, let bytes = read(site.notes[source].path)
    else { return nil }
    return LinkSentence.around(
      offset: offset, of: bytes, destination: link.destination, words: bodyWords, keepsLineBreaks: keepsLineBreaks)
  }

  /// Returns a note's body with the links of `page`.
  func body(
    of place: Int, for page: String, use: AttachmentUse = AttachmentUse(), isEmbedded: Bool = false,
    linksHeadings: Bool = true, limit: Int? = nil
  ) -> NoteBody? {
    guard let bytes = read(site.notes[place].path) else { return nil }
    var surroundings = surroundings(of: place, page: page, use: use, isEmbedded: isEmbedded)
    surroundings.linksHeadings = surroundings.linksHeadings && linksHeadings
    surroundings.limit = limit
    if site.notes[place].path.isCanvas { return canvas(bytes, place, page, use, surroundings) }
    var markdown = generatorMarkdown(of: place)
    let shown = markdown.map { Document.withoutComments($0.keepingIncludes(bytes)) }
    var document = Document(
      parsing: shown.flatMap { markdown?.translated($0) } ?? Document.withoutComments(bytes, ofPrograms: true))
    if markdown?.includes == true { use.asksOthers() }
    if site.settings.layout.rules.readsOutlines { document = PageProperties.withoutHidden(document) }
    let answered = answered(document, site.notes[place].path)
    if answered != nil { use.asksOthers() }
    let body = NoteBody(answered ?? document, in: surroundings)
    guard KanbanBoard.isBoard(body.frontMatter) else { return body }
    return body.replacing(KanbanBoard.html(body.html, archive: bodyWords.archive))
  }

  private func canvas(
    _ bytes: [UInt8], _ place: Int, _ page: String, _ use: AttachmentUse, _ surroundings: BodySurroundings
  ) -> NoteBody? {
    guard let scene = try? CanvasScene(parsing: bytes) else { return nil }
    var surroundings = surroundings
    // The title of the page is above the headings of its cards.
    surroundings.headingShift += 1
    surroundings.linksHeadings = false
    let links = NoteLinks(of: place, in: site)
    var drawing = CanvasHTML(
      scene, words: bodyWords, text: { [surroundings] in NoteBody($0, in: surroundings).html },
      file: { self.card($0, $1, among: links, page: page, use) })
    return NoteBody(html: drawing.drawn(as: site.notes[place].title))
  }

  /// Bytes of a note's HTML that a card shows; the card leads to the rest.
  private static let cardSize = 6_000

  /// Returns the content of a canvas's card with a file: nothing of a file that is not on the site.
  private func card(
    _ path: String, _ subpath: String?, among links: NoteLinks, page: String, _ use: AttachmentUse
  ) -> CanvasHTML.File {
    let fragment = subpath.flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
    let link = BodyLink(form: .embed, destination: path, fragment: fragment)
    guard case .address(let address, _) = target(of: link, among: links, page: page, use),
      let number = links.link(link)?.target
    else { return .hidden }
    guard let note = site.place(of: number) else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return FileKind(name[...]) == .picture ? .picture(address: address) : .attachment(name: name, address: address)
    }
    // A canvas inside a canvas is shown as a link, so that no canvas contains itself.
    let body =
      site.notes[note].path.isCanvas
      ? nil : body(of: note, for: page, use: use, isEmbedded: true, limit: fragment == nil ? Self.cardSize : nil)
    let html = body.flatMap { body in
      fragment.map { HTMLSection.part(identifier(of: $0, isWiki: true, in: note) ?? "", of: body.html) } ?? body.html
    }
    return .note(title: site.notes[note].title, address: address, html: html ?? [])
  }

  private func surroundings(of place: Int, page: String, use: AttachmentUse, isEmbedded: Bool) -> BodySurroundings {
    let links = NoteLinks(of: place, in: site)
    var surroundings = BodySurroundings(
      words: bodyWords,
      place: { self.target(of: $0, among: links, page: page, use) },
      tagAddress: { tag in
        self.site.tagPage(tag).map { self.site.address(of: $0, from: page) }
      },
      embedded: { isEmbedded ? nil : self.embedded($0, among: links, page: page, use) })
    let settings = site.settings
    surroundings.sanitizes = settings.sanitizes
    surroundings.telephoneRegions = settings.telephoneRegions
    surroundings.keepsLineBreaks = keepsLineBreaks
    surroundings.detection.findsStreets = settings.detectsStreets
    if settings.detectsDays {
      surroundings.detection.dayAddress = { day in
        self.site.entry(of: day).flatMap { $0 == place ? nil : self.site.address(ofNote: $0, from: page) }
      }
    }
    let path = site.notes[place].path
    surroundings.mathML = { [formulas] formula in
      switch formulas.verdict(of: formula, in: path) {
      case .markup(let markup): return markup
      case .unreadable: return nil
      case .failed:
        use.lacksFormulas()
        return nil
      case .unknown:
        use.add(formula)
        return nil
      }
    }
    surroundings.diagram = { [diagrams] language, source in
      let address = diagrams.address(of: source, in: language, of: path)
      if address == nil, diagrams.languages.contains(language) { use.lacksFormulas() }
      return address
    }
    surroundings.isDrawnInBrowser = { [diagrams] language in
      guard diagrams.isDrawnInBrowser(language) else { return false }
      use.addDiagram()
      return true
    }
    surroundings.linksHeadings = !isEmbedded
    surroundings.omittedHeading = site.note(at: place).title
    return surroundings
  }

  /// True if line breaks are kept: by the settings, or by the rules of the folder's program.
  var keepsLineBreaks: Bool { site.settings.keepsLineBreaks ?? site.settings.layout.rules.keepsLineBreaks }

  /// Returns the translator of the note's Markdown dialect. Nil if it has none.
  private func generatorMarkdown(of place: Int) -> GeneratorMarkdown? {
    let settings = site.settings
    let note = site.notes[place].path
    guard !settings.layout.rules.syntax.isEmpty, !note.isCanvas else { return nil }
    let roots = settings.layout.linkRoots.map { $0.string + "/" } + [""]
    let folders = settings.snippets.folders.filter { $0 != "." }.map { $0 + "/" }
    var markdown = GeneratorMarkdown(
      syntax: settings.layout.rules.syntax, escapesDollars: settings.escapesDollars,
      file: { name in
        ((folders + roots).map { $0 + name } + Site.paths(of: name, from: note).map(\.string)).lazy
          .compactMap { NotePath($0) }.first { site.number(of: $0) != nil }
          .flatMap { path in
            // A note is public if it has a page.
            let isPublic = site.place(of: path) != nil || used.file(at: path, settings.rules, read: read).isPublic
            return isPublic ? read(path).map { Document.withoutComments($0) } : nil
          }
      },
      address: { name in
        let folder = note.folder.map { $0.string + "/" } ?? ""
        let places = name.hasPrefix("/") ? roots : [folder] + roots
        let plain = name.split(separator: "/").joined(separator: "/")
        let tried = places.flatMap { root in ["", ".md", "/index.md", "/_index.md"].map { root + plain + $0 } }
        let found = tried.lazy.compactMap { NotePath($0) }.first { site.place(of: $0) != nil }
        let stem = plain.split(separator: "/").last.map { $0.hasSuffix(".md") ? $0.dropLast(3) : $0 } ?? ""
        return (found ?? site.notes.first { $0.path.stem == stem }?.path).map { "/" + $0.string }
      })
    markdown.appended = settings.snippets.appended
    return markdown
  }

  /// The syntax of generators that pages show as it is written, by the notes and their lines.
  package var unreadSyntax: [Message] {
    site.notes.indices.flatMap { place -> [Message] in
      guard var markdown = generatorMarkdown(of: place), let bytes = read(site.notes[place].path) else { return [] }
      _ = markdown.translated(markdown.keepingIncludes(bytes))
      return markdown.leftovers.sorted { $0.line < $1.line }.map { line, text in
        let start = "\(site.notes[place].path.string):\(line): "
        return Message("\(start)shown as it is written: \(text)", ko: "\(start)쓴 그대로 표시합니다: \(text)")
      }
    }
  }

  /// Returns the number of the file that a path leads to. Needed for links of raw HTML, which are not in the index.
  private func numberAsWritten(_ link: BodyLink, in place: Int, _ use: AttachmentUse) -> Int64? {
    guard link.form == .path || link.form == .image else { return nil }
    let paths = Site.paths(of: link.destination, from: site.notes[place].path)
    let number = paths.lazy.compactMap { site.number(of: $0) }.first
    if number == nil { use.addMissing(paths) }
    return number
  }

  private func target(of link: BodyLink, among links: NoteLinks, page: String, _ use: AttachmentUse) -> BodyPlace {
    if link.destination.isEmpty, link.form == .wiki || link.form == .embed {
      return link.fragment.map { .address(SiteAddress.fragment($0)) } ?? .broken
    }
    let reversed = links.reversed(link)
    let found = reversed ?? links.link(link)
    if let found, found.isHidden { return .hidden }
    guard let number = found?.target ?? numberAsWritten(link, in: links.place, use) else {
      // Readers of a site cannot distinguish a private note from a missing note.
      return site.settings.isPreview || !link.isWiki ? .broken : .hidden
    }
    if let note = site.place(of: number) {
      let written = reversed == nil ? link : BodyLink(form: .wiki, text: link.label ?? "")
      let address = site.address(ofNote: note, from: page) + fragment(of: written, in: note)
      return reversed == nil ? .address(address) : .swapped(address)
    }
    guard let file = site.facts.attachments[number] else { return .hidden }
    use.add(file.path)
    let known = used.file(at: file.path, site.settings.rules, read: read)
    // The copying of files reports the withheld file.
    guard known.isPublic else { return .hidden }
    let isShown = link.form == .image || link.form == .embed
    return .address(
      site.address(of: SiteNaming.attachment(file.path), from: page) + (link.fragment.map(SiteAddress.part) ?? ""),
      size: isShown ? known.size : nil)
  }

  /// Returns `#` and the place of a note that a link names; empty if its page does not have the place.
  private func fragment(of link: BodyLink, in note: Int) -> String {
    link.fragment.flatMap { identifier(of: $0, isWiki: link.isWiki, in: note) }.map { "#" + SiteAddress.escaped($0) }
      ?? ""
  }

  private func identifier(of fragment: String, isWiki: Bool, in note: Int) -> String? {
    let path = site.notes[note].path
    if path.isCanvas { return SiteAddress.identifier(of: fragment) }
    return linked.anchors(of: path, read: read)?.identifier(of: fragment, isWiki: isWiki)
  }

  private func embedded(_ link: BodyLink, among links: NoteLinks, page: String, _ use: AttachmentUse) -> EmbeddedPart? {
    guard let number = links.link(link)?.target, let note = site.place(of: number),
      note != links.place, let body = body(of: note, for: page, use: use, isEmbedded: true)
    else { return nil }
    // `#*` is all of a note.
    let part = link.fragment == "*" ? nil : link.fragment
    return EmbeddedPart(
      of: body, at: part.map { identifier(of: $0, isWiki: link.isWiki, in: note) ?? "" }, title: site.notes[note].title,
      address: site.address(ofNote: note, from: page))
  }

  /// The picture of the home page: that of its note, else of the site.
  var homePicture: String? {
    let note = site.home.flatMap { read(site.notes[$0].path) }.map { Document(parsing: $0) }
    return picture(PageFields(note?.frontMatter), of: site.home, AttachmentUse())
  }

  /// Returns the picture that a note names for its page, else that of the site; from the root, or a whole URL.
  private func picture(_ fields: PageFields, of place: Int?, _ use: AttachmentUse) -> String? {
    guard let place, let written = fields.picture else {
      guard let path = site.settings.image, site.number(of: path) != nil else {
        return site.settings.hasCards
          ? (place ?? site.listed.first).map { SiteAddress.escaped(SiteNaming.card(of: site.pages[$0])) } : nil
      }
      use.add(path)
      return SiteAddress.escaped(SiteNaming.attachment(path))
    }
    if written.hasPrefix("https://") { return written }
    let paths = Site.paths(of: written, from: site.notes[place].path)
    let number =
      paths.lazy.compactMap { self.site.number(of: $0) }.first
      ?? NoteLinks(of: place, in: site).link(BodyLink(form: .embed, destination: written, fragment: nil))?.target
      ?? site.attachment(named: written)
    guard let file = number.flatMap({ site.facts.attachments[$0] }) else {
      use.addMissing(paths)
      return nil
    }
    use.add(file.path)
    let isPublic = used.file(at: file.path, site.settings.rules, read: read).isPublic
    return isPublic ? SiteAddress.escaped(SiteNaming.attachment(file.path)) : nil
  }

  /// Returns the text that other sites and search results show of a page.
  private static func description(_ html: [UInt8]) -> String {
    let text = PlainText.excerpt(of: html, letters: descriptionLength)
    guard text.utf8.count > descriptionSize else { return text }
    let bytes = Array(text.utf8).wholeLetters(upTo: descriptionSize)
    let words = bytes.lastIndex(of: 0x20).map { bytes[..<$0] } ?? bytes[...]
    return String(decoding: words.count * 2 > bytes.count ? words : bytes[...], as: UTF8.self) + "…"
  }

  private static let descriptionLength = 160
  /// Bytes: half as many Korean letters as Latin ones.
  private static let descriptionSize = 240
}

/// The links that the index has for a note, by their text.
private struct NoteLinks {
  let place: Int
  /// The links by destination, with and without percent escapes; the first of several.
  private var links: [String: SiteLink] = [:]

  init(of place: Int, in site: Site) {
    self.place = place
    for link in site.links(of: place) {
      for destination in [link.destination, percentDecoded(link.destination)] where links[destination] == nil {
        links[destination] = link
      }
    }
  }

  func link(_ link: BodyLink) -> SiteLink? { links[link.destination] }

  /// Returns the link if it is written the other way round, `[[words|note]]`.
  func reversed(_ link: BodyLink) -> SiteLink? {
    link.label.flatMap { links[SiteLink.destination(link.destination, $0, .reversed)] }
  }
}

/// The files that notes use, each read once: if they are public, and the sizes of pictures.
final class UsedFiles: Sendable {
  struct File: Sendable {
    let size: ImageSize?
    let isPublic: Bool
  }

  private let known = Mutex<[NotePath: File]>([:])

  func file(at path: NotePath, _ rules: PublicationRules, read: (NotePath) -> [UInt8]?) -> File {
    if let file = known.withLock({ $0[path] }) { return file }
    // Films are large, and no text; their content is checked when they are copied.
    let isRead = ![.video, .audio].contains(FileKind(path.fileName))
    let bytes = isRead ? read(path) : nil
    let file = File(
      size: bytes.flatMap { PictureFile($0)?.size },
      isPublic: bytes.map { PublicFile($0, at: path, rules).reason == nil } ?? true)
    known.withLock { $0[path] = file }
    return file
  }
}

/// Collects, while pages are made, the attachments that they use and the files that are missing.
final class AttachmentUse: Sendable {
  private struct State {
    var used: Set<NotePath> = []
    var missing: Set<NotePath> = []
    var redirects: Set<SiteRedirect> = []
    var formulas: Set<Formula> = []
    var isComplete = true
    var hasDiagrams = false
  }

  private let state = Mutex(State())

  func add(_ path: NotePath) { state.withLock { _ = $0.used.insert(path) } }

  /// Records paths that are missing: if one of them is created, the page changes.
  func addMissing(_ paths: [NotePath]) { state.withLock { $0.missing.formUnion(paths) } }

  func contains(_ path: NotePath) -> Bool { state.withLock { $0.used.contains(path) } }

  /// Adds a formula that has not been converted so far.
  func add(_ formula: Formula) { state.withLock { _ = $0.formulas.insert(formula) } }

  var formulas: Set<Formula> { state.withLock { $0.formulas } }

  /// Records that a formula or a diagram could not be converted.
  func lacksFormulas() { state.withLock { $0.isComplete = false } }

  /// Records that the page has the results of a query, which any note may change.
  func asksOthers() { state.withLock { $0.isComplete = false } }

  /// False if a page would be another if the converter had run, or may be another next time.
  var isComplete: Bool { state.withLock(\.isComplete) }

  /// Records that a page has a diagram that the browser draws.
  func addDiagram() { state.withLock { $0.hasDiagrams = true } }

  var hasDiagrams: Bool { state.withLock(\.hasDiagrams) }

  func takeFormulas() -> Set<Formula> {
    state.withLock { state in
      defer { state.formulas = [] }
      return state.formulas
    }
  }

  /// Adds addresses that lead to the page.
  func add(_ redirects: [SiteRedirect]) { state.withLock { $0.redirects.formUnion(redirects) } }

  /// The redirects, sorted.
  var redirects: [SiteRedirect] {
    state.withLock { $0.redirects.sorted { ($0.path, $0.page) < ($1.path, $1.page) } }
  }

  /// The paths of used files, sorted.
  var paths: [NotePath] { state.withLock { $0.used.sorted() } }

  /// The paths of missing files, sorted.
  var missing: [NotePath] { state.withLock { $0.missing.sorted() } }
}
