import Dispatch
import HostSystem
import Synchronization

/// Results that several threads produce and one thread consumes in order, with a limit on the number in progress.
///
/// A worker first waits for room and then claims a place. Therefore every claimed place can be finished, the claimed
/// places are always the next ones, and the next result never waits for room. While the next result is not ready, the
/// caller works too, so all results are produced even if no other thread is free.
package final class OrderedWindow<Result: Sendable>: Sendable {
  /// The last step of a worker; tests stop workers there.
  package enum Step: Hashable, Sendable {
    case tookRoom
    case claimed(Int)
    case made(Int)
    case handedOver(Int)
  }

  private struct State {
    /// The next place that nobody has begun.
    var next = 0
    /// The next place that the caller takes.
    var wanted = 0
    /// Results that wait for the caller.
    var ready: [Int: Result] = [:]
    var isStopped = false
  }

  private let count: Int
  private let make: @Sendable (_ place: Int) -> Result
  private let observe: @Sendable (Step) -> Void
  private let state = Mutex(State())
  // Both are raised from zero: a semaphore that ends below its first value traps.
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - count: The number of places.
  ///   - size: Results that may be under way or wait for the caller.
  ///   - threads: Workers besides the caller. Nil for one on each other processor.
  ///   - observe: Called by each worker after each step.
  ///   - make: Makes the result of a place.
  package init(
    count: Int, size: Int, threads: Int? = nil,
    observing observe: @escaping @Sendable (Step) -> Void = { _ in },
    make: @escaping @Sendable (_ place: Int) -> Result
  ) {
    self.count = count
    self.make = make
    self.observe = observe
    for _ in 0..<max(min(size, count), 1) { room.signal() }
    for _ in 0..<max(min(threads ?? max(Processors.count - 1, 1), count - 1), 0) {
      DispatchQueue.global(qos: .userInitiated).async { [self] in
        repeat { room.wait() } while work()
      }
    }
  }

  /// Returns the next result, in order, or nil after the last one.
  package func next() -> Result? {
    while true {
      let (isEnd, result) = state.withLock { state in
        guard state.wanted < count, !state.isStopped else { return (true, Result?.none) }
        let result = state.ready.removeValue(forKey: state.wanted)
        if result != nil { state.wanted += 1 }
        return (false, result)
      }
      if isEnd { return nil }
      if let result {
        room.signal()
        return result
      }
      // The wanted one is under way. With no room for others, or no others, it is all there is to wait for.
      if room.wait(timeout: .now()) == .timedOut || !work() { filled.wait() }
    }
  }

  /// Stops the work: no piece is begun and no result returned any more. Running pieces end by themselves.
  package func stop() {
    state.withLock { $0.isStopped = true }
    room.signal()
  }

  /// Makes one result in the room that was taken.
  ///
  /// - Returns: False if no place is left. The next waiting worker then wakes up and stops, too.
  private func work() -> Bool {
    observe(.tookRoom)
    guard let place = claim() else {
      room.signal()
      return false
    }
    let result = make(place)
    observe(.made(place))
    state.withLock { $0.ready[place] = result }
    filled.signal()
    observe(.handedOver(place))
    return true
  }

  private func claim() -> Int? {
    let place = state.withLock { state -> Int? in
      guard state.next < count, !state.isStopped else { return nil }
      defer { state.next += 1 }
      return state.next
    }
    if let place { observe(.claimed(place)) }
    return place
  }
}

package enum Processors {
  package static var count: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// Workers besides the caller for long work that leaves one processor to short questions.
  package static var workersLeavingOneFree: Int { max(count - 2, 0) }
}

extension OrderedWindow {
  /// Computes all results and returns them in order.
  package static func all(_ count: Int, _ make: @escaping @Sendable (_ place: Int) -> Result) -> [Result] {
    let window = OrderedWindow(count: count, size: count, make: make)
    var results: [Result] = []
    results.reserveCapacity(count)
    while let result = window.next() { results.append(result) }
    return results
  }
}
