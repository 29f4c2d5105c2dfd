import ByteBasics
package import NoteModel

/// Brings two branches together, by merge or rebase as git is configured.
///
/// All of it happens among git's objects: no file, no index and no branch changes. The result is a commit, or the
/// list of undecided conflicts. A process that is killed leaves objects that nobody asks for.
package struct GitMerging: Sendable {
  private let git: any GitClient
  private let admits: Admitting

  /// Returns false for a merge of a note by lines, as git makes, that is a conflict all the same.
  package typealias Admitting = @Sendable (_ merged: [UInt8], GitFileVersions) -> Bool

  /// - Parameters:
  ///   - git: In the root of the work tree, from where all paths count.
  ///   - admits: Checks each note that both sides changed and that git merged.
  package init(_ git: any GitClient, admits: @escaping Admitting) {
    self.git = git
    self.admits = admits
  }

  package enum Result: Sendable {
    /// The commit that has the changes of both sides, which may be that of either.
    ///
    /// - Parameter open: The conflicts about files that are in the commit as theirs, and in the work tree as ours.
    case commit(GitWorkState, open: [GitConflict])
    case conflicts([GitConflict])
    /// The branches have no common commit.
    case unrelated
  }

  /// Decides a conflict that git's own merge finds; nil if nothing decides.
  package typealias Deciding = (GitConflict) throws -> GitDecision?

  /// - Parameters:
  ///   - upstream: The branch to merge with the one that is checked out.
  ///   - disputes: The conflicts that are open already.
  ///   - message: Returns the message of a commit that decides conflicts about files.
  ///   - decide: Is asked about each conflict that git's own merge finds.
  /// - Throws: ``GitRefusal/noIdentity``, ``GitError``, any error of `decide`
  package func merge(
    _ upstream: GitUpstream, besides disputes: GitDisputes?, message: ([String]) -> String, decide: @escaping Deciding
  ) throws -> Result {
    var open: [GitDisputes.File] = []
    let result = try merge(upstream, &open, decide)
    guard case .commit(let state, _) = result else { return result }
    var all = try disputes?.files(on: state.commit, in: git) ?? []
    let known = Set(all.map(\.path))
    all += open.filter { !known.contains($0.path) }
    return try settle(all, on: state.commit, known: disputes, message, decide)
  }

  /// Merges the open conflicts with a commit, like a pick of a commit with our version of each file.
  private func settle(
    _ files: [GitDisputes.File], on commit: String, known: GitDisputes?, _ message: ([String]) -> String,
    _ decide: @escaping Deciding
  ) throws -> Result {
    guard !files.isEmpty else { return .commit(GitWorkState(commit), open: []) }
    let same = known.flatMap { $0.state.commit == commit && $0.files == files ? $0 : nil }
    let unwritable = files.filter(\.isUnwritable)
    let disputes = try same ?? GitDisputes(files, on: commit, in: git)
    switch try TreeMerge(git, admits, decide).merge(disputes.state.files, commit, base: disputes.base, isWhole: false) {
    case .conflicts(let conflicts): return .commit(disputes.state, open: conflicts)
    case .tree(let tree, let open):
      let former = try git.output(.reading("rev-parse", "--verify", commit + "^{tree}")).text
      let settled = Set(files.map(\.path)).subtracting(open.map(\.file.path)).map(\.string).sorted()
      let latter = try tree == former ? commit : git.commit(tree, parents: [commit], message: message(settled) + "\n")
      let left = open.map(\.file) + unwritable
      let state = try left.isEmpty ? GitWorkState(latter) : GitDisputes(left, on: latter, in: git).state
      return .commit(state, open: open.map(\.conflict))
    }
  }

  /// The notes that a side has created, changed or removed since the common ancestor.
  package struct ChangedNotes {
    package fileprivate(set) var latter: [(path: String, bytes: [UInt8])] = []
    package fileprivate(set) var former: [(path: String, bytes: [UInt8])] = []
  }

  /// Returns the changed notes of our side and of their side. Empty for a side that changed very many notes.
  package func changedNotes(_ upstream: GitUpstream) throws(GitError) -> [ChangedNotes] {
    let base = try git.output(.reading("merge-base", "HEAD", upstream.reference)).text
    return try ["HEAD", upstream.reference].map { side throws(GitError) in
      let changes = try GitTreeChange.between(base, side, in: git).filter { NotePath(trusted: $0.path).isMarkdown }
      guard changes.count <= 200 else { return ChangedNotes() }
      let contents = try GitObjects(git).texts(of: changes.flatMap(\.objects))
      var notes = ChangedNotes()
      for change in changes {
        if let bytes = change.after?.object.flatMap({ contents[$0] }) { notes.latter.append((change.path, bytes)) }
        if let bytes = change.before?.object.flatMap({ contents[$0] }) { notes.former.append((change.path, bytes)) }
      }
      return notes
    }
  }

  package typealias Texts = [(path: NotePath, bytes: [UInt8])]

  /// Replaces the texts of files about which a conflict is open.
  ///
  /// - Parameters:
  ///   - texts: As the branch has them; they are committed.
  ///   - bases: The common ancestors.
  package func replacing(
    _ texts: Texts, bases: Texts, besides disputes: GitDisputes, message: String
  ) throws -> GitWorkState {
    func entries(_ texts: Texts) throws(GitError) -> [NotePath: MergeTreeOutput.Entry] {
      var entries: [NotePath: MergeTreeOutput.Entry] = [:]
      for text in texts {
        let object = try GitFilters(git).stored(text.bytes, at: text.path.string)
        entries[text.path] = MergeTreeOutput.Entry(mode: "100644", object: object)
      }
      return entries
    }
    let head = disputes.state.commit
    let named = try disputes.replacing(entries(bases), in: git)
    guard !texts.isEmpty else { return named.state }
    let edits = try entries(texts).mapValues { Optional($0) }
    let commit = try git.commit(git.tree(head, replacing: edits), parents: [head], message: message + "\n")
    return try named.on(commit, in: git).state
  }

  private func merge(
    _ upstream: GitUpstream, _ open: inout [GitDisputes.File], _ decide: @escaping Deciding
  ) throws -> Result {
    let ours = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    let theirs = try git.output(.reading("rev-parse", "--verify", upstream.reference)).text
    let bases = try git.run(.reading("merge-base", ours, theirs))
    guard bases.isSuccess else { return .unrelated }
    if bases.output.text == theirs { return .commit(GitWorkState(ours), open: []) }
    if bases.output.text == ours { return .commit(GitWorkState(theirs), open: []) }
    // A rebase is whole or nothing: where there is a question, a merge has all that is none.
    if try rebases(upstream.branch), case .commit(let state, _) = try rebase(ours, onto: theirs, decide) {
      return .commit(state, open: [])
    }
    switch try TreeMerge(git, admits, decide).merge(ours, theirs, isWhole: false) {
    case .conflicts(let conflicts): return .conflicts(conflicts)
    case .tree(let tree, let files):
      open = files.map(\.file)
      let words = "Merge remote-tracking branch '\(upstream.name)'\n"
      return .commit(GitWorkState(try git.commit(tree, parents: [ours, theirs], message: words)), open: [])
    }
  }

  /// Returns true if `pull` would rebase.
  private func rebases(_ branch: String) throws(GitError) -> Bool {
    for key in ["branch.\(branch).rebase", "pull.rebase"] {
      let value = try git.run(.asking(.config, "--get", key))
      if value.isSuccess { return !["false", "no", "off", "0"].contains(value.output.text) }
    }
    return false
  }

  /// Applies the commits that only our side has to the other side, in order. Merge commits are omitted, as in git.
  private func rebase(_ ours: String, onto theirs: String, _ decide: @escaping Deciding) throws -> Result {
    let list = try git.output(.reading("rev-list", "--reverse", "--topo-order", "--no-merges", "\(theirs)..\(ours)"))
    var tip = theirs
    for original in list.text.split(separator: "\n").map(String.init) {
      let parent = try git.run(.reading("rev-parse", "--verify", "--quiet", original + "^"))
      guard parent.isSuccess else { return .unrelated }
      // Commits made here are ours, though they are put on top of theirs.
      switch try TreeMerge(git, admits, decide).merge(original, tip, base: parent.output.text) {
      case .conflicts(let conflicts): return .conflicts(conflicts)
      case .tree(let tree, _):
        let former = try git.output(.reading("rev-parse", tip + "^{tree}")).text
        if tree != former { tip = try copy(original, tree: tree, onto: tip) }
      }
    }
    return .commit(GitWorkState(tip), open: [])
  }

  private func copy(_ original: String, tree: String, onto parent: String) throws -> String {
    let output = try git.output(
      .reading("log", "-1", "--no-walk", "--date=raw", "--format=%an%x00%ae%x00%ad%x00%B", original)
    ).text
    let parts = output.split(separator: "\0", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { throw GitError.failed("log", status: 0, said: output) }
    return try git.commit(
      tree, parents: [parent], message: String(parts[3]),
      author: [
        "GIT_AUTHOR_NAME": String(parts[0]), "GIT_AUTHOR_EMAIL": String(parts[1]),
        "GIT_AUTHOR_DATE": String(parts[2]),
      ])
  }
}

extension GitClient {
  func commit(_ tree: String, parents: [String], message: String, author: [String: String] = [:]) throws -> String {
    let signing = try run(.asking(.config, "--type=bool", "--get", "commit.gpgSign"))
    var command = GitCommand.writing("commit-tree", tree, "-F", "-", input: Array(message.utf8), variables: author)
    for parent in parents { command.words += ["-p", parent] }
    if signing.output.text == "true" { command.words.append("-S") }
    let outcome = try run(command)
    if outcome.isSuccess { return outcome.output.text }
    if GitRefusal.isAboutIdentity(outcome.errors) { throw GitRefusal.noIdentity }
    throw GitError.failed("commit-tree", status: outcome.status, said: outcome.errors)
  }
}

/// The resolution of a conflict.
package enum GitDecision: Sendable, Hashable {
  case bytes([UInt8])
  /// Applies an edit of one side to the other file, to which the other side moved the text.
  /// - Parameters:
  ///   - former: The content of the other file before. If it has changed, nothing is decided.
  ///   - latter: The new content of the other file.
  case following([UInt8], other: String, former: [UInt8], latter: [UInt8])
  case ours, theirs
  case remove
  /// The path that a note gets that was renamed twice, and its content; nil for the only one there is.
  case name(String, [UInt8]?)
}

/// The contents of a file in the common ancestor and on both sides; nil if a version has no such file.
package struct GitFileVersions: Sendable, Hashable {
  package let base: [UInt8]?
  package let ours: [UInt8]?
  package let theirs: [UInt8]?
  /// True if a filter of git produced these bytes from the stored bytes.
  let isFiltered: Bool

  /// Returns the versions with other texts.
  package func changed(_ change: (Int, [UInt8]) -> [UInt8]) -> GitFileVersions {
    GitFileVersions(
      base: base.map { change(0, $0) }, ours: ours.map { change(1, $0) }, theirs: theirs.map { change(2, $0) },
      isFiltered: isFiltered)
  }

  package init(base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?, isFiltered: Bool = false) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.isFiltered = isFiltered
  }
}

