import ByteBasics
import CivilCalendar
import NoteInterchange
import NoteModel
import NoteSyntax
import SafeHTML

/// The notes that changed last, for readers of feeds: Atom (RFC 4287) and JSON Feed 1.1.
struct Feeds {
  private let renderer: NoteRenderer
  private let entries: [Entry]

  private static let entryCount = 20

  private struct Entry {
    let note: SiteNote
    let address: String
    let identifier: String
    let updated: String
    let published: String?
    let html: String
  }

  init(_ renderer: NoteRenderer) {
    self.renderer = renderer
    let site = renderer.site
    entries = site.newest(Self.entryCount).compactMap { place in
      let note = site.notes[place]
      guard let updated = note.latest, updated.isOver(at: site.settings.now),
        let body = renderer.body(of: place, for: "feed.xml", linksHeadings: false)
      else { return nil }
      let address = site.outsideAddress(of: site.pages[place])
      let html = FeedHTML.located(body.html, page: address, site: site.settings.url)
      return Entry(
        note: note, address: address, identifier: Self.identifier(of: site.pages[place], in: site),
        updated: Self.moment(updated, site.settings.zone),
        published: (note.created ?? note.born).map { Self.moment($0, site.settings.zone) },
        html: String(decoding: html, as: UTF8.self))
    }
  }

  var files: [SiteFile] {
    [
      SiteFile(path: "feed.xml", bytes: Array(atom.utf8)),
      SiteFile(path: "feed.json", bytes: Array((json.text(pretty: true) + "\n").utf8)),
    ]
  }

  private var settings: SiteSettings { renderer.site.settings }

  /// Returns the identifier of a page in feeds. A site without an address gets identifiers that never resolve.
  static func identifier(of page: String, in site: Site) -> String {
    let address = site.outsideAddress(of: page)
    if site.settings.url != nil { return address }
    let title = SiteAddress.ascii(SiteAddress.escaped(site.settings.title))
    return "urn:sheaf:" + title + ":" + address
  }

  /// Returns a date in the form of RFC 3339. A day begins at midnight in the zone of the author, so that today has
  /// always begun.
  static func moment(_ date: CivilDate, _ zone: LocalZone) -> String {
    switch date {
    case .day(let day): zone.moment(on: day, at: .midnight).description
    case .moment(let moment):
      moment.utcOffsetSeconds == nil ? zone.moment(on: moment.day, at: moment.time).description : moment.description
    }
  }

