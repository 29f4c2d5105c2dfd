import ByteBasics
import NoteModel

enum FolderPages {
  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    renderer.site.folders.flatMap { folder in
      [page(folder, renderer.site).file(renderer), FolderScript(site: renderer.site, folder: folder).file]
    }
  }

  private static func page(_ folder: SiteFolderIndex, _ site: Site) -> ListPage {
    let name = SiteTree.name(of: folder)
    return ListPage(
      path: folder.page, title: name.isEmpty ? site.words["notes"] : name,
      text: site.words.noteCount(folder.count), related: related(folder, site),
      crumbs: crumbs(folder, site), folder: folder.path,
      groups: [subfolders(of: folder, site, on: folder.page), notes(of: folder, site, on: folder.page)])
  }

  private static func subfolders(of folder: SiteFolderIndex, _ site: Site, on page: String) -> ListPage.Group {
    ListPage.Group(
      heading: site.words["folders"],
      items: folder.subfolders.compactMap { site.folder(at: $0) }.map { child in
        ListPage.Item(
          title: SiteTree.name(of: child), address: site.address(of: child.page, from: page),
          detail: String(child.count))
      })
  }

  private static func notes(of folder: SiteFolderIndex, _ site: Site, on page: String) -> ListPage.Group {
    ListPage.Group(items: folder.notes.map { site.item($0, on: page, title: site.nearTitle($0)) })
  }

  /// Notes of a home page.
  private static let homeLimit = 60

  /// Returns the groups of a generated home page: the outermost folders and notes, or those of the only folder.
  static func home(_ site: Site, on page: String) -> [ListPage.Group] {
    guard var folder = site.folder(at: "") else { return [] }
    while folder.notes.isEmpty, folder.subfolders.count == 1, let only = site.folder(at: folder.subfolders[0]) {
      folder = only
    }
    var items = notes(of: folder, site, on: page).items
    if items.count > homeLimit {
      let address = site.address(of: folder.page, from: page)
      items = items.prefix(homeLimit) + [ListPage.Item(title: site.words.all(folder.notes.count), address: address)]
    }
    return [
      subfolders(of: folder, site, on: page),
      ListPage.Group(heading: site.words["notes"], address: site.address(of: "notes.html", from: page), items: items),
    ].filter { !$0.items.isEmpty }
  }

  /// Returns the other lists of all notes.
  private static func related(_ folder: SiteFolderIndex, _ site: Site) -> [ListPage.Item] {
    guard folder.path.isEmpty else { return [] }
    return [("dates", "dates.html"), ("recent", "recent.html"), ("orphans", "orphans.html")]
      .map { site.pageItem($0, $1, on: folder.page) }
  }

  private static func crumbs(_ folder: SiteFolderIndex, _ site: Site) -> [ListPage.Item] {
    guard !folder.path.isEmpty else { return [] }
    let parent = folder.path.lastIndex(of: "/").map { String(folder.path[..<$0]) }
    let steps = Breadcrumbs(site: site, page: folder.page).steps(to: parent).dropFirst()
    return [site.pageItem("notes", "notes.html", on: folder.page)]
      + steps.map { ListPage.Item(title: $0.name, address: $0.address) }
  }
}

/// The content of a folder, for the tree next to pages: a script that is loaded when a reader opens the folder.
struct FolderScript {
  let site: Site
  let folder: SiteFolderIndex

  /// Notes that the tree lists of one folder.
  private static let noteLimit = 300

  /// Folders, notes, the words for the rest; addresses from the root of the site.
  var file: SiteFile {
    let name = String(folder.page.dropLast(".html".count))
    let folders = folder.subfolders.compactMap { site.folder(at: $0) }.map { child in
      JSONValue.array([.string(SiteTree.name(of: child)), .string(SiteAddress.escaped(child.page))])
    }
    let notes = folder.notes.prefix(Self.noteLimit).map { place in
      JSONValue.array([.string(site.nearTitle(place)), .string(site.shownAddress(of: site.pages[place]))])
    }
    let isWhole = folder.notes.count <= Self.noteLimit
    return SiteFile(
      name + ".js",
      handingOver: .array([.array(folders), .array(notes), .string(isWhole ? "" : site.words.all(folder.notes.count))]))
  }
}
