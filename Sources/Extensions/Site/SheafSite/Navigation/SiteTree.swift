import ByteBasics
import NoteModel
import SafeHTML
import Synchronization

/// The tree of folders and notes next to a page: open on the path to the page, everything else one link away.
///
/// A page lists the folders around it and the nearby notes of its own folder, never all notes. A page therefore remains
/// small, and a new note changes only the pages of its folder. The page's script opens other folders.
struct SiteTree: Sendable {
  let site: Site
  /// The path of the page that shows the list, from the root of the site.
  let page: String

  /// Notes of the page's folder that are listed before and after it; a folder of at most twice as many is whole.
  private static let reach = 15
  /// Folders of one level.
  private static let folderLimit = 80

  /// Returns the list in HTML, for the page of a folder or of none.
  ///
  /// - Parameter folder: The folder that is open, from the root.
  /// - Returns: A `ul` element.
  func html(folder: String) -> [UInt8] {
    let list = NoteList(self, folder: folder, current: folder)
    return list.html(beside: nil)
  }

  /// The list next to the pages of a folder's notes.
  ///
  /// The lists of one folder differ by the notes that are near a page and by the mark of its own, so everything is made
  /// once.
  struct NoteList: Sendable {
    private var html: [UInt8] = []
    /// The range of the notes in ``html``; empty if the folder lists none.
    private var notes = 0..<0
    /// The end of each note's entry in ``html``, and the place for the mark of the current page.
    private var places: [(end: Int, mark: Int)] = []
    /// The position of each note in the folder.
    private var positions: [Int: Int] = [:]
    /// The link to all notes of the folder, for a page that does not list them.
    private var more: [UInt8] = []

    /// - Parameters:
    ///   - tree: Of a page of the folder.
    ///   - current: The folder whose page shows the list; nil if it is a note's.
    fileprivate init(_ tree: SiteTree, folder: String, current: String?) {
      html.reserveCapacity(2_048)
      append(level: "", of: tree, toward: folder, current)
    }

    /// Returns the tree as HTML, with `note` marked as the present page. Without `note` the page is that of the folder.
    func html(beside note: Int?) -> [UInt8] {
      let position = note.flatMap { positions[$0] }
      let shown = near(position)
      let start = shown.lowerBound == 0 ? notes.lowerBound : places[shown.lowerBound - 1].end
      let end = shown.isEmpty ? start : places[shown.upperBound - 1].end
      var result: [UInt8] = []
      result.reserveCapacity(html.count - notes.count + end - start + 128)
      result += html[..<notes.lowerBound]
      if let position {
        result += html[start..<places[position].mark]
        result += SiteTree.currentMark
        result += html[places[position].mark..<end]
      } else {
        result += html[start..<end]
      }
      if shown.count < places.count { result += more }
      return result + html[notes.upperBound...]
    }

    /// Returns the positions of the notes that are listed with the one at `position`.
    private func near(_ position: Int?) -> Range<Int> {
      let most = 2 * SiteTree.reach
      guard places.count > most else { return places.indices }
      let start = max(0, min((position ?? 0) - SiteTree.reach, places.count - most))
      return start..<start + most
    }

    /// Appends a folder and its subfolders; the file system limits their depth.
    private mutating func append(level path: String, of tree: SiteTree, toward target: String, _ current: String?) {
      guard let folder = tree.site.folder(at: path) else { return }
      html += "<ul>\n".utf8
      for name in tree.shownFolders(of: folder, toward: target) {
        guard let child = tree.site.folder(at: name) else { continue }
        let isOpen = name == target || target.hasPrefix(name + "/")
        html += (isOpen ? "<li class=\"f o\">" : "<li class=\"f\">").utf8
        let mark = SiteTree.appendLink(
          tree.site.address(of: child.page, from: tree.page), SiteTree.name(of: child), to: &html)
        if name == current, tree.page == child.page { html.insert(contentsOf: SiteTree.currentMark, at: mark) }
        if isOpen { append(level: name, of: tree, toward: target, current) }
        html += "</li>\n".utf8
      }
      if path == target { appendNotes(of: folder, of: tree) }
      html += "</ul>\n".utf8
    }

