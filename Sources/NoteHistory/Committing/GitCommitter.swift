/// Commits some files and nothing else, whatever the user has staged of others.
package struct GitCommitter: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) {
    self.git = git
  }

  /// Makes one commit of these files as they are now; ignored ones are left out.
  ///
  /// Changes of other files that the user has staged stay staged.
  ///
  /// - Parameters:
  ///   - paths: From the folder that git runs in: files that came, changed or went.
  ///   - message: All of it.
  /// - Returns: False where nothing was to be committed.
  /// - Throws: ``GitRefusal`` where somebody else is in the middle of something; ``GitError``
  package func commit(_ paths: [String], message: String) throws -> Bool {
    guard !paths.isEmpty else { return false }
    if let operation = try GitOperation.underWay(in: git) { throw GitRefusal.underWay(operation) }
    let staged = try stagedPaths(among: paths)
    guard staged.isEmpty else { throw GitRefusal.staged(staged) }
    let new = try git.output(
      .writing("ls-files", "--others", "--exclude-standard", "-z", paths: paths)
    ).texts
    try makeKnown(new)
    do {
      return try commitKnown(paths, message)
    } catch {
      // They were not known before, and shall not be now.
      try? forget(new)
      throw error
    }
  }

  /// What the user has put into the next commit of these files, of all where none are given.
  package func stagedPaths(among paths: [String] = []) throws(GitError) -> [String] {
    try git.output(
      .reading(
        "diff-index", "--cached", "--ita-invisible-in-index", "--name-only", "--no-renames",
        "--relative", "-z",
        try GitRevision.headTree(in: git), paths: paths)
    ).texts
  }

  /// A partial commit takes only files that git knows of.
  private func makeKnown(_ paths: [String]) throws(GitError) {
    guard !paths.isEmpty else { return }
    _ = try git.output(
      .writing(
        "add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul",
        input: Self.list(paths)))
  }

  private func forget(_ paths: [String]) throws(GitError) {
    guard !paths.isEmpty else { return }
    _ = try git.output(
      .writing(
        "reset", "--quiet", "--pathspec-from-file=-", "--pathspec-file-nul", input: Self.list(paths)
      ))
  }

  private func commitKnown(_ paths: [String], _ message: String) throws -> Bool {
    let known = try git.output(.reading("ls-files", "-z", paths: paths)).texts
    guard !known.isEmpty else { return false }
    let outcome = try git.run(
      .writing(
        "commit", "--only", "--quiet", "--message=" + message, "--pathspec-from-file=-",
        "--pathspec-file-nul", input: Self.list(known)))
    if outcome.isSuccess { return true }
    if outcome.output.text.contains("nothing to commit")
      || outcome.output.text.contains("no changes added")
      || outcome.output.text.contains("nothing added to commit")
    {
      return false
    }
    if GitRefusal.isAboutIdentity(outcome.errors) { throw GitRefusal.noIdentity }
    throw GitRefusal.commitRefused(said: outcome.errors + outcome.output.text)
  }

  private static func list(_ paths: [String]) -> [UInt8] {
    paths.flatMap { Array($0.utf8) + [0] }
  }
}
