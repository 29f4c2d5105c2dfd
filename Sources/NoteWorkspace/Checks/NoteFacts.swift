package import NoteModel
import NoteSyntax

/// What the checks of a whole repository need of each note.
package struct NoteFacts: Sendable {
  package let path: NotePath
  let identifier: String?
  /// Folded, as wiki links name them.
  let headings: Set<String>
  /// As GitHub makes them, and the `id`s of raw HTML.
  let anchors: Set<String>
  let blocks: Set<String>

  package init(_ note: Note) {
    path = note.path
    identifier = note.identifier
    headings = Set(note.document.headings.map { foldedName($0.text) })
    var anchors = HeadingAnchors()
    self.anchors = Set(note.document.headings.map { anchors.anchor(for: $0.text) })
      .union(ElementIdentifiers.all(in: note.document.source.bytes))
    blocks = Set(note.document.blockIdentifiers.map(\.name))
  }

  /// True where the part of a link behind `#` is found in the note.
  func has(fragment: String) -> Bool {
    if fragment.hasPrefix("^") { return blocks.contains(String(fragment.dropFirst())) }
    let decoded = percentDecoded(fragment)
    let last = decoded.split(separator: "#").last.map(String.init) ?? decoded
    return headings.contains(foldedName(last)) || anchors.contains(decoded.lowercased())
      || anchors.contains(decoded) || anchors.contains(HeadingAnchors.slug(last))
  }
}
