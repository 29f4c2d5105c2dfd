import ByteBasics
import NoteActions
import NoteModel
import NoteSyntax

extension Request {
  /// `textDocument/documentHighlight`: where else the document says what is under the cursor.
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
    case .tag(let tag, _):
      ranges = note.places(of: tag)
    case .link(let link, let range):
      let places = try snapshot.places(of: link, from: document.path, in: workspace)
      ranges = places.isEmpty ? [range] : try links(to: places, of: document, workspace)
    case .heading(let position):
      let place = LinkPlace(path: document.path, anchor: .heading(position))
      ranges =
        [note.document.headings[position].range] + (try links(to: [place], of: document, workspace))
    case .block(let position):
      let place = LinkPlace(path: document.path, anchor: .block(position))
      ranges =
        [note.document.blockIdentifiers[position].range]
        + (try links(to: [place], of: document, workspace))
    case .field, nil: return .null
    }
    return .array(ranges.map { .map(["range": document.table.range($0).json]) })
  }

  private func links(
    to places: [LinkPlace], of document: OpenDocument, _ workspace: Workspace
  ) throws -> [ByteRange] {
    let wanted = Set(places)
    return try document.note.document.links.compactMap { link in
      guard let range = link.range else { return nil }
      let found = try snapshot.places(of: link, from: document.path, in: workspace)
      return found.contains(where: wanted.contains) ? range : nil
    }
  }
}
