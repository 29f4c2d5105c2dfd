/// One run of git: what it is for, its words, and the paths that follow `--`.
package struct GitCommand: Sendable, Hashable {
  /// What git may run besides itself.
  package enum Purpose: Sendable {
    /// Changes nothing: hooks, file system monitors, pagers, signature checks and external diffs stay off, because the
    /// repository's own configuration may come from anywhere.
    case reading
    /// Changes the repository or talks to another: the user's hooks, signing and credentials are in force.
    case writing
  }

  package let purpose: Purpose
  /// The subcommand and its options; never a path.
  package var words: [String]
  /// Taken literally: `*` and `:` mean nothing in them.
  package var paths: [String]
  /// What git reads from standard input.
  package var input: [UInt8]
  /// Variables that only this run has.
  package var variables: [String: String]

  private init(
    _ purpose: Purpose, _ words: [String], _ paths: [String], _ input: [UInt8],
    _ variables: [String: String]
  ) {
    self.purpose = purpose
    self.words = words
    self.paths = paths
    self.input = input
    self.variables = variables
  }

  package static func reading(
    _ words: String..., paths: [String] = [], input: [UInt8] = [], variables: [String: String] = [:]
  ) -> GitCommand {
    GitCommand(.reading, words, paths, input, variables)
  }

  package static func writing(
    _ words: String..., paths: [String] = [], input: [UInt8] = [], variables: [String: String] = [:]
  ) -> GitCommand {
    GitCommand(.writing, words, paths, input, variables)
  }

  /// The whole argument list, for git in this folder.
  package func arguments(in folder: String) -> [String] {
    var arguments = [
      "-C", folder, "--no-pager", "--literal-pathspecs", "-c", "core.quotePath=false",
    ]
    var words = words
    if purpose == .reading {
      arguments += Self.quietSettings.flatMap { ["-c", $0] }
      if let name = words.first, Self.commandsWithDiffs.contains(name) {
        words.insert(contentsOf: ["--no-ext-diff", "--no-textconv", "--no-color"], at: 1)
      }
    }
    return arguments + words + (paths.isEmpty ? [] : ["--"] + paths)
  }

  private static let quietSettings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false",
  ]

  private static let commandsWithDiffs: Set = [
    "diff", "diff-files", "diff-index", "diff-tree", "log", "show",
  ]
}
