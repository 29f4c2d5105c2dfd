import NoteModel

/// Finds out what is known of one page and of elements in it: HEAD first, GET where that does not tell.
struct PageInquiry {
  let web: Web
  let manners: WebManners
  let clock: HostClock

  private static let mostRedirects = 10

  /// What became of a page, and of each of its elements that was asked for.
  struct Outcome: Sendable {
    let verdict: WebVerdict
    var elements: [String: WebVerdict] = [:]
    /// True where some host said something.
    let isAnswered: Bool
    /// True where the host wants no more requests.
    var isRefused: Bool { verdict == .untold(.status(429)) || verdict == .untold(.status(503)) }
  }

  func outcome(of address: WebAddress, elements: Set<String>) async -> Outcome {
    if elements.isEmpty {
      let head = await answer(to: address, isHead: true, wantsText: false)
      let verdict = Self.verdict(head)
      if verdict == .there || !Self.mayDiffer(head) {
        return Outcome(verdict: verdict, isAnswered: head.status > 0)
      }
    }
    let page = await answer(to: address, isHead: false, wantsText: !elements.isEmpty)
    var outcome = Outcome(verdict: Self.verdict(page), isAnswered: page.status > 0)
    let found = elements.isEmpty ? [] : Self.elements(of: page)
    for element in elements {
      outcome.elements[element] =
        outcome.verdict == .there
        ? Self.verdict(of: element, among: found, page) : outcome.verdict
    }
    return outcome
  }

  /// Not every host answers HEAD as it answers GET; where it was too much already it is not asked again.
  private static func mayDiffer(_ head: WebAnswer) -> Bool {
    head.status >= 400 && head.status != 429 && head.status != 503
  }

  /// The answer at the end of all redirects.
  private func answer(
    to address: WebAddress, isHead: Bool, wantsText: Bool
  ) async -> WebAnswer {
    var address = address
    for _ in 0..<Self.mostRedirects {
      await clock.turn(of: address.host)
      let answer = await publicAnswer(to: address, isHead: isHead, wantsText: wantsText)
      guard let text = answer.redirect, (300..<400).contains(answer.status) else { return answer }
      guard let next = WebAddress(text), manners.refusal(of: next) == nil else {
        return WebAnswer(failure: .other)
      }
      address = next
    }
    return WebAnswer(status: 310)
  }

  /// Looks the host up and connects to what was found there, so that nothing private is asked by another form of its
  /// address, nor by a name that means something else a moment later.
  private func publicAnswer(
    to address: WebAddress, isHead: Bool, wantsText: Bool
  ) async -> WebAnswer {
    if manners.asksPrivatePlaces {
      return await web.client(
        WebRequest(page: address.page, isHead: isHead, wantsText: wantsText))
    }
    guard let host = HostName.ascii(address.host) else { return WebAnswer(failure: .other) }
    let addresses = await web.lookup(host)
    guard let first = addresses.first else { return WebAnswer(failure: .unknownHost) }
    guard addresses.allSatisfy(\.isPublic) else { return WebAnswer(failure: .privatePlace) }
    let other = addresses.first { $0.isVersion6 != first.isVersion6 }
    var answer = WebAnswer(failure: .noConnection)
    for place in [first, other].compactMap(\.self) where answer.failure == .noConnection {
      answer = await web.client(
        WebRequest(page: address.page, isHead: isHead, wantsText: wantsText, address: place))
    }
    return answer
  }

  private static func verdict(_ answer: WebAnswer) -> WebVerdict {
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

  private static func elements(of page: WebAnswer) -> Set<String> {
    page.isHTML ? ElementIdentifiers.all(in: page.text) : []
  }

  private static func verdict(
    of element: String, among found: Set<String>, _ page: WebAnswer
  ) -> WebVerdict {
    if page.failure == .tooLarge { return .untold(.tooLarge) }
    // Only HTML says what its elements are called; what GitHub makes of a README has a prefix.
    guard page.isHTML else { return .there }
    let names = [element, "user-content-" + element]
    return names.contains(where: found.contains) ? .there : .dead(.noSuchElement)
  }
}
