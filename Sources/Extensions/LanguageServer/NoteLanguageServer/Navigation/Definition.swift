import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

extension Request {
  /// Answers `textDocument/definition` with the target of the link, or of the name in front matter, under the cursor.
  func definition() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    let workspace = snapshot.workspace()
    if let label = document.labels.label(at: offset), label.kind == .footnote {
      return try labelDefinition(in: document) ?? .null
    }
    if let citation = document.citation(at: offset),
      let work = try workspace.index.bibliography.works(key: citation.key)
        .cited(from: document.path, naming: document.note.document.bibliographies)
    {
      let range = snapshot.table(of: work.file)?.range(work.entry.range) ?? Snapshot.start
      return .array([snapshot.location(work.file, range)])
    }
    switch DocumentElement(at: offset, in: document.note) {
    case .link(let link, _):
      let places = try snapshot.places(of: link, from: document.path, in: workspace)
      if places.isEmpty, let definition = try labelDefinition(in: document) { return definition }
      return snapshot.locations(places, in: workspace)
    case .heading(let position):
      let place = LinkPlace(path: document.path, anchor: .heading(position))
      return snapshot.locations([place], in: workspace)
    case .block(let position):
      let place = LinkPlace(path: document.path, anchor: .block(position))
      return snapshot.locations([place], in: workspace)
    case .field(let entry):
      guard ["depends", "parent", "project"].contains(FieldCatalogue.field(for: entry.key)?.key),
        let name = entry.value.name(at: offset, entry, document.note.document.source)
      else { return .null }
      return snapshot.locations(try snapshot.places(named: name, from: document.path, in: workspace), in: workspace)
    case .tag, nil: return .null
    }
  }

  /// Answers `textDocument/declaration` with the definition of a reference link's label, otherwise like `definition`.
  func declaration() throws -> JSONValue {
    let document = try requireDocument()
    let note = document.note
    if let definition = try labelDefinition(in: document) { return definition }
    guard case .link(let link, let range)? = DocumentElement(at: try offset(), in: note),
      link.kind == .reference || link.kind == .image, let definition = note.document.definition(of: link, range)
    else { return try definition() }
    return .array([snapshot.location(document.path, document.table.range(definition))])
  }
}

extension FrontMatterValue {
  /// Returns the item of a list, or the value, at an offset.
  func name(at offset: Int, _ entry: FrontMatter.Entry, _ source: SourceBuffer) -> String? {
    guard let range = entry.valueRange, range.lowerBound <= offset else { return nil }
    switch self {
    case .scalar(let scalar): return scalar.text
    case .list(let items):
      let line = source.text(in: range)
      let names = items.compactMap { item -> String? in
        if case .scalar(let scalar) = item { scalar.text } else { nil }
      }
      // The last item that begins before the offset.
      var best: String?
      var from = line.startIndex
      for name in names {
        guard let found = line[from...].firstRange(of: name) else { continue }
        let start = range.lowerBound + line.utf8.distance(from: line.startIndex, to: found.lowerBound)
        if start <= offset { best = name }
        from = found.upperBound
      }
      return best
    case .map: return nil
    }
  }
}

extension Document {
  /// Returns the line that defines the label of a reference link.
  func definition(of link: Link, _ range: ByteRange) -> ByteRange? {
    let label = Self.label(source.text(in: range))
    return links.first { other in
      other.kind == .definition && other.range.map { Self.label(source.text(in: $0)) == label } ?? false
    }?.range
  }

  /// Returns the text between the last brackets, folded: `[text][Label]`, `[Label]`, `[Label]: destination`.
  private static func label(_ text: String) -> String {
    let head = text.firstRange(of: "]:").map { text[..<$0.upperBound] } ?? text[...]
    var parts = head.split(separator: "[", omittingEmptySubsequences: true)
    if parts.last?.hasPrefix("]") == true, parts.count > 1 { parts.removeLast() }
    let last = parts.last.map { $0.prefix { $0 != "]" } } ?? ""
    return foldedName(last)
  }
}

enum DocumentElement {
  case link(Link, ByteRange)
  /// A tag of the text, or of front matter, with its range without `#`.
  case tag(TagName, ByteRange)
  /// A heading by its position in ``Document/headings``.
  case heading(Int)
  /// A block by its position in ``Document/blockIdentifiers``.
  case block(Int)
  /// A value of front matter, or its key.
  case field(FrontMatter.Entry)

  /// Finds the element at an offset. Nil if there is only text.
  init?(at offset: Int, in note: Note) {
    let document = note.document
    func touches(_ range: ByteRange) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
    // A link in a heading or a field is nearer than these; of links in links the inner one is.
    let links = document.links.compactMap { link in link.range.map { (link, $0) } }
      .filter { touches($0.1) }
    if let (link, range) = links.min(by: { $0.1.count < $1.1.count }) {
      self = .link(link, range)
    } else if let tag = document.tags.first(where: { touches($0.range) }), let name = TagName(tag.name) {
      self = .tag(name, ByteRange(tag.range.lowerBound + 1, tag.range.upperBound))
    } else if let block = document.blockIdentifiers.firstIndex(where: { touches($0.range) }) {
      self = .block(block)
    } else if let heading = document.headings.firstIndex(where: { touches($0.range) }) {
      self = .heading(heading)
    } else if let entry = document.frontMatter?.entry(at: offset) {
      if let tag = note.fieldTag(at: offset, in: entry) {
        self = .tag(tag.name, tag.range)
      } else {
        self = .field(entry)
      }
    } else {
      return nil
    }
  }
}

