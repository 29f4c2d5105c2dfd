import ByteBasics
import NoteModel
import SafeHTML

/// The folders and notes of a site next to a page: open on the way to it, everything else one link away.
///
/// A page lists the folders around it and the notes of its own folder near it, never all notes, so that a page stays
/// small and a new note changes the pages of its folder only. The page's script opens other folders.
struct SiteTree: Sendable {
  private let site: Site
  /// The path of the page that shows the list, from the root of the site.
  private let page: String

  /// Notes of the page's folder that are listed before and after it; a folder of at most twice as many is whole.
  private static let reach = 15
  /// Folders of one level.
  private static let folderLimit = 80

  init(_ site: Site, on page: String) {
    self.site = site
    self.page = page
  }

  /// The list in HTML.
  ///
  /// - Parameters:
  ///   - folder: The folder that is open, from the root.
  ///   - place: The note whose page it is; nil for the page of the folder.
  /// - Returns: A `ul` element.
  func html(folder: String, place: Int?) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(2_048)
    append(level: "", toward: folder, place, to: &html)
    return html
  }

  /// Folders are nested as deep as paths, which are bounded by the file system.
  private func append(
    level path: String, toward target: String, _ place: Int?, to html: inout [UInt8]
  ) {
    guard let folder = site.folder(at: path) else { return }
    html += "<ul>\n".utf8
    for name in shownFolders(of: folder, toward: target) {
      guard let child = site.folder(at: name) else { continue }
      let isOpen = name == target || target.hasPrefix(name + "/")
      html += (isOpen ? "<li class=\"f o\">" : "<li class=\"f\">").utf8
      let isCurrent = place == nil && name == target && page == child.page
      appendLink(
        site.address(of: child.page, from: page),
        Self.name(of: child), isCurrent: isCurrent, to: &html)
      if isOpen { append(level: name, toward: target, place, to: &html) }
      html += "</li>\n".utf8
    }
    if path == target { appendNotes(of: folder, place, to: &html) }
    html += "</ul>\n".utf8
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

  private func appendNotes(of folder: SiteFolderIndex, _ place: Int?, to html: inout [UInt8]) {
    let shown = near(place, in: folder.notes)
    for note in shown {
      html += "<li>".utf8
      appendLink(
        nearAddress(ofNote: note), site.nearTitle(note), isCurrent: note == place, to: &html)
      html += "</li>\n".utf8
    }
    guard shown.count < folder.notes.count, folder.page != page else { return }
    html += "<li class=\"more\">".utf8
    appendLink(
      site.address(of: folder.page, from: page), site.words.all(folder.notes.count),
      isCurrent: false, to: &html)
    html += "</li>\n".utf8
  }

  /// The notes that are listed with the one at `place`.
  private func near(_ place: Int?, in notes: [Int]) -> ArraySlice<Int> {
    let most = 2 * Self.reach
    guard notes.count > most else { return notes[...] }
    let center = place.flatMap { notes.firstIndex(of: $0) } ?? 0
    let start = max(0, min(center - Self.reach, notes.count - most))
    return notes[start..<start + most]
  }

  /// The shorter form of an address where both pages lie in one folder.
  private func nearAddress(ofNote place: Int) -> String {
    let target = site.pages[place]
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    guard page.hasPrefix(folder), !page.dropFirst(folder.count).contains("/") else {
      return site.address(ofNote: place, from: page)
    }
    return SiteAddress.escaped(String(target.dropFirst(folder.count)))
  }

  private func appendLink(
    _ address: String, _ text: String, isCurrent: Bool, to html: inout [UInt8]
  ) {
    html += "<a href=\"".utf8
    CharacterReferences.appendEscaped(address.utf8, to: &html)
    html += (isCurrent ? "\" aria-current=\"page\">" : "\">").utf8
    CharacterReferences.appendEscaped(text.utf8, to: &html)
    html += "</a>".utf8
  }

  static func name(of folder: SiteFolderIndex) -> String {
    String(folder.path.split(separator: "/").last ?? "")
  }

  /// Changes when the list next to the note's page does.
  func combine(_ place: Int, into hash: inout ContentHash) {
    let folder = site.note(at: place).path.folder?.string ?? ""
    guard let index = site.folder(at: folder) else { return }
    for note in near(place, in: index.notes) {
      hash.combine(site.pages[note])
      hash.combine(site.nearTitle(note))
    }
    if index.notes.count > 2 * Self.reach { hash.combine(Int64(index.notes.count)) }
  }

  /// Changes when a folder comes or goes.
  static func combineFolders(of site: Site, into hash: inout ContentHash) {
    for folder in site.folders { hash.combine(folder.path) }
  }
}

/// The way from the home page to a page, folder by folder.
struct Breadcrumbs {
  private let site: Site
  private let page: String

  init(_ site: Site, on page: String) {
    self.site = site
    self.page = page
  }

  /// The steps down to a page, which is not one of them.
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

  /// For a template of a note's page.
  func value(to folder: String?) -> TemplateValue {
    .object([
      "items": .list(
        steps(to: folder).map { .object(["name": .text($0.name), "address": .text($0.address)]) })
    ])
  }
}
