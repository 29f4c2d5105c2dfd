/// Gives every request to a host its time, so that no host is asked faster than the interval.
actor HostClock {
  private let interval: Swift.Duration
  private var nextTurns: [String: ContinuousClock.Instant] = [:]

  init(interval: Swift.Duration) {
    self.interval = interval
  }

  /// Waits until `host` may be asked.
  func turn(of host: String) async {
    let now = ContinuousClock.now
    let turn = max(now, nextTurns[host] ?? now)
    nextTurns[host] = turn.advanced(by: interval)
    if turn > now { try? await Task.sleep(until: turn) }
  }
}
