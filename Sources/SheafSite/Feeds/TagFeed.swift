import NoteModel
import Wording

/// The notes of a tag that changed last, for readers of feeds (Atom): titles and addresses, the text is on the pages.
struct TagFeed {
  private let site: Site
  private let tag: SiteTag

  private static let entryCount = 30

  init(_ site: Site, _ tag: SiteTag) {
    self.site = site
    self.tag = tag
  }

  var file: SiteFile {
    SiteFile(path: SiteNaming.feed(ofTagPage: tag.page), bytes: Array(atom.utf8))
  }

  private var atom: String {
    let path = SiteNaming.feed(ofTagPage: tag.page)
    let entries = tag.notes.filter { site.notes[$0].latest?.isOver(at: site.settings.now) == true }
      .sorted { (site.notes[$1].sortSeconds, $0) < (site.notes[$0].sortSeconds, $1) }
      .prefix(Self.entryCount)
    let updated = entries.first.flatMap { site.notes[$0].latest }.map {
      Feeds.moment($0, site.settings.zone)
    }
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

  /// Absolute where the site has an address, else from the feed.
  private func address(of page: String, from path: String) -> String {
    site.settings.url == nil
      ? SiteAddress.ascii(site.address(of: page, from: path)) : site.outsideAddress(of: page)
  }
}
