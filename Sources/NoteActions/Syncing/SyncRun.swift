package import NoteHistory
import NoteIndex
import NoteMerging
import NoteModel
package import NoteRepository
import NoteSyntax
package import Wording

/// Commits the notes, brings in what the other side has, and sends what it lacks.
package struct SyncRun: Sendable {
  private let workspace: Workspace
  private let git: any GitClient
  private let gitAt: @Sendable (_ folder: String) -> any GitClient

  private static let attempts = 3

  /// - Parameter git: In a folder, given by its absolute path.
  package init(_ workspace: Workspace, git: @escaping @Sendable (_ folder: String) -> any GitClient) {
    self.workspace = workspace
    self.git = git(workspace.repository.root)
    gitAt = git
  }

  /// The folder of notes may be one of several in a work tree.
  private func checkout() throws(GitError) -> (checkout: TreeCheckout, merging: GitMerging) {
    let root = try git.output(.asking(.revParse, "--show-toplevel")).text
    return (TreeCheckout(root: root, git: gitAt(root), store: store), GitMerging(gitAt(root)))
  }

  private var store: LiveFileSystem {
    LiveFileSystem(root: workspace.repository.stateFolder, isPrivate: true)
  }

  private var committing: RecordedCommit { RecordedCommit(in: workspace.repository, git: git) }

  /// Refuses to begin where somebody else is in the middle of something.
  ///
  /// - Throws: ``GitRefusal``, ``GitError``
  package func check() throws {
    if let operation = try GitOperation.underWay(in: git) { throw GitRefusal.underWay(operation) }
    let leftovers = try committing.leftovers()
    let staged = try GitCommitter(git).stagedPaths().filter { !leftovers.contains($0) }
    guard staged.isEmpty else { throw GitRefusal.staged(staged) }
    _ = try GitRemote(git).branch()
  }

  /// Files that are not committed.
  package struct Uncommitted: Sendable {
    /// What a synchronisation commits: notes, attachments, what is in `.sheaf`, and files that are gone.
    package fileprivate(set) var ours: [String] = []
    /// Other files that git knows.
    package fileprivate(set) var others: [String] = []
    /// Notes with conflict markers.
    package fileprivate(set) var marked: [String] = []
  }

  /// - Throws: ``GitError``, a database error
  package func uncommitted() throws -> Uncommitted {
    let tracked = Set(try git.output(.reading("ls-files", "-z")).texts)
    let notes = try workspace.index.files()?.map(\.path.string) ?? []
    let included = FilePatterns(workspace.configuration.list("sync.include"))
    let untracked = try git.output(
      .reading(
        "ls-files", "--others", "--exclude-standard", "-z",
        paths: included.isEmpty ? [Repository.settingsFolder] : [])
    ).texts
    let known = Set(notes)
    let settings = Repository.settingsFolder + "/"
    var result = Uncommitted(
      ours: notes.filter { !tracked.contains($0) }
        + untracked.filter {
          !known.contains($0) && ($0.hasPrefix(settings) || included.match($0))
        })
    let head = try GitRevision.headTree(in: git)
    for change in try workspace.changes(since: head, in: git) {
      let isGone = workspace.files.fingerprint(NotePath(trusted: change.path)) == nil
      let isOurs =
        known.contains(change.path) || change.path.hasPrefix(settings)
        || included.match(change.path)
        || isGone && !change.path.hasPrefix(".")
      if isOurs { result.ours.append(change.path) } else { result.others.append(change.path) }
    }
    result.marked = result.ours.filter { hasMarkers($0) }
    result.ours.removeAll { result.marked.contains($0) }
    return result
  }

  private func hasMarkers(_ path: String) -> Bool {
    let path = NotePath(trusted: path)
    guard path.isMarkdown, let bytes = try? workspace.originals.read(path),
      bytes.firstRange(of: Array("<<<<<<<".utf8)) != nil
    else { return false }
    return Document(parsing: bytes).diagnostics.contains { $0.check == "conflict-mark" }
  }

  /// How a run changes files and what it calls its commits.
  package struct Writing {
    /// The message of a commit of these files.
    let message: (_ paths: [String]) -> String
    /// Makes the changes of a transaction.
    let write: (Transaction) throws -> Void

    package init(
      message: @escaping (_ paths: [String]) -> String,
      write: @escaping (Transaction) throws -> Void
    ) {
      self.message = message
      self.write = write
    }
  }

  /// Commits, merges and sends.
  ///
  /// - Parameter sends: False to keep here what the other side lacks.
  /// - Returns: How it ended.
  /// - Throws: ``GitRefusal``, ``GitError``, what resolving and writing throw
  package func run(_ writing: Writing, sends: Bool = true) throws -> SyncOutcome {
    if case .inTheWay(let paths)? = try checkout().checkout.finish() { return .inTheWay(paths) }
    try committing.recover()
    try check()
    let paths = try uncommitted().ours
    _ = try committing.commit(paths, message: writing.message(paths))
    try followNames(writing)
    let remote = GitRemote(git)
    let branch = try remote.branch()
    guard let name = try remote.remotes().first else { return .noRemote }
    guard let upstream = try remote.upstream(of: branch) else {
      return .noUpstream(branch: branch, remote: name)
    }
    var received = 0
    var kept: [String] = []
    var ending = SyncOutcome.raced
    for _ in 0..<Self.attempts {
      if let failure = try remote.fetch(upstream.remote) {
        return .failed(failure, remote: upstream.remote)
      }
      let present = try remote.upstream(of: branch) ?? upstream
      let before = try remote.distance(to: present)
      if before.behind > 0 {
        if let outcome = try bringIn(present, keeping: &kept) { return outcome }
        received += before.behind
        try followNames(writing)
        try uniteOccurrences(writing)
      }
      let sent = try remote.distance(to: present).ahead
      guard sent > 0, sends else {
        return received > 0 ? .exchanged(sent: 0, received: received, kept: kept) : .upToDate
      }
      guard let failure = try remote.push(present) else {
        return .exchanged(sent: sent, received: received, kept: kept)
      }
      ending = failure == .behind ? .raced : .failed(failure, remote: upstream.remote)
      switch failure {
      case .behind, .locked: continue
      case .offline, .credentials, .rejected: return ending
      }
    }
    return ending
  }

  /// A task that both sides finished comes back once: two notes for its next occurrence become one.
  private func uniteOccurrences(_ writing: Writing) throws {
    try workspace.synchronize()
    let doubled = try workspace.doubledOccurrences()
    guard !doubled.isEmpty else { return }
    var transaction = Transaction(words: ["sync"])
    _ = try ConflictResolution(workspace, git: git).resolve(
      doubled.map { .occurrence($0) }, into: &transaction)
    try commit(transaction, writing)
  }

  /// What one side wrote by names that the other has changed since gets the new names.
  private func followNames(_ writing: Writing) throws {
    guard let bytes = merged.bytes else { return }
    let commits = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
    if commits.count == 2 {
      try workspace.synchronize()
      try commit(
        NameFollowing(workspace, git: git).transaction(commits[0], commits[1]), writing)
    }
    try merged.remove()
  }

  /// The two commits that were brought together, until what follows from that is done.
  private var merged: StateRecord { StateRecord("sync-merged", in: store) }

  private func commit(_ transaction: Transaction, _ writing: Writing) throws {
    guard !transaction.changes.isEmpty else { return }
    try writing.write(transaction)
    let paths = transaction.results.keys.map(\.string).sorted()
    _ = try committing.commit(paths, message: writing.message(paths))
  }

  /// What is left of a merge that an earlier run could not finish.
  package enum Resolution {
    /// There is none.
    case none
    case merged
    case conflicts([SyncConflict])
  }

  package static func hasPendingMerge(in repository: Repository) -> Bool {
    PendingMerge.load(from: LiveFileSystem(root: repository.stateFolder, isPrivate: true)) != nil
  }

  /// Decides conflicts of a merge that could not be finished, and finishes it where nothing else is left.
  ///
  /// - Parameters:
  ///   - decision: nil decides nothing.
  ///   - subjects: What it is about; empty for all conflicts.
  /// - Throws: ``GitRefusal``, ``GitError``, where no conflict is about a subject
  package func resolve(
    _ decision: SyncChoice.Decision?, _ subjects: [String], _ writing: Writing
  ) throws -> Resolution {
    try resolve(writing) { conflicts in
      guard let decision else { return [] }
      let chosen = try subjects.map { try SyncChoice(decision, subject: $0, among: conflicts) }
      return subjects.isEmpty ? [SyncChoice(decision)] : chosen
    }
  }

  /// The same with choices that are made when the conflicts are known.
  package func resolve(
    _ writing: Writing, choosing: ([SyncConflict]) throws -> [SyncChoice]
  ) throws -> Resolution {
    guard var pending = PendingMerge.load(from: store) else { return .none }
    if case .inTheWay(let paths)? = try checkout().checkout.finish() {
      throw IncompleteSync(.inTheWay(paths))
    }
    try committing.recover()
    try check()
    guard let upstream = try GitRemote(git).upstream(of: try GitRemote(git).branch()) else {
      return .none
    }
    var kept: [String] = []
    var outcome = try bringIn(upstream, keeping: &kept)
    if case .conflict(let conflicts, _)? = outcome {
      let chosen = try choosing(conflicts)
      pending.choices += chosen
      if !chosen.isEmpty { try pending.save() }
      outcome = try bringIn(upstream, keeping: &kept)
    }
    guard let outcome else {
      try followNames(writing)
      return .merged
    }
    guard case .conflict(let conflicts, _) = outcome else { throw IncompleteSync(outcome) }
    return .conflicts(conflicts)
  }

  /// - Returns: nil if it was brought in; otherwise everything is as it was before.
  private func bringIn(
    _ upstream: GitUpstream, keeping kept: inout [String]
  ) throws -> SyncOutcome? {
    let (checkout, merging) = try checkout()
    let head = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    let pending = PendingMerge.load(from: store)
    let deciding = ConflictDeciding(choices: pending?.choices ?? [])
    switch try merging.merge(upstream, decide: { deciding.decision(on: $0) }) {
    case .unrelated: return .unrelated(upstream: upstream.name)
    case .conflicts(let conflicts):
      try (pending ?? PendingMerge(in: store)).save()
      return .conflict(conflicts.map { conflict($0) }, upstream: upstream.name)
    case .commit(let commit):
      let theirs = try git.output(.reading("rev-parse", "--verify", upstream.reference)).text
      try merged.write(Array("\(head) \(theirs)\n".utf8))
      switch try checkout.run(from: head, to: commit) {
      case .inTheWay(let paths):
        try merged.remove()
        return .inTheWay(paths)
      case .done(let paths):
        try PendingMerge.remove(from: store)
        kept += paths
        return nil
      }
    }
  }

  /// A conflict as the user sees it.
  ///
  /// - Parameter isNew: Whether what has no common ancestor is new on both sides.
  package func conflict(_ conflict: GitConflict, isNew: Bool = true) -> SyncConflict {
    switch conflict {
    case .contents(let path, let versions) where versions.base == nil && isNew:
      .added(path, parts: parts(path, versions))
    case .contents(let path, let versions):
      text(path, versions)
    case .removedHere(let path): .removedHere(path)
    case .removedThere(let path): .removedThere(path)
    case .renamed(let former, let here, let there): .renamed(from: former, here: here, there: there)
    case .other(let said): .other(said)
    }
  }

  private func text(_ path: String, _ versions: GitFileVersions) -> SyncConflict {
    guard NotePath(trusted: path).isMarkdown, let ours = versions.ours, let theirs = versions.theirs
    else { return .whole(path) }
    let fields = doubleFields(path, versions)
    if fields.isEmpty,
      NoteMerge(rules: .notes).merge(base: versions.base, ours: ours, theirs: theirs) == nil
    {
      return .whole(path)
    }
    return .text(path, fields: fields, parts: parts(path, versions))
  }

  /// The conflicts that subjects are about; all where there are none.
  package static func meant(
    _ subjects: [String], among conflicts: [SyncConflict]
  ) throws -> [SyncConflict] {
    guard !subjects.isEmpty else { return conflicts }
    let choices = try subjects.map { try SyncChoice(.mine, subject: $0, among: conflicts) }
    return conflicts.filter { conflict in
      choices.contains { choice in
        choice.path.map(conflict.paths.contains) ?? choice.part.map(conflict.hasField) ?? true
      }
    }
  }

  /// The lines that both sides changed; those of a letter before its day are nobody's to see.
  private func parts(_ path: String, _ versions: GitFileVersions) -> [SyncConflict.Part] {
    guard let ours = versions.ours, let theirs = versions.theirs,
      ![versions.base, ours, theirs].contains(where: { isSealed($0, at: path) }),
      let merged = NoteMerge(rules: .notes).merge(base: versions.base, ours: ours, theirs: theirs)
    else { return [] }
    return MarkedText.conflicts(in: merged.bytes).map {
      SyncConflict.Part(
        name: $0.part, here: String(decoding: $0.ours, as: UTF8.self),
        there: String(decoding: $0.theirs, as: UTF8.self))
    }
  }

  private func isSealed(_ bytes: [UInt8]?, at path: String) -> Bool {
    let path = NotePath(trusted: path)
    return bytes.flatMap { workspace.gate.day(of: $0, at: path, in: workspace.layout) } != nil
  }

  /// The fields that both sides gave another value.
  private func doubleFields(_ path: String, _ versions: GitFileVersions) -> [SyncConflict.Field] {
    let path = NotePath(trusted: path)
    var gate = workspace.gate
    gate.close(
      [versions.base, versions.ours, versions.theirs].map { (path, $0) }, in: workspace.layout)
    func fields(_ bytes: [UInt8]?) -> [String: String] {
      let note = Note(
        Document(parsing: gate.readable(bytes ?? [], at: path, in: workspace.layout)), at: path,
        in: workspace.layout)
      return Dictionary(grouping: note.fields, by: \.key).mapValues {
        $0.map(\.text).joined(separator: ", ")
      }
    }
    let (old, left, right) = (
      fields(versions.base), fields(versions.ours), fields(versions.theirs)
    )
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
  /// The message of the commit with these files.
  package static func commitMessage(_ paths: [String]) -> Message {
    guard paths.count == 1, let path = paths.first else {
      return Message("Sync \(counted(paths.count, "file"))", ko: "파일 \(paths.count)개 동기화")
    }
    return Message("Sync \(path)", ko: "동기화: \(path)")
  }
}
