import Synchronization

/// A flag for work whose result nobody waits for any more.
package final class Cancellation: Sendable {
  private let flag = Mutex(false)

  package init() {}

  package var isCancelled: Bool { flag.withLock(\.self) }
  package func cancel() { flag.withLock { $0 = true } }

  /// That of the work which the thread does; nil for work that nobody cancels.
  @TaskLocal package static var current: Cancellation?

  /// Called where work goes on for long, and before it writes.
  ///
  /// - Throws: ``WorkCancelled`` if nobody waits for the work that the thread does.
  package static func check() throws {
    if current?.isCancelled == true { throw WorkCancelled() }
  }
}

/// Nobody waits for the result any more.
package struct WorkCancelled: Error {}
