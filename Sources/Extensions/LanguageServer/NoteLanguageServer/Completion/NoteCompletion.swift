import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// The place of a note's name in a wiki link, and the text of an item there, so that the link is closed exactly once.
private struct WikiPlace {
  let part: TypedPart
  let tail: LinkTail
  let isEmbed: Bool
  /// True if the client keeps the text after the cursor, including closing brackets.
  private let keepsBrackets: Bool

  init(_ part: TypedPart, _ tail: LinkTail, isEmbed: Bool, _ client: ClientCapabilities) {
    self.part = part
    self.tail = tail
    self.isEmbed = isEmbed
    keepsBrackets = client.insertsOrReplaces && part.end > part.range.upperBound
  }

  private var replacesBrackets: Bool { tail == .closed && !keepsBrackets }

  /// The range including the brackets after the name if they are written again. Nil if only the name is replaced.
  var range: ByteRange? { replacesBrackets ? whole : nil }

  /// The name and the brackets after it.
  var whole: ByteRange { ByteRange(part.range.lowerBound, part.end + (tail == .closed ? 2 : 0)) }

  func text(_ name: String) -> String { tail == .open || replacesBrackets ? name + "]]" : name }
}

extension CompletionFinder {
  /// Completes `[[` with notes and other files, by any part of a name.
  func notes(_ part: TypedPart, _ tail: LinkTail, isEmbed: Bool) throws -> CompletionList {
    let place = WikiPlace(part, tail, isEmbed: isEmbed, snapshot.client)
    let finder = NameFinder(snapshot: snapshot, workspace: workspace, source: document.path)
    let files = try finder.files(matching: part.text, limit: Self.limit).filter { $0.path != document.path }
    var items = try workspace.index.links.resolving { resolve in
      try files.compactMap { try item($0, place, resolve: resolve) }
    }
    let name = part.text.filter { !"[]|#^".contains($0) }
    if !name.allSatisfy(\.isWhitespace), try isNew(name) {
      // A single key chooses the first item, and that must not make a note.
      if items.isEmpty { items.append(link(toMissing: name, place)) }
      items.append(creation(of: name, place))
    }
    return CompletionList(items: items, part: part)
  }

  private func isNew(_ name: String) throws -> Bool {
    let target = LinkTarget(text: name, isName: true)
    if case .broken = try workspace.index.links.resolution(of: target, from: document.path) { return true }
    return false
  }

  /// Returns the item for the typed link, to which no note belongs yet.
  private func link(toMissing name: String, _ place: WikiPlace) -> CompletionItem {
    CompletionItem(
      label: name, kind: .text, text: place.text(name),
      detail: snapshot.text(Message("No note has this name yet", ko: "이 이름의 메모가 아직 없습니다")), range: place.range)
  }

  private func creation(of name: String, _ place: WikiPlace) -> CompletionItem {
    let label = Message("Create “\(name)”", ko: "“\(name)” 만들기")
    return CompletionItem(
      label: snapshot.text(label), kind: .file, text: place.text(name), range: place.range,
      command: .map([
        "title": .string(snapshot.text(label)), "command": .string(ServerCommand.create.rawValue),
        "arguments": .array([.map(["uri": .string(document.address.text), "title": .string(name)])]),
      ]))
  }

  private func item(
    _ file: NamedFile, _ place: WikiPlace,
    resolve: (LinkTarget, NotePath) throws -> LinkResolution
  ) throws -> CompletionItem? {
    let title = file.title ?? String(file.path.fileName)
    let item = CompletionItem(
      label: title, kind: file.path.isMarkdown ? .reference : .file, text: "",
      detail: file.path.string, range: place.range, data: data(file.path))
    let style = workspace.configuration.text("links.style")
    if (style == "relative" || style == "root") && place.tail != .continued {
      return markdownItem(item, file, title, style, place)
    }
    guard let name = try name(of: file.path, isPath: style == "wiki-path", resolve: resolve) else {
      return place.tail == .continued ? nil : markdownItem(item, file, title, "relative", place)
    }
    let typed = NamePart(place.part.text)
    let isByTitle = typed.map { $0.match(TypedName(name)) == nil && $0.match(TypedName(title)) != nil } ?? false
    let parsed = document.note.document
    let signs = parsed.frontMatter?.range.contains(offset) == true ? "[]|\"'\\" : "[]|"
    let showsTitle =
      isByTitle && !place.isEmbed && place.tail != .continued && !title.contains(where: { signs.contains($0) })
    return item.with(place.text(name + (showsTitle ? parsed.wikiBar(at: offset) + title : "")))
  }

  /// Returns the item as a Markdown link, which also replaces the brackets.
  private func markdownItem(
    _ item: CompletionItem, _ file: NamedFile, _ title: String, _ style: String, _ place: WikiPlace
  ) -> CompletionItem {
    let path = style == "root" ? file.path.string : file.path.relative(to: document.path.folder)
    let isInRow = document.note.document.isInTableRow(offset)
    let text = title.filter { $0 != "[" && $0 != "]" }.replacing("|", with: isInRow ? "\\|" : "|")
    var item = item.with("[\(text)](\(LinkDestinationStyle.markdown(path)))")
    item.range = ByteRange(place.whole.lowerBound - 2, place.whole.upperBound)
    item.filter = "[[" + place.part.text
    return item
  }

