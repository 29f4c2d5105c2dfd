import ByteBasics
import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository
import NoteSyntax

extension Workspace {
  /// Returns the links of the whole repository that lead to no note, or to several. Links of templates are left out,
  /// because they have a target only in the notes that are made from the templates.
  package func brokenLinks() throws -> [LinkRow] {
    let links = try index.links.broken().filter { !layout.isTemplate($0.source) }
    return withFiles(links).filter { $0.state == .broken || $0.state == .ambiguous }
  }

  /// Returns the files whose names occur in notes where no link is read: in HTML, in a shortcode, in a field.
  func filesNamedInTexts(_ files: [NotePath]) -> Set<NotePath> {
    var wanted = Dictionary(grouping: files) { String($0.fileName) }
    var named: Set<NotePath> = []
    let ends = Set("\"'`<>()[]{}=/\\|,;".utf8)
    for note in (try? index.files()?.map(\.path)) ?? [] where note.isMarkdown && !wanted.isEmpty {
      for word in ((try? originals.read(note)) ?? []).split(whereSeparator: { $0 <= 0x20 || ends.contains($0) }) {
        guard let found = wanted.removeValue(forKey: percentDecoded(String(decoding: word, as: UTF8.self))) else {
          continue
        }
        named.formUnion(found)
      }
    }
    return named
  }

  /// Returns the files that unopened letters link to. They are in use, although the index does not contain these links.
  package func filesInLetters() throws -> Set<NotePath> {
    Set(
      try unopenedLetters().flatMap { path -> [NotePath] in
        let letter = Note(Document(parsing: try originals.read(path)), at: path, in: layout)
        return try index.links(of: letter).compactMap(\.target)
      })
  }

  /// Returns the links to a heading, a block or an element that their note does not have.
  ///
  /// - Parameters:
  ///   - links: The links to parts of notes; nil for those of the index.
  ///   - anchors: Returns the anchors of a note. Links to a note for which it returns nil are not reported.
  package func linksToMissingParts(
    among links: [LinkRow]? = nil, anchors: (NotePath) -> NoteAnchors?
  ) throws -> [LinkRow] {
    // The contents of a letter are not known before its day.
    let sealed = try index.notes.sealedLetters()
    return try (links ?? index.links.toParts()).filter { link in
      guard let fragment = link.fragment, let target = link.target, target.isMarkdown,
        !layout.isTemplate(link.source), sealed[target] == nil, let known = anchors(target)
      else { return false }
      return !known.has(fragment, isWiki: link.isWiki)
    }
  }

  /// Returns the same links. Files that git or the configuration ignores are not in the index, but a link to a file
  /// or a folder that exists is not broken.
  package func withFiles(_ links: [LinkRow]) -> [LinkRow] {
    let ignored = IgnoredDestinations(configuration.list("links.ignore"))
    return links.map { link in
      guard link.state == .broken else { return link }
      let file = noteBehind(link) ?? file(link)
      if file == nil, !isRoot(link) { return isFault(link, ignored) ? link : link.unwritten }
      return LinkRow(
        source: link.source, kind: link.kind, destination: link.destination, fragment: link.fragment, text: link.text,
        line: link.line, range: link.range, target: file, state: .resolved, rank: .path)
    }
  }

  /// Returns true if the folder's program would report a link by a name that no file has.
  private func isFault(_ link: LinkRow, _ ignored: IgnoredDestinations) -> Bool {
    if ignored.contain(link.destination) { return false }
    // The day that a field says is no page, though `"[[2024-05-01]]"` may become one.
    if link.kind == Link.Kind.frontMatter.rawValue, Day(iso: link.destination[...]) != nil { return false }
    let isName = link.isWiki || bracketedName(link.destination) != nil
    let isFollowed = [Link.Kind.canvas, .tag, .pathTag].contains { link.kind == $0.rawValue }
    return layout.rules.reportsMissingPages || !isName || isFollowed
  }

  private func noteBehind(_ link: LinkRow) -> NotePath? {
    guard let name = LinkTarget(link)?.name, !name.isEmpty else { return nil }
    return note(behind: name, from: LinkStart(in: link.source, roots: index.linkRoots))
  }

  /// Returns the note to which a symbolic link of this name leads. The index has the note only by its own name.
  package func note(behind name: String, from start: LinkStart) -> NotePath? {
    for path in start.paths(for: name) {
      let path = path.isMarkdown ? path : NotePath(trusted: path.string + ".md")
      guard files.traits(path)?.linkTarget != nil,
        let note = try? LiveFileSystem(root: repository.root).located(path, isWhole: true), note != path
      else { continue }
      return note
    }
    return nil
  }

  /// Returns the file or folder that a link names by its path.
  private func file(_ link: LinkRow) -> NotePath? {
    let isCard = link.kind == Link.Kind.canvas.rawValue
    let isFromRoot = isCard || link.kind == Link.Kind.pathTag.rawValue
    // `[[folder/]]` is the page that a site makes of the folder.
    guard isFromRoot || !link.isWiki || link.destination.hasSuffix("/") else { return nil }
    let text = isFromRoot ? "/" + link.destination : LinkTarget(link)?.path ?? percentDecoded(link.destination)
    let start = LinkStart(in: link.source, roots: isCard ? [] : index.linkRoots)
    let paths = start.paths(for: Self.folder(of: text))
    return paths.first { files.exists($0) } ?? paths.lazy.compactMap(page(at:)).first
  }

  /// Returns the source file of a page of a site: `src/pages/versions.tsx` for `/versions`.
  private func page(at path: NotePath) -> NotePath? {
    guard !path.fileName.contains("."), ("/" + path.string).contains("/pages/") else { return nil }
    return layout.rules.pageEndings.sorted().lazy.compactMap { NotePath("\(path.string).\($0)") }
      .first { files.exists($0) }
  }

  /// Returns the folder of a path like `guide/index.html`, which a site makes of it. Other paths are unchanged.
  private static func folder(of text: String) -> String {
    let page = "/index.html"
    if text == "index.html" { return "." }
    return text.hasSuffix(page) ? String(text.dropLast(page.count)) : text
  }

  /// Returns true for a link to the root: `/`, or `..` from a folder of the root.
  private func isRoot(_ link: LinkRow) -> Bool {
    let text = percentDecoded(link.destination)
    guard !link.isWiki, !text.isEmpty else { return false }
    if text.allSatisfy({ $0 == "/" }) { return true }
    let depth = link.source.string.utf8.count { $0 == UInt8(ascii: "/") }
    let names = text.split(separator: "/")
    return names.allSatisfy { $0 == "." || $0 == ".." } && names.count { $0 == ".." } == depth
  }
}

/// Destinations that are not looked for: words, and patterns of addresses from the root of a site.
private struct IgnoredDestinations {
  private let words: Set<String>
  private let addresses: FilePatterns

  init(_ list: [String]) {
    words = Set(list)
    addresses = FilePatterns(list.filter { $0.hasPrefix("/") })
  }

  func contain(_ destination: String) -> Bool {
    if words.contains(destination) { return true }
    guard destination.hasPrefix("/"), !addresses.isEmpty else { return false }
    let address = percentDecoded(String(destination.drop { $0 == "/" }))
    // The page of a list is a folder, whether or not the link says so.
    return addresses.match(address.hasSuffix("/") ? address : address + "/")
  }
}
