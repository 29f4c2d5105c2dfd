import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

/// Deletes a note; the links of other notes to it become the text that they show, and its embeds go.
struct NoteDeletion {
  let scene: ActionScene

  func edit() throws -> WorkspaceEdit {
    let snapshot = scene.snapshot
    let path = scene.document.path
    var edit = WorkspaceEdit(snapshot)
    let rows = try scene.workspace.index.links(to: path)
    let sources = Set(rows.map(\.source)).subtracting([path])
    for source in sources.sorted() where source.isMarkdown {
      try scene.request.checkCancellation()
      let note = try snapshot.note(at: source, in: scene.workspace)
      let links = try leading(from: note.document, source)
      let edits = Self.outermost(links.flatMap { Self.edits($0, in: note.document) })
      guard let after = try? note.document.source.applying(edits) else { continue }
      edit.change(source, note.document.source.bytes, edits)
      let left = try leading(from: scene.workspace.layout.document(after.bytes), source).count
      if left > 0 { report(left, in: source) }
    }
    edit.delete(path)
    return edit
  }

  private func leading(from document: Document, _ source: NotePath) throws -> [Link] {
    try document.links.filter { link in
      try scene.workspace.index.links.row(of: link, in: source).target == scene.document.path
    }
  }

  /// Removes the edits of links that are in the text of another link.
  private static func outermost(_ edits: [TextEdit]) -> [TextEdit] {
    var end = 0
    return edits.sorted { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
      .filter { edit in
        defer { end = max(end, edit.range.upperBound) }
        return edit.range.lowerBound >= end
      }
  }

  /// Returns the edits that replace a link by its text, or remove an embed; none for a link that is part of
  /// something else: a definition, a value of front matter.
  private static func edits(_ link: Link, in document: Document) -> [TextEdit] {
    guard let range = link.range else { return [] }
    switch link.kind {
    case .inline:
      // The text between the brackets is kept.
      guard
        let end = link.destinationRange.flatMap({ destination in
          document.source.bytes[range.lowerBound..<destination.lowerBound].lastIndex(of: ASCII.rightBracket)
        })
      else { return [] }
      return [
        TextEdit(range: ByteRange(range.lowerBound, range.lowerBound + 1), replacement: ""),
        TextEdit(range: ByteRange(end, range.upperBound), replacement: ""),
      ]
    case .wiki, .reference: return [TextEdit(range: range, replacement: link.text ?? link.shown)]
    case .embed, .image: return [TextEdit(range: range, replacement: "")]
    default: return []
    }
  }

  private func report(_ count: Int, in path: NotePath) {
    scene.request.show(
      Message(
        "\(path): \(counted(count, "link")) to the deleted note must be removed by hand",
        ko: "\(path): 지운 메모로 가는 링크 \(count)개는 직접 지우세요"), isWarning: true)
  }
}
