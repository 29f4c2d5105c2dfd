import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

extension Request {
  /// `textDocument/documentLink`: every link that leads somewhere.
  func documentLinks() throws -> JSONValue {
    let document = try requireDocument()
    let workspace = snapshot.workspace()
    let rows = try workspace.index.links(of: document.note)
    var links: [JSONValue] = []
    for row in workspace.withFiles(rows) {
      try checkCancellation()
      guard let range = row.range, let target = target(row) else { continue }
      links.append(
        .map(["range": document.table.range(range).json, "target": .string(target)]))
    }
    return .array(links)
  }

  private func target(_ row: LinkRow) -> String? {
    if row.state == .resolved { return row.target.map { snapshot.address(of: $0).text } }
    guard row.state == .external else { return nil }
    switch Link.Kind(rawValue: row.kind) {
    case .email:
      return row.destination.hasPrefix("mailto:") ? row.destination : "mailto:" + row.destination
    case .telephone: return "tel:" + row.destination.filter { !$0.isWhitespace }
    case .bareURL where row.destination.hasPrefix("www."): return "https://" + row.destination
    default: return LinkTarget.hasScheme(row.destination) ? row.destination : nil
    }
  }
}
