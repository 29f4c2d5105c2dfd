import NoteActions
import NoteModel
import NoteRepository
import WebPages

/// Checks which of the web pages that notes link to still exist.
///
/// Each page is requested once. Several hosts are asked at the same time, but each host slowly and in turn.
struct WebLinkRound: Sendable {
  let web: Web
  let manners: WebManners
  /// The cache folder of the repository.
  let cacheFolder: String
  /// The present time in seconds since the epoch.
  let now: Int

  /// The number of hosts that are asked at the same time.
  private static let mostHosts = 8

  /// Returns the verdict of each address, without the addresses that the configuration skips.
  ///
  /// - Parameter progress: Called with the number of requested pages and the number of all pages.
  func verdicts(
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
      // Without a connection, the check says nothing about the page.
      if verdict != .untold(.noConnection) { cache.remember(verdict, of: address) }
    }
    if !found.isEmpty { cache.save() }
    return verdicts
  }

  private typealias Answers = (verdicts: [WebAddress: WebVerdict], isAnswered: Bool)

  private func ask(
    for addresses: Set<WebAddress>, _ progress: @Sendable (Int, Int) -> Void
  ) async -> [WebAddress: WebVerdict] {
    let inquiry = PageInquiry(web, manners)
    let total = Set(addresses.map(\.page)).count
    var hosts = Dictionary(grouping: addresses, by: \.host).sorted { $0.key > $1.key }.map(\.value)
    var verdicts: [WebAddress: WebVerdict] = [:]
    var isAnswered = false
    await withTaskGroup(of: Answers.self) { group in
      func addHost() {
        guard let host = hosts.popLast() else { return }
        group.addTask { await Self.ask(oneHost: host, inquiry) }
      }
      for _ in 0..<Self.mostHosts { addHost() }
      for await answers in group {
        verdicts.merge(answers.verdicts) { $1 }
        isAnswered = isAnswered || answers.isAnswered
        progress(Set(verdicts.keys.map(\.page)).count, total)
        addHost()
      }
    }
    // If no host answers at all, it is not the hosts that are missing.
    return isAnswered
      ? verdicts
      : verdicts.mapValues {
        $0 == .untold(.privatePlace) ? $0 : .untold(.noConnection)
      }
  }

  /// Requests the pages of a host one after the other. After a “too many requests”, no further page is requested.
  private static func ask(oneHost addresses: [WebAddress], _ inquiry: PageInquiry) async -> Answers {
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
        answers.verdicts[address] = address.element.flatMap { outcome.elements[$0] } ?? outcome.verdict
      }
      answers.isAnswered = answers.isAnswered || outcome.isAnswered
      isRefused = outcome.isRefused
    }
    return answers
  }
}

/// Checks one page and elements in it: HEAD first, GET if that does not tell.
extension PageInquiry {
  /// The result for a page, and for each of its requested elements.
  struct Outcome: Sendable {
    let verdict: WebVerdict
    var elements: [String: WebVerdict] = [:]
    /// True if some host answered.
    let isAnswered: Bool
    /// True if the host wants no more requests.
    var isRefused: Bool { verdict == .untold(.status(429)) || verdict == .untold(.status(503)) }
  }

  func outcome(of address: WebAddress, elements: Set<String>) async -> Outcome {
    if elements.isEmpty {
      let head = await lastAnswer(to: address, isHead: true, wantsText: false).answer
      let verdict = Self.verdict(head)
      if verdict == .there || !Self.mayDiffer(head) {
        return Outcome(verdict: verdict, isAnswered: head.status > 0)
      }
    }
    let page = await lastAnswer(to: address, isHead: false, wantsText: !elements.isEmpty).answer
    var outcome = Outcome(verdict: Self.verdict(page), isAnswered: page.status > 0)
    let found = elements.isEmpty ? [] : Self.elements(of: page)
    for element in elements {
      outcome.elements[element] =
        outcome.verdict == .there ? Self.verdict(of: element, among: found, page) : outcome.verdict
    }
    return outcome
  }

  /// Returns true if GET may have another result than HEAD. A host that reports too many requests is not tried again.
  private static func mayDiffer(_ head: WebAnswer) -> Bool {
    head.status >= 400 && head.status != 429 && head.status != 503
  }

  private static func elements(of page: WebAnswer) -> Set<String> {
    page.isHTML ? ElementIdentifiers.all(in: page.text) : []
  }

