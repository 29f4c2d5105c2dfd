import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

extension Request {
  /// `textDocument/references`: the links to what is under the cursor; to the note where that is only text.
  func references() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    let workspace = snapshot.workspace(isSlow: true)
    let includesDeclaration =
      parameters.at("context", "includeDeclaration")?.boolean ?? false
    switch DocumentElement(at: offset, in: document.note) {
    case .tag(let tag, _): return try references(toTag: tag, workspace)
    case .link(let link, _):
      let places = try snapshot.places(of: link, from: document.path, in: workspace)
      guard let place = places.first else { return try sameAddress(link, workspace) }
      return try references(to: place, includesDeclaration, workspace)
    case .heading(let position):
      let isTitle =
        document.note.titleHeading == document.note.document.headings[position]
      let place = LinkPlace(path: document.path, anchor: isTitle ? nil : .heading(position))
      return try references(to: place, includesDeclaration, workspace)
    case .block(let position):
      let place = LinkPlace(path: document.path, anchor: .block(position))
      return try references(to: place, includesDeclaration, workspace)
    case .field, nil:
      return try references(to: LinkPlace(path: document.path), includesDeclaration, workspace)
    }
  }

  private func references(
    to place: LinkPlace, _ includesDeclaration: Bool, _ workspace: Workspace
  ) throws -> JSONValue {
    var locations: [JSONValue] = []
    if includesDeclaration {
      locations.append(
        snapshot.location(place.path, snapshot.range(of: place, in: workspace)))
    }
    var tables: [NotePath: PositionTable] = [:]
    for row in try snapshot.links(to: place, in: workspace) {
      try checkCancellation()
      guard let range = row.range else { continue }
      if tables[row.source] == nil { tables[row.source] = snapshot.table(of: row.source) }
      guard let table = tables[row.source] else { continue }
      locations.append(snapshot.location(row.source, table.range(range)))
    }
    return .array(locations)
  }

  private func references(toTag tag: TagName, _ workspace: Workspace) throws -> JSONValue {
    var locations: [JSONValue] = []
    for path in try workspace.index.notes(taggedBelow: tag) {
      try checkCancellation()
      guard let note = try? snapshot.note(at: path, in: workspace),
        !note.isSealed(on: snapshot.today)
      else { continue }
      let table =
        snapshot.documents[path]?.table
        ?? PositionTable(note.document.source.bytes, snapshot.encoding)
      locations += note.places(of: tag).map { snapshot.location(path, table.range($0)) }
    }
    return .array(locations)
  }

  /// A link out of the repository: the same address elsewhere in the document.
  private func sameAddress(_ link: Link, _ workspace: Workspace) throws -> JSONValue {
    let document = try requireDocument()
    let ranges = document.note.document.links.filter { $0.destination == link.destination }
      .compactMap(\.range)
    return .array(ranges.map { snapshot.location(document.path, document.table.range($0)) })
  }
}

extension Snapshot {
  /// The links of all notes that lead to a place, those of the note itself among them.
  func links(to place: LinkPlace, in workspace: Workspace) throws -> [LinkRow] {
    var rows = try workspace.index.links(to: place.path, today: today)
    guard let anchor = place.anchor else { return rows }
    let note = try note(at: place.path, in: workspace)
    let anchors = NoteAnchors(note.document)
    rows += try workspace.index.links(of: note).filter {
      $0.destination.isEmpty && $0.fragment != nil
    }
    return rows.filter { row in
      row.fragment.flatMap { anchors.place(of: $0, isWiki: row.isWiki)?.target } == anchor
    }
  }
}
