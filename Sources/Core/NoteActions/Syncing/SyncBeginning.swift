package import NoteHistory
package import NoteRepository
import ParallelWork

/// The beginning of a synchronisation, for which the index need not be up to date.
///
/// A run that finds nothing to do and nothing to tell leaves behind git's view of the files. If a later run finds the
/// same view, and nothing to receive, it would do as little.
package struct SyncBeginning: Sendable {
  private let record: StateRecord
  /// Git's view of the files before the run, after the settings that choose among them.
  let state: Deferred<Result<[UInt8], any Error>>
  /// The fetch, if it has begun.
  let fetched: Deferred<Result<GitExchangeFailure?, any Error>>?
  /// True if a run would do nothing.
  package let isSettled: Bool

  /// - Parameter git: In the root of the repository.
  package init(of repository: Repository, _ configuration: Configuration, git: any GitClient) {
    record = StateRecord("sync-settled", in: LiveFileSystem(root: repository.stateFolder, isPrivate: true))
    let known = record.bytes
    let chosen = ["ignore", "sync.include"].flatMap { configuration.list($0) }
    let settings = (chosen + ["\(RepositoryTrust(repository).isInForce)"]).map { $0 + "\0" }.joined()
    let state = Deferred {
      Result {
        let view = GitCommand.reading(
          "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--ignore-submodules=all",
          "--no-renames", paths: ["."])
        return try Array(settings.utf8) + git.output(view).bytes
      }
    }
    self.state = state
    let remote = GitRemote(git)
    guard let known, (try? GitOperation.underWay(in: git)) == nil,
      let upstream = try? remote.upstream(of: remote.branch())
    else {
      (fetched, isSettled) = (nil, false)
      return
    }
    let fetched = Deferred { Result { try remote.fetch(upstream.remote) } }
    self.fetched = fetched
    func isUnchanged() throws -> Bool {
      try fetched.value().get() == nil && remote.distance(to: upstream) == (0, 0) && state.value().get() == known
    }
    isSettled = (try? isUnchanged()) ?? false
    if !isSettled { try? record.remove() }
  }

  /// Remembers that a run had nothing to do.
  func settle() throws { try record.write(state.value().get()) }
}
