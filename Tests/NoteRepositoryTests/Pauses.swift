import Synchronization

/// A counter of pauses.
final class Pauses: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  /// Counts another pause.
  ///
  /// - Returns: Its number, from 1.
  func next() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}
