/// Git's own merge of three files, line by line; needs no repository.
package struct GitTextMerge {
  private let command: GitCommand

  /// - Parameters:
  ///   - base: Absolute path of the common ancestor.
  ///   - ours: Absolute path of the first version.
  ///   - theirs: Absolute path of the second version.
  ///   - markerLength: How long the markers of conflicts are.
  ///   - form: `merge`, `diff3` or `zdiff3`.
  package init(base: String, ours: String, theirs: String, markerLength: Int, form: String) {
    var command = GitCommand.standalone(
      "merge-file", "--stdout", "--marker-size=\(markerLength)", "-L", "ours", "-L", "base", "-L",
      "theirs", paths: [ours, base, theirs])
    if form != "merge" { command.words.insert("--" + form, at: 1) }
    self.command = command
  }

  /// What the merge comes to.
  ///
  /// - Returns: The merged lines, with markers where the versions conflict.
  /// - Throws: Where git cannot merge them: a file is binary.
  package func run(with git: any GitClient) throws(GitError) -> (bytes: [UInt8], isClean: Bool) {
    let outcome = try git.run(command)
    // The status counts conflicts; from 128 on it is an error.
    guard outcome.status < 128 else {
      throw .failed("merge-file", status: outcome.status, said: outcome.errors)
    }
    return (outcome.output.bytes, outcome.status == 0)
  }
}
