import ByteBasics
import NoteModel
import NoteSyntax
import Synchronization
import Wording

/// Wakes those who wait for something to change.
final class Announcer: Sendable {
  private struct State {
    var count = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number of changes so far.
  var count: Int { state.withLock { $0.count } }

  func announce() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: true) }
  }

  /// Waits for the change after number `seen`. Returns false if nothing changed until `deadline`.
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
          // A task that is cancelled later is found among the waiters.
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

/// The problems of a note, shown before its text while it is being written.
enum PreviewNotices {
  /// Returns HTML with the reason why the page is not public; empty for a public page.
  static func html(_ reason: HeldBackReason?, words: SiteWords) -> String {
    guard let reason else { return "" }
    let text = Message("Not published: \(reason.name.english)", ko: "게시하지 않음: \(reason.name.korean)")
    return "<p class=\"callout draft\" role=\"note\">\(escapedAttribute(text.text(in: words.language)))</p>\n"
  }

  /// Returns HTML; empty if nothing is wrong.
  static func html(_ note: Note, _ checks: [NoteCheck], words: SiteWords) -> String {
    let found = checks.flatMap { $0.find(note, .usual) }.filter { $0.severity > .info }
      .sorted { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }
    guard !found.isEmpty else { return "" }
    let items = found.prefix(limit).map { diagnostic in
      let line: String? = diagnostic.range.map { "\(note.document.source.position(at: $0.lowerBound).line): " }
      let text: String = (line ?? "") + diagnostic.message.text(in: words.language)
      return "<li>\(escapedAttribute(text))</li>\n"
    }
    return "<aside class=\"callout\" role=\"status\" aria-label=\"\(escapedAttribute(words["problems"]))\">\n"
      + "<ul>\n\(items.joined())</ul>\n</aside>\n"
  }

  /// The most problems that are listed.
  private static let limit = 20
}