extension FrontMatter {
  /// Returns the field whose key or value is at an offset.
  func entry(at offset: Int) -> Entry? {
    guard range.lowerBound <= offset, offset < range.upperBound else { return nil }
    return entries.first { entry in
      let end = entry.valueRange?.upperBound ?? entry.keyRange.upperBound
      return entry.keyRange.lowerBound <= offset && offset <= end
    }
  }
}

extension Note {
  func fieldTag(at offset: Int, in entry: FrontMatter.Entry) -> (name: TagName, range: ByteRange)? {
    guard FieldCatalogue.field(for: entry.key)?.key == "tags", let value = entry.valueRange,
      value.lowerBound <= offset, offset <= value.upperBound
    else { return nil }
    return Self.tags(of: entry, document.source).first {
      $0.range.lowerBound <= offset && offset <= $0.range.upperBound
    }
  }
}

extension Request {
  /// Answers `textDocument/documentLink` with every link that has a target.
  func documentLinks() throws -> JSONValue {
    let document = try requireDocument()
    let workspace = snapshot.workspace()
    let rows = try workspace.index.links(of: document.note)
    var links: [JSONValue] = []
    for row in workspace.withFiles(rows) {
      try checkCancellation()
      guard let range = row.range, let target = target(row) else { continue }
      links.append(.map(["range": document.table.range(range).json, "target": .string(target)]))
    }
    return .array(links)
  }

  private func target(_ row: LinkRow) -> String? {
    if row.state == .resolved { return row.target.map { snapshot.address(of: $0).text } }
    guard row.state == .external else { return nil }
    let address = Link.Kind(rawValue: row.kind)?.address(written: row.destination)
    return address.flatMap { LinkTarget.hasScheme($0) ? $0 : nil }
  }
}

/// Finds headings of all notes: the index returns the notes with the words, and their texts contain the positions.
struct HeadingFinder {
  struct Found {
    let path: NotePath
    let note: Note
    /// The position in ``Document/headings``.
    let position: Int
    let title: String
  }

  let snapshot: Snapshot
  let workspace: Workspace

  /// Returns the headings with every word of a text. Equal headings of a note are returned once.
  func headings(matching text: String, limit: Int) throws -> [Found] {
    guard let part = NamePart(text) else { return [] }
    let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard !words.isEmpty else { return [] }
    let open = snapshot.documents.keys.filter(\.isMarkdown).sorted()
    let stored = try workspace.index.notes.some(withHeadings: words, limit: limit)
      .filter { snapshot.documents[$0] == nil }
    var found: [Found] = []
    for path in open + stored where found.count < limit {
      guard let note = try? snapshot.note(at: path, in: workspace) else { continue }
      found += Self.headings(of: note, matching: part)
    }
    return Array(found.prefix(limit))
  }

  static func headings(of note: Note, matching part: NamePart?) -> [Found] {
    let anchors = NoteAnchors(note.document)
    var seen: Set<String> = []
    return note.document.headings.indices.compactMap { position in
      let title = anchors.title(ofHeading: position)
      guard part.map({ $0.match(TypedName(title)) != nil }) ?? true,
        seen.insert(foldedName(title)).inserted
      else { return nil }
      return Found(path: note.path, note: note, position: position, title: title)
    }
  }
}

extension Request {
  /// Answers `textDocument/documentHighlight` with the places of the element under the cursor.
  func highlights() throws -> JSONValue {
    let document = try requireDocument()
    let note = document.note
    let workspace = snapshot.workspace()
    if let label = try label(in: document) {
      return .array(
        document.labels.places(of: label).map {
          .map(["range": document.table.range($0.whole).json])
        })
    }
    let ranges: [ByteRange]
    switch DocumentElement(at: try offset(), in: note) {
    case .tag(let tag, _): ranges = note.places(of: tag)
    case .link(let link, let range):
      let places = try snapshot.places(of: link, from: document.path, in: workspace)
      ranges = places.isEmpty ? [range] : try links(to: places, of: document, workspace)
    case .heading(let position):
      let place = LinkPlace(path: document.path, anchor: .heading(position))
      ranges = [note.document.headings[position].range] + (try links(to: [place], of: document, workspace))
    case .block(let position):
      let place = LinkPlace(path: document.path, anchor: .block(position))
      ranges = [note.document.blockIdentifiers[position].range] + (try links(to: [place], of: document, workspace))
    case .field, nil: return .null
    }
    return .array(ranges.map { .map(["range": document.table.range($0).json]) })
  }

  private func links(to places: [LinkPlace], of document: OpenDocument, _ workspace: Workspace) throws -> [ByteRange] {
    let wanted = Set(places)
    var known: [Link: Bool] = [:]
    return try document.note.document.links.compactMap { link in
      guard let range = link.range else { return nil }
      // The key is equal for all links of the document with the same text and target.
      let wording = Link(
        kind: link.kind, range: nil, destinationRange: nil, destination: link.destination,
        fragment: link.fragment, text: link.text, line: 0, definition: link.definition)
      if known[wording] == nil {
        try checkCancellation()
        let found = try snapshot.places(of: link, from: document.path, in: workspace)
        known[wording] = found.contains(where: wanted.contains)
      }
      return known[wording] == true ? range : nil
    }
  }
}
