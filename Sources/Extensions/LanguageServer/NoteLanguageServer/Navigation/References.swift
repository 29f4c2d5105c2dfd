import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import RemoteCalls

extension Request {
  /// Answers `textDocument/references` with the links to the element under the cursor, or, in plain text, to the note.
  func references() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    let workspace = snapshot.workspace(isSlow: true)
    let includesDeclaration = parameters.at("context", "includeDeclaration")?.boolean ?? false
    if let label = document.labels.label(at: offset) {
      return labelReferences(to: label, in: document, includesDeclaration: includesDeclaration)
    }
    switch DocumentElement(at: offset, in: document.note) {
    case .tag(let tag, _): return try references(toTag: tag, workspace)
    case .link(let link, _):
      let places = try snapshot.places(of: link, from: document.path, in: workspace)
      guard let place = places.first else { return try sameAddress(link, workspace) }
      return try references(to: place, includesDeclaration, workspace)
    case .heading(let position):
      let isTitle = document.note.titleHeading == document.note.document.headings[position]
      let place = LinkPlace(path: document.path, anchor: isTitle ? nil : .heading(position))
      return try references(to: place, includesDeclaration, workspace)
    case .block(let position):
      let place = LinkPlace(path: document.path, anchor: .block(position))
      return try references(to: place, includesDeclaration, workspace)
    case .field, nil: return try references(to: LinkPlace(path: document.path), includesDeclaration, workspace)
    }
  }

  private func references(
    to place: LinkPlace, _ includesDeclaration: Bool, _ workspace: Workspace
  ) throws -> JSONValue {
    let found = PartialResults(self)
    if includesDeclaration {
      try found.add(snapshot.location(place.path, snapshot.range(of: place, in: workspace)))
    }
    var table: (path: NotePath, positions: PositionTable?)?
    // The rows of a note follow one another.
    for row in try snapshot.links(to: place, in: workspace) {
      guard let range = row.range else { continue }
      if table?.path != row.source { table = (row.source, snapshot.table(of: row.source)) }
      guard let positions = table?.positions else { continue }
      try found.add(snapshot.location(row.source, positions.range(range)))
    }
    return found.rest
  }

  private func references(toTag tag: TagName, _ workspace: Workspace) throws -> JSONValue {
    let found = PartialResults(self)
    for open in snapshot.documents.values.sorted(by: { $0.path < $1.path }) where open.path.isMarkdown {
      for range in open.readableNote(workspace.gate).places(of: tag) {
        try found.add(snapshot.location(open.path, open.table.range(range)))
      }
    }
    var last: (path: NotePath, address: [UInt8])?
    try workspace.index.tags.places(of: tag) { path, places in
      if last?.path != path {
        var address: [UInt8] = []
        JSONValue.append(string: snapshot.address(of: path).text.utf8, to: &address)
        last = (path, address)
      }
      for place in places { try found.add(at: last?.address ?? [], snapshot.range(of: place)) }
    }
    return found.rest
  }

  /// Returns the links of the document to the address of a link outside the repository.
  private func sameAddress(_ link: Link, _ workspace: Workspace) throws -> JSONValue {
    let document = try requireDocument()
    let ranges = document.note.document.links.filter { $0.destination == link.destination }.compactMap(\.range)
    return .array(ranges.map { snapshot.location(document.path, document.table.range($0)) })
  }
}

/// The items of an answer, which the client gets in parts while more are found, if it asks for that.
final class PartialResults {
  private let request: Request
  private let token: JSONValue?
  private var items: [JSONValue] = []
  private var count = 0

  private static let size = 500

  init(_ request: Request) {
    self.request = request
    token = request.parameters["partialResultToken"]
  }

  /// Adds a result, and sends results in portions. Throws ``CallError/cancelled`` if the request was cancelled.
  func add(_ item: JSONValue) throws {
    items.append(item)
    count += 1
    guard count % Self.size == 0 else { return }
    try request.checkCancellation()
    guard let token else { return }
    request.call("$/progress", .map(["token": token, "value": .array(items)]))
    items = []
  }

  /// Adds a location as text: sixty thousand of them would take longer to make as values than to write.
  ///
  /// - Parameter address: The address as JSON, with its quotes.
  /// - Throws: ``CallError/cancelled``
  func add(at address: [UInt8], _ range: PositionRange) throws {
    var text = Self.location
    text.reserveCapacity(address.count + 128)
    text += address
    text += Self.range
    range.start.append(to: &text)
    text += Self.end
    range.end.append(to: &text)
    text += Self.close
    try add(.written(text))
  }

  private static let location = Array("{\"uri\":".utf8)
  private static let range = Array(",\"range\":{\"start\":".utf8)
  private static let end = Array(",\"end\":".utf8)
  private static let close = Array("}}".utf8)

  /// The items that the client has not been sent yet.
  var rest: JSONValue { .array(items) }
}

extension Snapshot {
  func range(of place: TagPlaces.Place) -> PositionRange {
    let characters = encoding == .utf8 ? place.utf8 : place.utf16
    return PositionRange(
      start: Position(line: place.line, character: characters.lowerBound),
      end: Position(line: place.line, character: characters.upperBound))
  }

  /// Returns the links of all notes that lead to a place, including those of the note itself.
  func links(to place: LinkPlace, in workspace: Workspace) throws -> [LinkRow] {
    var rows = try workspace.index.links(to: place.path)
    guard let anchor = place.anchor else { return rows }
    let note = try note(at: place.path, in: workspace)
    let anchors = NoteAnchors(note.document)
    rows += try workspace.index.links(of: note).filter { $0.destination.isEmpty && $0.fragment != nil }
    return rows.filter { row in
      row.fragment.flatMap { anchors.place(of: $0, isWiki: row.isWiki)?.target } == anchor
    }
  }
}