  private static func verdict(of element: String, among found: Set<String>, _ page: WebAnswer) -> WebVerdict {
    if page.failure == .tooLarge { return .untold(.tooLarge) }
    // Only HTML has named elements. GitHub adds a prefix to the elements of a README.
    guard page.isHTML else { return .there }
    let names = [element, "user-content-" + element]
    return names.contains(where: found.contains) ? .there : .dead(.noSuchElement)
  }
}

/// Verdicts of earlier runs, in the repository's cache folder; losing them costs requests.
struct WebVerdictCache {
  private static let fileName = "web-links.tsv"
  /// The age in days after which an entry is dropped.
  private static let longestDays = 90

  private struct Entry {
    let verdict: WebVerdict
    /// The seconds since the epoch.
    let seconds: Int
  }

  private struct Key: Hashable {
    let page: String
    let element: String
  }

  private let folder: String
  private let now: Int
  private var entries: [Key: Entry] = [:]

  init(folder: String, now: Int) {
    self.folder = folder
    self.now = now
    guard let bytes = try? readFile(folder + "/" + Self.fileName) else { return }
    for line in bytes.split(separator: 0x0A) { read(String(decoding: line, as: UTF8.self)) }
  }

  /// Reads one line: `seconds verdict page element`, between tabs.
  private mutating func read(_ line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, let seconds = Int(fields[0]), seconds <= now,
      now - seconds < Self.longestDays * 86_400, let verdict = WebVerdict(code: fields[1])
    else { return }
    entries[Key(page: fields[2], element: fields[3])] = Entry(verdict: verdict, seconds: seconds)
  }

  /// Returns the stored verdict if it is fresh enough.
  func verdict(of address: WebAddress, _ manners: WebManners) -> WebVerdict? {
    guard let entry = entries[Key(page: address.page, element: address.element ?? "")],
      now - entry.seconds < manners.freshSeconds(entry.verdict)
    else { return nil }
    return entry.verdict
  }

  mutating func remember(_ verdict: WebVerdict, of address: WebAddress) {
    entries[Key(page: address.page, element: address.element ?? "")] = Entry(verdict: verdict, seconds: now)
  }

  func save() {
    let lines = entries.map { key, entry in
      "\(entry.seconds)\t\(entry.verdict.code)\t\(key.page)\t\(key.element)\n"
    }
    writeStateFile(folder, Self.fileName, Array(lines.sorted().joined().utf8))
  }
}

extension WebVerdict {
  /// `there`, `dead 404`, `untold time`.
  fileprivate var code: String {
    switch self {
    case .there: "there"
    case .dead(let reason): "dead " + reason.code
    case .untold(let reason): "untold " + reason.code
    }
  }

  fileprivate init?(code: String) {
    let words = code.split(separator: " ").map(String.init)
    switch (words.first, words.last.flatMap { Reason(code: $0) }) {
    case ("there", _): self = .there
    case ("dead", let reason?): self = .dead(reason)
    case ("untold", let reason?): self = .untold(reason)
    default: return nil
    }
  }
}

extension WebVerdict.Reason {
  private static let names: [(name: String, reason: Self)] = [
    ("host", .unknownHost), ("connection", .noConnection), ("time", .tooSlow),
    ("certificate", .certificate), ("redirects", .tooManyRedirects), ("size", .tooLarge),
    ("element", .noSuchElement), ("user", .user), ("private", .privatePlace),
    ("often", .tooOften), ("failed", .failed),
  ]

  /// The code in a file: `404`, `host`.
  fileprivate var code: String {
    if case .status(let number) = self { return String(number) }
    return Self.names.first { $0.reason == self }?.name ?? "failed"
  }

  fileprivate init?(code: String) {
    if let number = Int(code) {
      self = .status(number)
    } else if let reason = Self.names.first(where: { $0.name == code })?.reason {
      self = reason
    } else {
      return nil
    }
  }
}

extension WebManners {
  /// Returns the number of seconds for which a verdict is valid: “dead” for a day, “unclear” for an hour.
  fileprivate func freshSeconds(_ verdict: WebVerdict) -> Int {
    let day = 86_400
    switch verdict {
    case .there: return freshDays * day
    case .dead: return min(freshDays, 1) * day
    case .untold: return min(freshDays * day, 3_600)
    }
  }
}
