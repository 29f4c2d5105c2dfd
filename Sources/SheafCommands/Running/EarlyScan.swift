import NoteActions
import NoteRepository
import ParallelWork
import Synchronization

/// A command that brings the index up to date before anything else, and writes nothing before that: the scan may begin
/// before its options are read.
protocol IndexReadingCommand: ContextCommand {}

/// The scan of the repository, begun while the command line is still being read: both take their time.
final class EarlyScan: Sendable {
  private let root: String
  private let snapshot: Mutex<Deferred<TreeSnapshot>?>

  /// - Returns: nil where the first word names no ``IndexReadingCommand``, or no repository is there.
  init?(_ words: [String], in context: CommandContext) {
    guard let name = words.first,
      SheafCommand.command(named: name) is any IndexReadingCommand.Type,
      let repository = try? context.repository()
    else { return nil }
    let ignores = context.configuration(of: repository).list("ignore")
    root = repository.root
    snapshot = Mutex(Deferred { TreeSnapshot(of: repository, extraIgnores: ignores) })
  }

  /// The scan, once: what comes later needs a new one.
  func take(of repository: Repository) -> Deferred<TreeSnapshot>? {
    guard repository.root == root else { return nil }
    return snapshot.withLock { snapshot in
      defer { snapshot = nil }
      return snapshot
    }
  }
}
