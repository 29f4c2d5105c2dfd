import ByteBasics
import CivilCalendar
import Dispatch
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import RemoteCalls
import Synchronization
import Wording

/// The diagnostics of one open document, as the protocol writes them.
struct DocumentDiagnostics {
  private let document: OpenDocument
  private let snapshot: Snapshot
  private let workspace: Workspace

  static let overdue = "overdue"

  init(_ document: OpenDocument, _ snapshot: Snapshot) {
    self.document = document
    self.snapshot = snapshot
    workspace = snapshot.workspace()
  }

  private var choice: CheckRound.Choice { CheckRound.Choice(workspace.configuration.table("check")) }

  /// Returns the findings of the checks, with their fixes.
  func findings() throws -> [Diagnostic] {
    guard document.path.isMarkdown else { return [] }
    return try workspace.findings(in: document.note, choice, includesLinks: snapshot.folder.isReady) { path in
      (try? snapshot.note(at: path, in: workspace)).map { NoteAnchors($0.document) }
    }
  }

  func json() throws -> [JSONValue] {
    let found = try findings()
    let explained = snapshot.client.hasRelatedInformation ? linksToExplain(of: found) : [:]
    var items = try found.map { diagnostic in
      try json(diagnostic, related: diagnostic.range.flatMap { explained[$0] })
    }
    if choice.runs(Self.overdue), document.path.isMarkdown {
      items += document.overdueTasks(at: snapshot.now).map { task in
        let words = DueText(task.due, at: snapshot.now).words(in: snapshot.language)
        return item(task.range, severity: 4, Self.overdue, words, related: nil)
      }
    }
    items += labelProblems() + (try hints())
    return items
  }

  private func labelProblems() -> [JSONValue] {
    guard document.path.isMarkdown else { return [] }
    return document.labelProblems.filter { choice.runs($0.check) }.map { problem in
      item(
        problem.range, severity: problem.isUnused ? 4 : 2, problem.check,
        snapshot.text(problem.message), related: nil, isUnused: problem.isUnused)
    }
  }

  /// Returns the hints that a client's options enable: links of a note to itself, and to notes that do not link back.
  private func hints() throws -> [JSONValue] {
    let wantsOwn = snapshot.client.option("selfLinkHints", default: false)
    let wantsBacklinks = snapshot.client.option("backlinkHints", default: false)
    guard wantsOwn || wantsBacklinks, snapshot.folder.isReady, document.path.isMarkdown else { return [] }
    var linking: Set<NotePath>?
    return try workspace.index.links(of: document.note).compactMap { row in
      guard let target = row.target, let range = row.range, !row.destination.isEmpty else { return nil }
      if target == document.path {
        guard wantsOwn, row.fragment == nil else { return nil }
        let text = Message("This note links to itself", ko: "자기 자신을 가리키는 링크입니다")
        return item(range, severity: 4, "self-link", snapshot.text(text), related: nil)
      }
      guard wantsBacklinks, target.isMarkdown else { return nil }
      let back = try linking ?? Set(workspace.index.links(to: document.path).map(\.source))
      linking = back
      guard !back.contains(target) else { return nil }
      let text = Message("“\(target)” does not link back", ko: "“\(target)”에는 이 메모로 오는 링크가 없습니다")
      return item(range, severity: 4, "missing-backlink", snapshot.text(text), related: nil)
    }
  }

  /// The most links of a document whose possible targets are looked for.
  private static let explainedLinks = 50

  /// Returns the first broken and ambiguous links, by their ranges.
  private func linksToExplain(of found: [Diagnostic]) -> [ByteRange: Link] {
    let ranges = found.lazy.filter { ["ambiguous-link", "broken-link"].contains($0.check) }
      .compactMap(\.range).prefix(Self.explainedLinks)
    let wanted = Set(ranges)
    guard !wanted.isEmpty else { return [:] }
    let links = document.note.document.links.compactMap { link in
      link.range.flatMap { wanted.contains($0) ? ($0, link) : nil }
    }
    return Dictionary(links) { first, _ in first }
  }

  private func json(_ diagnostic: Diagnostic, related link: Link?) throws -> JSONValue {
    item(
      diagnostic.range ?? document.table.content(ofLine: 0),
      severity: diagnostic.severity.number, diagnostic.check,
      snapshot.text(diagnostic.message), related: try link.flatMap(related))
  }

  private func item(
    _ range: ByteRange, severity: Int, _ check: String, _ message: String, related: JSONValue?, isUnused: Bool = false
  ) -> JSONValue {
    Self.item(
      document.table.range(range), severity: severity, check, message, snapshot.client,
      related: related, isUnused: isUnused)
  }

