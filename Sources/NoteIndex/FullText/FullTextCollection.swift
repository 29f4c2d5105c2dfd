import NoteModel
import Synchronization

/// The words of a first index, collected by the threads that read the notes.
///
/// A thread takes a collector before it takes notes: those it gets then come behind all that others have taken, so
/// that the numbers in each collector ascend. What has become large is laid out as a segment by the thread that
/// filled it, the rest beside the writer's last work.
package final class FullTextCollection: Sendable {
  private struct State {
    var idle: [PostingCollector] = []
    var segments: [Segment] = []
    /// Those that are still in the work at the end.
    var rest: [Deferred<Segment?>] = []
  }

  private let state = Mutex(State())
  private let limit: Int

  /// `limit`: From how many bytes on what a thread has collected becomes a segment of the table.
  init(limit: Int = 8 << 20) {
    self.limit = limit
  }

  /// Calls `body` with a collector that no other thread has.
  package func withCollector<Result>(_ body: (PostingCollector) -> Result) -> Result {
    let collector = state.withLock { $0.idle.popLast() } ?? PostingCollector()
    let result = body(collector)
    if collector.lists.withLock({ $0.byteCount }) < limit {
      state.withLock { $0.idle.append(collector) }
    } else if let segment = Self.layOut(collector) {
      state.withLock { $0.segments.append(segment) }
    }
    return result
  }

  /// The segments that are ready.
  func takeSegments() -> [Segment] {
    state.withLock { state in
      defer { state.segments = [] }
      return state.segments
    }
  }

  /// Begins with what is left, once no thread reads any more.
  func beginLayingOutRest() {
    state.withLock { state in
      state.rest = state.idle.map { collector in Deferred { Self.layOut(collector) } }
      state.idle = []
    }
  }

  /// The last segments.
  func takeRest() -> [Segment] {
    takeSegments() + state.withLock(\.rest).compactMap { $0.value() }
  }

  private static func layOut(_ collector: PostingCollector) -> Segment? {
    collector.lists.withLock { Segment(layingOut: &$0) }
  }
}
