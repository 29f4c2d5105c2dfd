/// The history of the files below the folder that git runs in.
package struct GitLog: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) { self.git = git }

  static let fieldCount = 8
  /// Names the program that asked for a change in its user's name.
  package static let programTrailer = "Sheaf-By"

  private static var options: [String] {
    [
      "--raw", "-z", "--no-abbrev", "-c", "--topo-order", "--no-notes", "--relative",
      "--format=%x01%H%x00%P%x00%at%x00%aN%x00%s%x00%(trailers:key=\(programTrailer),valueonly,separator=%x2C)"
        + "%x00%(trailers:key=Co-authored-by,valueonly,separator=%x0A)%x00%ct",
    ]
  }

  /// Reads commits in one pass, as git prints them.
  ///
  /// - Parameters:
  ///   - range: Revisions as git takes them: `HEAD`, `a..b`.
  ///   - path: Only the commits that changed this file, also under former names.
  ///   - oldestFirst: Parents before their children.
  ///   - options: Further options, such as `--since=…`.
  ///   - state: The state before the first commit.
  ///   - isEnough: Is asked after each commit; true ends the reading.
  ///   - take: Is handed each commit.
  /// - Returns: The state after the last commit.
  /// - Throws: ``GitError``
  package func read<State: Sendable>(
    _ range: String, path: String? = nil, oldestFirst: Bool = false, options: [String] = [],
    into state: State, until isEnough: @escaping @Sendable (State) -> Bool = { _ in false },
    _ take: @escaping @Sendable (inout State, GitCommit) -> Void
  ) throws(GitError) -> State {
    var command = GitCommand.reading("log", paths: path.map { [$0] } ?? [])
    command.words += Self.options + [try isPartial ? "-M100%" : "-M"] + options
    if oldestFirst { command.words.append("--reverse") }
    if path != nil { command.words.append("--follow") }
    command.words += ["--end-of-options", range]
    var reader = try git.output(command, into: GitLogReader(state, until: isEnough, take))
    reader.finish()
    return reader.state
  }

  /// True for a clone that fetches contents on demand: a comparison of contents would fetch them.
  private var isPartial: Bool {
    get throws(GitError) { try git.succeeds(.asking(.config, "--get", "extensions.partialClone")) }
  }

  /// Returns the files that git knows and that may differ from a commit: those that are not as git last saw them are
  /// listed without reading them. A file without content there has none after either.
  package func possibleDifferences(from commit: String) throws(GitError) -> [GitFileChange] {
    try changes(.reading("diff-index", "--raw", "-z", "--no-abbrev", "--relative"), [commit])
  }

  /// Returns the files that differ between two commits or trees; a renamed file is one entry.
  package func differences(from former: String, to latter: String) throws(GitError) -> [GitFileChange] {
    try changes(.reading("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--relative"), [former, latter])
  }

  private func changes(_ command: GitCommand, _ commits: [String]) throws(GitError) -> [GitFileChange] {
    var command = command
    command.words += [try isPartial ? "-M100%" : "-M"] + commits
    // The reader takes the part after a commit.
    let header = Array(("\u{1}" + String(repeating: "0\0", count: Self.fieldCount)).utf8)
    var reader = GitLogReader([GitFileChange]()) { $0 += $1.changes }
    reader.read(header)
    reader = try git.output(command, into: reader)
    reader.finish()
    return reader.state
  }

  /// True if the beginning of the history is missing here.
  package var isShallow: Bool {
    get throws(GitError) { try git.output(.reading("rev-parse", "--is-shallow-repository")).text == "true" }
  }

  /// Returns true if all commits of `older` are in `newer` too.
  package func isAncestor(_ older: String, of newer: String) throws(GitError) -> Bool {
    try git.succeeds(.reading("merge-base", "--is-ancestor", "--end-of-options", older, newer))
  }
}

/// A commit with the files that it changed.
package struct GitCommit: Sendable, Hashable {
  package let id: String
  package let parents: [String]
  /// The time at which its author wrote it, in seconds since the epoch.
  package let seconds: Int
  /// The time at which it was committed, also again.
  package let committed: Int
  package let author: String
  package var subject: String
  /// True if the subject may name a sealed letter and was left out.
  package private(set) var isSubjectHidden = false
  /// The program that asked for it in its user's name; empty for the user.
  package let program: String
  /// The names of others who wrote it too.
  package let companions: [String]
  package var changes: [GitFileChange] = []

  package mutating func hideSubject() { (subject, isSubjectHidden) = ("", true) }

  package var shortID: String { String(id.prefix(7)) }
}

