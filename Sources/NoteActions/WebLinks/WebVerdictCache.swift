import NoteModel
import NoteRepository

/// Verdicts of earlier runs, in the repository's cache folder; losing them costs requests.
struct WebVerdictCache {
  private static let fileName = "web-links.tsv"
  /// Nobody asks for older ones.
  private static let longestDays = 90

  private struct Entry {
    let verdict: WebVerdict
    /// Since the epoch.
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

  /// One line: `seconds verdict page element`, between tabs.
  private mutating func read(_ line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, let seconds = Int(fields[0]), seconds <= now,
      now - seconds < Self.longestDays * 86_400, let verdict = WebVerdict(code: fields[1])
    else { return }
    entries[Key(page: fields[2], element: fields[3])] = Entry(verdict: verdict, seconds: seconds)
  }

  /// What is known and fresh enough.
  func verdict(of address: WebAddress, _ manners: WebManners) -> WebVerdict? {
    guard let entry = entries[Key(page: address.page, element: address.element ?? "")],
      now - entry.seconds < manners.freshSeconds(entry.verdict)
    else { return nil }
    return entry.verdict
  }

  mutating func remember(_ verdict: WebVerdict, of address: WebAddress) {
    entries[Key(page: address.page, element: address.element ?? "")] = Entry(
      verdict: verdict, seconds: now)
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
