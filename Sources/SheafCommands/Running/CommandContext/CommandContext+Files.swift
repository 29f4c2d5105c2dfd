import NoteActions
import NoteModel
import NoteRepository

extension CommandContext {
  /// What the user's word names: a file or a folder by its path, else a note by any of its names.
  func file(_ text: String, in workspace: Workspace) throws -> NotePath {
    if let path = workspace.repository.path(of: text, relativeTo: workingDirectory),
      workspace.files.exists(path), !path.string.hasPrefix(Repository.settingsFolder)
    {
      return path
    }
    // What moves or removes does not go by a part of a name that somebody mistyped.
    return try note(text, in: workspace, parts: .asked)
  }
}
