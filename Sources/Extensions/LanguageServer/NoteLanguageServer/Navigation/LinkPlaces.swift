import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// A file, or a part of it: a heading or a block.
struct LinkPlace: Hashable {
  let path: NotePath
  /// The heading or block; nil for the whole file.
  var anchor: NoteAnchors.Target?
}

extension Snapshot {
  /// Returns the present text of the note at a path.
  func note(at path: NotePath, in workspace: Workspace) throws -> Note {
    try documents[path]?.readableNote(workspace.gate) ?? workspace.note(at: path)
  }

  /// Returns the places that a link leads to. An ambiguous link has several.
  func places(of link: Link, from path: NotePath, in workspace: Workspace) throws -> [LinkPlace] {
    let paths: [NotePath]
    var row = try workspace.index.links.row(of: link, in: path)
    if row.state == .ambiguous, let target = LinkTarget(link),
      case .ambiguous(let candidates) = try workspace.index.links.resolution(of: target, from: path)
    {
      paths = candidates
    } else {
      if row.state == .broken { row = workspace.withFiles([row])[0] }
      paths = row.target.map { [$0] } ?? []
    }
    return paths.map { target in
      LinkPlace(path: target, anchor: anchor(row.fragment, isWiki: row.isWiki, of: target, workspace))
    }
  }

  private func anchor(
    _ fragment: String?, isWiki: Bool, of path: NotePath, _ workspace: Workspace
  ) -> NoteAnchors.Target? {
    guard let fragment, !fragment.isEmpty, path.isMarkdown else { return nil }
    return anchors(of: path, in: workspace)?.place(of: fragment, isWiki: isWiki)?.target
  }

  /// Returns the notes that a field of front matter names: `depends: [plan]`.
  func places(named name: String, from path: NotePath, in workspace: Workspace) throws -> [LinkPlace] {
    guard let target = LinkTarget(naming: name) else { return [] }
    switch try workspace.index.links.resolution(of: target, from: path) {
    case .resolved(let goal): return [LinkPlace(path: goal.path)]
    case .ambiguous(let paths): return paths.map { LinkPlace(path: $0) }
    case .broken, .external: return []
    }
  }

  /// Returns the range of a place in its file, or the beginning of the file for a whole file.
  func range(of place: LinkPlace, in workspace: Workspace) -> PositionRange {
    guard let anchor = place.anchor, let note = try? note(at: place.path, in: workspace) else {
      return Self.start
    }
    let table = documents[place.path]?.table ?? PositionTable(note.document.source.bytes, encoding, isFile: true)
    switch anchor {
    case .heading(let position): return table.range(note.document.headings[position].line(in: table))
    case .block(let position):
      let block = note.document.blockIdentifiers[position]
      return table.range(table.content(ofLine: table.line(at: block.range.lowerBound)))
    case .element: return Self.start
    }
  }

  func locations(_ places: [LinkPlace], in workspace: Workspace) -> JSONValue {
    places.isEmpty ? .null : .array(places.map { location($0.path, range(of: $0, in: workspace)) })
  }
}

extension Heading {
  /// Returns the first line of the heading, without its line ending.
  func line(in table: PositionTable) -> ByteRange { table.content(ofLine: table.line(at: range.lowerBound)) }
}

/// Finds files by a part of a name as it is typed; open documents by the names that they have now.
struct NameFinder {
  let snapshot: Snapshot
  let workspace: Workspace
  /// Files near this one come first.
  let source: NotePath?

  /// The number of candidates that are ranked.
  private static let candidateLimit = 200

  /// Returns files, the best match first. Equal matches: those in the same folder, then the most used.
  ///
  /// - Parameter text: The typed text. If it is empty, the most used files are found.
  func files(matching text: String, limit: Int) throws -> [NamedFile] {
    let part = NamePart(text)
    let hits = snapshot.folder.catalogue.names.hits(of: part, limit: Self.candidateLimit, isFuzzy: true)
    let stored = try workspace.index.files(numbered: hits.map(\.number))
    let byNumber = Dictionary(uniqueKeysWithValues: hits.map { ($0.number, $0) })
    var found: [(file: NamedFile, worth: (Int, Int, Int))] = stored.compactMap { file in
      guard let hit = byNumber[file.number], snapshot.documents[file.path] == nil else { return nil }
      return (file, worth(hit.match, file.path, hit.uses))
    }
    for open in snapshot.documents.values where open.path.isMarkdown {
      let note = open.readableNote(workspace.gate)
      guard let match = Self.match(part, note) else { continue }
      let file = NamedFile(number: 0, path: open.path, title: note.title)
      found.append((file, worth(match, open.path, 0)))
    }
    return found.sorted { left, right in
      left.worth == right.worth ? left.file.path < right.file.path : left.worth < right.worth
    }.prefix(limit).map(\.file)
  }

  /// Returns a sort key, smaller is better: the match, then files near the source, then the most used.
  private func worth(_ match: NamePart.Match, _ path: NotePath, _ uses: Int) -> (Int, Int, Int) {
    (match.rawValue, isNear(path) ? 0 : 1, -uses)
  }

  private func isNear(_ path: NotePath) -> Bool { source.map { $0.folder == path.folder } ?? false }

  private static func match(_ part: NamePart?, _ note: Note) -> NamePart.Match? {
    guard let part else { return .beginning }
    return note.names.filter { $0.rank <= .heading }.compactMap { part.match(TypedName($0.key), isFuzzy: true) }.min()
  }
}
