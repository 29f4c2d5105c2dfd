import NoteModel
import Synchronization

/// Collects the attachments that pages use while they are made.
final class AttachmentUse: Sendable {
  private let used = Mutex<Set<NotePath>>([])

  func add(_ path: NotePath) { used.withLock { _ = $0.insert(path) } }

  func contains(_ path: NotePath) -> Bool { used.withLock { $0.contains(path) } }

  /// In order.
  var paths: [NotePath] { used.withLock { $0.sorted() } }
}