  private var atom: String {
    let updated = entries.first?.updated ?? "1970-01-01T00:00:00Z"
    var xml = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(escapedXML(settings.languageTag))">
      <title>\(escapedXML(settings.title))</title>
      <id>\(escapedXML(Self.identifier(of: "", in: renderer.site)))</id>
      <updated>\(updated)</updated>
      <author><name>\(escapedXML(settings.author ?? settings.title))</name></author>
      <generator>Sheaf</generator>

      """
    if let url = settings.url {
      xml += "<link href=\"\(escapedXML(url))/\"/>\n"
      xml += "<link rel=\"self\" type=\"application/atom+xml\" href=\"\(escapedXML(url))/feed.xml\"/>\n"
    }
    for entry in entries { xml += self.xml(entry) }
    return xml + "</feed>\n"
  }

  private func xml(_ entry: Entry) -> String {
    let published = entry.published.map { "<published>\($0)</published>\n" } ?? ""
    let categories = entry.note.tags.map { "<category term=\"\(escapedXML($0))\"/>\n" }.joined()
    return """
      <entry>
      <title>\(escapedXML(entry.note.title))</title>
      <id>\(escapedXML(entry.identifier))</id>
      <link href="\(escapedXML(entry.address))"/>
      <updated>\(entry.updated)</updated>
      \(published)\(categories)<content type="html">\(escapedXML(entry.html))</content>
      </entry>

      """
  }

  private var json: JSONValue {
    var members = [
      JSONValue.Member("version", .string("https://jsonfeed.org/version/1.1")),
      JSONValue.Member("title", .string(settings.title)),
      JSONValue.Member("language", .string(settings.languageTag)),
    ]
    if let url = settings.url {
      members.append(JSONValue.Member("home_page_url", .string(url + "/")))
      members.append(JSONValue.Member("feed_url", .string(url + "/feed.json")))
    }
    if let author = settings.author {
      members.append(JSONValue.Member("authors", .array([.object([JSONValue.Member("name", .string(author))])])))
    }
    members.append(JSONValue.Member("items", .array(entries.map(item))))
    return .object(members)
  }

  private func item(_ entry: Entry) -> JSONValue {
    var members = [
      JSONValue.Member("id", .string(entry.identifier)),
      JSONValue.Member("url", .string(entry.address)),
      JSONValue.Member("title", .string(entry.note.title)),
      JSONValue.Member("content_html", .string(entry.html)),
      JSONValue.Member("date_modified", .string(entry.updated)),
      JSONValue.Member("tags", .array(entry.note.tags.map { .string($0) })),
    ]
    if let published = entry.published {
      members.append(JSONValue.Member("date_published", .string(published)))
    }
    return .object(members)
  }
}

/// Returns a text in XML; characters that XML cannot hold are left out.
func escapedXML(_ text: String) -> String {
  var bytes: [UInt8] = []
  CharacterReferences.appendEscaped(Array(withoutCharactersForeignToXML(text).utf8), to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// The HTML of a note as a feed has it, far from the page that it was made for.
enum FeedHTML {
  /// Makes the addresses in the HTML of a feed absolute, or relative to the feed.
  ///
  /// - Parameters:
  ///   - html: With addresses from the root of the site.
  ///   - page: The address of the note's own page, which places in the text belong to.
  ///   - site: The address of the site; nil leaves addresses relative to the feed, which lies at the root.
  /// - Returns: The same with every address leading where it led, in ASCII.
  static func located(_ html: [UInt8], page: String, site: String?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(html.count + 256)
    var copied = 0
    var tokenizer = HTMLTokenizer(html)
    while let token = tokenizer.next() {
      guard case .start(let tag) = token else { continue }
      for attribute in tag.attributes {
        let name = HTMLAttributeName(name: html[attribute.name])
        guard name == .href || name == .src,
          let start = start(of: html[attribute.value], page: page, site: site)
        else { continue }
        result += html[copied..<attribute.value.lowerBound]
        result.append(escaping: start)
        result += SiteAddress.ascii(String(decoding: html[attribute.value], as: UTF8.self)).utf8
        copied = attribute.value.upperBound
      }
    }
    return result + html[copied...]
  }

  /// Returns the missing beginning of an address; nil for one that is complete.
  private static func start(of value: ArraySlice<UInt8>, page: String, site: String?) -> String? {
    if value.first == UInt8(ascii: "#") { return page }
    guard LinkTag.isRelative(String(decoding: value, as: UTF8.self)) else { return nil }
    return site.map { $0 + "/" } ?? ""
  }
}

/// The notes of a tag that changed last, for readers of feeds (Atom): titles and addresses, the text is on the pages.
struct TagFeed {
  let site: Site
  let tag: SiteTag

  private static let entryCount = 30

  var file: SiteFile { SiteFile(path: SiteNaming.feed(ofTagPage: tag.page), bytes: Array(atom.utf8)) }

  private var atom: String {
    let path = SiteNaming.feed(ofTagPage: tag.page)
    let entries = tag.notes.filter { site.notes[$0].latest?.isOver(at: site.settings.now) == true }
      .map { (seconds: site.notes[$0].sortSeconds, place: $0) }
      .sorted { ($1.seconds, $0.place) < ($0.seconds, $1.place) }.prefix(Self.entryCount).map(\.place)
    let updated = entries.first.flatMap { site.notes[$0].latest }.map { Feeds.moment($0, site.settings.zone) }
    let title = "\(site.settings.title) · #\(tag.name)"
    var xml = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(escapedXML(site.settings.languageTag))">
      <title>\(escapedXML(title))</title>
      <id>\(escapedXML(Feeds.identifier(of: tag.page, in: site)))</id>
      <updated>\(updated ?? "1970-01-01T00:00:00Z")</updated>
      <author><name>\(escapedXML(site.settings.author ?? site.settings.title))</name></author>
      <link href="\(escapedXML(address(of: tag.page, from: path)))"/>

      """
    for place in entries { xml += entry(place, from: path) }
    return xml + "</feed>\n"
  }

