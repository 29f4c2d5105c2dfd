package import NoteActions
package import NoteRepository

/// Requests pages politely: each host in turn, no private place unless the settings allow it.
package struct PageInquiry: Sendable {
  private let web: Web
  private let manners: WebManners
  private let clock: HostClock

  private static let mostRedirects = 10

  /// Waits between two requests to one host for the interval of the settings, if several pages are asked for.
  package init(_ web: Web, _ manners: WebManners, isOnePage: Bool = false) {
    self.web = web
    self.manners = manners
    clock = HostClock(interval: isOnePage ? .zero : manners.interval)
  }

  /// Returns the answer at the end of all redirects, and its address.
  package func lastAnswer(
    to address: WebAddress, isHead: Bool, wantsText: Bool
  ) async -> (answer: WebAnswer, address: WebAddress) {
    var address = address
    for _ in 0..<Self.mostRedirects {
      await clock.turn(of: address.host)
      let answer = await publicAnswer(to: address, isHead: isHead, wantsText: wantsText)
      guard let text = answer.redirect, (300..<400).contains(answer.status) else { return (answer, address) }
      guard let next = WebAddress(text), manners.refusal(of: next) == nil else {
        return (WebAnswer(failure: .other), address)
      }
      address = next
    }
    return (WebAnswer(status: 310), address)
  }

  /// Resolves the host name once, checks the address, and connects to the checked address. A private address can
  /// therefore not be reached by another spelling, or by a name that resolves differently a moment later.
  private func publicAnswer(to address: WebAddress, isHead: Bool, wantsText: Bool) async -> WebAnswer {
    if manners.asksPrivatePlaces {
      return await web.client(WebRequest(page: address.page, isHead: isHead, wantsText: wantsText))
    }
    guard let host = HostName.ascii(address.host) else { return WebAnswer(failure: .other) }
    let addresses = await web.lookup(host)
    guard let first = addresses.first else { return WebAnswer(failure: .unknownHost) }
    guard addresses.allSatisfy(\.isPublic) else { return WebAnswer(failure: .privatePlace) }
    let other = addresses.first { $0.isVersion6 != first.isVersion6 }
    var answer = WebAnswer(failure: .noConnection)
    for place in [first, other].compactMap(\.self) where answer.failure == .noConnection {
      answer = await web.client(WebRequest(page: address.page, isHead: isHead, wantsText: wantsText, address: place))
    }
    return answer
  }

  package static func verdict(_ answer: WebAnswer) -> WebVerdict {
    if answer.status == 310 { return .untold(.tooManyRedirects) }
    switch answer.failure {
    case nil: return WebVerdict(status: answer.status)
    case .unknownHost: return .dead(.unknownHost)
    case .privatePlace: return .untold(.privatePlace)
    case .noConnection: return .untold(.noConnection)
    case .tooSlow: return .untold(.tooSlow)
    case .certificate: return .untold(.certificate)
    // The page began to come, so it is there.
    case .tooLarge: return .there
    case .other: return .untold(.failed)
    }
  }
}

/// The limits on requests to the web, from `links.external-…` in the configuration.
package struct WebManners: Sendable {
  /// The time between two requests to one host.
  let interval: Swift.Duration
  /// The greatest time for an answer in seconds.
  package let timeoutSeconds: Int
  /// The number of days for which an existing page counts as existing.
  package let freshDays: Int
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

  package func isIgnored(_ address: WebAddress) -> Bool { ignored.contains(where: address.page.hasPrefix) }

  /// Returns the reason why an address is never requested. Nil if it may be.
  package func refusal(of address: WebAddress) -> WebVerdict.Reason? {
    if address.hasUser { return .user }
    return address.isPrivate && !asksPrivatePlaces ? .privatePlace : nil
  }
}

/// Gives every request to a host its time, so that no host is asked faster than the interval.
actor HostClock {
  private let interval: Swift.Duration
  private var nextTurns: [String: ContinuousClock.Instant] = [:]

  init(interval: Swift.Duration) { self.interval = interval }

  /// Waits until `host` may be asked.
  func turn(of host: String) async {
    let now = ContinuousClock.now
    let turn = max(now, nextTurns[host] ?? now)
    nextTurns[host] = turn.advanced(by: interval)
    if turn > now { try? await Task.sleep(until: turn) }
  }
}