    private mutating func appendNotes(of folder: SiteFolderIndex, of tree: SiteTree) {
      let start = html.count
      for (position, note) in folder.notes.enumerated() {
        html += "<li>".utf8
        let mark = SiteTree.appendLink(tree.nearAddress(ofNote: note), tree.site.nearTitle(note), to: &html)
        html += "</li>\n".utf8
        places.append((html.count, mark))
        positions[note] = position
      }
      notes = start..<html.count
      guard folder.page != tree.page else { return }
      more += "<li class=\"more\">".utf8
      _ = SiteTree.appendLink(
        tree.site.address(of: folder.page, from: tree.page), tree.site.words.all(folder.notes.count), to: &more)
      more += "</li>\n".utf8
    }
  }

  private func shownFolders(of folder: SiteFolderIndex, toward target: String) -> [String] {
    var shown = Array(folder.subfolders.prefix(Self.folderLimit))
    if folder.subfolders.count > shown.count,
      let onTheWay = folder.subfolders.first(where: { $0 == target || target.hasPrefix($0 + "/") }),
      !shown.contains(onTheWay)
    {
      shown.append(onTheWay)
    }
    return shown
  }

  /// Returns the shorter form of an address where both pages lie in one folder.
  private func nearAddress(ofNote place: Int) -> String {
    let target = site.pages[place]
    let folder = SiteNaming.folder(ofPage: target)
    guard !site.settings.hasShortURLs, folder == SiteNaming.folder(ofPage: page) else {
      return site.address(ofNote: place, from: page)
    }
    return SiteAddress.escaped(String(target[folder.endIndex...]))
  }

  /// Appends a link, and returns the offset at which ``currentMark`` marks the link as the present page.
  private static func appendLink(_ address: String, _ text: String, to html: inout [UInt8]) -> Int {
    html += "<a href=\"".utf8
    CharacterReferences.appendEscaped(address.utf8, to: &html)
    html += "\"".utf8
    let mark = html.count
    html += ">".utf8
    CharacterReferences.appendEscaped(text.utf8, to: &html)
    html += "</a>".utf8
    return mark
  }

  private static let currentMark = Array(" aria-current=\"page\"".utf8)

  static func name(of folder: SiteFolderIndex) -> String {
    String(folder.path.split(separator: "/").last ?? "")
  }
}

/// The lists of notes next to their pages, one for each folder.
final class NoteLists: Sendable {
  private let known = Mutex<[String: SiteTree.NoteList]>([:])

  /// Returns the tree as a `ul` element for the page of the note at `place`.
  func html(beside place: Int, in site: Site) -> [UInt8] {
    let folder = site.notes[place].path.folder?.string ?? ""
    let page = site.pages[place]
    // Addresses are from the folder of the page, short ones from the root.
    let base = site.settings.hasShortURLs ? SiteNaming.root(from: page)[...] : SiteNaming.folder(ofPage: page)
    let key = folder + "\n" + base
    let list = known.withLock { known in
      if let list = known[key] { return list }
      let list = SiteTree.NoteList(SiteTree(site: site, page: page), folder: folder, current: nil)
      known[key] = list
      return list
    }
    return list.html(beside: place)
  }
}

/// The way from the home page to a page, folder by folder.
struct Breadcrumbs {
  let site: Site
  let page: String

  /// Returns the steps down to a page, which is not one of them.
  ///
  /// - Parameter folder: The innermost folder, from the root; nil if only the home page is above.
  /// - Returns: The name and the address of each.
  func steps(to folder: String?) -> [(name: String, address: String)] {
    var steps = [(site.words["home"], site.address(of: "index.html", from: page))]
    guard let folder else { return steps }
    var path = ""
    for name in folder.split(separator: "/") {
      path += (path.isEmpty ? "" : "/") + name
      steps.append((String(name), site.address(of: SiteNaming.folder(path), from: page)))
    }
    return steps
  }

  /// Returns the tree as a value for the template of a note's page.
  func value(to folder: String?) -> TemplateValue {
    .object([
      "items": .list(
        steps(to: folder).map { .object(["name": .text($0.name), "address": .text($0.address)]) })
    ])
  }
}