/// The change of a commit to one file; paths count from the folder that git runs in.
package struct GitFileChange: Sendable, Hashable {
  package enum Kind: Sendable {
    case added, modified, removed, renamed
  }

  package let kind: Kind
  package let path: String
  /// The previous name of a renamed file.
  package let formerPath: String?
  /// Object names of the contents before and after; nil if there was none, or if a merge has several.
  package let before: String?
  package let after: String?

  init(kind: Kind, path: String, formerPath: String?, before: String?, after: String?) {
    (self.kind, self.path, self.formerPath, self.before, self.after) = (kind, path, formerPath, before, after)
  }

  /// A file that git does not know.
  package init(new path: String) {
    self.init(kind: .added, path: path, formerPath: nil, before: nil, after: nil)
  }
}

/// Reads the output of `git log` for ``GitLog/options``, commit by commit as they come.
package struct GitLogReader<State: Sendable>: GitOutputReader {
  package private(set) var state: State
  private let take: @Sendable (inout State, GitCommit) -> Void
  private let isEnough: @Sendable (State) -> Bool
  package private(set) var wantsMore = true
  private var rest: [UInt8] = []
  private var fields: [String] = []
  private var commit: GitCommit?
  private var entry: RawEntry?

  package init(
    _ state: State, until isEnough: @escaping @Sendable (State) -> Bool = { _ in false },
    _ take: @escaping @Sendable (inout State, GitCommit) -> Void
  ) {
    self.state = state
    self.isEnough = isEnough
    self.take = take
  }

  package mutating func read(_ piece: [UInt8]) {
    rest += piece
    var start = 0
    while wantsMore, let end = rest[start...].firstIndex(of: 0) {
      take(token: rest[start..<end])
      start = end + 1
    }
    rest.removeFirst(start)
  }

  /// Hands over the last commit, which nothing follows.
  package mutating func finish() {
    if let commit, wantsMore {
      take(&state, commit)
      wantsMore = !isEnough(state)
    }
    commit = nil
  }

  private mutating func take(token: ArraySlice<UInt8>) {
    if entry != nil {
      take(path: String(decoding: token, as: UTF8.self))
    } else if token.first == 1 {
      finish()
      fields = [String(decoding: token.dropFirst(), as: UTF8.self)]
    } else if !fields.isEmpty {
      fields.append(String(decoding: token, as: UTF8.self))
      if fields.count == GitLog.fieldCount { begin() }
    } else {
      entry = RawEntry(token)
    }
  }

  private mutating func begin() {
    commit = GitCommit(
      id: fields[0], parents: fields[1].split(separator: " ").map(String.init),
      seconds: Int(fields[2]) ?? 0, committed: Int(fields[7]) ?? 0, author: fields[3], subject: fields[4],
      program: fields[5],
      companions: fields[6].split(separator: "\n").map {
        $0.prefix { $0 != "<" }.split(separator: " ").joined(separator: " ")
      })
    fields = []
  }

  private mutating func take(path: String) {
    guard var current = entry else { return }
    current.paths.append(path)
    entry = current.isComplete ? nil : current
    if current.isComplete, let change = current.change { commit?.changes.append(change) }
  }
}

/// A line of `--raw`: `:100644 100644 OLD NEW M`, one colon for each parent; its paths follow.
private struct RawEntry {
  private let status: Substring
  private let objects: [String]
  var paths: [String] = []

  /// - Returns: nil if the token is no such line.
  init?(_ token: ArraySlice<UInt8>) {
    let line = token.drop { $0 == UInt8(ascii: "\n") }
    let parents = line.prefix { $0 == UInt8(ascii: ":") }.count
    let words = String(decoding: line.dropFirst(parents), as: UTF8.self).split(separator: " ")
    guard parents > 0, words.count == 2 * parents + 3, let status = words.last else { return nil }
    self.status = status
    objects = words[(parents + 1)..<(2 * parents + 2)].map(String.init)
  }

  private var isCombined: Bool { objects.count > 2 }
  private var isRename: Bool { !isCombined && (status.hasPrefix("R") || status.hasPrefix("C")) }
  var isComplete: Bool { paths.count == (isRename ? 2 : 1) }

  var change: GitFileChange? {
    guard let path = paths.last, let after = objects.last else { return nil }
    let kind: GitFileChange.Kind =
      switch status.first {
      case "A": .added
      case "D": .removed
      case "R": .renamed
      default: .modified
      }
    return GitFileChange(
      kind: isCombined && kind == .added ? .modified : kind, path: path,
      formerPath: kind == .renamed && isRename ? paths.first : nil,
      before: isCombined || kind == .added ? nil : objects.first, after: kind == .removed ? nil : after)
  }
}