  private func entry(_ place: Int, from path: String) -> String {
    let note = site.notes[place]
    let page = site.pages[place]
    return """
      <entry>
      <title>\(escapedXML(note.title))</title>
      <id>\(escapedXML(Feeds.identifier(of: page, in: site)))</id>
      <link href="\(escapedXML(address(of: page, from: path)))"/>
      <updated>\(note.latest.map { Feeds.moment($0, site.settings.zone) } ?? "1970-01-01T00:00:00Z")</updated>
      <summary>\(escapedXML(note.title))</summary>
      </entry>

      """
  }

  /// Returns the address of a page: absolute if the site has an address, else relative to the feed.
  private func address(of page: String, from path: String) -> String {
    site.settings.url == nil ? SiteAddress.ascii(site.address(of: page, from: path)) : site.outsideAddress(of: page)
  }
}

/// The addresses of all notes for search engines; only a site with an address of its own has one.
enum Sitemap {
  /// The most addresses that a file may have (sitemaps.org).
  static let limit = 50_000

  /// Returns the list of pages; of more than ``limit`` several lists, and the list of these.
  static func files(_ site: Site, limit: Int = limit) -> [SiteFile] {
    guard let url = site.settings.url else { return [] }
    let home = "<url><loc>\(escapedXML(url))/</loc></url>\n"
    let notes = site.listed.map { place in
      let note = site.notes[place]
      let modified = note.latest.map { "<lastmod>\($0.day)</lastmod>" } ?? ""
      return "<url><loc>\(escapedXML(site.outsideAddress(of: site.pages[place])))</loc>\(modified)</url>\n"
    }
    let entries = [home] + notes
    let parts = stride(from: 0, to: entries.count, by: limit).map { entries[$0..<min($0 + limit, entries.count)] }
    guard parts.count > 1 else { return [file("sitemap.xml", "urlset", entries)] }
    let lists = parts.enumerated().map { file("sitemaps/\($0 + 1).xml", "urlset", $1) }
    let names = lists.map { "<sitemap><loc>\(escapedXML(url + "/" + $0.path))</loc></sitemap>\n" }
    return [file("sitemap.xml", "sitemapindex", names)] + lists
  }

  private static func file(_ path: String, _ element: String, _ entries: some Sequence<String>) -> SiteFile {
    let xml = """
      <?xml version="1.0" encoding="utf-8"?>
      <\(element) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(entries.joined())</\(element)>

      """
    return SiteFile(path: path, bytes: Array(xml.utf8))
  }
}

/// The rules for search engines: everything that is published may be read.
enum Robots {
  static func file(_ site: Site) -> SiteFile {
    let map = site.settings.url.map { "Sitemap: \($0)/sitemap.xml\n" } ?? ""
    return SiteFile(path: "robots.txt", bytes: Array(("User-agent: *\nAllow: /\n" + map).utf8))
  }
}

/// The open tasks with a day as a calendar (RFC 5545): the events of `sheaf export`, with the addresses of their pages
/// and without private properties.
enum TaskCalendar {
  static let path = "calendar.ics"

  static func file(_ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let settings = site.settings
    var options = ExportOptions(
      zone: settings.zone, now: settings.now, language: settings.language, title: settings.title,
      asEvents: true, dayTime: settings.dayTime)
    options.page = { path in
      guard settings.url != nil, let place = site.place(of: path) else { return nil }
      return site.outsideAddress(of: site.pages[place])
    }
    var exporter = ExportFormat.calendar(options)
    var bytes = exporter.start()
    for place in places(site) {
      let note = site.notes[place]
      guard let source = renderer.read(note.path) else { continue }
      let modified = settings.zone.moment(secondsSinceEpoch: note.modifiedSeconds)
      bytes += exporter.bytes(
        of: ExportedNote(
          Note(Document(parsing: source), at: note.path, in: settings.layout),
          modified: modified.map { .moment($0) }, targets: [:]))
    }
    return SiteFile(path: path, bytes: bytes + exporter.end())
  }

  /// Returns notes with an open task that has a day, in order.
  private static func places(_ site: Site) -> [Int] {
    let dated = site.facts.tasks.filter { task in
      let item = task.task.item
      return !item.status.isClosed && !item.title.isEmpty && (item.due != nil || item.scheduled != nil)
    }
    return Set(dated.compactMap { site.place(of: $0.note) }).sorted()
  }
}
