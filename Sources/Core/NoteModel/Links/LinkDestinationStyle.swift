import ByteBasics
package import NoteSyntax

/// The form of a link's destination, for writing another link in the same form.
package struct LinkDestinationStyle: Sendable, Hashable {
  enum Base: Hashable {
    /// `[[note]]`, or a name that is found wherever it lies.
    case name
    /// The last parts of a path: `Folder/note`.
    case suffix(count: Int)
    case relative(hasDot: Bool)
    /// The destination is counted from the folder that a site makes of the note.
    case page
    /// The path from a site's root, or from the repository's if `site` is empty: `docs` for `/guide` in
    /// `docs/guide.md`.
    case root(hasSlash: Bool, site: String)
  }

  /// The encoding of bytes that have a meaning.
  enum Encoding: Hashable {
    /// No encoding: wiki links and front matter.
    case plain
    /// `<a b.md>`
    case angle(escapesUnicode: Bool)
    /// `a%20b.md`
    case bare(escapesUnicode: Bool)
  }

  let base: Base
  let encoding: Encoding
  let ending: PageEnding
  /// The prefix of the path: `dendron://vault/`, Zola's `@/`, Docusaurus' `@site/`; empty for other links.
  let vault: String

  /// - Parameters:
  ///   - written: The destination as it is in the file, without its fragment.
  ///   - isAngle: True between `<` and `>`.
  ///   - target: The target of the link from `source`.
  ///   - pagesAreFolders: The value of ``ReadingRules/pagesAreFolders``.
  package init(
    _ link: Link, written: String, isAngle: Bool, from source: NotePath, to target: NotePath, pagesAreFolders: Bool
  ) {
    let name = link.kind.isWiki ? nil : bracketedName(link.destination)
    let isWiki = link.kind.isWiki || name != nil
    let escapesUnicode = Self.escapesUnicode(written)
    encoding =
      isWiki
      ? .plain
      : isAngle
        ? .angle(escapesUnicode: escapesUnicode) : .bare(escapesUnicode: escapesUnicode)
    let whole = name ?? link.destination
    let path = whole[..<(queryStart(in: whole) ?? whole.endIndex)]
    vault = isWiki ? String(dendronVault(of: whole)) : rootSign(of: path)
    let text =
      isWiki
      ? String(whole.dropFirst(vault.count))
      : percentDecoded((vault.isEmpty ? "" : "/") + path.dropFirst(vault.count))
    ending = PageEnding(of: text, to: target, isWiki: isWiki, isTag: link.kind == .tag)
    let page = pagesAreFolders && !isWiki ? source.pageFolder : nil
    base =
      link.kind == .pathTag
      ? Self.rootBase(text, target, ending)
      : Self.base(text, source, target, ending, page, isWiki: isWiki)
  }

  /// Returns the folder or name from which a destination is counted.
  ///
  /// - Parameter page: The folder that a site makes of `source`, or nil if it makes none.
  private static func base(
    _ text: String, _ source: NotePath, _ target: NotePath, _ ending: PageEnding, _ page: NotePath?, isWiki: Bool
  ) -> Base {
    if isWiki, !text.contains("/") { return .name }
    func leadsToTarget(_ path: String) -> Bool {
      guard let path = NotePath(path) else { return false }
      return ending.names(of: target, by: path)
    }
    let way = ending.removed(from: text)
    if text.hasPrefix("/") { return rootBase(text, target, ending) }
    let isOnPage = page.map { leadsToTarget($0.string + "/" + way) } ?? false
    if isOnPage, text.hasSuffix("/") { return .page }
    if leadsToTarget((source.folder.map { $0.string + "/" } ?? "") + way) {
      return .relative(hasDot: text.hasPrefix("./"))
    }
    if isOnPage { return .page }
    if leadsToTarget(way) { return .root(hasSlash: false, site: "") }
    if !isWiki, let site = site(way, target, ending) { return .root(hasSlash: false, site: site) }
    let parts = way.split(separator: "/").filter { $0 != "." && $0 != ".." }
    // The name of a page may have a slash, as `Project/Plan` for the file `Project___Plan.md`.
    let isName = parts.count < 2 || isWiki && site(parts.joined(separator: "/"), target, ending) == nil
    return isName ? .name : .suffix(count: parts.count)
  }

  private static func rootBase(_ text: String, _ target: NotePath, _ ending: PageEnding) -> Base {
    let site = site(ending.removed(from: text), target, ending) ?? ""
    return .root(hasSlash: text.hasPrefix("/"), site: site)
  }

  /// Returns the folder from which `way` leads to the target. Nil if no folder does.
  private static func site(_ way: String, _ target: NotePath, _ ending: PageEnding) -> String? {
    let count = way.split(separator: "/").count
    guard count > 0 else { return nil }
    for written in ending.places(of: target) {
      let names = written.string.split(separator: "/")
      guard names.count >= count,
        foldedName(names.suffix(count).joined(separator: "/"))
          == foldedName(way.split(separator: "/").joined(separator: "/"))
      else { continue }
      return names.dropLast(count).joined(separator: "/")
    }
    return nil
  }

  private static func escapesUnicode(_ written: String) -> Bool {
    let bytes = Array(written.utf8)
    return bytes.indices.dropLast(2).contains { index in
      bytes[index] == UInt8(ascii: "%") && "89aAbBcCdDeEfF".utf8.contains(bytes[index + 1])
    }
  }

  /// True if the link has a full path, so that other programs follow it as well.
  private var isPath: Bool {
    switch base {
    case .relative, .page, .root: true
    case .name, .suffix: false
    }
  }

  /// True if it may be the address of a page, as it names no file.
  package var mayBeAddress: Bool { vault.isEmpty && ending != .file }

  /// Returns true if this path is as good as the one of `other`: a path from the note's own folder must not become one
  /// from the root, which other programs do not support, and a path must stay a path.
  package func keepsWay(of other: LinkDestinationStyle) -> Bool {
    if case .root = base {
      switch other.base {
      case .relative, .page: return false
      case .name, .suffix, .root: break
      }
    }
    return isPath || !other.isPath
  }

  /// Returns the destinations in this style for `target`, unencoded, the most similar to the old one first.
  ///
  /// - Parameter name: The title, which a wiki link by name may use instead of the file name.
  package func destinations(to target: NotePath, from source: NotePath, name: String?) -> [String] {
    let paths = ending.forms(of: target).flatMap { place, ending in
      destinations(to: place, from: source).map { $0 + ending }
    }
    let all = (takesName(name) ? [name].compactMap(\.self) : []) + paths
    return vault.isEmpty ? all : all.map { vault + $0.drop { $0 == "/" } }
  }

  /// Returns true if this style can use a name, which may have a slash like the page `Project/Plan`.
  private func takesName(_ name: String?) -> Bool {
    if case .suffix = base { return encoding == .plain && name?.contains("/") == true }
    return base == .name
  }

  private func destinations(to target: NotePath, from source: NotePath) -> [String] {
    let relative = target.relative(to: source.folder)
    let dotted = relative.hasPrefix("../") ? relative : "./" + relative
    let parts = target.string.split(separator: "/")
    let all: [String]
    switch base {
    case .name: all = suffixes(parts, from: 1) + (encoding == .plain ? [] : [relative])
    case .suffix(let count): all = suffixes(parts, from: count)
    case .relative(let hasDot): all = [hasDot ? dotted : relative, dotted, "/" + target.string]
    case .page: all = [target.relative(to: source.pageFolder), relative]
    case .root(let hasSlash, let site):
      let slash = hasSlash ? "/" : ""
      let isOfSite = !site.isEmpty && NotePath(trusted: site).contains(target)
      let short = isOfSite ? String(target.string.dropFirst(site.count + 1)) : target.string
      all = [slash + short, slash + target.string, "/" + target.string]
    }
    return all + [target.string, "/" + target.string]
  }

  private func suffixes(_ parts: [Substring], from count: Int) -> [String] {
    guard count < parts.count else { return [parts.joined(separator: "/")] }
    return (count...parts.count).map { parts.suffix($0).joined(separator: "/") }
  }
}

