import NoteModel

/// The notes by their folders.
enum FolderPages {
  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    renderer.site.folders.map { page($0, renderer.site).file(renderer) }
  }

  private static func page(_ folder: SiteFolderIndex, _ site: Site) -> ListPage {
    let folders = Dictionary(site.folders.map { ($0.path, $0) }) { $1 }
    let subfolders = folder.subfolders.compactMap { folders[$0] }.map { child in
      ListPage.Item(
        title: String(child.path.split(separator: "/").last ?? ""),
        address: site.address(of: child.page, from: folder.page), detail: String(child.count))
    }
    return ListPage(
      path: folder.page, title: folder.path.isEmpty ? site.words["notes"] : folder.path,
      text: site.words.noteCount(folder.count), related: related(folder, site),
      groups: [
        ListPage.Group(heading: site.words["folders"], items: subfolders),
        ListPage.Group(items: folder.notes.map { site.item($0, on: folder.page) }),
      ])
  }

  /// The other lists at the root, the folders above elsewhere.
  private static func related(_ folder: SiteFolderIndex, _ site: Site) -> [ListPage.Item] {
    guard !folder.path.isEmpty else {
      return [("dates", "dates.html"), ("recent", "recent.html"), ("orphans", "orphans.html")]
        .map { site.pageItem($0, $1, on: folder.page) }
    }
    var items = [site.pageItem("notes", "notes.html", on: folder.page)]
    var path = ""
    for name in folder.path.split(separator: "/").dropLast() {
      path += (path.isEmpty ? "" : "/") + name
      items.append(
        ListPage.Item(
          title: String(name),
          address: site.address(of: SiteNaming.folder(path), from: folder.page)))
    }
    return items
  }
}