  func name(of path: NotePath, isPath: Bool) throws -> String? {
    try workspace.index.links.resolving { try name(of: path, isPath: isPath, resolve: $0) }
  }

  /// Returns the shortest text by which a wiki link from this note finds a file, or nil if none does.
  func name(
    of path: NotePath, isPath: Bool, resolve: (LinkTarget, NotePath) throws -> LinkResolution
  ) throws -> String? {
    let names = path.wikiNames
    for name in isPath ? names.suffix(1) : names[...] {
      let target = LinkTarget(text: name, isName: true)
      if try resolve(target, document.path).path == path { return name }
    }
    guard let whole = names.last, names.count == path.string.split(separator: "/").count else { return nil }
    return snapshot.folder.isReady ? "/" + whole : names.first
  }

  /// Completes `](` with the files and folders next to the typed path, then with notes by their names.
  func paths(_ part: TypedPart, isAngled: Bool) throws -> CompletionList {
    let decoded = percentDecoded(part.text)
    let slash = decoded.lastIndex(of: "/")
    let folder = slash.map { String(decoded[...$0]) } ?? ""
    let rest = slash.map { String(decoded[decoded.index(after: $0)...]) } ?? decoded
    var items: [CompletionItem] = []
    var seen: Set<String> = []
    func add(_ text: String, _ label: String, _ kind: CompletionKind, _ path: NotePath?) {
      let isPlain = isAngled && !text.contains { "<>\\%\n".contains($0) }
      let written = isPlain ? text : LinkDestinationStyle.markdown(text)
      guard seen.insert(written).inserted else { return }
      items.append(
        CompletionItem(label: label, kind: kind, text: written, detail: path?.string, data: path.map { data($0) }))
    }
    let isRoot = folder.hasPrefix("/")
    let base = isRoot ? "" : document.path.folder.map { $0.string + "/" } ?? ""
    let place = NotePath(base + folder.drop { $0 == "/" })
    let isInside = place != nil || base.isEmpty && folder.drop { $0 == "/" }.isEmpty || Self.leadsToRoot(base, folder)
    if isInside, let names = try? workspace.files.names(in: place) {
      let folded = foldedName(rest)
      for name in names where !name.hasPrefix(".") && foldedName(name).contains(folded) {
        let path = place?.appending(name) ?? NotePath(trusted: name)
        let isFolder = workspace.files.isFolder(path)
        if path == document.path { continue }
        add(folder + name + (isFolder ? "/" : ""), name, isFolder ? .folder : .file, path)
      }
    }
    if folder.isEmpty {
      let finder = NameFinder(snapshot: snapshot, workspace: workspace, source: document.path)
      for file in try finder.files(matching: rest, limit: Self.limit) where file.path != document.path {
        let style = workspace.configuration.text("links.style")
        let path = style == "root" ? file.path.string : file.path.relative(to: document.path.folder)
        add(path, file.title ?? String(file.path.fileName), .reference, file.path)
      }
    }
    return CompletionList(items: Array(items.prefix(Self.limit)), part: part)
  }

  /// Returns true for `../` from a folder of the root.
  private static func leadsToRoot(_ base: String, _ folder: String) -> Bool {
    let depth = base.split(separator: "/").count
    let names = folder.split(separator: "/")
    return names.allSatisfy { $0 == ".." } && names.count == depth
  }
}

extension CompletionItem {
  func with(_ text: String) -> CompletionItem {
    var item = CompletionItem(label: label, kind: kind, text: text)
    item.detail = detail
    item.filter = filter
    item.range = range
    item.data = data
    return item
  }
}

/// Names blocks without a name, so that links can point to them.
struct BlockNaming {
  struct Candidate {
    let range: ByteRange
    /// The beginning of the block's text.
    let text: String
    /// The name that it would get, without `^`.
    let name: String
    /// Puts the name at the end of the block.
    let edit: TextEdit
  }

  let document: Document

  /// The paragraphs and items without a name, in the order of the document.
  var candidates: [Candidate] {
    let bytes = document.source.bytes
    var taken = Set(document.blockIdentifiers.map { $0.name.lowercased() })
    var candidates: [Candidate] = []
    for block in document.blocks where block.kind == .paragraph {
      var end = block.range.upperBound
      while end > block.range.lowerBound, ASCII.isWhiteSpace(bytes[end - 1]) { end -= 1 }
      let range = ByteRange(block.range.lowerBound, end)
      guard !range.isEmpty, document.blockIdentifier(in: range) == nil else { continue }
      let text = document.source.text(in: range).split(whereSeparator: \.isNewline).first ?? ""
      var name = NoteIdentifier.derived(from: document.source.text(in: range))
      while !taken.insert(name).inserted { name = NoteIdentifier.derived(from: name + " ") }
      candidates.append(
        Candidate(
          range: range, text: String(text.prefix(80)), name: name,
          edit: TextEdit(range: ByteRange(end, end), replacement: " ^" + name)))
    }
    return candidates
  }
}
