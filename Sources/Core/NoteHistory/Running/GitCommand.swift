/// One run of git: its purpose, its words, and the paths that follow `--`.
package struct GitCommand: Sendable, Hashable {
  /// The permissions of git to run other programs.
  ///
  /// A repository is data and may come from anywhere: its own configuration counts only if the user asked for
  /// something that is more than reading.
  package enum Purpose: Sendable {
    /// Reads commits, trees, contents, the index and the names of files. The configuration of the repository is out of
    /// force, and so is the user's: see ``InertConfiguration``.
    case reading
    /// Queries the configuration. Only subcommands that start no program are allowed.
    case asking
    /// Needs no repository, and looks at none.
    case standalone
    /// Changes the repository or talks to another, because the user asked for it: the configuration is in force, with
    /// its hooks, filters, signing and credentials.
    case writing
  }

  /// The subcommands that answer from the configuration and from names alone.
  package enum Question: String, Sendable {
    case config, remote
    case revParse = "rev-parse"
    case symbolicRef = "symbolic-ref"
  }

  package let purpose: Purpose
  /// The subcommand and its options; never a path.
  package var words: [String]
  /// The paths of the command, taken literally: `*` and `:` are ordinary characters.
  package var paths: [String]
  /// The standard input of git.
  package var input: [UInt8]
  /// Variables that only this run has.
  package var variables: [String: String]

  private init(
    _ purpose: Purpose, _ words: [String], _ paths: [String] = [], _ input: [UInt8] = [],
    _ variables: [String: String] = [:]
  ) {
    self.purpose = purpose
    self.words = words
    self.paths = paths
    self.input = input
    self.variables = variables
  }

  package static func reading(_ words: String..., paths: [String] = [], input: [UInt8] = []) -> GitCommand {
    GitCommand(.reading, words, paths, input)
  }

  package static func asking(_ question: Question, _ words: String...) -> GitCommand {
    GitCommand(.asking, [question.rawValue] + words)
  }

  package static func standalone(_ words: String..., paths: [String] = []) -> GitCommand {
    GitCommand(.standalone, words, paths)
  }

  package static func writing(
    _ words: String..., paths: [String] = [], input: [UInt8] = [], variables: [String: String] = [:]
  ) -> GitCommand {
    GitCommand(.writing, words, paths, input, variables)
  }

  /// Returns the whole argument list, for git in this folder.
  package func arguments(in folder: String) -> [String] {
    var words = words
    if purpose == .reading, let name = words.first, Self.commandsWithDiffs.contains(name) {
      words.insert(contentsOf: Self.diffOptions, at: 1)
    }
    // Git 2.39 crashes if a file outside of the folder is unmerged, unless it is given the folder as a path.
    let isRelative = words.first == "diff-index" && words.contains("--relative")
    let paths = paths.isEmpty && isRelative ? ["."] : paths
    // Commits must have reached the disk before files are written by them.
    let settings = purpose == .writing ? Self.durableSettings : []
    let takesRevisions = words.first.map { Self.commandsWithRevisions.contains($0) } ?? false
    return [
      "-C", folder, "--no-pager", "--literal-pathspecs", "-c", "core.quotePath=false",
      "-c", "safe.bareRepository=explicit",
    ] + settings + words + (paths.isEmpty && !takesRevisions ? [] : ["--"] + paths)
  }

  private static let durableSettings = ["-c", "core.fsync=added", "-c", "core.fsyncMethod=batch"]

  /// The commands in which words before `--` are revisions, even if a file is called `HEAD`.
  private static let commandsWithRevisions: Set = ["log", "rev-list", "diff-index"]

  private static let commandsWithDiffs: Set = [
    "diff", "diff-files", "diff-index", "diff-tree", "log", "show",
  ]

  /// To find out about a submodule, git would run another git in it, by the configuration there.
  private static let diffOptions = [
    "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all",
  ]
}
