import ByteBasics
import NoteModel
import SafeHTML

/// The paths of files in a published folder. Pages and files of notes have separate folders, so that no note gets the
/// name of a page that every site has.
enum SiteNaming {
  /// Returns `notes/Memo/장보기.html`.
  static func page(of path: NotePath) -> String {
    let name = path.string.hasSuffix(".md") ? String(path.string.dropLast(3)) : path.string
    return "notes/" + fitting(name) + ".html"
  }

  /// Returns short page names such as `메모/제주-걷기/index.html`. Names of the site's own files are avoided, and the second
  /// of two equal names gets a number.
  static func shortPages(of paths: [NotePath]) -> [String] {
    var used: Set<String> = []
    return paths.map { path in
      let name = path.string.hasSuffix(".md") ? String(path.string.dropLast(3)) : path.string
      var short = fitting(String(name.map { $0.isWhitespace || "?#%&\"'<>".contains($0) ? "-" : $0 }))
      let first = short.split(separator: "/").first.map { $0.lowercased() } ?? ""
      // In a folder, `index.html` is the page of the note with the folder's name.
      short = short.split(separator: "/", omittingEmptySubsequences: false).enumerated()
        .map { $0 > 0 && $1.lowercased() == "index.html" ? "index-html" : String($1) }.joined(separator: "/")
      if reserved.contains(first) { short = "notes/" + short }
      if !used.insert(short.lowercased()).inserted { short += "-" + number(path.string) }
      used.insert(short.lowercased())
      return short + "/index.html"
    }
  }

  private static let reserved: Set<String> = [
    "notes", "files", "tag", "folder", "dates", "diary", "digests", "search", "sitemaps", "theme", "cards", "-",
    ".nojekyll", ".sheaf-site", "404.html", "_redirects", "board.html", "calendar.ics", "dates.html", "diagram.html",
    "diagram.js",
    "diary.html", "extras.css", "extras.js", "feed.json", "feed.xml", "graph-data.js", "graph.html", "graph.js",
    "index.html", "mermaid.js", "notes.html", "notes.js", "orphans.html", "pages.css", "recent.html", "robots.txt",
    "search.css", "search.html", "search.js", "site.js", "sitemap.xml", "style.css", "tags.html",
  ]

  static let notFound = "404.html"
  static func attachment(_ path: NotePath) -> String { "files/" + fitting(path.string) }
  /// Returns the path of a tag, whose levels become folders. A tag that is not a valid path is changed and gets a
  /// number.
  static func tag(_ name: String) -> String {
    let safe = safe(name)
    return "tag/" + fitting(safe == name ? name : safe + "-" + number(name)) + ".html"
  }

  /// Returns the picture of the title of a note's page.
  static func card(of page: String) -> String { "cards/" + page.dropLast(".html".count) + ".svg" }

  /// Returns the page of a card. Nil for another file.
  static func page(ofCard path: String) -> String? {
    path.hasPrefix("cards/") && path.hasSuffix(".svg")
      ? path.dropFirst("cards/".count).dropLast(".svg".count) + ".html" : nil
  }

  static func feed(ofTagPage page: String) -> String { page.dropLast(".html".count) + ".xml" }

  static func folder(_ path: String) -> String { "folder/" + fitting(path) + ".html" }
  /// Returns the folder that a page's file lies in, with a slash at its end; empty for the root.
  static func folder(ofPage page: String) -> Substring {
    page.utf8.lastIndex(of: UInt8(ascii: "/")).map { page[...$0] } ?? ""
  }
  static func year(_ year: Int) -> String { "dates/\(year).html" }
  static func diaryYear(_ year: Int) -> String { "diary/\(year).html" }
  static func diaryMonth(_ year: Int, _ month: Int) -> String {
    "diary/\(year)-\(month < 10 ? "0" : "")\(month).html"
  }

