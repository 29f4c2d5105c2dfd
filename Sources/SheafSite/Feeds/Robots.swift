/// What search engines may read: everything that is published.
enum Robots {
  static func file(_ site: Site) -> SiteFile {
    let map = site.settings.url.map { "Sitemap: \($0)/sitemap.xml\n" } ?? ""
    return SiteFile(
      path: "robots.txt", bytes: Array(("User-agent: *\nAllow: /\n" + map).utf8))
  }
}
