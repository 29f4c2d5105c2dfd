import NoteModel
package import NoteRepository

/// How politely the web is asked, as `links.external-…` in the configuration says.
package struct WebManners: Sendable {
  /// Between two requests to one host.
  let interval: Swift.Duration
  /// How many seconds an answer may take.
  package let timeoutSeconds: Int
  /// For how long a page that was there counts as there.
  let freshDays: Int
  /// Beginnings of addresses that are never asked for.
  let ignored: [String]
  let asksPrivatePlaces: Bool

  package init(_ configuration: Configuration) {
    interval = Swift.Duration.milliseconds(max(0, configuration.integer("links.external-interval")))
    timeoutSeconds = max(1, configuration.integer("links.external-timeout"))
    freshDays = max(0, configuration.integer("links.external-fresh-days"))
    ignored = configuration.list("links.external-ignore")
    asksPrivatePlaces = configuration.flag("links.external-private")
  }

  func isIgnored(_ address: WebAddress) -> Bool { ignored.contains(where: address.page.hasPrefix) }

  /// Why an address is never asked for; nil where it may be.
  func refusal(of address: WebAddress) -> WebVerdict.Reason? {
    if address.hasUser { return .user }
    return address.isPrivate && !asksPrivatePlaces ? .privatePlace : nil
  }

  /// For how many seconds a verdict is valid: “dead” for a day, “unclear” for an hour.
  func freshSeconds(_ verdict: WebVerdict) -> Int {
    let day = 86_400
    switch verdict {
    case .there: return freshDays * day
    case .dead: return min(freshDays, 1) * day
    case .untold: return min(freshDays * day, 3_600)
    }
  }
}

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
