package import NoteHistory
import NoteIndex
import NoteMerging
package import NoteModel
package import NoteRepository
import NoteSyntax
import ParallelWork
package import Wording

/// Commits the notes, brings in the changes of the other side, and sends ours.
package struct SyncRun: Sendable {
  private let workspace: Workspace
  private let git: any GitClient
  private let gitAt: @Sendable (_ folder: String) -> any GitClient
  /// True to send commits with files that seem to contain a key or a password.
  package var sendsKeys = false

  private static let attempts = 3

  /// - Parameter git: In a folder, given by its absolute path.
  package init(_ workspace: Workspace, git: @escaping @Sendable (_ folder: String) -> any GitClient) {
    self.workspace = workspace
    self.git = git(workspace.repository.root)
    gitAt = git
  }

  /// Returns the checkout. The folder of notes may be one of several folders in a work tree.
  private func checkout() throws(GitError) -> (
    checkout: TreeCheckout, merging: GitMerging, top: any GitClient, root: String
  ) {
    let root = try git.output(.asking(.revParse, "--show-toplevel")).text
    let top = root == workspace.repository.root ? git : gitAt(root)
    let merging = GitMerging(top) { merged, versions in
      guard let base = versions.base, let ours = versions.ours, let theirs = versions.theirs else { return true }
      return NoteMerge(rules: .notes).admits(merged, base: base, ours: ours, theirs: theirs)
    }
    return (TreeCheckout(root: root, git: top, store: store), merging, top, root)
  }

  /// Returns the path of the folder of notes in the work tree.
  private func prefix() throws(GitError) -> String { try git.output(.asking(.revParse, "--show-prefix")).text }

  private var store: LiveFileSystem {
    LiveFileSystem(root: workspace.repository.stateFolder, isPrivate: true)
  }

  /// Returns the files about which a conflict is open, by their paths in the repository: they are not committed.
  private func disputed() throws -> Set<NotePath> {
    try GitDisputes(in: checkout().top)?.paths(below: prefix()) ?? []
  }

  /// Keeps our versions of the files about which a conflict is open as the user has them now.
  private func renewDisputes() throws {
    let (checkout, _, top, root) = try checkout()
    guard let disputes = try GitDisputes(in: top) else { return }
    let (former, now) = try disputes.renewed(in: top, root: root, read: Self.reader(root))
    if now.state == disputes.state { return }
    if now.state.commit == former.commit { return try now.keep(in: top) }
    _ = try checkout.run(from: former, to: now.state)
  }

  private static func reader(_ root: String) -> (NotePath) -> [UInt8]? {
    let files = LiveFileSystem(root: root)
    return { try? files.read($0) }
  }

  private var committing: RecordedCommit { RecordedCommit(in: workspace.repository, git: git) }

  /// Refuses to begin if somebody else is in the middle of something.
  ///
  /// - Returns: The branch that is checked out.
  /// - Throws: ``GitRefusal``, ``GitError``
  @discardableResult package func check() throws -> String {
    if let operation = try GitOperation.underWay(in: git) { throw GitRefusal.underWay(operation) }
    let committer = GitCommitter(git)
    try committer.refuseStaged {
      let leftovers = try committing.leftovers()
      return try committer.stagedPaths().filter { !leftovers.contains($0) }
    }
    return try GitRemote(git).branch()
  }

  /// Files that are not committed.
  package struct Uncommitted: Sendable {
    /// The paths that a synchronisation commits: notes, attachments, files in `.sheaf`, git's own, and removed files.
    package fileprivate(set) var ours: [String] = []
    /// Files in git that are not notes.
    package fileprivate(set) var others: [String] = []
    /// Notes with conflict markers.
    package fileprivate(set) var marked: [String] = []
    /// Files that a filter encrypts or keeps elsewhere, which is not set up in this clone.
    package fileprivate(set) var unfiltered: [String] = []
    /// New files that no note uses.
    package fileprivate(set) var unused: [String] = []
    /// New files that only a pull would send.
    package fileprivate(set) var held: [String] = []
    /// Files that git has encrypted, and that it would store in clear now.
    package fileprivate(set) var opened: [String] = []
    /// Files whose text git has encrypted at another path, and that it would store in clear at their own.
    package fileprivate(set) var bared: [String] = []
    /// Files that seem to contain a key or a password.
    package fileprivate(set) var keys: [String] = []
    /// Folders with notes that are repositories of their own.
    package fileprivate(set) var nested: [String] = []
    fileprivate var consent: SyncConsent?

    /// True if nothing is to be committed, and nothing to be told besides folders, which are told once.
    fileprivate var isNothing: Bool {
      [ours, others, marked, unfiltered, unused, held, opened, bared, keys].allSatisfy(\.isEmpty)
    }
  }

  /// - Throws: ``GitError``, a database error
  package func uncommitted() throws -> Uncommitted {
    let head = try GitRevision.headTree(in: git)
    // Git looks at every file, as the index does; at once, that takes half as long.
    let changes = Deferred { Result { try workspace.changes(since: head, in: git) } }
    // By bytes: names that differ only in their normal form are two files.
    func places(_ command: GitCommand) throws -> [NotePath] {
      try git.output(command).texts.map { NotePath(trusted: $0) }
    }
    let tracked = Set(try places(.reading("ls-files", "-z")))
    let known = Set(try workspace.index.files()?.map(\.path) ?? [])
    let choice = try SyncSelection(workspace, git: git, store: store)
    let disputed = try disputed()
    // Files that git ignores, and files in a repository of their own, are not committed.
    let folders = Set(known.flatMap(\.ancestors))
    let isAnywhere = choice.includesOthers || known.contains { !tracked.contains($0) }
    let untracked = try places(
      .reading(
        "ls-files", "--others", "--exclude-standard", "-z",
        paths: isAnywhere ? [] : [Repository.settingsFolder] + choice.settings.map(\.string)))
    var result = Uncommitted()
    let inner = tracked.union(
      untracked.filter { $0.string.hasSuffix("/") }.map { NotePath(trusted: String($0.string.dropLast())) })
    result.nested = folders.intersection(inner).map(\.string).filter { folder in
      // Git still lists a removed file in whose place there is a folder.
      workspace.files.exists(NotePath(trusted: folder + "/.git"))
    }.sorted()
    // A file in the place of a folder would take the folder's files from git.
    let places = disputed.union(disputed.flatMap(\.ancestors))
    let new = untracked.filter { (known.contains($0) || choice.takesHidden($0)) && !places.contains($0) }
    let others = new.filter { !choice.takes($0) }
    if !others.isEmpty {
      let unused = Set(try workspace.index.files.unusedAttachments()).subtracting(try workspace.filesInLetters())
      let left = others.filter { unused.contains($0) || $0.isMarkdown }
      let named = left.isEmpty ? [] : workspace.filesNamedInTexts(left)
      result.unused = left.filter { $0.isMarkdown || !named.contains($0) }.map(\.string)
    }
    let unused = Set(result.unused)
    let chosen = new.filter { !unused.contains($0.string) }
    let held = try choice.consent.held(chosen, by: choice)
    result.held = held.map(\.string).sorted()
    result.ours = chosen.filter { !held.contains($0) }.map(\.string)
    result.consent = choice.consent
    for change in try changes.value().get() {
      // A git that was killed has told the index of the new name, so that git sees the renaming.
      if let former = change.formerPath, !former.hasPrefix("."), !disputed.contains(NotePath(trusted: former)) {
        result.ours.append(former)
      }
      let path = NotePath(trusted: change.path)
      if disputed.contains(path) { continue }
      let isGone = change.kind == .removed || workspace.files.fingerprint(path) == nil
      // A file that the disk cannot have was not removed.
      let isRemoved =
        isGone && !change.path.hasPrefix(".") && !TreeCheckout.isTooLong(workspace.repository.root + "/" + change.path)
      let isOurs = known.contains(path) || choice.takesHidden(path) || isRemoved
      if isOurs { result.ours.append(change.path) } else { result.others.append(change.path) }
    }
    for path in result.ours
    where Workspace.mayHaveKey(path, size: { workspace.files.fingerprint($0).map { Int($0.size) } }) {
      guard let bytes = try? workspace.originals.read(NotePath(trusted: path)) else { continue }
      if NotePath(trusted: path).isMarkdown, ConflictMarks.areIn(bytes) { result.marked.append(path) }
      if workspace.hasKey(path, bytes) { result.keys.append(path) }
    }
    // A file whose last commit already has a key is not held back.
    let old = try keys(in: GitObjects(git).files(of: head, paths: result.keys))
    result.keys.removeAll { old.contains($0) }
    result.unfiltered = try GitFilters(git).unknown(result.ours)
    let filters = GitFilters(git)
    let encrypted = try filters.encrypted(result.ours, in: head)
    let filtered = try filters.names(of: encrypted.sorted())
    result.opened = encrypted.sorted().filter { path in
      let place = NotePath(trusted: path)
      guard filtered[place] == nil, let bytes = try? workspace.originals.read(place) else { return false }
      return !GitFilters.isEncrypted(bytes)
    }
    let open = try filters.encrypted(disputed.map(\.string), in: head)
    let moves = try bared(result.ours, besides: encrypted.union(open), in: head)
    result.bared = moves.map(\.1.string)
    let left = Set(
      result.marked + result.unfiltered + result.opened + result.keys + moves.map(\.0.string) + result.bared)
    result.ours.removeAll { left.contains($0) }
    return result
  }

  /// Returns pairs of paths: an encrypted file, and a file without a filter that now has its text.
  private func bared(
    _ changed: [String], besides encrypted: Set<String>, in head: String
  ) throws -> [(NotePath, NotePath)] {
    guard !encrypted.isEmpty else { return [] }
    let objects = GitObjects(git)
    let files = try objects.files(of: head, paths: encrypted.sorted())
    let texts = try objects.texts(of: files.map(\.object))
    let former = files.compactMap { file in texts[file.object].map { (NotePath(trusted: file.path), $0) } }
    let filtered = try GitFilters(git).names(of: changed)
    let known = Set(try objects.files(of: head, paths: changed).map { NotePath(trusted: $0.path) })
    let (ids, contents) = (Set(former.compactMap { NoteIdentifier.telling($0.1) }), Set(former.map(\.1)))
    let latter = changed.map { NotePath(trusted: $0) }.compactMap { path -> (NotePath, [UInt8])? in
      guard filtered[path] == nil, !encrypted.contains(path.string), let bytes = try? workspace.originals.read(path)
      else { return nil }
      // A clear note that was there is another, unless it has the id or the whole text.
      let isNew = !known.contains(path) || contents.contains(bytes)
      return isNew || NoteIdentifier.telling(bytes).map(ids.contains) == true ? (path, bytes) : nil
    }
    return GitRenames.moves(from: former, to: latter)
  }

  /// Returns the folders among these that no earlier call has returned.
  package func unnamed(_ nested: [String]) throws -> [String] {
    let record = StateRecord("sync-nested", in: store)
    let known = Set(String(decoding: record.bytes ?? [], as: UTF8.self).split(separator: "\0").map(String.init))
    let new = nested.filter { !known.contains($0) }
    if !new.isEmpty { try record.write(Array(nested.joined(separator: "\0").utf8)) }
    return new
  }

  /// The way in which a run changes files and names its commits.
  package struct Writing {
    /// The message of a commit of these files.
    let message: (_ paths: [String]) -> String
    /// Makes the changes of a transaction.
    let write: (Transaction) throws -> Void
    /// Returns the source of answers to the queries in notes.
    let answers: (Workspace) -> QueryAnswers
    /// Remembers contents of files that a decision has replaced, for `undo`.
    let remember: ([SyncRun.Discarded]) throws -> Void
    /// Prints a warning for the user.
    let warn: (Message) -> Void

    package init(
      message: @escaping (_ paths: [String]) -> String,
      write: @escaping (Transaction) throws -> Void,
      answers: @escaping (Workspace) -> QueryAnswers,
      remember: @escaping ([SyncRun.Discarded]) throws -> Void = { _ in }, warn: @escaping (Message) -> Void
    ) {
      self.message = message
      self.write = write
      self.answers = answers
      self.remember = remember
      self.warn = warn
    }
  }

  /// Commits, merges and sends.
  ///
  /// - Parameters:
  ///   - sends: False to keep our commits here.
  ///   - beginning: The work that was done before the index was up to date.
  /// - Returns: The outcome, the remaining conflicts, the files that are not committed (nil if files may have been
  ///   added since the check), and the files that each side received from the other.
  /// - Throws: ``GitRefusal``, ``GitError``, any error of resolving and writing
  package func run(_ writing: Writing, sends: Bool = true, since beginning: SyncBeginning) throws -> (
    outcome: SyncOutcome, open: [SyncConflict], left: Uncommitted?, came: [NotePath], went: [NotePath]
  ) {
    defer { _ = beginning.state.value() }
    if let paths = try unfinished() { return (.inTheWay(paths), [], nil, [], []) }
    try committing.recover()
    let branch = try check()
    let upstream = try GitRemote(git).upstream(of: branch)
    // A network may be slow, and a commit does not touch what comes.
    let fetched =
      beginning.fetched
      ?? upstream.map { upstream in Deferred { Result { try GitRemote(git).fetch(upstream.remote) } } }
    defer { _ = fetched?.value() }
    let former = try GitDisputes(in: checkout().top)?.state.commit
    try renewDisputes()
    var left = try uncommitted()
    try left.consent?.save(left: left.unused + left.held)
    let isCommitted = try committing.commit(left.ours, message: writing.message(left.ours))
    let committed = isCommitted ? left.ours.count : 0
    let isNothingLeft = left.isNothing
    left.ours = []
    if let former { try followOwnNames(since: former, writing) }
    try followNames(writing)
    var round = Round()
    let outcome =
      try exchange(branch, upstream, fetched, writing, &round, sends: sends) ?? .noRemote(committed: committed)
    try round.links?.warn(workspace, git, writing.warn)
    if !round.came.isEmpty { try left.consent?.save(left: left.unused + left.held, cameIn: round.came) }
    let isIdle = outcome == .upToDate && isNothingLeft && round.open.isEmpty
    if isIdle, try workspace.doubledOccurrences().isEmpty { try? beginning.settle() }
    return (outcome, round.open, outcome.hasReceived ? nil : left, round.came, round.went)
  }

  /// Goes on with a checkout that was killed. Returns the files that are in its way; nil if it is done.
  private func unfinished() throws -> [String]? {
    guard TreeCheckout.isUnfinished(in: store) else { return nil }
    if case .inTheWay(let paths, _)? = try checkout().checkout.finish() { return paths }
    return nil
  }

  /// State that is kept while the two sides are merged.
  private struct Round {
    /// Files that are no notes, which changed meanwhile.
    var kept: [String] = []
    var open: [SyncConflict] = []
    var links: LinksBefore?
    /// The files that each side has got of the other.
    var (came, went): ([NotePath], [NotePath]) = ([], [])
  }

  /// - Parameter fetched: The result of a fetch that has begun.
  /// - Returns: nil if there is no remote.
  private func exchange(
    _ branch: String, _ upstream: GitUpstream?, _ fetched: Deferred<Result<GitExchangeFailure?, any Error>>?,
    _ writing: Writing, _ round: inout Round, sends: Bool
  ) throws -> SyncOutcome? {
    let remote = GitRemote(git)
    guard let upstream else {
      let remotes = try remote.remotes()
      guard let first = remotes.first else { return nil }
      guard sends, remotes.count == 1, try remote.follow(first, with: branch) else {
        return .noUpstream(branch: branch, remote: first)
      }
      return try exchange(branch, remote.upstream(of: branch), nil, writing, &round, sends: sends)
    }
    if let (from, to) = try remote.apart(upstream.remote), !RepositoryTrust(workspace.repository).isInForce {
      throw GitRefusal.apart(remote: upstream.remote, from: from, to: to)
    }
    var received = 0
    var ending = SyncOutcome.raced
    for attempt in 0..<Self.attempts {
      let failure =
        if attempt == 0, let fetched { try fetched.value().get() } else { try remote.fetch(upstream.remote) }
      if let failure { return .failed(failure, remote: upstream.remote) }
      // A branch may have come that was not there.
      let present = try upstream.name.isEmpty ? remote.upstream(of: branch) ?? upstream : upstream
      let before = try remote.distance(to: present)
      var sent = before.ahead
      let hasNames = PendingMerge.load(from: store).map { !$0.names.isEmpty } ?? false
      if try before.behind > 0 || hasNames || GitDisputes(in: checkout().top) != nil {
        let former = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
        if let outcome = try bringIn(present, writing, &round) { return outcome }
        received += before.behind
        if before.behind > 0 { round.came += try changed(since: former) }
        // A conflict only about names is resolved now.
        if try followNames(writing), !round.open.isEmpty, let outcome = try bringIn(present, writing, &round) {
          return outcome
        }
        try uniteOccurrences(writing)
        try renewAnswers(writing)
        sent = try remote.distance(to: present).ahead
      } else {
        // Somebody has merged it in another way.
        try PendingMerge.remove(from: store)
      }
      guard sent > 0, sends else {
        return received > 0 ? .exchanged(sent: 0, received: received, kept: round.kept) : .upToDate
      }
      let former = present.reference.isEmpty ? nil : present.reference
      let top = try checkout().top
      let files = try GitObjects(top).files(since: former)
      let clear = try GitFilters(top).inClear(files, since: former)
      guard clear.isEmpty else { return .inClear(clear, upstream: present.name) }
      let keys = try sendsKeys ? [] : newKeys(in: files, since: former)
      guard keys.isEmpty else { return .keys(keys) }
      let sending = try changed(since: former ?? GitRevision.emptyTree(in: git))
      guard let failure = try remote.push(present) else {
        round.went = sending
        return .exchanged(sent: sent, received: received, kept: round.kept)
      }
      ending = failure == .behind ? .raced : .failed(failure, remote: upstream.remote)
      switch failure {
      case .behind, .locked: continue
      case .offline, .credentials, .rejected: return ending
      }
    }
    return ending
  }

  private func changed(since commit: String) throws -> [NotePath] {
    try GitTreeChange.between(commit, "HEAD^{commit}", in: git, isInFolder: true).map { NotePath(trusted: $0.path) }
  }

  /// Returns the files of commits that seem to contain a key or a password, without files that a former commit has with
  /// one.
  ///
  /// - Parameter files: Files by their paths in the work tree.
  private func newKeys(in files: [GitObjects.TreeFile], since former: String?) throws -> [String] {
    let prefix = try prefix()
    let found = try keys(in: files.compactMap { $0.below(prefix) })
    guard let former else { return found.sorted() }
    return try found.subtracting(keys(in: GitObjects(git).files(of: former, paths: found.sorted()))).sorted()
  }

  /// Returns the paths of files that seem to contain a key or a password.
  private func keys(in files: [GitObjects.TreeFile]) throws -> Set<String> {
    // A file that a later commit removed is sent all the same.
    let objects = GitObjects(git)
    let sizes = try objects.sizes(of: files.filter { FileKind($0.path) == .other }.map(\.object))
    let read = files.filter { file in Workspace.mayHaveKey(file.path) { _ in sizes[file.object] } }
    let contents = try objects.contents(of: read.map(\.object))
    return Set(
      read.filter { file in contents[file.object].map { workspace.hasKey(file.path, $0) } ?? false }.map(\.path))
  }

  /// Unites the two notes for the next occurrence of a task that both sides finished.
  private func uniteOccurrences(_ writing: Writing) throws {
    try workspace.synchronize()
    let doubled = try workspace.doubledOccurrences()
    guard !doubled.isEmpty else { return }
    var transaction = Transaction(words: ["sync"])
    _ = try ConflictResolution(workspace, git: git).resolve(doubled.map { .occurrence($0) }, into: &transaction)
    try commit(transaction, writing)
  }

  /// Renews the answers in notes after both sides were merged. Answers that cannot be written now stay out of date,
  /// which `check` reports.
  private func renewAnswers(_ writing: Writing) throws {
    try workspace.synchronize()
    var transaction = Transaction(words: ["sync"])
    let baked = try? workspace.bake(nil, .renew, writing.answers(workspace), into: &transaction)
    if baked != nil { try commit(transaction, writing) }
  }

  /// Updates links and tags that one side wrote if the other side has renamed a note, heading or tag since.
  ///
  /// - Returns: True if a file changed.
  @discardableResult private func followNames(_ writing: Writing) throws -> Bool {
    guard let bytes = merged.bytes else { return false }
    let commits = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    var isChanged = false
    if commits.count == 2 {
      try workspace.synchronize()
      let following = NameFollowing(workspace, git: git)
      let sides = try following.sides(commits[0], commits[1])
      let transaction = try following.transaction(sides)
      try commit(transaction, writing)
      let isRewritten = try rewriteDisputed(writing) { try following.texts(sides, of: $0, isBase: $1) }
      isChanged = !transaction.changes.isEmpty || isRewritten
    }
    try merged.remove()
    return isChanged
  }

  /// Updates links to names that changed on this computer since a commit, and that the other side does not have yet.
  private func followOwnNames(since commit: String, _ writing: Writing) throws {
    guard try git.output(.reading("rev-parse", "--verify", "HEAD")).text != commit else { return }
    let following = NameFollowing(workspace, git: git)
    _ = try rewriteDisputed(writing) { versions, _ in try following.texts(renamedSince: commit, of: versions) }
  }

  /// Updates changed names in the other side's versions of files in conflict, as the branch has them, and in the common
  /// ancestors, so that a difference of names alone is not a conflict.
  private func rewriteDisputed(
    _ writing: Writing,
    _ rewritten: (_ versions: [NotePath: [UInt8]], _ isBase: Bool) throws -> [NotePath: (
      before: [UInt8], after: [UInt8]
    )]
  ) throws -> Bool {
    try renewDisputes()
    try workspace.synchronize()
    let paths = try disputed().filter(\.isMarkdown).map(\.string)
    let (checkout, merging, top, _) = try checkout()
    guard !paths.isEmpty, let former = try GitDisputes(in: top) else { return false }
    let prefix = try prefix()
    func texts(at commit: String, isBase: Bool) throws -> GitMerging.Texts {
      let files = try GitObjects(git).files(of: commit, paths: paths)
      let contents = try GitObjects(git).texts(of: files.map(\.object))
      let versions = Dictionary(
        files.compactMap { file in contents[file.object].map { (NotePath(trusted: file.path), $0) } },
        uniquingKeysWith: { $1 })
      return try rewritten(versions, isBase).sorted { $0.key < $1.key }
        .map { (NotePath(trusted: prefix + $0.key.string), $0.value.after) }
    }
    let theirs = try texts(at: "HEAD", isBase: false)
    let bases = try texts(at: former.base, isBase: true)
    guard !theirs.isEmpty || !bases.isEmpty else { return false }
    let state = try merging.replacing(
      theirs, bases: bases, besides: former,
      message: writing.message(theirs.map { String($0.path.string.dropFirst(prefix.count)) }))
    _ = try checkout.run(from: former.state, to: state)
    return true
  }

  /// The two commits that were brought together, until the consequences are written.
  private var merged: StateRecord { StateRecord("sync-merged", in: store) }

  private func commit(_ transaction: Transaction, _ writing: Writing) throws {
    guard !transaction.changes.isEmpty else { return }
    try writing.write(transaction)
    let paths = try Set(transaction.changes.flatMap(\.paths)).subtracting(disputed()).map(\.string).sorted()
    _ = try committing.commit(paths, message: writing.message(paths))
  }

  /// The state of a merge that an earlier run could not finish.
  package enum Resolution {
    /// The branch has no remote branch.
    case none
    case merged
    case conflicts([SyncConflict])
  }

  /// Returns the files of a merge that an earlier run could not finish. Nil if there is none.
  package static func pendingPaths(in repository: Repository) -> [String]? {
    PendingMerge.load(from: LiveFileSystem(root: repository.stateFolder, isPrivate: true)).map {
      $0.paths + $0.names.map(\.there)
    }
  }

  /// Returns the conflicts that a decision would leave; changes nothing. Throws as ``resolve(_:_:_:)``.
  package func conflictsLeft(by decision: SyncChoice.Decision?, _ subjects: [String]) throws -> [SyncConflict] {
    guard var pending = PendingMerge.load(from: store),
      let upstream = try GitRemote(git).upstream(of: try GitRemote(git).branch())
    else { return [] }
    let (_, merging, top, root) = try checkout()
    let disputes = try GitDisputes(in: top)?.renewed(in: top, root: root, read: Self.reader(root)).now
    func left(adding chosen: [SyncChoice]) throws -> [SyncConflict] {
      let conflicts =
        switch try Self.merge(upstream, merging, disputes, &pending, adding: chosen) {
        case .conflicts(let conflicts), .commit(_, let conflicts): conflicts
        case .unrelated: [GitConflict]()
        }
      let deciding = ConflictDeciding(choices: chosen)
      let names = Set(pending.names).filter { deciding.name($0.paths) == nil }.map(\.conflict)
      return conflicts.flatMap { self.conflicts($0, in: pending) } + names
    }
    return try left(adding: Self.choices(decision, subjects, among: left(adding: [])))
  }

  /// Merges the branches with the decisions so far. Forgets an earlier choice of a name that another note has by now.
  private static func merge(
    _ upstream: GitUpstream, _ merging: GitMerging, _ disputes: GitDisputes?, _ pending: inout PendingMerge,
    adding chosen: [SyncChoice], message: ([String]) -> String = { $0.joined(separator: ", ") }
  ) throws -> GitMerging.Result {
    var changed: [GitMerging.ChangedNotes]?
    var moved: [String: String] = [:]
    defer { pending.moved.merge(moved) { $1 } }
    func following(_ conflict: GitConflict) throws -> GitDecision? {
      guard case .contents(let path, let versions) = conflict, NotePath(trusted: path).isMarkdown else { return nil }
      let notes = try changed ?? merging.changedNotes(upstream)
      changed = notes
      if let decision = ConflictDeciding.following(path, versions, notes) { return decision }
      if let others = ConflictDeciding.destinations(path, versions, notes) { moved[path] = others }
      return nil
    }
    func merge(_ choices: [SyncChoice]) throws -> GitMerging.Result {
      pending.choices = choices
      let deciding = ConflictDeciding(choices: choices)
      var names: [PendingMerge.OpenName] = []
      do {
        let result = try merging.merge(upstream, besides: disputes, message: message) { conflict in
          if let decision = try deciding.decision(on: conflict) ?? following(conflict) { return decision }
          guard let (name, decision) = deciding.namedAsThere(conflict) else { return nil }
          names.append(name)
          return decision
        }
        if case .commit = result { pending.names += names }
        if case .commit = result { return result }
        if names.isEmpty { return result }
      } catch GitRefusal.nameTaken(let path) {
        if names.isEmpty { throw GitRefusal.nameTaken(path) }
      }
      // All waits for these names.
      return try merging.merge(upstream, besides: disputes, message: message, decide: deciding.decision)
    }
    let earlier = pending.choices
    do {
      return try merge(earlier + chosen)
    } catch GitRefusal.nameTaken where !earlier.isEmpty {
      return try merge(chosen)
    }
  }

  private static func choices(
    _ decision: SyncChoice.Decision?, _ subjects: [String], among conflicts: [SyncConflict]
  ) throws -> [SyncChoice] {
    guard let decision else { return [] }
    let chosen = try subjects.map { try SyncChoice(decision, subject: $0, among: conflicts) }
    return subjects.isEmpty ? [SyncChoice(decision)] : chosen
  }

  /// Decides conflicts of an unfinished merge, and finishes the merge if no conflict is left.
  ///
  /// - Parameters:
  ///   - decision: nil decides nothing.
  ///   - subjects: The files that the decision is about; empty for all conflicts.
  /// - Throws: ``GitRefusal``, ``GitError``, if a subject has no conflict
  package func resolve(
    _ decision: SyncChoice.Decision?, _ subjects: [String], _ writing: Writing
  ) throws -> Resolution {
    try resolve(writing) { try Self.choices(decision, subjects, among: $0) }
  }

  /// Resolves conflicts with choices that are made when the conflicts are known.
  package func resolve(_ writing: Writing, choosing: ([SyncConflict]) throws -> [SyncChoice]) throws -> Resolution {
    guard PendingMerge.load(from: store) != nil else { return .none }
    if let paths = try unfinished() { throw SyncOutcome.inTheWay(paths).problem }
    try committing.recover()
    guard let upstream = try GitRemote(git).upstream(of: try check()) else { return .none }
    try renewDisputes()
    var round = Round()
    var outcome = try bringIn(upstream, writing, &round)
    var conflicts = round.open
    if case .conflict(let all, _)? = outcome { conflicts = all }
    var discarded: [Discarded] = []
    if !conflicts.isEmpty {
      let chosen = try choosing(conflicts)
      try checkNames(chosen, conflicts, upstream)
      try giveNames(chosen, &round, writing)
      if !chosen.isEmpty {
        discarded = try self.discarded(conflicts, by: chosen, upstream)
        outcome = try bringIn(upstream, choosing: chosen, writing, &round)
      }
    }
    guard let outcome else {
      try followNames(writing)
      try renewAnswers(writing)
      let (open, prefix) = (Set(round.open.flatMap(\.paths)), try self.prefix())
      let present = discarded.filter { !open.contains(prefix + $0.path.string) }.map { file -> Discarded in
        (file.path, file.before, try? workspace.originals.read(file.path))
      }
      try writing.remember(present.filter { $0.before != $0.after })
      try round.links?.warn(workspace, git, writing.warn)
      return round.open.isEmpty ? .merged : .conflicts(round.open)
    }
    guard case .conflict(let conflicts, _) = outcome else { throw outcome.problem }
    return .conflicts(conflicts)
  }

  /// The content of a file without a choice and with a choice; nil if the file is removed.
  package typealias Discarded = (path: NotePath, before: [UInt8], after: [UInt8]?)

  /// Returns the files of which choices discard one side, with the content of that side.
  private func discarded(
    _ conflicts: [SyncConflict], by chosen: [SyncChoice], _ upstream: GitUpstream
  ) throws -> [Discarded] {
    let prefix = try prefix()
    let commit = try disputed().isEmpty ? upstream.reference : "HEAD"
    var found: [NotePath: [UInt8]] = [:]
    for conflict in conflicts {
      guard let name = conflict.path, name.hasPrefix(prefix),
        let decision = chosen.last(where: { $0.concerns(conflict.paths) })?.decision
      else { continue }
      let path = NotePath(trusted: String(name.dropFirst(prefix.count)))
      let files = try GitObjects(git).files(of: commit, paths: [path.string])
      let theirs = try GitObjects(git).texts(of: files.map(\.object)).values.first
      let ours = try? workspace.originals.read(path)
      switch decision {
      case .mine: found[path] = theirs
      case .theirs: found[path] = ours
      case .delete: found[path] = ours ?? theirs
      case .both, .keep, .name: break
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value, nil) }
  }

  /// Checks, before a choice is stored, that a note that both sides renamed does not get the name of another note.
  private func checkNames(_ chosen: [SyncChoice], _ conflicts: [SyncConflict], _ upstream: GitUpstream) throws {
    let deciding = ConflictDeciding(choices: chosen)
    // Notes of open conflicts have the name of the other side already.
    let open = (PendingMerge.load(from: store)?.names ?? []).map(\.conflict)
    let objects = GitObjects(try checkout().top)
    for conflict in conflicts {
      guard case .renamed(_, let here, let there) = conflict,
        let name = deciding.name(conflict.paths), name != there || !open.contains(conflict)
      else { continue }
      for (commit, own) in [("HEAD", here), (upstream.reference, there)] where name != own {
        guard try objects.files(of: commit, paths: [name]).isEmpty else { throw GitRefusal.nameTaken(name) }
      }
    }
  }

  /// Gives notes that both sides renamed the names that were chosen.
  private func giveNames(_ chosen: [SyncChoice], _ round: inout Round, _ writing: Writing) throws {
    guard var pending = PendingMerge.load(from: store), !pending.names.isEmpty else { return }
    let deciding = ConflictDeciding(choices: chosen)
    let prefix = try prefix()
    for name in pending.names {
      guard let wanted = deciding.name(name.paths), wanted.hasPrefix(prefix), name.there.hasPrefix(prefix) else {
        continue
      }
      let path = NotePath(trusted: String(name.there.dropFirst(prefix.count)))
      let target = NotePath(trusted: String(wanted.dropFirst(prefix.count)))
      if path != target, workspace.files.exists(path) {
        try workspace.synchronize()
        var transaction = Transaction(words: ["resolve"])
        let text = try workspace.originals.read(path)
        let title = workspace.readableNote(text, at: path).title
        let isTitled = path.isMarkdown && (title == path.stem || title == NotePath(trusted: name.here).stem)
        _ = try transaction.carryOut(
          isTitled
            ? RenamePlan(
              retitling: path, String(target.stem), keepsAlias: false, in: workspace, place: { _ in target })
            : RenamePlan(PathMoves([PathMoves.Move(from: path, to: target)], isOfFiles: true), in: workspace))
        try commit(transaction, writing)
      }
      pending.names.removeAll { $0 == name }
      round.open.removeAll { $0 == name.conflict }
      try pending.save()
    }
  }

  /// - Parameters:
  ///   - chosen: The choices besides the earlier choices.
  ///   - left: Files of the other side that stay out of the work tree.
  /// - Returns: nil if the other side was merged, apart from open conflicts; otherwise no file has changed.
  private func bringIn(
    _ upstream: GitUpstream, choosing chosen: [SyncChoice] = [], leaving left: [NotePath] = [], _ writing: Writing,
    _ round: inout Round
  ) throws -> SyncOutcome? {
    let (checkout, merging, top, root) = try checkout()
    let head = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    if round.links == nil { round.links = LinksBefore(try workspace.index.links.resolved(), at: head) }
    let theirs = try git.output(.reading("rev-parse", "--verify", upstream.reference)).text
    _ = try CheckedTree(theirs, in: git)
    let (former, disputes) = try GitDisputes.leaving(left, besides: GitDisputes(in: top), on: head, root: root, in: top)
    let unwritable = (disputes?.unwritable ?? []).sorted()
    var pending = try pending(seenAt: theirs)
    switch try Self.merge(upstream, merging, disputes, &pending, adding: chosen, message: writing.message) {
    case .unrelated: return .unrelated(upstream: upstream.name)
    case .conflicts(let conflicts):
      pending.paths = conflicts.map { $0.paths[0] }
      try pending.save()
      return .conflict(conflicts.flatMap { self.conflicts($0, in: pending) }, upstream: upstream.name)
    case .commit(let state, let open):
      pending.paths = open.map { $0.paths[0] } + unwritable
      // The choices of the user concern the other side's version that is in the branch.
      if !open.isEmpty { pending.upstream = state.commit }
      let names = Set(pending.names)
      pending.names = try names.filter { name in
        try !GitObjects(top).files(of: state.commit, paths: [name.there]).isEmpty
      }.sorted { $0.there < $1.there }
      if !pending.isEmpty || !chosen.isEmpty { try pending.save() }
      try merged.write(Array("\(head) \(theirs)\n".utf8))
      switch try checkout.run(from: former, to: state) {
      case .inTheWay(let paths, let new):
        try merged.remove()
        guard !Set(new).isSubset(of: left) else { return .inTheWay(paths) }
        return try bringIn(upstream, choosing: chosen, leaving: left + new, writing, &round)
      case .done(let paths):
        if pending.isEmpty { try PendingMerge.remove(from: store) }
        round.kept += paths
        round.open =
          open.flatMap { self.conflicts($0, in: pending) } + pending.names.map(\.conflict)
          + unwritable.map { path in
            let obstacle = checkout.obstacle(to: NotePath(trusted: path))?.string ?? path
            return .unwritable(path, obstacle: TreeCheckout.isTooLong(root + "/" + path) ? nil : obstacle)
          }
        return nil
      }
    }
  }

  /// Returns the choices so far in a merge that is not finished.
  private func pending(seenAt upstream: String) throws -> PendingMerge {
    var pending = PendingMerge.load(from: store) ?? PendingMerge(in: store)
    if !pending.choices.isEmpty, let seen = pending.upstream, seen != upstream {
      // Only what the other side has changed: our own commits may have reached it, or not.
      let base = try git.run(.reading("merge-base", seen, upstream)).output.text
      let changes = try git.run(.reading("diff-tree", "-r", "-z", "--name-only", "--no-renames", base, upstream))
      pending.forgetChoices(about: changes.isSuccess ? changes.output.texts : nil)
    }
    pending.upstream = upstream
    return pending
  }

  private func conflicts(_ conflict: GitConflict, in pending: PendingMerge) -> [SyncConflict] {
    conflicts(conflict, choices: pending.choices).map { known in
      guard case .text(let path, let fields, let parts, _) = known else { return known }
      return .text(path, fields: fields, parts: parts, moved: pending.moved[path])
    }
  }

  /// Returns a conflict as the user sees it: a conflict about the name, one about the text, or both.
  ///
  /// - Parameters:
  ///   - choices: The parts that they decide are left out.
  ///   - isNew: True if a file without a common ancestor is new on both sides.
  package func conflicts(_ conflict: GitConflict, choices: [SyncChoice] = [], isNew: Bool = true) -> [SyncConflict] {
    switch conflict {
    case .contents(let path, let versions) where versions.base == nil && isNew:
      return [.added(path, parts: parts(path, [path], versions, choices))]
    case .contents(let path, let versions): return [text(path, [path], versions, choices)]
    case .removedHere(let path): return [.removedHere(path)]
    case .removedThere(let path): return [.removedThere(path)]
    case .renamed(let former, let here, let there, let versions):
      let deciding = ConflictDeciding(choices: choices)
      let paths = conflict.paths
      let versions = ConflictDeciding.titled(versions, paths, as: deciding.name(paths) ?? here)
      let name = SyncConflict.renamed(from: former, here: here, there: there)
      return (deciding.name(paths) == nil ? [name] : [])
        + (deciding.merged(paths, versions) == nil ? [text(here, paths, versions, choices)] : [])
    case .folder(let path, _, let versions):
      let deciding = ConflictDeciding(choices: choices)
      let paths = [path, path, path]
      let isMerged = versions.ours == nil || versions.theirs == nil || deciding.merged(paths, versions) != nil
      return (deciding.name(paths, isSideName: false) == nil ? [.folder(path)] : [])
        + (isMerged ? [] : [text(path, paths, versions, choices)])
    case .other(let said): return [.other(said)]
    }
  }

  /// - Parameters:
  ///   - path: The path of the file on this side.
  ///   - paths: All paths by which choices may name the file.
  private func text(
    _ path: String, _ paths: [String], _ versions: GitFileVersions, _ choices: [SyncChoice]
  ) -> SyncConflict {
    guard NotePath(trusted: path).isMarkdown, let ours = versions.ours, let theirs = versions.theirs
    else { return .whole(path) }
    let fields = doubleFields(path, versions).filter { field in
      !choices.contains { $0.decides(field.name, isField: true, of: paths) }
    }
    if fields.isEmpty, NoteMerge(rules: .notes).merge(base: versions.base, ours: ours, theirs: theirs) == nil {
      return .whole(path)
    }
    return .text(path, fields: fields, parts: parts(path, paths, versions, choices))
  }

  /// Returns the conflicts that subjects are about; all if there are none.
  package static func meant(_ subjects: [String], among conflicts: [SyncConflict]) throws -> [SyncConflict] {
    guard !subjects.isEmpty else { return conflicts }
    let choices = try subjects.map { try SyncChoice(.mine, subject: $0, among: conflicts) }
    return conflicts.filter { conflict in
      choices.contains { choice in
        choice.path.map(conflict.paths.contains) ?? choice.part.map(conflict.hasField) ?? true
      }
    }
  }

  /// Returns the lines that both sides changed; those of a letter before its day are nobody's to see.
  private func parts(
    _ path: String, _ paths: [String], _ versions: GitFileVersions, _ choices: [SyncChoice]
  ) -> [SyncConflict.Part] {
    guard let ours = versions.ours, let theirs = versions.theirs,
      ![versions.base, ours, theirs].contains(where: { isSealed($0, at: path) }),
      let merged = NoteMerge(rules: .notes).merge(base: versions.base, ours: ours, theirs: theirs)
    else { return [] }
    return MarkedText.conflicts(in: merged.bytes).filter { conflict in
      !choices.contains { $0.decides(conflict.part, isField: conflict.isField, of: paths) }
    }.map {
      SyncConflict.Part(
        name: $0.part, isField: $0.isField, here: String(decoding: $0.ours, as: UTF8.self),
        there: String(decoding: $0.theirs, as: UTF8.self))
    }
  }

  private func isSealed(_ bytes: [UInt8]?, at path: String) -> Bool {
    let path = NotePath(trusted: path)
    return bytes.flatMap { workspace.gate.day(of: $0, at: path, in: workspace.layout) } != nil
  }

  /// Returns the fields to which both sides gave a new value.
  private func doubleFields(_ path: String, _ versions: GitFileVersions) -> [SyncConflict.Field] {
    let path = NotePath(trusted: path)
    var gate = workspace.gate
    gate.close([versions.base, versions.ours, versions.theirs].map { (path, $0) }, in: workspace.layout)
    func fields(_ bytes: [UInt8]?) -> [String: String] {
      let note = Note(
        Document(parsing: gate.readable(bytes ?? [], at: path, in: workspace.layout)), at: path, in: workspace.layout)
      return Dictionary(grouping: note.fields, by: \.key).mapValues { $0.map(\.text).joined(separator: ", ") }
    }
    let (old, left, right) = (fields(versions.base), fields(versions.ours), fields(versions.theirs))
    let keys = Set(left.keys).union(right.keys).filter { key in
      left[key] != right[key] && left[key] != old[key] && right[key] != old[key]
    }
    // A list that both sides changed is merged.
    let merged = NoteMerge(rules: .notes).merge(
      base: versions.base, ours: versions.ours ?? [], theirs: versions.theirs ?? [])
    let names = (merged?.conflicts ?? []).compactMap {
      if case .field(let name) = $0 { name.lowercased() } else { nil }
    }
    return keys.sorted().filter { merged == nil || names.contains($0.lowercased()) }.map {
      SyncConflict.Field(name: $0, here: left[$0] ?? "", there: right[$0] ?? "")
    }
  }
}

