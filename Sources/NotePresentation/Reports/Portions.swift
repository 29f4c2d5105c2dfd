import Dispatch
import Synchronization

/// Makes a long text of many rows on all cores.
enum Portions {
  /// Rows for a thread at a time: fewer are made faster by one.
  private static let size = 512

  /// The bytes of `make` for all rows, in their order.
  static func bytes(
    of count: Int, _ make: @Sendable (_ rows: Range<Int>) -> [UInt8]
  ) -> [UInt8] {
    guard count > size else { return make(0..<count) }
    let portions = (count + size - 1) / size
    let made = Mutex<[[UInt8]]>(Array(repeating: [], count: portions))
    DispatchQueue.concurrentPerform(iterations: portions) { number in
      let bytes = make(number * size..<min((number + 1) * size, count))
      made.withLock { $0[number] = bytes }
    }
    return made.withLock { Array($0.joined()) }
  }
}
