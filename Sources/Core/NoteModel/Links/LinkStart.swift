/// The starting points of a repository's links other than their own note.
package struct LinkRoots: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// `links.roots`
  package let folders: [NotePath]
  /// True if a site makes a folder of each page.
  package let pagesAreFolders: Bool
  /// True if notes have addresses among their names.
  package let haveAddresses: Bool
  /// True if the text of a wiki link stands before the bar.
  package let textComesFirst: Bool

  package init(
    _ folders: [NotePath], pagesAreFolders: Bool = false, haveAddresses: Bool = false, textComesFirst: Bool = false
  ) {
    self.folders = folders
    self.pagesAreFolders = pagesAreFolders
    self.haveAddresses = haveAddresses
    self.textComesFirst = textComesFirst
  }

  /// Writes a wiki link, with its text on the side of the bar that the programs of the folder expect.
  package func wikiLink(to name: String, _ text: String?, bar: String = "|") -> String {
    guard let text else { return "[[\(name)]]" }
    return textComesFirst ? "[[\(text)\(bar)\(name)]]" : "[[\(name)\(bar)\(text)]]"
  }

  package init(arrayLiteral folders: NotePath...) { self.init(folders) }
}

/// The place from which a name is looked up.
package struct LinkStart: Sendable {
  /// The folder; nil for the root of the repository.
  package let folder: NotePath?
  private let roots: LinkRoots
  /// The folder that a site makes of the note. Nil if pages are no folders.
  private let page: NotePath?

  package init(folder: NotePath?, roots: LinkRoots = []) {
    self.folder = folder
    self.roots = roots
    page = nil
  }

  package init(in note: NotePath, roots: LinkRoots) {
    folder = note.folder
    self.roots = roots
    page = roots.pagesAreFolders && note.isMarkdown ? note.pageFolder : nil
  }

  /// Returns the paths that a text may mean, in the order in which they are tried.
  ///
  /// From the note's folder, from the root, from `links.roots`, then from each folder above the note, the outermost
  /// first. `/x` is not tried from the note's folder first, and `./x` and `../x` only there.
  ///
  /// If pages are folders, an address with `/` at its end is resolved from the page of the note first, other addresses last.
  package func paths(for text: String) -> [NotePath] {
    let onSite = page.flatMap { text.hasPrefix("/") ? nil : path(text, below: $0) }
    let inFolder = folderPaths(for: text)
    return text.hasSuffix("/") ? [onSite].compactMap(\.self) + inFolder : inFolder + [onSite].compactMap(\.self)
  }

  private func folderPaths(for text: String) -> [NotePath] {
    if text.hasPrefix("./") || text.hasPrefix("../") || text == "." || text == ".." {
      return [path(text, below: folder)].compactMap(\.self)
    }
    let isAbsolute = text.hasPrefix("/")
    let relative = isAbsolute ? String(text.drop { $0 == "/" }) : text
    var bases: [NotePath?] = isAbsolute ? [nil] : [folder, nil]
    bases += roots.folders + ancestors
    var seen: Set<NotePath> = []
    return bases.compactMap { path(relative, below: $0) }.filter { seen.insert($0).inserted }
  }

  /// Returns the paths that the address of a page may mean on a site whose addresses omit the folder with its pages:
  /// `../guide.html` in `old/src/a.md` is `src/guide.md`. Used if ``paths(for:)`` finds no file.
  ///
  /// - Returns: Nothing for a text that is no such address.
  func pages(for text: String) -> [NotePath] {
    let lower = text.lowercased()
    guard lower.hasSuffix(".html") || lower.hasSuffix(".htm") else { return [] }
    var seen: Set<NotePath> = []
    return addresses(of: text).flatMap { address in
      let names = address.string.split(separator: "/")
      return Self.contentFolders.flatMap { content in
        names.indices.compactMap { place in
          let path = names[..<place] + [content[...]] + names[place...]
          return NotePath(path.joined(separator: "/"))
        }
      }
    }.filter { seen.insert($0).inserted }
  }

  /// The usual content folders of site generators.
  private static let contentFolders = ["src/content", "src", "docs", "content"]

  /// Returns the paths that a text can name on the site, from the note's own address and from the root.
  private func addresses(of text: String) -> [NotePath] {
    let isAbsolute = text.hasPrefix("/")
    let relative = isAbsolute ? String(text.drop { $0 == "/" }) : text
    var addresses: [NotePath?] = []
    if !isAbsolute, let folder {
      let whole = "/" + folder.string + "/"
      for content in Self.contentFolders {
        guard let range = whole.firstRange(of: "/\(content)/") else { continue }
        let outside = whole[..<range.lowerBound] + "/" + whole[range.upperBound...]
        addresses.append(NotePath(outside.drop { $0 == "/" } + relative))
      }
      addresses.append(path(relative, below: folder))
    }
    return (addresses + [NotePath(relative)]).compactMap(\.self)
  }

  private func path(_ text: String, below folder: NotePath?) -> NotePath? {
    guard let folder else { return NotePath(text) }
    return NotePath(folder.string + "/" + text)
  }

  /// The folder and those above it, the outermost first.
  private var ancestors: [NotePath] { (folder.map { [$0] + $0.ancestors } ?? []).reversed() }
}
