import NoteModel
import Synchronization
import Wording

/// The page around the content: head, navigation, foot.
///
/// Its template is filled once for each depth of folders and each section; a page is then cut together from
/// bytes.
final class SiteShell: Sendable {
  /// What differs from page to page.
  struct Page {
    /// From the root of the site.
    let path: String
    let title: String
    var section = ""
    var description = ""
    /// A script that is in the page.
    var script: String?
    var language: String?
  }

  private let site: Site
  private let theme: SiteTheme
  private let cut = Mutex<[String: [[UInt8]]]>([:])

  /// Signs of private use stand where the parts of a page are put in.
  private static let marks = ["\u{E010}", "\u{E011}", "\u{E012}", "\u{E013}", "\u{E014}"]

  init(_ site: Site, _ theme: SiteTheme) {
    self.site = site
    self.theme = theme
  }

  /// `content`: HTML.
  func page(_ page: Page, _ content: some Collection<UInt8>) -> [UInt8] {
    let pieces = pieces(for: page)
    let title = escapedAttribute(page.title)
    let values: [[UInt8]] = [
      Array(title.utf8), Array(escapedAttribute(page.language ?? language).utf8),
      Array(escapedAttribute(page.description).utf8), Array(canonical(page.path).utf8),
    ]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count } + content.count + 512)
    for piece in pieces {
      guard let first = piece.first, piece.count == 1, first < 5 else {
        bytes += piece
        continue
      }
      if first == 4 { bytes += content } else { bytes += values[Int(first)] }
    }
    return bytes
  }

  private var language: String { site.settings.language.rawValue }

  private func canonical(_ path: String) -> String {
    site.settings.url.map { escapedAttribute($0 + "/" + SiteAddress.escaped(path)) } ?? ""
  }

  /// The filled template in pieces; a piece of one byte below five is a place for a value.
  private func pieces(for page: Page) -> [[UInt8]] {
    let root = root(from: page.path)
    let isAlone = page.script != nil || page.path == SiteNaming.notFound
    let key = root + "|" + page.section + "|" + (isAlone ? page.path : "")
    if let known = cut.withLock({ $0[key] }) { return known }
    let pieces = Self.cut(filled(root, page))
    cut.withLock { $0[key] = pieces }
    return pieces
  }

  /// A server shows the page for what is not there at addresses of any depth.
  func root(from page: String) -> String {
    guard page == SiteNaming.notFound else { return SiteNaming.root(from: page) }
    if site.settings.isPreview { return "/" }
    guard let url = site.settings.url else { return "" }
    let path = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
    return path.isEmpty ? "/" : "/" + path.joined(separator: "/") + "/"
  }

  private func filled(_ root: String, _ page: Page) -> String {
    let navigation: [[String: Any]] = [
      ("notes", "notes.html"), ("diary", "diary.html"), ("tags", "tags.html"),
      ("board", "board.html"), ("graph", "graph.html"), ("search", "search.html"),
    ].map { name, address in
      ["name": site.words[name], "address": root + address, "current": name == page.section]
    }
    let scripts = [bootScript, page.script].compactMap(\.self)
    let style = page.path == SiteNaming.notFound ? theme.style : nil
    var values: [String: Any] = [
      "title": Self.marks[0], "language": Self.marks[1], "description": Self.marks[2],
      "content": Self.marks[4], "siteTitle": site.settings.title, "root": root,
      "navigation": navigation, "words": site.words.table, "bootScript": bootScript,
      "policy": policy(scripts, style: style), "isHome": page.path == "index.html",
    ]
    if site.settings.url != nil { values["canonical"] = Self.marks[3] }
    values["style"] = style
    return theme.render("page.html", values)
  }

  private var bootScript: String {
    site.settings.isPreview
      ? DefaultTheme.bootScript + DefaultTheme.previewScript : DefaultTheme.bootScript
  }

  /// Nothing but the site's own scripts runs; what they load runs because they asked for it.
  private func policy(_ scripts: [String], style: String?) -> String {
    let hashes = scripts.map { PageSecurity.hash($0) }
    let ownStyle = style.map { " " + PageSecurity.hash($0) } ?? ""
    return "default-src 'none'; img-src 'self' data: https: http:; media-src 'self' https: http:; "
      + "style-src 'self'\(ownStyle); script-src \(hashes.joined(separator: " ")) 'strict-dynamic'; "
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

/// A file of a site.
package struct SiteFile: Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
