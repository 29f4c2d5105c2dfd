import HostSystem
import NoteHistory
import NoteMerging
import NoteModel
import NoteRepository

/// Brings the work tree, the index and the branch from one commit to another, so that nothing is ever half written.
///
/// Git writes files in place, the index and the branch afterwards; if it is killed in between, or the power fails,
/// files are empty or cut off, and look like changes of the user's. Here each file is written beside its place, reaches
/// the disk and is renamed. Its commits are recorded in the state folder before the first file is written, and until
/// the branch is there: the next run goes on from whatever state it finds, file by file.
struct TreeCheckout {
  /// git in the root of the work tree.
  private let git: any GitClient
  private let root: String
  private let files: any FileSystem
  private let record: StateRecord

  /// - Parameter store: The state folder.
  init(root: String, git: any GitClient, store: any FileSystem) {
    self.root = root
    self.git = git
    record = Self.record(in: store)
    files = LiveFileSystem(root: root)
  }

  private static func record(in store: any FileSystem) -> StateRecord {
    StateRecord("sync-checkout", in: store)
  }

  /// The reference that is there as long as the record: another clone at the same path does not have it.
  private static let reference = "refs/worktree/sheaf/checkout"

  private func forget() throws {
    _ = try git.run(.writing("update-ref", "-d", Self.reference))
    try record.remove()
  }

  /// Returns true if a run has not come to its end.
  static func isUnfinished(in store: any FileSystem) -> Bool { record(in: store).bytes != nil }

  enum Ending {
    /// - Parameter kept: Files that are no notes, changed here and there: they are as they were here.
    case done(kept: [String])
    /// Files that were changed here in the meantime, or that git does not know; nothing was changed.
    ///
    /// - Parameter new: The files of the other side that are blocked, if all of them can stay out of the work tree.
    case inTheWay([String], new: [NotePath])
  }

  // MARK: - Runs

  /// Finishes an interrupted run.
  ///
  /// - Returns: nil without an interrupted run, and if git has changed the branch since.
  func finish() throws -> Ending? {
    guard let bytes = record.bytes else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    let head = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    let known = try git.run(.reading("rev-parse", "--verify", "--quiet", Self.reference)).output.text
    guard words.count == 4, words[..<2].contains(head), words[3] == known else {
      try forget()
      return nil
    }
    let (former, latter) = (GitWorkState(words[0], files: words[2]), GitWorkState(words[1], files: words[3]))
    let ending = try write(
      from: former, to: latter, isResumed: true, isBranchThere: head == words[1] && head != words[0])
    try forget()
    return ending
  }

  /// Goes from the commit that is checked out to another.
  ///
  /// - Throws: ``GitRefusal`` before anything is written, otherwise an error of reading or writing
  func run(from former: GitWorkState, to latter: GitWorkState) throws -> Ending {
    guard former != latter else { return .done(kept: []) }
    let trees = (former: try CheckedTree(former.files, in: git), latter: try CheckedTree(latter.files, in: git))
    let unnamed = try trees.latter.changes(since: trees.former, in: git).map(\.path).filter(\.hasReplacedBytes)
    guard unnamed.isEmpty else { throw GitRefusal.namesWithoutUTF8(unnamed) }
    let words = [former.commit, latter.commit, former.files, latter.files].joined(separator: " ")
    _ = try git.output(.writing("update-ref", Self.reference, latter.files))
    try record.write(Array((words + "\n").utf8))
    let ending = try write(from: former, to: latter)
    try forget()
    return ending
  }

  /// Writes the attributes first, because the received attributes decide the form of the other files, including
  /// encryption.
  private func write(
    from former: GitWorkState, to latter: GitWorkState, isResumed: Bool = false, isBranchThere: Bool = false
  ) throws -> Ending {
    // Both are checked as a whole, since the user may check out the branch.
    if latter.commit != latter.files { _ = try CheckedTree(latter.commit, in: git) }
    let changes = try CheckedTree(latter.files, in: git).changes(since: CheckedTree(former.files, in: git), in: git)
    let before = try contents(changes.map { ($0, $0.before) })
    let isSparse = try git.run(.asking(.config, "--type=bool", "--get", "core.sparseCheckout")).output.text == "true"
    let attributes = changes.filter { NotePath(trusted: $0.path).fileName == ".gitattributes" }
    let written = try write(steps(attributes, before), isSparse: isSparse, skipsBlocked: true)
    func takeBack() throws {
      for file in written where Self.isSame(present(file.step.place), file.latter) {
        try put(file.former, at: file.step.place, insteadOf: file.latter)
      }
    }
    do {
      let steps = try steps(changes, before)
      let ending = try write(
        steps, changes, from: former, to: latter, isSparse: isSparse, isResumed: isResumed, isBranchThere: isBranchThere
      )
      if case .inTheWay = ending { try takeBack() }
      return ending
    } catch {
      try takeBack()
      throw error
    }
  }

