import ByteBasics
import NoteModel
import Synchronization
import Wording

/// The page around the content: head, navigation, foot.
///
/// The template is filled once for each depth of folders and each section. A page is then joined from the resulting
/// bytes.
final class SiteShell: Sendable {
  /// The parts that differ from page to page.
  struct Page {
    /// The path from the root of the site.
    let path: String
    let title: String
    var section = ""
    var description = ""
    /// The list of folders and notes, in HTML; nil takes the outermost folders.
    var tree: [UInt8]?
    /// The part next to the text, in HTML.
    var side: [UInt8] = []
    /// True for the page of a note.
    var isArticle = false
    /// True if the styles of notes are enough.
    var isNote = false
    var language: String?
    /// The path of the picture from the root, or a whole URL.
    var picture: String?
    /// False for a page that search engines are to leave out.
    var isListed = true
    /// The page in all its languages, if it has several.
    var translations: [SiteTranslation] = []
  }

  private let site: Site
  private let theme: SiteTheme
  private let cut = Mutex<[String: [[UInt8]]]>([:])

  /// Signs of private use stand where the parts of a page are put in.
  private static let marks = [
    "\u{E010}", "\u{E011}", "\u{E012}", "\u{E013}", "\u{E014}", "\u{E015}", "\u{E016}",
    "\u{E017}",
  ]

  init(_ site: Site, _ theme: SiteTheme) {
    self.site = site
    self.theme = theme
  }

  func page(_ page: Page, _ content: some Collection<UInt8>) -> [UInt8] {
    let pieces = pieces(for: page)
    let title = escapedAttribute(page.title)
    let values: [[UInt8]] = [
      Array(title.utf8), Array(escapedAttribute(page.language ?? language).utf8),
      Array(escapedAttribute(page.description).utf8), Array(canonical(page.path).utf8), [],
      page.tree ?? tree(for: page), side(of: page),
      Array(metadata(page).utf8),
    ]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count } + content.count + 8_192)
    for piece in pieces {
      guard let first = piece.first, piece.count == 1, first < Self.marks.count else {
        bytes += piece
        continue
      }
      if first == 4 { bytes += content } else { bytes += values[Int(first)] }
    }
    return bytes
  }

  private func metadata(_ page: Page) -> String {
    let url = site.settings.url
    let picture = page.picture.map { path -> String in
      if path.hasPrefix("https://") { return path }
      return url.map { $0 + "/" + SiteAddress.ascii(path) } ?? root(from: page.path) + path
    }
    return PageMetadata(
      title: page.title, picture: picture,
      address: url.map { _ in site.outsideAddress(of: page.path) },
      language: page.language ?? site.settings.languageTag, isArticle: page.isArticle,
      isListed: page.isListed,
      translations: page.translations.map { note in
        let address =
          url == nil
          ? site.address(ofNote: note.place, from: page.path) : site.outsideAddress(of: site.pages[note.place])
        return (note.language, address)
      }
    ).html(siteTitle: site.settings.title)
  }

  /// Returns the part next to the text. Every page has this part, because a link in the head leads to it.
  private func side(of page: Page) -> [UInt8] {
    let place = Array("id=\"sheaf-side\"".utf8)
    return ByteSearch(place)?.place(in: page.side, from: 0) == nil
      ? Array("<span id=\"sheaf-side\" hidden></span>\n".utf8) + page.side : page.side
  }

  /// Returns the tree of folders; for a page in no folder, the outermost folders.
  private func tree(for page: Page) -> [UInt8] {
    page.path == SiteNaming.notFound ? [] : SiteTree(site: site, page: page.path).html(folder: "")
  }

  private var language: String { site.settings.language.rawValue }

  private func canonical(_ path: String) -> String {
    site.settings.url.map {
      escapedAttribute(path == "index.html" ? $0 + "/" : site.outsideAddress(of: path))
    } ?? ""
  }

  /// Returns the filled template in pieces; a piece of one small byte is a place for a value.
  private func pieces(for page: Page) -> [[UInt8]] {
    let root = root(from: page.path)
    let isAlone = page.path == SiteNaming.notFound
    let key = root + "|" + page.section + (page.isNote ? "|n|" : "|") + (isAlone ? page.path : "")
    if let known = cut.withLock({ $0[key] }) { return known }
    let pieces = Self.cut(filled(root, page))
    cut.withLock { $0[key] = pieces }
    return pieces
  }

  /// Returns the way to the root: a server shows the page for missing addresses at any depth.
  func root(from page: String) -> String {
    guard page == SiteNaming.notFound else { return SiteNaming.root(from: page) }
    if site.settings.isPreview { return "/" }
    return site.settings.basePath
  }

  private func filled(_ root: String, _ page: Page) -> String {
    let navigation: [[String: Any]] = site.menu.map { item in
      [
        "name": item.name,
        "address": item.address.contains(":") ? item.address : root + item.address,
        "current": item.section == page.section,
      ]
    }
    let scripts = [bootScript] + theme.scripts
    let style = page.path == SiteNaming.notFound ? theme.style : nil
    let policy = policy(scripts, style: style)
    var values: [String: Any] = [
      "title": Self.marks[0], "language": Self.marks[1], "description": Self.marks[2],
      "content": Self.marks[4], "tree": Self.marks[5], "side": Self.marks[6],
      "metadata": Self.marks[7], "siteTitle": site.settings.title, "root": root,
      "navigation": navigation, "words": site.words.table, "bootScript": bootScript,
      "policy": policy, "isHome": page.path == "index.html",
      "styleSheet": page.isNote ? "style.css" : "pages.css",
    ]
    values["siteLanguage"] = language
    if site.hasTasks { values["hasCalendar"] = true }
    if site.settings.url != nil { values["canonical"] = Self.marks[3] }
    values["style"] = style
    values["icon"] = icon.map { root + $0 }
    values["logo"] = theme.asset(named: ["logo.svg", "logo.png", "logo.webp"]).map {
      root + "theme/" + SiteAddress.escaped($0)
    }
    values["scripts"] = theme.scripts
    // A template of the user's own may have the policy as well; it is part of the page whatever the template says.
    return PageSecurity.page(theme.render("page.html", values), under: policy)
  }

  /// The policy of every page, for a server to send. The policy in the head of a page is as strict or stricter.
  var sharedPolicy: String {
    policy([bootScript] + theme.scripts, style: theme.style) + "; frame-ancestors 'self'"
  }

  /// The icon of the settings, else one of the theme's.
  private var icon: String? {
    if let path = site.settings.icon, site.number(of: path) != nil {
      return SiteAddress.escaped(SiteNaming.attachment(path))
    }
    return theme.asset(named: ["favicon.svg", "favicon.ico", "favicon.png"]).map {
      "theme/" + SiteAddress.escaped($0)
    }
  }

  private var bootScript: String {
    site.settings.isPreview ? DefaultTheme.bootScript + DefaultTheme.previewScript : DefaultTheme.bootScript
  }

  /// Returns the policy of a page: only scripts of the site run, and the scripts that they load.
  private func policy(_ scripts: [String], style: String?) -> String {
    let hashes = scripts.map { PageSecurity.hash($0) }
    let ownStyle = style.map { " " + PageSecurity.hash($0) } ?? ""
    return "default-src 'none'; img-src 'self' data: https: http:; media-src 'self' https: http:; "
      + "frame-src 'self'; style-src 'self'\(ownStyle); font-src 'self'; "
      + "script-src \(hashes.joined(separator: " ")) 'strict-dynamic'; "
      + (site.settings.isPreview ? "connect-src 'self'; " : "")
      + "base-uri 'none'; form-action 'none'"
  }

  private static func cut(_ text: String) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var plain: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let place = marks.firstIndex(of: String(scalar)) {
        pieces.append(plain)
        pieces.append([UInt8(place)])
        plain = []
      } else {
        plain += String(scalar).utf8
      }
    }
    return pieces + [plain]
  }
}

