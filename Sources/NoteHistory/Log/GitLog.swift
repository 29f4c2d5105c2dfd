/// The history of the files below the folder that git runs in.
package struct GitLog: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) {
    self.git = git
  }

  static let fieldCount = 5

  private static var options: [String] {
    [
      "--raw", "-z", "--no-abbrev", "-c", "--topo-order", "--no-notes", "--relative",
      "--format=%x01%H%x00%P%x00%at%x00%an%x00%s",
    ]
  }

  /// Reads commits in one pass, as git prints them.
  ///
  /// - Parameters:
  ///   - range: Revisions as git takes them: `HEAD`, `a..b`.
  ///   - path: Only the commits that changed this file, also under former names.
  ///   - oldestFirst: Parents before their children.
  ///   - options: Further options, such as `--since=…`.
  ///   - state: What is known before the first commit.
  ///   - take: Is handed each commit.
  /// - Returns: What is known after the last.
  /// - Throws: ``GitError``
  package func read<State: Sendable>(
    _ range: String, path: String? = nil, oldestFirst: Bool = false, options: [String] = [],
    into state: State, _ take: @escaping @Sendable (inout State, GitCommit) -> Void
  ) throws(GitError) -> State {
    var command = GitCommand.reading("log", paths: path.map { [$0] } ?? [])
    command.words += Self.options + [try isPartial ? "-M100%" : "-M"] + options
    if oldestFirst { command.words.append("--reverse") }
    if path != nil { command.words.append("--follow") }
    command.words += ["--end-of-options", range]
    var reader = try git.output(command, into: GitLogReader(state, take))
    reader.finish()
    return reader.state
  }

  /// A clone that fetches contents when they are asked for: comparing them would be asking.
  private var isPartial: Bool {
    get throws(GitError) {
      try git.succeeds(.reading("config", "--get", "extensions.partialClone"))
    }
  }

  /// How the files here differ from a commit; what has no content there has none after either.
  package func differences(from commit: String) throws(GitError) -> [GitFileChange] {
    var command = GitCommand.reading("diff", "--raw", "-z", "--no-abbrev", "--relative")
    command.words += [try isPartial ? "-M100%" : "-M", commit]
    // The reader takes what follows a commit.
    let header = Array(("\u{1}" + String(repeating: "0\0", count: Self.fieldCount)).utf8)
    var reader = GitLogReader([GitFileChange]()) { $0 += $1.changes }
    reader.read(header)
    reader = try git.output(command, into: reader)
    reader.finish()
    return reader.state
  }

  /// Whether the beginning of the history is missing here.
  package var isShallow: Bool {
    get throws(GitError) {
      try git.output(.reading("rev-parse", "--is-shallow-repository")).text == "true"
    }
  }

  /// Whether all that is in `older` is in `newer` too.
  package func isAncestor(_ older: String, of newer: String) throws(GitError) -> Bool {
    try git.succeeds(.reading("merge-base", "--is-ancestor", "--end-of-options", older, newer))
  }
}
