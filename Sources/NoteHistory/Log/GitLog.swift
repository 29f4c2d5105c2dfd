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
      try git.succeeds(.asking(.config, "--get", "extensions.partialClone"))
    }
  }

  /// The files that git knows and that may differ from a commit: those that are not as git last saw them are listed
  /// without looking into them. What has no content there has none after either.
  package func possibleDifferences(from commit: String) throws(GitError) -> [GitFileChange] {
    var command = GitCommand.reading("diff-index", "--raw", "-z", "--no-abbrev", "--relative")
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

/// A commit with the files that it changed.
package struct GitCommit: Sendable, Hashable {
  package let id: String
  package let parents: [String]
  /// When its author wrote it, in seconds since the epoch.
  package let seconds: Int
  package let author: String
  package let subject: String
  package var changes: [GitFileChange] = []

  package var shortID: String { String(id.prefix(7)) }
}

/// What a commit did to one file; paths count from the folder that git runs in.
package struct GitFileChange: Sendable, Hashable {
  package enum Kind: Sendable {
    case added, modified, removed, renamed
  }

  package let kind: Kind
  package let path: String
  /// The name that it had before, of one that was renamed.
  package let formerPath: String?
  /// Object names of the contents before and after; nil where there was none, or where a merge has several.
  package let before: String?
  package let after: String?
}
