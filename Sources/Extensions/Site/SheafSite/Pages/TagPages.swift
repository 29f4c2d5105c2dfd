/// All tags as a tree, and the notes of each.
enum TagPages {
  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    let tree = TagTree(site.tags)
    let overview = ListPage(
      path: "tags.html", title: site.words["tags"], section: "tags",
      outline: tree.html(of: tree.roots, site, on: "tags.html"), groups: [])
    let pages = site.tags.enumerated().map { number, tag in
      ListPage(
        path: tag.page, title: "#" + tag.name, section: "tags",
        text: site.words.noteCount(tag.notes.count),
        related: [
          ListPage.Item(
            title: site.words["feed"], address: site.address(of: SiteNaming.feed(ofTagPage: tag.page), from: tag.page))
        ],
        crumbs: crumbs(of: tag, site),
        outline: tree.html(of: tree.children[number] ?? [], site, on: tag.page),
        groups: [ListPage.Group(items: tag.notes.map { site.item($0, on: tag.page) })])
    }
    return ([overview] + pages).map { $0.file(renderer) } + site.tags.map { TagFeed(site: site, tag: $0).file }
  }

  /// Returns all tags, then the tags above.
  private static func crumbs(of tag: SiteTag, _ site: Site) -> [ListPage.Item] {
    var items = [site.pageItem("tags", "tags.html", on: tag.page)]
    var level = ""
    for name in tag.name.split(separator: "/").dropLast() {
      level += (level.isEmpty ? "" : "/") + name
      guard let page = site.tagPage(level) else { continue }
      items.append(ListPage.Item(title: "#" + name, address: site.address(of: page, from: tag.page)))
    }
    return items
  }
}

/// Tags by their levels.
private struct TagTree {
  private let tags: [SiteTag]
  private(set) var roots: [Int] = []
  /// The tags right below one, by their numbers.
  private(set) var children: [Int: [Int]] = [:]

  init(_ tags: [SiteTag]) {
    self.tags = tags
    let numbers = Dictionary(
      tags.enumerated().flatMap { number, tag in tag.spellings.prefix(1).map { ($0, number) } }
    ) { first, _ in first }
    for (number, tag) in tags.enumerated() {
      let folded = tag.spellings.first ?? tag.name
      let parent = folded.lastIndex(of: "/").flatMap { numbers[String(folded[..<$0])] }
      if let parent { children[parent, default: []].append(number) } else { roots.append(number) }
    }
  }

  /// Returns a list in HTML. Nil for no tags. Tags are nested as deep as their names.
  func html(of numbers: [Int], _ site: Site, on page: String) -> String? {
    guard !numbers.isEmpty else { return nil }
    var html = "<ul class=\"outline\">\n"
    for number in numbers {
      let tag = tags[number]
      let name = tag.name.split(separator: "/").last.map(String.init) ?? tag.name
      html += "<li><a href=\"\(escapedAttribute(site.address(of: tag.page, from: page)))\">"
      html += "#\(escapedAttribute(name))</a> <span class=\"detail\">\(tag.notes.count)</span>"
      html += below(number, site, page) + "</li>\n"
    }
    return html + "</ul>\n"
  }

  private func below(_ number: Int, _ site: Site, _ page: String) -> String {
    html(of: children[number] ?? [], site, on: page).map { "\n" + $0 } ?? ""
  }
}