/// A conflict that no rule decides.
package enum GitConflict: Sendable, Hashable {
  /// Both sides changed the same lines, or created a file with the same name.
  case contents(_ path: String, GitFileVersions)
  /// Removed on our side and changed on the other.
  case removedHere(_ path: String)
  case removedThere(_ path: String)
  case renamed(from: String, here: String, there: String, GitFileVersions)
  /// A file of one side where the other has a folder.
  ///
  /// - Parameter place: The path to which git has moved the file.
  case folder(_ path: String, place: String, GitFileVersions)
  /// - Parameter said: In git's words, or the path.
  case other(_ said: String)

  /// The versions of the file; nil if the conflict is not about contents.
  var versions: GitFileVersions? {
    switch self {
    case .contents(_, let versions), .renamed(_, _, _, let versions), .folder(_, _, let versions): versions
    case .removedHere, .removedThere, .other: nil
    }
  }

  /// The paths of the conflict. The first path identifies the conflict.
  package var paths: [String] {
    switch self {
    case .contents(let path, _), .removedHere(let path), .removedThere(let path),
      .folder(let path, _, _), .other(let path):
      [path]
    case .renamed(let former, let here, let there, _): [former, here, there]
    }
  }
}

/// Git's own merge of three files, line by line; needs no repository.
package struct GitTextMerge {
  private let command: GitCommand

  /// - Parameters:
  ///   - base: Absolute path of the common ancestor.
  ///   - ours: Absolute path of the first version.
  ///   - theirs: Absolute path of the second version.
  ///   - markerLength: The length of the markers of conflicts.
  ///   - form: `merge`, `diff3` or `zdiff3`.
  package init(base: String, ours: String, theirs: String, markerLength: Int, form: String) {
    var command = GitCommand.standalone(
      "merge-file", "--stdout", "--marker-size=\(markerLength)", "-L", "ours", "-L", "base", "-L",
      "theirs", paths: [ours, base, theirs])
    if form != "merge" { command.words.insert("--" + form, at: 1) }
    self.command = command
  }

  /// Returns the result of the merge.
  ///
  /// - Returns: The merged lines, with markers around conflicts.
  /// - Throws: If git cannot merge them: a file is binary.
  package func run(with git: any GitClient) throws(GitError) -> (bytes: [UInt8], isClean: Bool) {
    let outcome = try git.run(command)
    // The status counts conflicts; from 128 on it is an error.
    guard outcome.status < 128 else {
      throw .failed("merge-file", status: outcome.status, said: outcome.errors)
    }
    return (outcome.output.bytes, outcome.status == 0)
  }
}
