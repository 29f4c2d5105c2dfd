import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

/// Puts the text of the note that a link or an embed leads to in the link's place. The note goes where nothing else leads to it.
struct Inlining {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  /// The title of the note; nil if the cursor is on no link to one.
  var name: String? { note?.title }

  /// The link has to be the only thing on its line.
  private var link: (Link, ByteRange)? {
    guard case .link(let link, let range)? = DocumentElement(at: scene.offset, in: scene.note),
      link.kind == .wiki || link.kind == .embed || link.kind == .inline, link.fragment == nil
    else { return nil }
    let line = scene.document.table.content(ofLine: scene.document.table.line(at: range.lowerBound))
    let before = scene.document.bytes[line.lowerBound..<range.lowerBound]
    let after = scene.document.bytes[min(range.upperBound, line.upperBound)..<line.upperBound]
    guard (Array(before) + Array(after)).allSatisfy(ASCII.isWhiteSpace) else { return nil }
    return (link, line)
  }

  private var note: Note? {
    guard let (link, _) = link,
      let place = try? scene.snapshot.places(
        of: link, from: scene.document.path, in: scene.workspace
      )
      .first, place.path.isMarkdown, place.path != scene.document.path,
      let note = try? scene.snapshot.note(at: place.path, in: scene.workspace),
      note.kind != .letter
    else { return nil }
    return note
  }

  func edit() throws -> WorkspaceEdit {
    var edit = WorkspaceEdit(scene.snapshot)
    guard let note, let (_, line) = link else { return edit }
    let bytes = try text(of: note)
    var body = bytes[Document(parsing: bytes).body.lowerBound...]
    while let first = body.first, ASCII.isWhiteSpace(first) { body.removeFirst() }
    while let last = body.last, ASCII.isWhiteSpace(last) { body.removeLast() }
    edit.change(
      scene.document.path, scene.document.bytes,
      [TextEdit(range: line, replacement: Array(body))])
    let links = try scene.workspace.index.links(to: note.path)
    if links.count(where: { $0.source != note.path }) == 1,
      WorkspaceEdit.isPossible("delete", scene.snapshot.client)
    {
      edit.delete(note.path)
    }
    return edit
  }

  /// The note as it reads in the folder of this one: its links are written anew where they have to be.
  private func text(of note: Note) throws -> [UInt8] {
    guard note.path.folder != scene.document.path.folder else { return note.document.source.bytes }
    let name = NoteIdentifier.derived(from: note.path.string) + ".md"
    let target = scene.document.path.folder?.appending(name) ?? NotePath(trusted: name)
    let linkFixes = try scene.workspace.fixLinks(
      for: PathMoves([PathMoves.Move(from: note.path, to: target)]))
    return linkFixes.notes.first { $0.path == note.path }?.after ?? note.document.source.bytes
  }
}
