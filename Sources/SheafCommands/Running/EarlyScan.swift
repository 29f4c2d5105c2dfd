import NoteActions
import NoteModel
import NoteRepository
import ParallelWork
import Synchronization

/// The scan of the repository, begun while the command line is still being read: both take their time.
///
/// Only for commands that bring the index up to date before anything else: what is written meanwhile would be missed.
final class EarlyScan: Sendable {
  private static let commands: Set<String> = [
    "list", "ls", "search", "show", "tags", "links", "graph", "tasks", "board", "agenda", "cal",
    "stats",
  ]

  private let root: String
  private let snapshot: Mutex<Deferred<TreeSnapshot>?>

  /// - Returns: nil where the first word is none of the commands, or no repository is there.
  init?(_ words: [String], in context: CommandContext) {
    guard let name = words.first, Self.commands.contains(name),
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
