import CivilCalendar
import NoteModel

/// The addresses of all notes for search engines; only a site with an address of its own has one.
enum Sitemap {
  static func files(_ site: Site) -> [SiteFile] {
    guard let url = site.settings.url else { return [] }
    var xml = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    xml += "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    xml += "<url><loc>\(escapedXML(url))/</loc></url>\n"
    for (place, note) in site.notes.enumerated() {
      let modified = note.latest.map { "<lastmod>\($0.day)</lastmod>" } ?? ""
      let address = site.outsideAddress(of: site.pages[place])
      xml += "<url><loc>\(escapedXML(address))</loc>\(modified)</url>\n"
    }
    return [SiteFile(path: "sitemap.xml", bytes: Array((xml + "</urlset>\n").utf8))]
  }
}

/// What search engines may read: everything that is published.
enum Robots {
  static func file(_ site: Site) -> SiteFile {
    let map = site.settings.url.map { "Sitemap: \($0)/sitemap.xml\n" } ?? ""
    return SiteFile(
      path: "robots.txt", bytes: Array(("User-agent: *\nAllow: /\n" + map).utf8))
  }
}