/// The conversion of a destination into the bytes of a file.
extension LinkDestinationStyle {
  /// Encodes a destination for the file. Returns nil if this style cannot write it.
  package func encoded(_ destination: String) -> String? {
    switch encoding {
    case .plain:
      let hasMeaning = destination.utf8.contains { "[]|#^\n".utf8.contains($0) }
      return hasMeaning ? nil : destination
    case .angle, .bare: return Self.withoutScheme(escaped(destination))
    }
  }

  private func escaped(_ text: String) -> String {
    switch encoding {
    case .plain: text
    case .angle(let escapesUnicode): percentEncoded(text, Self.angleSigns, escapesUnicode: escapesUnicode)
    case .bare(let escapesUnicode): percentEncoded(text, Self.bareSigns, escapesUnicode: escapesUnicode)
    }
  }

  /// Encodes the part after `#`: `Plan#Aim`, `^block`, an anchor. Returns nil if this style cannot write it.
  package func encodedFragment(_ fragment: String) -> String? {
    switch encoding {
    case .plain: return fragment.utf8.contains { "[]|\n".utf8.contains($0) } ? nil : fragment
    case .angle, .bare:
      return fragment.split(separator: "#", omittingEmptySubsequences: false).map { escaped(String($0)) }
        .joined(separator: "#")
    }
  }

