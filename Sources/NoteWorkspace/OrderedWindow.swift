import Dispatch
import Synchronization

/// Results that several threads make and one takes in order, a bounded number of them at once.
final class OrderedWindow<Result: Sendable>: Sendable {
  private struct State {
    var waiting: [Int: Result] = [:]
    var isStopped = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let free: DispatchSemaphore

  init(size: Int) {
    // Raised from zero: a semaphore that ends below its first value traps.
    free = DispatchSemaphore(value: 0)
    for _ in 0..<size { free.signal() }
  }

  /// Makes the result of a place when there is room for it. Places are to be begun in order.
  func fill(_ place: Int, _ make: () -> Result) {
    free.wait()
    guard !state.withLock({ $0.isStopped }) else {
      free.signal()
      return
    }
    let result = make()
    state.withLock { $0.waiting[place] = result }
    filled.signal()
  }

  /// Waits for the result of a place.
  func take(_ place: Int) -> Result {
    while true {
      if let result = state.withLock({ $0.waiting.removeValue(forKey: place) }) {
        free.signal()
        return result
      }
      filled.wait()
    }
  }

  /// Nothing more is made.
  func stop() {
    state.withLock { $0.isStopped = true }
    free.signal()
  }
}
