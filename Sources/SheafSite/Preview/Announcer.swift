import Synchronization

/// Wakes those who wait for something to change.
final class Announcer: Sendable {
  private struct State {
    var count = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())

  /// How often something changed.
  var count: Int { state.withLock { $0.count } }

  func announce() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: true) }
  }

  /// Waits for the change after number `seen`.
  ///
  /// - Returns: False where nothing changed until `deadline`.
  func change(after seen: Int, until deadline: ContinuousClock.Instant) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.change(after: seen) }
      group.addTask {
        try? await Task.sleep(until: deadline, clock: .continuous)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func change(after seen: Int) async -> Bool {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let answer: Bool? = state.withLock { state in
          if state.count != seen { return true }
          // Who is cancelled later is found among the waiters.
          if Task.isCancelled { return false }
          state.waiters[number] = waiter
          return nil
        }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: false)
    }
  }
}