  static func item(
    _ range: PositionRange, severity: Int, _ check: String, _ message: String,
    _ client: ClientCapabilities, related: JSONValue? = nil, isUnused: Bool = false
  ) -> JSONValue {
    .map([
      "range": range.json, "severity": .integer(severity), "code": .string(check),
      "codeDescription": client.hasCodeDescriptions ? .map(["href": .string("man:sheaf-check(1)")]) : nil,
      "source": .string("sheaf"), "message": .string(message), "relatedInformation": related,
      // The tag “unnecessary”, which clients show faded.
      "tags": isUnused ? .array([.integer(1)]) : nil,
    ])
  }

  /// Returns the files that an ambiguous link may mean, or those that a broken link may have meant.
  private func related(to link: Link) throws -> JSONValue? {
    var paths = try snapshot.places(of: link, from: document.path, in: workspace).map(\.path)
    let sentence: Message
    if !paths.isEmpty {
      sentence = Message("It may mean this file", ko: "이 파일일 수 있습니다")
    } else {
      let name = link.destination.split(separator: "/").last.map(String.init) ?? ""
      paths = try NameFinder(snapshot: snapshot, workspace: workspace, source: document.path)
        .files(matching: name, limit: 3).map(\.path)
      sentence = Message("A file with a similar name", ko: "이름이 비슷한 파일")
    }
    guard !paths.isEmpty else { return nil }
    return .array(
      paths.map { path in
        .map([
          "location": snapshot.location(path, Snapshot.start),
          "message": .string(snapshot.text(sentence) + ": " + path.string),
        ])
      })
  }
}

extension Diagnostic.Severity {
  var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }
}

/// Sends the client the diagnostics of open documents, as soon as no newer text has come and only if something has changed.
final class DiagnosticPublisher: Sendable {
  private struct State: Sendable {
    /// The last order of each document: an older one is dropped.
    var orders: [DocumentAddress: Int] = [:]
    var told: [DocumentAddress: (version: Int, items: [JSONValue])] = [:]
    /// A hash of the parts of each document that other documents use.
    var seen: [DocumentAddress: Int] = [:]
    var count = 0
  }

  private let writer: MessageWriter
  private let queue = DispatchQueue(label: "diagnostics")
  private let state = Mutex(State())

  init(_ writer: MessageWriter) { self.writer = writer }

  /// Publishes the findings of a document, and those of others if names, parts or links of this one have changed since.
  func publish(_ document: OpenDocument, _ snapshot: Snapshot, others: [OpenDocument] = []) {
    let order = state.withLock { state in
      state.count += 1
      state.orders[document.address] = state.count
      return state.count
    }
    queue.async { [self] in
      guard state.withLock({ $0.orders[document.address] == order }),
        let items = try? DocumentDiagnostics(document, snapshot).json()
      else { return }
      let shouldReport = state.withLock { state in
        guard state.orders[document.address] == order else { return false }
        let told = state.told[document.address]
        state.told[document.address] = (document.version, items)
        return told?.version != document.version || told?.items != items
      }
      if shouldReport { send(document, items) }
      guard !others.isEmpty else { return }
      let seen = document.partsSeenByOthers
      guard state.withLock({ $0.seen.updateValue(seen, forKey: document.address) }) != seen else { return }
      for other in others { publish(other, snapshot) }
    }
  }

  /// Removes the diagnostics of a document that was closed.
  func withdraw(_ document: OpenDocument) {
    state.withLock { state in
      state.orders[document.address] = nil
      state.told[document.address] = nil
      state.seen[document.address] = nil
    }
    send(document, [])
  }

  private func send(_ document: OpenDocument, _ items: [JSONValue]) {
    writer.send(
      .notification(
        "textDocument/publishDiagnostics",
        .map([
          "uri": .string(document.address.text), "version": .integer(document.version),
          "diagnostics": .array(items),
        ])))
  }
}

extension OpenDocument {
  /// A hash of the names, headings, blocks and links, on which the findings of other documents depend.
  fileprivate var partsSeenByOthers: Int {
    var hasher = Hasher()
    for name in note.names { hasher.combine(name) }
    for heading in note.document.headings { hasher.combine(bytes[heading.range.indices]) }
    for block in note.document.blockIdentifiers { hasher.combine(block.name) }
    for link in note.document.links { hasher.combine(link.destination) }
    return hasher.finalize()
  }
}