package struct SiteFile: Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A script that hands a value over to whoever loads it by its path: so also a page from a disk reads data.
  init(_ path: String, handingOver value: JSONValue) {
    self.init(path: path, bytes: Array("sheaf.file(\(JSONValue.string(path).text()),\(value.text()))\n".utf8))
  }
}

extension Site {
  struct MenuItem {
    let name: String
    /// The address from the root of the site, or a whole URL.
    let address: String
    /// The section of the pages that belong to the item; nil for an item that the owner added.
    let section: String?
  }

  /// The parts of the site that have anything in them.
  var menu: [MenuItem] {
    let parts: [(String, String, Bool)] = [
      ("notes", "notes.html", !notes.isEmpty), ("recent", "recent.html", !newestFirst.isEmpty),
      ("diary", "diary.html", !diary.isEmpty),
      ("digests", DigestArchive.folder + "index.html", settings.hasDigests),
      ("tags", "tags.html", !tags.isEmpty), ("board", BoardPage.path, hasTasks),
      ("graph", "graph.html", !backlinks.allSatisfy(\.isEmpty)),
    ]
    let own = settings.menu.compactMap { item in
      address(of: item.note, target: item.target).map { MenuItem(name: item.name, address: $0, section: nil) }
    }
    return own
      + parts.filter(\.2).map { word, address, _ in
        MenuItem(name: words[word], address: address, section: word)
      }
  }

  /// The items of the owner's that lead nowhere, as they are written.
  package var missingMenuItems: [String] {
    settings.menu.filter { address(of: $0.note, target: $0.target) == nil }.map { "\($0.name)=\($0.target)" }
  }

  /// Returns the address of a URL, a note or a page of the site. Nil for a note that is not public.
  private func address(of note: NotePath?, target: String) -> String? {
    if target.hasPrefix("https://") || target.hasPrefix("http://") || target.hasPrefix("mailto:") {
      return target
    }
    if let place = note.flatMap({ self.place(of: $0) }) { return shownAddress(of: pages[place]) }
    let name = target.hasPrefix("/") ? String(target.dropFirst()) : target
    let overviews: Set<String> = [
      "index.html", "notes.html", "tags.html", "dates.html", "diary.html", "recent.html",
      "orphans.html", "graph.html", "search.html", BoardPage.path,
    ]
    return overviews.contains(name) ? name : nil
  }

  /// True if tasks are public and there are any.
  var hasTasks: Bool { facts.tasks.contains { !$0.task.item.title.isEmpty } }
}
