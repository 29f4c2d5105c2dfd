import ByteBasics
import NoteModel

/// What a folder contains, for the tree next to pages: a script that is loaded where a reader opens the folder.
struct FolderScript {
  private let site: Site
  private let folder: SiteFolderIndex

  /// Notes that the tree lists of one folder.
  private static let noteLimit = 300

  init(_ site: Site, _ folder: SiteFolderIndex) {
    self.site = site
    self.folder = folder
  }

  /// `sheafFolder("folder/Memo", folders, notes, rest)`, addresses from the root of the site.
  var file: SiteFile {
    let name = String(folder.page.dropLast(".html".count))
    let folders = folder.subfolders.compactMap { site.folder(at: $0) }.map { child in
      JSONValue.array([
        .string(SiteTree.name(of: child)), .string(SiteAddress.escaped(child.page)),
      ])
    }
    let notes = folder.notes.prefix(Self.noteLimit).map { place in
      JSONValue.array([
        .string(site.notes[place].title), .string(site.shownAddress(of: site.pages[place])),
      ])
    }
    let isWhole = folder.notes.count <= Self.noteLimit
    let values: [JSONValue] = [
      .string(name), .array(folders), .array(notes),
      .string(isWhole ? "" : site.words.all(folder.notes.count)),
    ]
    return SiteFile(
      path: name + ".js",
      bytes: Array(("sheafFolder(" + values.map { $0.text() }.joined(separator: ",") + ")\n").utf8))
  }
}