  private func write(
    _ steps: [Step], _ changes: [GitTreeChange], from former: GitWorkState, to latter: GitWorkState, isSparse: Bool,
    isResumed: Bool, isBranchThere: Bool
  ) throws -> Ending {
    for folder in isResumed ? Set(steps.map(\.place.folder)) : [nil] { try files.removeLeftovers(in: folder) }
    // Where a file goes, a folder may come.
    let gone = Set(steps.filter { $0.after == nil }.map(\.place))
    var states = try steps.map { try state(of: $0, at: present($0.place), isSparse: isSparse, besides: gone) }
    let inTheWay = zip(steps, states).filter { $1.isBlocked }.map(\.0)
    guard inTheWay.isEmpty || isBranchThere else {
      if isResumed { try takeBack(steps, states) }
      let blocked = Set(inTheWay.map { (obstacle(to: $0.place, besides: gone) ?? $0.place).string }).sorted()
      // Attributes decide how other files are written.
      let isApart = inTheWay.allSatisfy { step in
        let isNew = step.before == nil || obstacle(to: step.place, besides: gone) != nil
        return isNew && step.place.fileName != ".gitattributes"
      }
      return .inTheWay(blocked, new: isApart ? inTheWay.map(\.place) : [])
    }
    do {
      states = try write(steps, isSparse: isSparse, skipsBlocked: isBranchThere).map(\.state)
    } catch let file as InTheWay {
      if isResumed { try takeBack(steps, states) }
      return .inTheWay([file.path], new: [])
    }
    for change in changes where change.isOfSubmodule { place(change) }
    // `-i`: the files are right already.
    _ = try git.output(.writing("read-tree", "-i", "-m", former.commit, latter.commit))
    let absent = zip(steps, states).filter { $1.isAbsent }.map(\.0.path)
    if !absent.isEmpty {
      let input: [UInt8] = absent.flatMap { Array($0.utf8) + [0] }
      _ = try git.output(.writing("update-index", "--skip-worktree", "-z", "--stdin", input: input))
    }
    if !isBranchThere {
      // Both at once: a branch without our versions of what is open would let them be committed as if decided.
      var updates = "update HEAD \(latter.commit) \(former.commit)\n"
      if latter.files != latter.commit {
        updates += "update \(GitDisputes.reference) \(latter.files)\n"
      } else if former.files != former.commit {
        updates += "delete \(GitDisputes.reference)\n"
      }
      _ = try git.output(.writing("update-ref", "-m", "sync", "--stdin", input: Array(updates.utf8)))
    }
    _ = try git.run(.writing("update-index", "-q", "--refresh"))
    if former.commit != latter.commit {
      _ = try git.run(.writing("hook", "run", "--ignore-missing", "post-merge", "--", "0"))
    }
    return .done(kept: zip(steps, states).filter { $1.isKept }.map(\.0.path))
  }

  // MARK: - Steps

  /// The content at a path of the work tree.
  private enum Content: Equatable {
    case file([UInt8], isExecutable: Bool)
    case link(String)
    /// A folder, or an unreadable file.
    case foreign

    var isFile: Bool { if case .file = self { true } else { false } }
  }

  private struct Step {
    let path: String
    let before: Content?
    let after: Content?
    /// The names of both in git.
    var objects: [String?] = []
    /// The name that git would give to a content of the file that is neither, and that content.
    var stored: (name: String, of: Content)?

    var place: NotePath { NotePath(trusted: path) }
  }

  private enum State {
    case pending, done
    /// Changed here too, and merged to these bytes.
    case merged([UInt8])
    /// A file that is no note, changed here too.
    case kept
    /// The user keeps the file out of the work tree, by a sparse checkout. A removal is committed before.
    case absent
    case blocked

    var isBlocked: Bool { if case .blocked = self { true } else { false } }
    var isAbsent: Bool { if case .absent = self { true } else { false } }
    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  /// Creates an empty folder for a submodule, or removes the folder if it is still empty.
  private func place(_ submodule: GitTreeChange) {
    let place = NotePath(trusted: submodule.path)
    guard obstacle(to: place) == nil else { return }
    let path = root + "/" + place.string
    guard submodule.after == .submodule else { return _ = rmdir(path) }
    for folder in place.ancestors.reversed() + [place] { mkdir(root + "/" + folder.string, 0o777) }
  }

