package import NoteModel
package import NoteRepository
import Synchronization

/// Counts calls, and lets them through up to a number: behind it the process is dead.
package final class CallBudget: FileCallWatcher {
  private let left: Mutex<Int>

  package init(_ calls: Int) {
    left = Mutex(calls)
  }

  /// True if a call was refused.
  package var isSpent: Bool { left.withLock { $0 < 0 } }

  package func willRead(_ path: NotePath) throws(RepositoryError) { try spend(path) }
  package func willWrite(_ path: NotePath) throws(RepositoryError) { try spend(path) }
  package func willTidy(_ folder: NotePath) throws(RepositoryError) { try spend(folder) }

  private func spend(_ path: NotePath) throws(RepositoryError) {
    let isAllowed = left.withLock { left in
      left = max(-1, left - 1)
      return left >= 0
    }
    if !isAllowed {
      throw .system(path: path.string, action: .write, code: 5, reason: "The process is dead")
    }
  }
}
