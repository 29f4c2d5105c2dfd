package import NoteHistory

/// A repository of the real git, in a clean environment: a home of its own, no settings of the machine's.
package struct GitFixture: Sendable {
  package let folder: TemporaryFolder
  private let home: TemporaryFolder

  /// - Throws: An error if git is missing or fails.
  package init(in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    home = try TemporaryFolder()
    try git("init", "--quiet", "--initial-branch=main")
  }

  /// The environment of this fixture's git.
  package var environment: [String: String] {
    Self.identity.merging([
      "HOME": home.path, "XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
    ]) { $1 }
  }

  /// The author and committer; nothing of the machine's settings.
  package static let identity = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.com",
  ]

  package var client: GitProgram { client(in: folder.path) }

  package func client(in folder: String) -> GitProgram {
    GitProgram(
      folder: folder, environment: environment, mayAsk: false, cache: home.path + "/cache/git")
  }

  /// Runs git as a user would, in the repository or another folder.
  ///
  /// - Parameters:
  ///   - words: The subcommand and all that follows it.
  ///   - folder: An absolute path.
  ///   - date: Seconds since the epoch, for author and committer.
  /// - Returns: Its output.
  /// - Throws: ``GitFailure`` if its status is not 0.
  @discardableResult
  package func git(_ words: String..., in folder: String? = nil, date: Int? = nil) throws -> String {
    var environment = environment
    if let date {
      environment["GIT_AUTHOR_DATE"] = "@\(date) +0900"
      environment["GIT_COMMITTER_DATE"] = "@\(date) +0900"
    }
    let run = try ProgramRun.run(
      "/usr/bin/env", ["git"] + words, in: folder ?? self.folder.path, environment: environment)
    guard run.status == 0 else { throw GitFailure(words: words, errors: run.errors) }
    return run.output
  }

  /// Commits everything that is in the folder.
  package func commitAll(_ message: String = "change", date: Int) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message, date: date)
  }
}

/// The git of a test failed.
package struct GitFailure: Error {
  package let words: [String]
  package let errors: String
}
