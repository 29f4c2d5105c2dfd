import NoteHistory
import NoteRepository

extension CommandContext {
  /// The git of the user's PATH, in the root of the repository; its paths are the paths of notes.
  ///
  /// Nothing is looked up before the first command runs, so this also works where git is missing.
  func git(in repository: Repository) -> any GitClient { git(in: repository.root) }

  /// The git of the user's PATH, in any folder.
  func git(in folder: String) -> any GitClient {
    GitProgram(folder: folder, environment: environment, mayAsk: mayAsk)
  }

  /// The absolute path of what the user named.
  func absolutePath(_ path: String) -> String {
    path.hasPrefix("/") ? path : workingDirectory + "/" + path
  }
}
