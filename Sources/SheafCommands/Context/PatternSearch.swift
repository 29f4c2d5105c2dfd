import CivilCalendar
import Dispatch
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import NoteWorkspace
import Synchronization

/// Looks for a pattern in the files of notes, on all cores.
struct PatternSearch {
  let workspace: Workspace
  let today: Day

  /// Notes for a thread at a time: few enough that all end together.
  private static let portion = 64

  /// The notes with a matching line, in the order of `notes`, at most `limit` of them. Sealed letters have none.
  func entries(
    _ notes: [NoteSummary], _ pattern: TextPattern, limit: Int?
  ) -> [SearchReport.Entry] {
    let notes = notes.filter { !$0.isSealed(on: today) }
    let portions = (notes.count + Self.portion - 1) / Self.portion
    let found = Mutex<[Int: [SearchReport.Entry]]>([:])
    // What a matcher has learnt serves the next portion.
    let matchers = Mutex<[PatternMatcher]>([])
    DispatchQueue.concurrentPerform(iterations: portions) { number in
      var matcher = matchers.withLock { $0.popLast() } ?? PatternMatcher(pattern)
      let start = number * Self.portion
      let entries = notes[start..<min(start + Self.portion, notes.count)].compactMap { note in
        entry(note, &matcher)
      }
      found.withLock { $0[number] = entries }
      matchers.withLock { $0.append(matcher) }
    }
    let all = found.withLock { found in (0..<portions).flatMap { found[$0] ?? [] } }
    return limit.map { Array(all.prefix(max(0, $0))) } ?? all
  }

  private func entry(_ note: NoteSummary, _ matcher: inout PatternMatcher) -> SearchReport.Entry? {
    guard let bytes = try? workspace.files.read(note.path) else { return nil }
    let hits = matcher.hits(in: bytes)
    return hits.isEmpty
      ? nil : SearchReport.Entry(note: note, source: SourceBuffer(bytes), hits: hits)
  }
}
