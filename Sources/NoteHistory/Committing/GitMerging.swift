import ByteBasics
import NoteModel

/// Brings together what two branches have, by merge or rebase as git is configured.
///
/// All of it happens among git's objects: no file, no index and no branch changes. What comes out is a commit, or the
/// list of what nothing decides. A process that is killed leaves objects that nobody asks for.
package struct GitMerging: Sendable {
  private let git: any GitClient

  /// - Parameter git: In the root of the work tree, from where all paths count.
  package init(_ git: any GitClient) {
    self.git = git
  }

  package enum Result: Sendable {
    /// The commit that has what both sides have. It may be that of either.
    case commit(String)
    case conflicts([GitConflict])
    /// Neither grew out of the other.
    case unrelated
  }

  /// Decides where git's own merge finds a conflict; nil if nothing decides.
  package typealias Deciding = (GitConflict) throws -> GitDecision?

  /// - Parameters:
  ///   - upstream: What is brought together with the branch that is checked out.
  ///   - decide: Is asked where git's own merge finds a conflict.
  /// - Throws: ``GitRefusal/noIdentity``, ``GitError``, what `decide` throws
  package func merge(_ upstream: GitUpstream, decide: Deciding) throws -> Result {
    let ours = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    let theirs = try git.output(.reading("rev-parse", "--verify", upstream.reference)).text
    let bases = try git.run(.reading("merge-base", ours, theirs))
    guard bases.isSuccess else { return .unrelated }
    if bases.output.text == theirs { return .commit(ours) }
    if bases.output.text == ours { return .commit(theirs) }
    if try rebases(upstream.branch) { return try rebase(ours, onto: theirs, decide) }
    switch try tree(of: ours, and: theirs, decide) {
    case .conflicts(let conflicts): return .conflicts(conflicts)
    case .tree(let tree):
      return .commit(
        try commit(
          tree, parents: [ours, theirs],
          message: "Merge remote-tracking branch '\(upstream.name)'\n"))
    }
  }

  /// Whether `pull` would rebase.
  private func rebases(_ branch: String) throws(GitError) -> Bool {
    for key in ["branch.\(branch).rebase", "pull.rebase"] {
      let value = try git.run(.asking(.config, "--get", key))
      if value.isSuccess { return !["false", "no", "off", "0"].contains(value.output.text) }
    }
    return false
  }

  /// Makes the commits that only our side has again, one on the other. Merges among them are left out, as git does.
  private func rebase(
    _ ours: String, onto theirs: String, _ decide: Deciding
  ) throws -> Result {
    let list = try git.output(
      .reading("rev-list", "--reverse", "--topo-order", "--no-merges", "\(theirs)..\(ours)"))
    var tip = theirs
    for original in list.text.split(separator: "\n").map(String.init) {
      let parent = try git.run(.reading("rev-parse", "--verify", "--quiet", original + "^"))
      guard parent.isSuccess else { return .unrelated }
      // Two commits whose only common ancestor is the parent of the one that is made again.
      let base = parent.output.text
      // What was made here is ours, though it is put on top of theirs.
      let one = try commit(original + "^{tree}", parents: [base], message: "ours\n")
      let other = try commit(tip + "^{tree}", parents: [base], message: "theirs\n")
      switch try tree(of: one, and: other, decide) {
      case .conflicts(let conflicts): return .conflicts(conflicts)
      case .tree(let tree):
        let former = try git.output(.reading("rev-parse", tip + "^{tree}")).text
        if tree != former { tip = try copy(original, tree: tree, onto: tip) }
      }
    }
    return .commit(tip)
  }

  private func copy(_ original: String, tree: String, onto parent: String) throws -> String {
    let output = try git.output(
      .reading("log", "-1", "--no-walk", "--date=raw", "--format=%an%x00%ae%x00%ad%x00%B", original)
    ).text
    let parts = output.split(separator: "\0", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { throw GitError.failed("log", status: 0, said: output) }
    return try commit(
      tree, parents: [parent], message: String(parts[3]),
      author: [
        "GIT_AUTHOR_NAME": String(parts[0]), "GIT_AUTHOR_EMAIL": String(parts[1]),
        "GIT_AUTHOR_DATE": String(parts[2]),
      ])
  }

  private func commit(
    _ tree: String, parents: [String], message: String, author: [String: String] = [:]
  ) throws -> String {
    let signing = try git.run(.asking(.config, "--type=bool", "--get", "commit.gpgSign"))
    var command = GitCommand.writing(
      "commit-tree", tree, "-F", "-", input: Array(message.utf8), variables: author)
    for parent in parents { command.words += ["-p", parent] }
    if signing.output.text == "true" { command.words.append("-S") }
    let outcome = try git.run(command)
    if outcome.isSuccess { return outcome.output.text }
    if GitRefusal.isAboutIdentity(outcome.errors) { throw GitRefusal.noIdentity }
    throw GitError.failed("commit-tree", status: outcome.status, said: outcome.errors)
  }

  // MARK: - Trees

  private enum MergedTree {
    case tree(String)
    case conflicts([GitConflict])
  }

  /// Brings two commits together; notes that a side exchanged the names of are merged by their former names.
  private func tree(
    of ours: String, and theirs: String, _ decide: Deciding
  ) throws -> MergedTree {
    let base = try git.output(.reading("merge-base", ours, theirs)).text
    let here = try GitExchange(since: base, to: ours, in: git)
    let there = try GitExchange(since: base, to: theirs, in: git)
    guard !here.isEmpty || !there.isEmpty, here.paths.isDisjoint(with: there.paths),
      try entries(here.newNames, in: theirs).isEmpty, try entries(there.newNames, in: ours).isEmpty
    else { return try plainTree(of: ours, and: theirs, decide) }
    let one = try commit(of: ours, on: base, undoing: here)
    let other = try commit(of: theirs, on: base, undoing: there)
    switch try plainTree(of: one, and: other, { try decide($0.renamed(by: here)) }) {
    case .conflicts(let conflicts): return .conflicts(conflicts.map { $0.renamed(by: here) })
    case .tree(let tree): return .tree(try moving(here.moves.merging(there.moves) { $1 }, in: tree))
    }
  }

  /// A commit like that of a side, in which files have the names that they had before an exchange.
  private func commit(
    of side: String, on base: String, undoing exchange: GitExchange
  ) throws -> String {
    guard !exchange.isEmpty else { return side }
    let tree = try git.output(.reading("rev-parse", "--verify", side + "^{tree}")).text
    let former = Dictionary(uniqueKeysWithValues: exchange.moves.map { ($1, $0) })
    return try commit(
      try moving(former, in: tree), parents: [base], message: "names as before\n")
  }

  /// A tree in which files have other names, all of them at once.
  private func moving(
    _ moves: [NotePath: NotePath], in tree: String
  ) throws(GitError) -> String {
    var edits: [NotePath: MergeTreeAnswer.Entry?] = [:]
    for path in moves.keys { edits.updateValue(nil, forKey: path) }
    for (path, entry) in try entries(Set(moves.keys), in: tree) {
      edits.updateValue(entry, forKey: moves[path] ?? path)
    }
    return try replacing(edits, in: tree)
  }

  private func entries(
    _ paths: Set<NotePath>, in tree: String
  ) throws(GitError) -> [NotePath: MergeTreeAnswer.Entry] {
    guard !paths.isEmpty else { return [:] }
    let lines = try git.texts(
      .reading("ls-tree", "-r", "-z", "--end-of-options", tree), about: paths.map(\.string).sorted()
    ) { String($0.split(separator: "\t", maxSplits: 1).last ?? "") }
    var entries: [NotePath: MergeTreeAnswer.Entry] = [:]
    for line in lines {
      // `MODE TYPE OBJECT`, a tab, the path.
      guard let tab = line.firstIndex(of: "\t") else { continue }
      let words = line[..<tab].split(separator: " ").map(String.init)
      guard words.count == 3 else { continue }
      entries[NotePath(trusted: String(line[line.index(after: tab)...]))] =
        MergeTreeAnswer.Entry(mode: words[0], object: words[2])
    }
    return entries
  }

  private func plainTree(
    of ours: String, and theirs: String, _ decide: Deciding
  ) throws -> MergedTree {
    // A note stays in the folder where it was written, also where most of the others have moved.
    let outcome = try git.run(
      .writing(
        "-c", "merge.directoryRenames=false", "merge-tree", "--write-tree", "-z", ours, theirs))
    // 1 is a tree with conflicts in it.
    guard outcome.status <= 1, let answer = MergeTreeAnswer(outcome.output.texts) else {
      throw GitError.failed("merge-tree", status: outcome.status, said: outcome.errors)
    }
    if outcome.isSuccess { return .tree(answer.tree) }
    var left: [GitConflict] = []
    var edits: [NotePath: MergeTreeAnswer.Entry?] = [:]
    for conflict in try conflicts(answer, ours, theirs) {
      let decided = try decide(conflict).map { try self.edits(for: conflict, $0, answer) }
      if let decided, try !haveMarks(of: ours, decided) {
        edits.merge(decided) { $1 }
      } else {
        left.append(conflict)
      }
    }
    return left.isEmpty ? .tree(try replacing(edits, in: answer.tree)) : .conflicts(left)
  }

  /// True where git has marked a conflict within one side's version: of a note that both changed, and that one of them gave
  /// the name of another.
  private func haveMarks(
    of ours: String, _ edits: [NotePath: MergeTreeAnswer.Entry?]
  ) throws(GitError) -> Bool {
    let objects = Set(edits.values.compactMap { $0?.object })
    guard !objects.isEmpty, let mark = ByteSearch(Array("<<<<<<< \(ours)".utf8)) else { return false }
    return try GitObjects(git).contents(of: Array(objects)).values.contains {
      mark.place(in: $0, from: 0) != nil
    }
  }

  /// What becomes of the paths of a conflict; nil for a file that goes.
  private func edits(
    for conflict: GitConflict, _ decision: GitDecision, _ answer: MergeTreeAnswer
  ) throws -> [NotePath: MergeTreeAnswer.Entry?] {
    func stage(_ path: String, _ stage: Int) -> MergeTreeAnswer.Entry? {
      answer.stages[NotePath(trusted: path)]?[stage]
    }
    func edit(_ path: String, _ entry: MergeTreeAnswer.Entry?) -> [NotePath: MergeTreeAnswer.Entry?] {
      [NotePath(trusted: path): entry]
    }
    func entry(_ bytes: [UInt8], _ path: String) throws -> MergeTreeAnswer.Entry {
      let object = try git.output(
        .writing("hash-object", "-w", "--stdin", "--no-filters", input: bytes)
      ).text
      return MergeTreeAnswer.Entry(mode: stage(path, 2)?.mode ?? "100644", object: object)
    }
    switch (conflict, decision) {
    case (.renamed(let former, let here, let there, _), .name(let name, let bytes)):
      // Either side may have given the name that the other chose to another note, which stays.
      var edits = edit(former, nil).merging(edit(here, stage(here, 3))) { $1 }
        .merging(edit(there, stage(there, 2))) { $1 }
      let isTaken =
        try edits[NotePath(trusted: name)].map { $0 != nil }
        ?? !GitObjects(git).files(of: answer.tree, paths: [name]).isEmpty
      guard !isTaken else { throw GitRefusal.nameTaken(name) }
      let merged = try bytes.map { try entry($0, here) } ?? stage(here, 2) ?? stage(there, 3)
      edits.updateValue(merged, forKey: NotePath(trusted: name))
      return edits
    case (.contents(let path, _), .bytes(let bytes)): return edit(path, try entry(bytes, path))
    case (.contents(let path, _), .ours), (.removedThere(let path), .ours):
      return edit(path, stage(path, 2))
    case (.contents(let path, _), .theirs), (.removedHere(let path), .theirs):
      return edit(path, stage(path, 3))
    case (.folder(_, let place, _), .name(let name, let bytes)):
      guard try GitObjects(git).files(of: answer.tree, paths: [name]).isEmpty else {
        throw GitRefusal.nameTaken(name)
      }
      let merged = try bytes.map { try entry($0, place) } ?? stage(place, 2) ?? stage(place, 3)
      return edit(place, nil).merging(edit(name, merged)) { $1 }
    case (.removedHere(let path), _), (.removedThere(let path), _): return edit(path, nil)
    default: return [:]
    }
  }

  private func versions(_ objects: [Int: String]) throws(GitError) -> GitFileVersions {
    let contents = try GitObjects(git).contents(of: objects.values)
    func content(_ stage: Int) -> [UInt8]? { objects[stage].flatMap { contents[$0] } }
    return GitFileVersions(base: content(1), ours: content(2), theirs: content(3))
  }

  /// Notes that both sides renamed, each in another way. Git has put what it merged at both places, with markers where that
  /// is no merge, so the versions come from the commits.
  private func renames(
    _ answer: MergeTreeAnswer, _ ours: String, _ theirs: String
  ) throws(GitError) -> [GitConflict] {
    var conflicts: [GitConflict] = []
    var reported: Set<NotePath> = []
    for message in answer.messages
    where message.kind == "CONFLICT (rename/rename)" && message.paths.count == 3 {
      let (former, here, there) = (message.paths[0], message.paths[1], message.paths[2])
      guard reported.insert(NotePath(trusted: former)).inserted else { continue }
      var objects: [Int: String] = [:]
      objects[1] = answer.stages[NotePath(trusted: former)]?[1]?.object
      objects[2] = try GitObjects(git).files(of: ours, paths: [here]).first?.object
      objects[3] = try GitObjects(git).files(of: theirs, paths: [there]).first?.object
      conflicts.append(.renamed(from: former, here: here, there: there, try versions(objects)))
    }
    return conflicts
  }

  private func conflicts(
    _ answer: MergeTreeAnswer, _ ours: String, _ theirs: String
  ) throws(GitError) -> [GitConflict] {
    var conflicts = try renames(answer, ours, theirs)
    let renamed = conflicts.flatMap(\.paths).map { NotePath(trusted: $0) }
    let displaced = answer.displaced
    for (place, stages) in answer.stages.sorted(by: { $0.key < $1.key })
    where !renamed.contains(place) {
      let path = place.string
      if let name = displaced[place] {
        conflicts.append(.folder(name, place: path, try versions(stages.mapValues(\.object))))
        continue
      }
      switch (stages[2], stages[3]) {
      case (nil, .some): conflicts.append(.removedHere(path))
      case (.some, nil): conflicts.append(.removedThere(path))
      case (.some(let ours), .some(let theirs)) where ours.isFile && theirs.isFile:
        conflicts.append(.contents(path, try versions(stages.mapValues(\.object))))
      case (.some, .some):
        // Links, repositories in it, a file and a link: one of them as it is.
        conflicts.append(.contents(path, GitFileVersions(base: nil, ours: nil, theirs: nil)))
      case (nil, nil): continue
      }
    }
    if conflicts.isEmpty {
      let said = answer.messages.filter(\.isConflict).map(\.text).joined()
      conflicts.append(.other(said.split(whereSeparator: \.isNewline).joined(separator: " ")))
    }
    return conflicts
  }

  /// The tree with other entries; nil takes a file away.
  private func replacing(
    _ edits: [NotePath: MergeTreeAnswer.Entry?], in tree: String
  ) throws(GitError) -> String {
    let folder = try git.output(.asking(.revParse, "--absolute-git-dir")).text
    // An index of its own, which the next run rebuilds.
    let index = ["GIT_INDEX_FILE": folder + "/sheaf-merge"]
    _ = try git.output(.writing("read-tree", tree, variables: index))
    let none = String(repeating: "0", count: tree.utf8.count)
    let lines = edits.map { path, entry in
      "\(entry?.mode ?? "0") \(entry?.object ?? none)\t\(path)\0"
    }
    // What goes first: a file may become a folder.
    let input = lines.sorted { $0.hasPrefix("0 ") && !$1.hasPrefix("0 ") }.joined()
    _ = try git.output(
      .writing(
        "update-index", "-z", "--index-info", input: Array(input.utf8), variables: index))
    return try git.output(.writing("write-tree", variables: index)).text
  }
}

/// How a conflict is settled.
package enum GitDecision: Sendable, Hashable {
  case bytes([UInt8])
  case ours, theirs
  case remove
  /// The path that a note gets that was renamed twice, and its content; nil for what git has made of it.
  case name(String, [UInt8]?)
}

/// The contents of a file in the common ancestor and on both sides; nil if it is not.
package struct GitFileVersions: Sendable, Hashable {
  package let base: [UInt8]?
  package let ours: [UInt8]?
  package let theirs: [UInt8]?

  package init(base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}

/// What nothing decides.
package enum GitConflict: Sendable, Hashable {
  /// Both sides changed the same lines, or made a file of the same name.
  case contents(_ path: String, GitFileVersions)
  /// Removed on our side and changed on the other.
  case removedHere(_ path: String)
  case removedThere(_ path: String)
  case renamed(from: String, here: String, there: String, GitFileVersions)
  /// A file of one side where the other has a folder.
  ///
  /// - Parameter place: Where git has put the file.
  case folder(_ path: String, place: String, GitFileVersions)
  /// - Parameter said: In git's words, or the path.
  case other(_ said: String)

  /// Every path that it is about; the first names it.
  package var paths: [String] {
    switch self {
    case .contents(let path, _), .removedHere(let path), .removedThere(let path),
      .folder(let path, _, _), .other(let path):
      [path]
    case .renamed(let former, let here, let there, _): [former, here, there]
    }
  }

  /// The same by the names that files have on our side after an exchange.
  fileprivate func renamed(by exchange: GitExchange) -> GitConflict {
    func name(_ path: String) -> String { exchange.newPath(of: NotePath(trusted: path)).string }
    return switch self {
    case .contents(let path, let versions): .contents(name(path), versions)
    case .removedHere(let path): .removedHere(name(path))
    case .removedThere(let path): .removedThere(name(path))
    case .renamed(let former, let here, let there, let versions):
      .renamed(from: former, here: name(here), there: there, versions)
    case .folder(let path, let place, let versions): .folder(name(path), place: place, versions)
    case .other: self
    }
  }
}

/// What `git merge-tree --write-tree -z` prints: a tree; `MODE OBJECT STAGE`, a tab and a path for each version of a file
/// in conflict; an empty field; messages, each with its paths, its kind and its words.
struct MergeTreeAnswer {
  struct Entry {
    let mode: String
    let object: String
    var isFile: Bool { mode.hasPrefix("100") }
  }

  struct Note {
    let paths: [String]
    let kind: String
    let text: String
    var isConflict: Bool { kind.hasPrefix("CONFLICT") }
  }

  let tree: String
  private(set) var stages: [NotePath: [Int: Entry]] = [:]
  private(set) var messages: [Note] = []

  /// The names of files that gave way to a folder, by where git has put them.
  var displaced: [NotePath: String] {
    let moves = messages.filter { $0.kind == "CONFLICT (file/directory)" && $0.paths.count == 2 }
    return Dictionary(
      moves.map { (NotePath(trusted: $0.paths[0]), $0.paths[1]) }, uniquingKeysWith: { $1 })
  }

  /// Reads `MODE OBJECT STAGE`, a tab and a path, which is also what `git ls-files --unmerged` prints.
  ///
  /// - Returns: False for anything else.
  static func read(_ field: String, into stages: inout [NotePath: [Int: Entry]]) -> Bool {
    guard let tab = field.firstIndex(of: "\t") else { return false }
    let words = field[..<tab].split(separator: " ").map(String.init)
    guard words.count == 3, let stage = Int(words[2]) else { return false }
    let path = NotePath(trusted: String(field[field.index(after: tab)...]))
    stages[path, default: [:]][stage] = Entry(mode: words[0], object: words[1])
    return true
  }

  init?(_ fields: [String]) {
    guard let tree = fields.first, tree.utf8.count >= 40 else { return nil }
    self.tree = tree
    var rest = fields.dropFirst()
    while let field = rest.popFirst(), !field.isEmpty {
      guard Self.read(field, into: &stages) else { return nil }
    }
    while let field = rest.popFirst(), let count = Int(field), rest.count >= count + 2 {
      let paths = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      guard let kind = rest.popFirst(), let text = rest.popFirst() else { return nil }
      messages.append(Note(paths: paths, kind: kind, text: text))
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