  /// Returns the files, removals first, as a folder may become a file; without the repositories in this one.
  private func steps(_ all: [GitTreeChange], _ before: [NotePath: Content]) throws -> [Step] {
    let changes = all.filter { $0.before != .submodule && $0.after != .submodule }
    let after = try contents(changes.map { ($0, $0.after) })
    var steps = changes.map { change in
      let place = NotePath(trusted: change.path)
      return Step(
        path: change.path, before: before[place], after: after[place],
        objects: [change.before?.object, change.after?.object])
    }
    // Files with other line endings than git would write are equal to git's version.
    let changed = steps.indices.filter { place in
      let (step, present) = (steps[place], present(steps[place].place))
      return present?.isFile == true && !Self.isSame(present, step.before) && !Self.isSame(present, step.after)
    }
    let names = try GitWorkTreeContents(git).storedNames(of: changed.map { steps[$0].place })
    for place in changed {
      steps[place].stored = names[steps[place].place].flatMap { name in present(steps[place].place).map { (name, $0) } }
    }
    return steps.filter { $0.after == nil } + steps.filter { $0.after != nil }
  }

  private func contents(_ files: [(change: GitTreeChange, content: GitTreeChange.Content?)]) throws -> [NotePath:
    Content]
  {
    let wanted = files.compactMap { file in file.content?.object.map { (path: file.change.path, object: $0) } }
    let contents = try GitWorkTreeContents(git).contents(of: wanted)
    var results: [NotePath: Content] = [:]
    for (change, content) in files {
      guard let content, let object = content.object else { continue }
      let place = NotePath(trusted: change.path)
      guard let bytes = contents[place] else {
        throw GitError.failed("cat-file", status: 0, said: "missing object \(object)")
      }
      switch content {
      case .file(_, let isExecutable): results[place] = .file(bytes, isExecutable: isExecutable)
      case .link: results[place] = .link(String(decoding: bytes, as: UTF8.self))
      case .submodule: break
      }
    }
    return results
  }

  /// Returns true if the disk cannot have a file of this name.
  ///
  /// - Parameter path: An absolute path.
  static func isTooLong(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENAMETOOLONG
  }

