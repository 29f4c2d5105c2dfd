import NoteModel

/// All tags, and the notes of each.
enum TagPages {
  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    let overview = ListPage(
      path: "tags.html", title: site.words["tags"], section: "tags",
      groups: [
        ListPage.Group(
          items: site.tags.map { tag in
            ListPage.Item(
              title: "#" + tag.name, address: site.address(of: tag.page, from: "tags.html"),
              detail: String(tag.notes.count))
          })
      ])
    let pages = site.tags.map { tag in
      ListPage(
        path: tag.page, title: "#" + tag.name, section: "tags",
        text: site.words.noteCount(tag.notes.count),
        related: [site.pageItem("tags", "tags.html", on: tag.page)],
        groups: [ListPage.Group(items: tag.notes.map { site.item($0, on: tag.page) })])
    }
    return ([overview] + pages).map { $0.file(renderer) }
  }
}
