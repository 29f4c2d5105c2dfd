package import NoteModel
package import NoteRepository

package struct WebRequest: Hashable, Sendable {
  package let page: String
  /// True for the head alone.
  package let isHead: Bool
  /// True if the text of the page is needed.
  package let wantsText: Bool
  /// The only address that is connected to, whatever the name of the host means by then. Nil for any.
  package let address: HostAddress?

  package init(page: String, isHead: Bool, wantsText: Bool, address: HostAddress? = nil) {
    self.page = page
    self.isHead = isHead
    self.wantsText = wantsText
    self.address = address
  }
}

/// The response of a page.
package struct WebAnswer: Hashable, Sendable {
  package enum Failure: Hashable, Sendable {
    case unknownHost, privatePlace, noConnection, tooSlow, certificate, tooLarge, other
  }

  /// 0 if no answer came.
  package var status: Int
  /// The target of a redirect; absolute.
  package var redirect: String?
  package var isHTML: Bool
  /// Empty unless it was wanted.
  package var text: [UInt8]
  package var failure: Failure?

  package init(
    status: Int = 0, redirect: String? = nil, isHTML: Bool = false, text: [UInt8] = [],
    failure: Failure? = nil
  ) {
    self.status = status
    self.redirect = redirect
    self.isHTML = isHTML
    self.text = text
    self.failure = failure
  }
}

/// Asks for pages; follows no redirect by itself.
package typealias WebClient = @Sendable (WebRequest) async -> WebAnswer

/// The addresses of a host by its name in ASCII, the best first; none if there is no such host.
package typealias HostLookup = @Sendable (String) async -> [HostAddress]

/// The web, as far as it is asked for pages.
package struct Web: Sendable {
  package let client: WebClient
  package let lookup: HostLookup

  package init(client: @escaping WebClient, lookup: @escaping HostLookup) {
    self.client = client
    self.lookup = lookup
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

/// Spaces the requests to each host, so that no host gets requests faster than the interval allows.
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
