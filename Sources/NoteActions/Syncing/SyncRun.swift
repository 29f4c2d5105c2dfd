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

  private static let attempts = 3
  /// A rebase stops at each commit that conflicts.
  private static let stepLimit = 1_000

  package init(_ workspace: Workspace, git: any GitClient) {
    self.workspace = workspace
    self.git = git
  }

  /// Refuses to begin where somebody else is in the middle of something.
  ///
  /// - Throws: ``GitRefusal``, ``GitError``
  package func check() throws {
    if let operation = try GitOperation.underWay(in: git) { throw GitRefusal.underWay(operation) }
    let staged = try GitCommitter(git).stagedPaths()
    guard staged.isEmpty else { throw GitRefusal.staged(staged) }
    _ = try GitRemote(git).branch()
  }

  /// The notes and attachments that are not committed, and the record of reminders that machines share.
  package func uncommitted() throws -> [String] {
    let known = Set(try workspace.index.files()?.map(\.path.string) ?? [])
    let lines = try git.output(
      .reading("status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames")
    ).texts
    return lines.compactMap { line in
      let path =
        line.hasPrefix("? ")
        ? String(line.dropFirst(2))
        : line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: false).last.map(
          String.init)
      guard let path else { return nil }
      let isGone =
        !line.hasPrefix("? ") && workspace.files.fingerprint(NotePath(trusted: path)) == nil
      let isOurs =
        known.contains(path) || path == ".sheaf/reminded" || isGone && !path.hasPrefix(".")
      return isOurs ? path : nil
    }
  }

  /// Commits, merges and sends.
  ///
  /// - Parameters:
  ///   - message: The message of a commit of these files.
  ///   - write: Makes the changes of a transaction.
  /// - Returns: How it ended.
  /// - Throws: ``GitRefusal``, ``GitError``, what resolving and writing throw
  package func run(
    message: (_ paths: [String]) -> String, write: (Transaction) throws -> Void
  ) throws -> SyncOutcome {
    try check()
    let paths = try uncommitted()
    _ = try GitCommitter(git).commit(paths, message: message(paths))
    let remote = GitRemote(git)
    let branch = try remote.branch()
    guard let name = try remote.remotes().first else { return .noRemote }
    guard let upstream = try remote.upstream(of: branch) else {
      return .noUpstream(branch: branch, remote: name)
    }
    var received = 0
    for _ in 0..<Self.attempts {
      if let failure = try remote.fetch(upstream.remote) {
        return .failed(failure, remote: upstream.remote)
      }
      let present = try remote.upstream(of: branch) ?? upstream
      let before = try remote.distance(to: present)
      if before.behind > 0 {
        if let outcome = try bringIn(present) { return outcome }
        received += before.behind
        try uniteOccurrences(message, write)
      }
      let sent = try remote.distance(to: present).ahead
      guard sent > 0 else {
        return received > 0 ? .exchanged(sent: 0, received: received) : .upToDate
      }
      guard let failure = try remote.push(present) else {
        return .exchanged(sent: sent, received: received)
      }
      guard failure == .behind else { return .failed(failure, remote: upstream.remote) }
    }
    return .raced
  }

  /// A task that both sides finished comes back once: two notes for its next occurrence become one.
  private func uniteOccurrences(
    _ message: (_ paths: [String]) -> String, _ write: (Transaction) throws -> Void
  ) throws {
    try workspace.synchronize()
    let doubled = try workspace.doubledOccurrences()
    guard !doubled.isEmpty else { return }
    var transaction = Transaction(words: ["sync"])
    _ = try ConflictResolution(workspace, git: git).resolve(
      doubled.map { .occurrence($0) }, into: &transaction)
    guard !transaction.changes.isEmpty else { return }
    try write(transaction)
    let paths = transaction.results.keys.map(\.string).sorted()
    _ = try GitCommitter(git).commit(paths, message: message(paths))
  }

  /// - Returns: nil where it was brought in; otherwise everything is as it was before.
  private func bringIn(_ upstream: GitUpstream) throws -> SyncOutcome? {
    let merging = GitMerging(git)
    var result = try merging.bringIn(upstream)
    for _ in 0..<Self.stepLimit {
      switch result {
      case .done: return nil
      case .unrelated: return .unrelated(upstream: upstream.name)
      case .inTheWay(let said):
        try merging.giveUp()
        return .inTheWay(said: said)
      case .conflicts(let paths):
        do {
          try ConflictMerging(files: workspace.files, git: git).merge(paths)
        } catch {
          try merging.giveUp()
          throw error
        }
        let left = try merging.conflictedPaths()
        guard left.isEmpty else {
          let conflicts = try left.map { try conflict($0, merging) }
          try merging.giveUp()
          return .conflict(conflicts, upstream: upstream.name)
        }
        result = try merging.proceed()
      }
    }
    try merging.giveUp()
    return .raced
  }

  /// The fields that both sides gave another value.
  private func conflict(_ path: String, _ merging: GitMerging) throws -> SyncConflict {
    let (base, ours, theirs) = try merging.versions(of: path)
    func fields(_ bytes: [UInt8]?) -> [String: [String]] {
      let note = Note(
        Document(parsing: bytes ?? []), at: NotePath(trusted: path), in: workspace.layout)
      return Dictionary(grouping: note.fields, by: \.key).mapValues { $0.map(\.text) }
    }
    let (old, left, right) = (fields(base), fields(ours), fields(theirs))
    let keys = Set(left.keys).union(right.keys).filter { key in
      left[key] != right[key] && left[key] != old[key] && right[key] != old[key]
    }
    return SyncConflict(path: path, fields: keys.sorted())
  }
}

/// Merges notes that git left in conflict by the rules of notes, whether or not the merge driver is set up.
struct ConflictMerging {
  let files: any FileSystem
  let git: any GitClient

  /// Writes and adds the notes that merge cleanly; the others stay in conflict.
  ///
  /// - Throws: ``GitError``, ``RepositoryError``
  func merge(_ paths: [String]) throws {
    for path in paths.map({ NotePath(trusted: $0) }) where path.isMarkdown {
      let (base, ours, theirs) = try GitMerging(git).versions(of: path.string)
      // One side removed it: nothing decides between that and the changes of the other.
      guard let ours, let theirs, let current = try? files.read(path),
        let merged = NoteMerge(rules: .notes).merge(base: base, ours: ours, theirs: theirs),
        merged.isClean
      else { continue }
      if merged.bytes != current {
        try files.replace(path, expecting: current, with: merged.bytes)
      }
      _ = try git.output(.writing("add", paths: [path.string]))
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
