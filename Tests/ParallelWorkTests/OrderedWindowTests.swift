import Dispatch
import HostSystem
import ParallelWork
import Synchronization
import Testing

/// Stops one worker at one step until the others have done all that they can without it.
private final class Stall: Sendable {
  private struct State {
    var occurrences = 0
    var handedOver = 0
    var consumed = 0
    var hasEnded = false
  }

  enum Kind: CaseIterable, Sendable { case tookRoom, claimed, made, handedOver }

  static let count = 12
  static let size = 3

  private let kind: Kind
  private let occurrence: Int
  private let caller = pthread_self()
  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)

  init(_ kind: Kind, occurrence: Int) {
    self.kind = kind
    self.occurrence = occurrence
  }

  func observe(_ step: OrderedWindow<Int>.Step) {
    if case .handedOver = step {
      state.withLock { $0.handedOver += 1 }
      changed.signal()
    }
    let isStopped = state.withLock { state in
      guard Kind(step) == kind else { return false }
      defer { state.occurrences += 1 }
      return state.occurrences == occurrence
    }
    guard isStopped else { return }
    let most = mostWithout(step)
    while state.withLock({ $0.handedOver < most }) { changed.wait() }
  }

  func consume() {
    state.withLock { $0.consumed += 1 }
  }

  /// The number of results that the other workers can hand over while this one does nothing.
  private func mostWithout(_ step: OrderedWindow<Int>.Step) -> Int {
    let consumed = state.withLock { $0.consumed }
    let isCaller = pthread_equal(caller, pthread_self()) != 0
    let begun = isCaller ? consumed + Self.size : Self.count
    return switch step {
    case .tookRoom: min(Self.count, isCaller ? begun - 1 : begun)
    case .claimed(let place), .made(let place):
      min(Self.count, isCaller ? begun : place + Self.size) - 1
    case .handedOver: min(Self.count, begun)
    }
  }
}

extension Stall.Kind {
  fileprivate init(_ step: OrderedWindow<Int>.Step) {
    self =
      switch step {
      case .tookRoom: .tookRoom
      case .claimed: .claimed
      case .made: .made
      case .handedOver: .handedOver
      }
  }
}

struct OrderedWindowTests {
  @Test(arguments: Stall.Kind.allCases, 0..<Stall.count)
  fileprivate func `a worker that stalls at any step delays only what needs its result`(
    kind: Stall.Kind, occurrence: Int
  ) {
    let stall = Stall(kind, occurrence: occurrence)
    let window = OrderedWindow<Int>(
      count: Stall.count, size: Stall.size, threads: 2, observing: stall.observe
    ) { $0 * 10 }
    var results: [Int] = []
    while let result = window.next() {
      results.append(result)
      stall.consume()
    }
    #expect(results == (0..<Stall.count).map { $0 * 10 })
  }

  @Test func `all is made even if no other thread is free`() {
    let window = OrderedWindow<Int>(count: 100, size: 1, threads: 0) { $0 }
    var results: [Int] = []
    while let result = window.next() { results.append(result) }
    #expect(results == Array(0..<100))
  }

  @Test func `no more results are made ahead than there is room for`() {
    let under = Mutex((made: 0, taken: 0, most: 0))
    let window = OrderedWindow<Int>(count: 200, size: 4, threads: 3) { place in
      under.withLock {
        $0.made += 1
        $0.most = max($0.most, $0.made - $0.taken)
      }
      return place
    }
    while window.next() != nil { under.withLock { $0.taken += 1 } }
    // The one that the caller takes makes room before it is counted as taken.
    #expect(under.withLock { $0.most } <= 5)
    #expect(under.withLock { $0.made } == 200)
  }

  @Test func `nothing is given out after it was stopped`() {
    let window = OrderedWindow<Int>(count: 100, size: 2, threads: 0) { $0 }
    #expect(window.next() == 0)
    window.stop()
    #expect(window.next() == nil)
  }

  @Test func `no places have no results`() {
    #expect(OrderedWindow<Int>.all(0) { $0 } == [])
    #expect(OrderedWindow<Int>.all(1) { $0 } == [0])
  }
}
