package import NoteModel

/// Finds out which pages that notes link to are still there.
///
/// Every page is asked for once, hosts side by side, each of them slowly and in turn.
package struct WebLinkRound: Sendable {
  private let web: Web
  private let manners: WebManners
  private let cacheFolder: String
  private let now: Int

  /// The number of hosts that are asked at the same time.
  private static let mostHosts = 8

  /// - Parameters:
  ///   - cacheFolder: The repository's.
  ///   - now: In seconds since the epoch.
  package init(
    web: Web, manners: WebManners, cacheFolder: String, now: Int
  ) {
    self.web = web
    self.manners = manners
    self.cacheFolder = cacheFolder
    self.now = now
  }

  /// What is known of each address; those that the configuration skips have no verdict.
  ///
  /// - Parameter progress: Told how many pages have been asked for, and how many there are.
  package func verdicts(
    of addresses: Set<WebAddress>, progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async -> [WebAddress: WebVerdict] {
    var cache = WebVerdictCache(folder: cacheFolder, now: now)
    var verdicts: [WebAddress: WebVerdict] = [:]
    var open: Set<WebAddress> = []
    for address in addresses where !manners.isIgnored(address) {
      if let reason = manners.refusal(of: address) {
        verdicts[address] = .untold(reason)
      } else if let known = cache.verdict(of: address, manners) {
        verdicts[address] = known
      } else {
        open.insert(address)
      }
    }
    let found = await ask(for: open, progress)
    for (address, verdict) in found {
      verdicts[address] = verdict
      // Without a connection nothing has been learnt.
      if verdict != .untold(.noConnection) { cache.remember(verdict, of: address) }
    }
    if !found.isEmpty { cache.save() }
    return verdicts
  }

  private typealias Answers = (verdicts: [WebAddress: WebVerdict], isAnswered: Bool)

  private func ask(
    for addresses: Set<WebAddress>, _ progress: @Sendable (Int, Int) -> Void
  ) async -> [WebAddress: WebVerdict] {
    let clock = HostClock(interval: manners.interval)
    let total = Set(addresses.map(\.page)).count
    var hosts = Dictionary(grouping: addresses, by: \.host).sorted { $0.key > $1.key }.map(\.value)
    var verdicts: [WebAddress: WebVerdict] = [:]
    var isAnswered = false
    await withTaskGroup(of: Answers.self) { group in
      func addHost() {
        guard let host = hosts.popLast() else { return }
        group.addTask { await self.ask(oneHost: host, clock) }
      }
      for _ in 0..<Self.mostHosts { addHost() }
      for await answers in group {
        verdicts.merge(answers.verdicts) { $1 }
        isAnswered = isAnswered || answers.isAnswered
        progress(Set(verdicts.keys.map(\.page)).count, total)
        addHost()
      }
    }
    // Where nobody answers at all, it is not the hosts that are missing.
    return isAnswered
      ? verdicts
      : verdicts.mapValues {
        $0 == .untold(.privatePlace) ? $0 : .untold(.noConnection)
      }
  }

  /// Page after page; after a “too many requests” nothing more is asked for.
  private func ask(oneHost addresses: [WebAddress], _ clock: HostClock) async -> Answers {
    let inquiry = PageInquiry(web: web, manners: manners, clock: clock)
    let pages = Dictionary(grouping: addresses, by: \.page).sorted { $0.key < $1.key }
    var answers: Answers = ([:], false)
    var isRefused = false
    for (_, addresses) in pages {
      guard !isRefused else {
        for address in addresses { answers.verdicts[address] = .untold(.tooOften) }
        continue
      }
      let elements = Set(addresses.compactMap(\.element))
      let outcome = await inquiry.outcome(of: addresses[0], elements: elements)
      for address in addresses {
        answers.verdicts[address] =
          address.element.flatMap { outcome.elements[$0] } ?? outcome.verdict
      }
      answers.isAnswered = answers.isAnswered || outcome.isAnswered
      isRefused = outcome.isRefused
    }
    return answers
  }
}