  /// Returns the first part of a path that is no folder, or a path that is too long. A symbolic link is no folder: git has
  /// no files below it.
  func obstacle(to path: NotePath, besides gone: Set<NotePath> = []) -> NotePath? {
    Self.isTooLong(root + "/" + path.string)
      ? path
      : path.ancestors.first { folder in
        var status = stat()
        let isOther = lstat(root + "/" + folder.string, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
        return isOther && !gone.contains(folder)
      }
  }

  private func present(_ path: NotePath) -> Content? {
    guard obstacle(to: path) == nil, let traits = files.traits(path) else { return nil }
    if let target = traits.linkTarget { return .link(target) }
    guard let bytes = try? files.read(path) else { return .foreign }
    return .file(bytes, isExecutable: (traits.permissions ?? 0) & 0o100 != 0)
  }

  private func state(
    of step: Step, at present: Content?, isSparse: Bool, besides gone: Set<NotePath> = []
  ) throws -> State {
    if step.after != nil, obstacle(to: step.place, besides: gone) != nil { return .blocked }
    if Self.isSame(present, step.after) { return .done }
    if Self.isSame(present, step.before) { return .pending }
    if let stored = step.stored, stored.of == present, let place = step.objects.firstIndex(of: stored.name) {
      return place == 0 ? .pending : .done
    }
    if isSparse, present == nil { return .absent }
    // A folder whose files this very checkout removes.
    if present == .foreign, step.before == nil, files.isFolder(step.place) { return .pending }
    guard step.place.isMarkdown else { return step.before == nil ? .blocked : .kept }
    guard case .file(let ours, _)? = present, case .file(let base, _)? = step.before,
      case .file(let theirs, _)? = step.after,
      let merged = NoteMerge(rules: .notes).merge(base: base, ours: ours, theirs: theirs), merged.isClean
    else { return .blocked }
    return .merged(merged.bytes)
  }

  /// Compares contents; the executable bit is ignored.
  private static func isSame(_ one: Content?, _ other: Content?) -> Bool {
    if case .file(let bytes, _)? = one, case .file(let others, _)? = other { return bytes == others }
    return one == other
  }

  // MARK: - Writing

  /// A file that was changed here while others arrived, and that cannot be merged.
  private struct InTheWay: Error {
    let path: String
  }

  /// A file that was written, or left as it is.
  private struct Written {
    let step: Step
    let state: State
    let former: Content?
    let latter: Content?

    /// The replaced text; nil unless one text replaces another.
    var replaced: ReplacedContent? {
      guard case .file(let old, let wasExecutable)? = former, case .file(let new, let isExecutable)? = latter,
        old != new, wasExecutable == isExecutable
      else { return nil }
      return ReplacedContent(path: step.place, expected: old, bytes: new)
    }
  }

  /// Returns the file of a step as it becomes, if its text can be replaced together with others.
  private func replacement(_ step: Step, isSparse: Bool) throws -> Written? {
    let former = present(step.place)
    let file = Written(step: step, state: .pending, former: former, latter: step.after)
    guard file.replaced != nil, case .pending = try state(of: step, at: former, isSparse: isSparse) else { return nil }
    return file
  }

  /// Writes the files. If a file cannot be written, the files before that file are restored.
  ///
  /// - Throws: ``InTheWay`` unless `skipsBlocked`
  private func write(_ steps: [Step], isSparse: Bool, skipsBlocked: Bool) throws -> [Written] {
    var written: [Written] = []
    var waiting: [Written] = []
    var folders: Set<NotePath?> = []
    func writeOne(_ step: Step) throws {
      written.append(try write(step, isSparse: isSparse))
      if written.last?.state.isBlocked == true, !skipsBlocked { throw InTheWay(path: step.path) }
    }
    func writeWaiting() throws {
      var rest = waiting[...]
      (waiting, folders) = ([], [])
      let contents = rest.compactMap(\.replaced)
      // A file that changes during the comparison is compared again, with all files after it.
      do { try files.replace(contents) { written.append(rest.removeFirst()) } } catch {}
      for file in rest { try writeOne(file.step) }
    }
    do {
      for step in steps {
        let replacement = try replacement(step, isSparse: isSparse)
        if let replacement {
          waiting.append(replacement)
          folders.insert(step.place.folder)
        }
        if replacement == nil || waiting.count == 1_024 || folders.count == 64 { try writeWaiting() }
        if replacement == nil { try writeOne(step) }
      }
      try writeWaiting()
    } catch {
      for file in written.reversed() {
        try put(file.former, at: file.step.place, insteadOf: file.latter)
      }
      throw error
    }
    return written
  }

  /// Replaces the current file. If the file has changed since the run began, it is checked again.
  private func write(_ step: Step, isSparse: Bool) throws -> Written {
    while true {
      let former = present(step.place)
      let state = try state(of: step, at: former, isSparse: isSparse)
      let latter: Content?
      switch state {
      case .pending, .done: latter = step.after
      case .merged(let bytes): latter = .file(bytes, isExecutable: false)
      case .kept, .absent, .blocked: latter = former
      }
      do {
        try put(latter, at: step.place, insteadOf: former)
        return Written(step: step, state: state, former: former, latter: latter)
      } catch {
        if Self.isSame(present(step.place), former) { throw error }
      }
    }
  }

  /// Restores the former content of files that an earlier run wrote.
  private func takeBack(_ steps: [Step], _ states: [State]) throws {
    for (step, state) in zip(steps, states).reversed() {
      guard case .done = state, step.before != step.after, Self.isSame(present(step.place), step.after)
      else { continue }
      try put(step.before, at: step.place, insteadOf: step.after)
    }
  }

  private func put(_ content: Content?, at path: NotePath, insteadOf present: Content?) throws {
    if !Self.isSame(content, present) {
      switch (content, present) {
      case (.file(let bytes, _)?, .file(let former, _)?): try files.replace(path, expecting: former, with: bytes)
      default:
        if let present { try remove(present, at: path) }
        do {
          try create(content, at: path)
        } catch {
          try create(present, at: path)
          throw error
        }
      }
    }
    if case .file(_, let isExecutable)? = content { setExecutable(isExecutable, path, present) }
  }

  private func create(_ content: Content?, at path: NotePath) throws {
    switch content {
    case .file(let bytes, _)?: try files.create(path, bytes)
    case .link(let target)?: try files.create(path, [], FileTraits(linkTarget: target))
    case .foreign?, nil: break
    }
  }

  private func remove(_ content: Content, at path: NotePath) throws {
    switch content {
    case .file(let bytes, _): try files.remove(path, expecting: bytes)
    case .link:
      // The link itself: its target is not touched.
      guard obstacle(to: path) == nil else { throw RepositoryError.outside(path.string) }
      unlink(root + "/" + path.string)
    case .foreign:
      // An empty folder that a program has left; git does not record such folders.
      return try files.removeEmptyFolders(from: path, upTo: path)
    }
    if let folder = path.folder, let top = path.string.split(separator: "/").first {
      try files.removeEmptyFolders(from: folder, upTo: NotePath(trusted: String(top)))
    }
  }

  private func setExecutable(_ isExecutable: Bool, _ path: NotePath, _ former: Content?) {
    let was = if case .file(_, let flag)? = former { flag } else { false }
    guard isExecutable != was, let permissions = files.traits(path)?.permissions else { return }
    // Users who can read the file can run it.
    let readers = (permissions & 0o444) >> 2
    chmod(root + "/" + path.string, isExecutable ? permissions | readers : permissions & ~0o111)
  }
}
