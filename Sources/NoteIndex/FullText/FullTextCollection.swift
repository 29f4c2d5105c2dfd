import Synchronization

/// The words of a first index, collected by the threads that read the notes.
///
/// A thread takes a collector before it takes notes: those it gets then come behind all that others have taken, so
/// that the numbers in each collector ascend.
package final class FullTextCollection: Sendable {
  private struct State {
    var idle: [PostingCollector] = []
    var full: [PostingCollector] = []
  }

  private let state = Mutex(State())
  private let limit: Int

  /// `limit`: From how many bytes on what a thread has collected becomes a segment of the table.
  init(limit: Int = 24 << 20) {
    self.limit = limit
  }

  /// Calls `body` with a collector that no other thread has.
  package func withCollector<Result>(_ body: (PostingCollector) -> Result) -> Result {
    let collector = state.withLock { $0.idle.popLast() } ?? PostingCollector()
    let result = body(collector)
    let isFull = collector.byteCount >= limit
    state.withLock { state in
      if isFull { state.full.append(collector) } else { state.idle.append(collector) }
    }
    return result
  }

  /// The collectors that are full.
  func takeFull() -> [PostingCollector] {
    state.withLock { state in
      defer { state.full = [] }
      return state.full
    }
  }

  /// All of them, once no thread reads any more.
  func takeAll() -> [PostingCollector] {
    state.withLock { state in
      defer { state = State() }
      return state.full + state.idle
    }
  }
}
