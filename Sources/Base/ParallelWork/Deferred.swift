import Dispatch
import Synchronization

/// A value that another thread makes meanwhile.
package final class Deferred<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let group = DispatchGroup()

  /// Starts the computation at once.
  package init(_ make: @escaping @Sendable () -> Value) {
    DispatchQueue.global(qos: .userInitiated).async(group: group) {
      let value = make()
      self.result.withLock { $0 = value }
    }
  }

  package func value() -> Value {
    group.wait()
    guard let value = result.withLock({ $0 }) else {
      preconditionFailure("The work has ended without a value")
    }
    return value
  }
}
