import Dispatch
import Synchronization

/// Work that is found piece by piece: other threads process the known pieces while the caller looks for more.
///
/// At the end the caller processes the remaining pieces, so all pieces are done even if no other thread is free.
package final class GrowingWork<Result: Sendable>: Sendable {
  private struct State {
    var waiting: ArraySlice<(place: Int, make: @Sendable () -> Result)> = []
    /// The results by place, nil for pieces that are not finished.
    var results: [Result?] = []
    var unfinished = 0
    var threads = 0
  }

  private let threadLimit: Int
  private let state = Mutex(State())
  /// A semaphore that is signalled after each piece. Begins at zero, because a semaphore that ends below its first
  /// value traps.
  private let done = DispatchSemaphore(value: 0)

  /// - Parameter threads: The number of threads besides the caller. Nil for one on each other processor.
  package init(threads: Int? = nil) { threadLimit = threads ?? max(Processors.count - 1, 1) }

  /// Adds a piece of work.
  package func add(_ make: @escaping @Sendable () -> Result) {
    let needsThread = state.withLock { state in
      state.waiting.append((state.results.count, make))
      state.results.append(nil)
      state.unfinished += 1
      guard state.threads < threadLimit else { return false }
      state.threads += 1
      return true
    }
    guard needsThread else { return }
    DispatchQueue.global(qos: .userInitiated).async { self.work(isHelper: true) }
  }

  /// Waits for all pieces and returns their results in the order in which the pieces were added.
  package func results() -> [Result] {
    work(isHelper: false)
    while state.withLock({ $0.unfinished > 0 }) { done.wait() }
    return state.withLock { $0.results.compactMap(\.self) }
  }

  /// Runs waiting pieces until there are none.
  private func work(isHelper: Bool) {
    while true {
      let piece = state.withLock { state in
        let piece = state.waiting.popFirst()
        if piece == nil, isHelper { state.threads -= 1 }
        return piece
      }
      guard let piece else { return }
      let result = piece.make()
      state.withLock { state in
        state.results[piece.place] = result
        state.unfinished -= 1
      }
      done.signal()
    }
  }
}