extension SyncRun {
  /// Returns the number of notes or files, with at most five titles of notes and names of other files. Nil for none.
  package func titles(of paths: [NotePath]) -> Message? {
    guard !paths.isEmpty else { return nil }
    let sorted = paths.filter(\.isMarkdown).sorted() + paths.filter { !$0.isMarkdown }.sorted()
    return Self.message(sorted.map(\.string)) { path in
      let path = NotePath(trusted: path)
      guard path.isMarkdown else { return String(path.fileName) }
      let bytes = try? workspace.originals.read(path)
      return bytes.map { workspace.readableNote($0, at: path).title } ?? String(path.stem)
    }
  }

  /// Returns the message of the commit with these files.
  package static func commitMessage(_ paths: [String]) -> Message {
    message(paths) { path in NotePath(path).map { String($0.stem) } ?? path }
  }

  private static func message(_ all: [String], name: (String) -> String) -> Message {
    let visible = all.filter { !$0.hasPrefix(".sheaf/") }
    let areNotes = !visible.isEmpty && visible.allSatisfy { $0.hasSuffix(".md") }
    let paths = areNotes ? visible : all
    let rest = all.count - paths.count
    let names = paths.prefix(5).map { name($0).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let list = names.joined(separator: ", ") + (paths.count > 5 ? " …" : "")
    return areNotes
      ? Message(
        "\(counted(paths.count, "note")): \(list)" + (rest > 0 ? ", and \(counted(rest, "file")) in .sheaf" : ""),
        ko: "메모 \(paths.count)개: \(list)" + (rest > 0 ? ", .sheaf 파일 \(rest)개" : ""))
      : Message("\(counted(paths.count, "file")): \(list)", ko: "파일 \(paths.count)개: \(list)")
  }
}
