/// How a link ends that leads to a note: with `.md`, with nothing, or as a site's address does.
enum PageEnding: Hashable {
  /// The name of the file as it is.
  case file
  /// `guide`; `isFolder`: `api` for `api/index.md`.
  case none(isFolder: Bool)
  /// `guide/`, `api/`
  case slash
  /// `guide.html`; `isFolder`: `api.html` for `api/index.md`.
  case page(String, isFolder: Bool)

  /// - Parameters:
  ///   - text: The destination without its fragment and escapes.
  ///   - target: What it leads to.
  init(of text: String, to target: NotePath, isWiki: Bool) {
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
    let isFolder = !isWiki && target.isFolderPage && foldedName(stem) != foldedName(target.stem)
    self = page.map { .page($0, isFolder: isFolder) } ?? .none(isFolder: isFolder)
  }

  /// The text up to the ending.
  func removed(from text: String) -> String {
    switch self {
    case .file, .none: text
    case .slash: String(text.reversed().drop { $0 == "/" }.reversed())
    case .page(let page, _): String(text.dropLast(page.count))
    }
  }

  /// The paths by which a link with this ending may call a file.
  func places(of target: NotePath) -> [NotePath] {
    guard self != .file else { return [target] }
    let folder = target.isFolderPage ? target.folder : nil
    return [target.withoutExtension, folder].compactMap(\.self)
  }

  /// True where `path`, which is without the ending, calls the file.
  func names(of target: NotePath, by path: NotePath) -> Bool {
    let folded = foldedName(path.string)
    return places(of: target).contains { foldedName($0.string) == folded }
  }

  /// How another file is called in this way, the likest first: a path and what follows it.
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
    case .page(let page, let isFolder):
      forms = [isFolder ? folder.map { ($0, page) } : nil, (stem, page)]
    }
    return forms.compactMap(\.self) + [(target, "")]
  }
}