  /// Returns the way from a page back to the root: `../../`.
  static func root(from page: some StringProtocol) -> String {
    let depth = page.utf8.count { $0 == UInt8(ascii: "/") }
    return depth < roots.count ? roots[depth] : String(repeating: "../", count: depth)
  }

  private static let roots = (0..<8).map { String(repeating: "../", count: $0) }

  /// Returns a path of a tag without levels that are empty, `.` or `..`.
  private static func safe(_ tag: String) -> String {
    tag.split(separator: "/").map { part in
      part.allSatisfy { $0 == "." } ? "_" + part : String(part)
    }.joined(separator: "/")
  }

  private static func number(_ name: some StringProtocol) -> String {
    String(ContentHash.of(Array(name.utf8)), radix: 36)
  }

  /// Returns a path that file systems and the manifest accept: names of at most 255 bytes, without NUL and line breaks.
  /// A changed path gets a number.
  private static func fitting(_ path: String) -> String {
    guard !isFitting(path[...]) else { return path }
    return path.split(separator: "/").map { name in
      guard !isFitting(name) else { return String(name) }
      var short = String(name.unicodeScalars.map { $0.value < 0x20 ? "_" : Character($0) })
      while short.utf8.count > 200 { short.removeLast() }
      return short + "-" + number(name)
    }.joined(separator: "/")
  }

  private static func isFitting(_ name: Substring) -> Bool {
    name.utf8.count <= 240 && name.utf8.allSatisfy { $0 >= 0x20 }
  }
}

/// Addresses of pages and of places in them.
package enum SiteAddress {
  /// Returns a path as a relative address in a page (an IRI, RFC 3987). Letters of every script are kept, because
  /// browsers show and request them correctly, and pages are a quarter smaller. Invisible characters are escaped. A
  /// name with a colon is never read as a scheme.
  package static func escaped(_ path: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count + 16)
    for scalar in path.unicodeScalars {
      let isKept = scalar.isASCII ? isPlain[Int(scalar.value)] : isVisible(scalar)
      if isKept {
        bytes += scalar.utf8
      } else {
        for byte in scalar.utf8 {
          bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Converts an address to ASCII (a URI, RFC 3986), for feeds, lists for robots and HTTP headers.
  package static func ascii(_ address: String) -> String { percentEncoded(address, "", escapesUnicode: true) }

  /// Returns `#` and the anchor of a part.
  package static func fragment(_ text: String) -> String {
    let place = identifier(of: text)
    // `#*` is all of a note.
    return place == PagePlace.prefix ? "" : "#" + escaped(place)
  }

  /// Returns `#` and the part of a file that a link names, such as `page=3` of a PDF or `t=90` of a film.
  package static func part(_ text: String) -> String {
    text.isEmpty ? "" : "#" + percentEncoded(text, " \"#%<>\\^`{|}", escapesUnicode: false)
  }

  /// Returns the `id` of the heading or of the `^block` that a link names; of the last one in `heading#part`.
  package static func identifier(of fragment: String) -> String {
    let range = DendronRange(fragment)
    let start = range?.hasEnd == true ? range?.start ?? fragment : fragment
    let last = start.split(separator: "#").last.map(String.init) ?? start
    return PagePlace.identifier(last.hasPrefix("^") ? last : HeadingAnchors.linkSlug(last))
  }

  /// Returns true for a character that is seen. Most letters are recognised by number, which is faster than by
  /// category.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xC0..<0x300, 0x3041..<0x3097, 0x30A1..<0x30FB, 0x4E00..<0x9FF0, 0xAC00..<0xD7A4: true
    default:
      !scalar.properties.isWhitespace && !scalar.properties.isNoncharacterCodePoint
        && scalar.properties.generalCategory != .format && scalar.value > 0xA0
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static let isPlain: [Bool] = (0..<256).map { number in
    let byte = UInt8(number)
    return byte < 0x80 && (ASCII.isLetter(byte) || byte &- 0x30 < 10 || "-._~/".utf8.contains(byte))
  }
}
