/// Brings in what another branch has, by merge or rebase as git is configured.
package struct GitMerging: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) {
    self.git = git
  }

  package enum Result: Sendable, Hashable {
    case done
    /// These files have conflicts; the operation is under way.
    case conflicts([String])
    /// Nothing was begun: changes that are not committed are in the way.
    case inTheWay(said: String)
    /// Neither grew out of the other.
    case unrelated
  }

  /// Whether `pull` would rebase.
  package func rebases(_ branch: String) throws(GitError) -> Bool {
    for key in ["branch.\(branch).rebase", "pull.rebase"] {
      let value = try git.run(.reading("config", "--get", key))
      if value.isSuccess { return !["false", "no", "off", "0"].contains(value.output.text) }
    }
    return false
  }

  package func bringIn(_ upstream: GitUpstream) throws(GitError) -> Result {
    guard try git.succeeds(.reading("merge-base", "HEAD", "@{upstream}")) else { return .unrelated }
    let command: GitCommand =
      try rebases(upstream.branch)
      ? .writing("rebase", "--quiet", "@{upstream}")
      : .writing("merge", "--quiet", "--no-edit", "@{upstream}")
    let outcome = try git.run(command)
    if outcome.isSuccess { return .done }
    let conflicts = try conflictedPaths()
    if conflicts.isEmpty, try GitOperation.underWay(in: git) == nil {
      return .inTheWay(said: outcome.errors + outcome.output.text)
    }
    return .conflicts(conflicts)
  }

  package func conflictedPaths() throws(GitError) -> [String] {
    try git.output(.reading("diff", "--name-only", "--diff-filter=U", "-z")).texts
  }

  /// Goes on after all conflicts of a step have been resolved and added.
  package func proceed() throws(GitError) -> Result {
    let operation = try GitOperation.underWay(in: git)
    let outcome = try git.run(
      operation == .rebase
        ? .writing("rebase", "--continue") : .writing("commit", "--quiet", "--no-edit"))
    if outcome.isSuccess, try GitOperation.underWay(in: git) == nil { return .done }
    let conflicts = try conflictedPaths()
    return conflicts.isEmpty ? .inTheWay(said: outcome.errors) : .conflicts(conflicts)
  }

  /// Puts everything back to where it was before.
  package func giveUp() throws(GitError) {
    guard let operation = try GitOperation.underWay(in: git) else { return }
    _ = try git.output(.writing(operation.command, "--abort"))
  }

  /// The versions of a file in conflict: of the common ancestor, ours and theirs.
  package func versions(of path: String) throws(GitError) -> (
    base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?
  ) {
    var stages: [String: String] = [:]
    for line in try git.output(.reading("ls-files", "--unmerged", "-z", paths: [path])).texts {
      let words = line.prefix { $0 != "\t" }.split(separator: " ")
      if words.count == 3 { stages[String(words[2])] = String(words[1]) }
    }
    let contents = try GitObjects(git).contents(of: stages.values)
    func content(_ stage: String) -> [UInt8]? { stages[stage].flatMap { contents[$0] } }
    return (content("1"), content("2"), content("3"))
  }
}
