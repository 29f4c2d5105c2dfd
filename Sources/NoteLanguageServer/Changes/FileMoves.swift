import ByteBasics
import NoteActions
import NoteModel

extension Request {
  /// `workspace/willRenameFiles`: the links that have to change when files or folders get other names.
  func willRenameFiles() throws -> JSONValue {
    let workspace = snapshot.workspace(isSlow: true)
    let moves = (parameters["files"]?.items ?? []).compactMap { file -> PathMoves.Move? in
      guard let old = path(file["oldUri"]), let new = path(file["newUri"]), old != new else {
        return nil
      }
      return PathMoves.Move(from: old, to: new)
    }
    guard !moves.isEmpty else { return .null }
    let linkFixes = try workspace.fixLinks(for: PathMoves(moves))
    try checkCancellation()
    var edit = WorkspaceEdit(snapshot)
    edit.add(linkFixes)
    report(linkFixes)
    return edit.isEmpty ? .null : edit.json
  }

  private func path(_ uri: JSONValue?) -> NotePath? {
    uri?.string.flatMap { DocumentAddress($0).path }.flatMap { snapshot.folder.path(of: $0) }
  }
}
