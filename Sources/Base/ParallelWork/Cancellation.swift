import Synchronization

/// A flag for work whose result nobody waits for any more.
package final class Cancellation: Sendable {
  private let flag = Mutex(false)

  package init() {}

  package var isCancelled: Bool { flag.withLock(\.self) }
  package func cancel() { flag.withLock { $0 = true } }

  /// The cancellation of the work that this task does, or nil if the work cannot be cancelled.
  @TaskLocal package static var current: Cancellation?

  /// Throws if the current work was cancelled. Long work calls this at intervals, and before it writes.
  ///
  /// - Throws: ``WorkCancelled`` if no caller waits for the work any more.
  package static func check() throws {
    if current?.isCancelled == true { throw WorkCancelled() }
  }
}

/// An error that ends work whose result no caller waits for any more.
package struct WorkCancelled: Error {}
