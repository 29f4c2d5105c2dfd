import Glibc
import Synchronization

/// A stretch of memory for an arena. Those of the usual size are kept for the next parse, because new memory is
/// zeroed by the kernel page by page.
@safe struct ArenaChunk: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let size: Int

  private static let usualSize = 1 << 16
  /// The number of chunks that wait for the next parse, at most.
  private static let spareLimit = 64
  private static let spare = Mutex<[ArenaChunk]>([])

  /// Nil where the process has no memory left.
  static func take(atLeast size: Int) -> ArenaChunk? {
    if size <= usualSize, let chunk = spare.withLock({ $0.popLast() }) { return chunk }
    let size = max(size, usualSize)
    return unsafe malloc(size).map { unsafe ArenaChunk(start: $0, size: size) }
  }

  static func putBack(_ chunks: [ArenaChunk]) {
    let usual = chunks.filter { $0.size == usualSize }
    let kept = spare.withLock { spare in
      let kept = usual.prefix(max(0, spareLimit - spare.count))
      spare += kept
      return kept.count
    }
    let superfluous = usual.dropFirst(kept) + chunks.filter { $0.size != usualSize }
    for chunk in superfluous { unsafe free(chunk.start) }
  }
}
