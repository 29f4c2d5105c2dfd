import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

/// Deletes a note; the links of other notes to it become the text that they show, and its embeds go.
struct NoteDeletion {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  func edit() throws -> WorkspaceEdit {
    let snapshot = scene.snapshot
    let path = scene.document.path
    var edit = WorkspaceEdit(snapshot)
    let rows = try scene.workspace.index.links(to: path)
    let sources = Set(rows.map(\.source)).subtracting([path])
    for source in sources.sorted() where source.isMarkdown {
      try scene.request.checkCancellation()
      let note = try snapshot.note(at: source, in: scene.workspace)
      let leading = note.document.links.filter { link in
        (try? scene.workspace.index.links.row(of: link, in: source).target) == path
      }
      let edits = leading.compactMap { Self.edit($0, in: note.document) }
      let source = note.document.source
      if (try? source.applying(edits)) != nil { edit.change(note.path, source.bytes, edits) }
      let left = leading.count - edits.count
      if left > 0 { report(left, in: note.path) }
    }
    edit.delete(path)
    return edit
  }

  /// nil for a link that is part of something else: a definition, a value of front matter.
  private static func edit(_ link: Link, in document: Document) -> TextEdit? {
    guard let range = link.range else { return nil }
    switch link.kind {
    case .wiki, .inline, .reference:
      return TextEdit(range: range, replacement: link.text ?? link.shown)
    case .embed, .image: return TextEdit(range: range, replacement: "")
    default: return nil
    }
  }

  private func report(_ count: Int, in path: NotePath) {
    scene.request.show(
      Message(
        "\(path): \(counted(count, "link")) to the deleted note must be removed by hand",
        ko: "\(path): 지운 메모로 가는 링크 \(count)개는 직접 지우세요"),
      isWarning: true)
  }
}
