package import NoteModel
package import NoteRepository
import Synchronization

/// One writing call among many that fails as on a full disk, before it has done anything; those before and behind it
/// work.
package final class CallFault: FileCallWatcher {
  private let left: Mutex<Int>

  /// - Parameter number: Of the call that fails, counted from 0.
  package init(at number: Int) {
    left = Mutex(number)
  }

  package var hasHappened: Bool { left.withLock { $0 < 0 } }

  package func willRead(_ path: NotePath) {}
  package func willTidy(_ folder: NotePath) {}

  package func willWrite(_ path: NotePath) throws(RepositoryError) {
    let fails = left.withLock { left in
      left -= 1
      return left == -1
    }
    if fails {
      throw .system(
        path: path.string, action: .write, code: 28, reason: "No space left on device")
    }
  }
}
