import NoteHistory
import NoteRepository

extension CommandContext {
  /// The git of the user's PATH, in the root of the repository; its paths are the paths of notes.
  ///
  /// Nothing is looked up before the first command runs, so this also works where git is missing.
  func git(in repository: Repository) -> any GitClient {
    GitProgram(folder: repository.root, environment: environment, mayAsk: mayAsk)
  }
}