  private static let angleSigns = "%#?<>\\|"
  private static let bareSigns = angleSigns + " ()&\""

  /// Encodes a path for a new Markdown link: `a%20b.md`.
  package static func markdown(_ destination: String) -> String {
    withoutScheme(percentEncoded(destination, bareSigns, escapesUnicode: false))
  }

  /// Escapes the brackets of a text that goes between those of a link.
  package static func markdown(text: String) -> String {
    text.map { "[]\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// Escapes colons in the first name of a path: `Plan%3AB.md`, because `Plan:` would be read as a scheme.
  private static func withoutScheme(_ path: String) -> String {
    let first = path.prefix { $0 != "/" }
    return first.contains(":") ? String(first.replacing(":", with: "%3A")) + path[first.endIndex...] : path
  }
}

/// The ending of a link to a note: `.md`, none, or that of a site's address.
enum PageEnding: Hashable {
  /// The unchanged name of the file.
  case file
  /// `guide`; `isFolder`: `api` for `api/index.md`.
  case none(isFolder: Bool)
  /// `guide/`, `api/`
  case slash
  /// `guide.html`; `isFolder`: `api.html` for `api/index.md`.
  case page(String, isFolder: Bool)

  /// - Parameters:
  ///   - text: The destination without its fragment and escapes.
  ///   - target: The target of the link.
  ///   - isTag: True in a tag of a site's program, which calls the page of a folder as an address does.
  init(of text: String, to target: NotePath, isWiki: Bool, isTag: Bool = false) {
    let isNote = target.isMarkdown || !isWiki && target.fileName.hasSuffix(".mdx")
    let lower = text.lowercased()
    let ends = [".md", ".markdown", ".mdx"].contains { lower.hasSuffix($0) }
    guard isNote, !ends else {
      self = .file
      return
    }
    if !isWiki, text.hasSuffix("/") {
      self = .slash
      return
    }
    let page = isWiki ? nil : [".html", ".htm"].first { lower.hasSuffix($0) }
    let stem = text.dropLast(page?.count ?? 0).split(separator: "/").last ?? ""
    let isFolder = (!isWiki || isTag) && target.isFolderPage && foldedName(stem) != foldedName(target.stem)
    self = page.map { .page($0, isFolder: isFolder) } ?? .none(isFolder: isFolder)
  }

  /// Returns the text without the ending.
  func removed(from text: String) -> String {
    switch self {
    case .file, .none: text
    case .slash: String(text.trimmingEnd { $0 == "/" })
    case .page(let page, _): String(text.dropLast(page.count))
    }
  }

  /// Returns the paths by which a link with this ending may name a file.
  func places(of target: NotePath) -> [NotePath] {
    guard self != .file else { return [target] }
    let folder = target.isFolderPage ? target.folder : nil
    return [target.withoutExtension, folder].compactMap(\.self)
  }

  /// Returns true if `path`, which is without the ending, is a name of the file.
  func names(of target: NotePath, by path: NotePath) -> Bool {
    let folded = foldedName(path.string)
    return places(of: target).contains { foldedName($0.string) == folded }
  }

  /// Returns the paths, each with its ending, by which a link of this kind can name a file, the likeliest first.
  func forms(of target: NotePath) -> [(place: NotePath, ending: String)] {
    let isNote = target.isMarkdown || target.fileName.hasSuffix(".mdx")
    guard isNote, self != .file else { return [(target, "")] }
    let stem = target.withoutExtension
    let folder = target.isFolderPage ? target.folder : nil
    let forms: [(place: NotePath, ending: String)?]
    switch self {
    case .file: forms = []
    case .none(let isFolder): forms = [isFolder ? folder.map { ($0, "") } : nil, (stem, "")]
    case .slash: forms = [folder.map { ($0, "/") }, (stem, "/")]
    case .page(let page, let isFolder): forms = [isFolder ? folder.map { ($0, page) } : nil, (stem, page)]
    }
    return forms.compactMap(\.self) + [(target, "")]
  }
}
