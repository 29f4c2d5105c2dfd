import CivilCalendar
import Dispatch
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import NoteWorkspace
import Synchronization

/// Looks for a pattern in the files of notes, on all cores.
struct PatternSearch {
  let workspace: Workspace
  let request: NoteRequest

  /// A note in which lines match.
  private struct Find: Sendable {
    let path: NotePath
    let bytes: [UInt8]
    let hits: [LineHit]
  }

  /// What one thread after the other works with: what a matcher has learnt serves the next portion.
  private final class Desk: Sendable {
    private let matcher: Mutex<PatternMatcher>
    private let files: any FileSystem

    init(_ pattern: TextPattern, in files: any FileSystem) {
      matcher = Mutex(PatternMatcher(pattern))
      self.files = files
    }

    func find(in path: NotePath) -> Find? {
      guard let bytes = try? files.read(path) else { return nil }
      let hits = matcher.withLock { $0.hits(in: bytes) }
      return hits.isEmpty ? nil : Find(path: path, bytes: bytes, hits: hits)
    }
  }

  /// What was found so far, portion by portion.
  private struct Progress {
    var finds: [[Find]?]
    var desks: [Desk] = []
    /// Portions from the first on that are done without a gap, and the notes found in them.
    private var done = 0
    private var count = 0

    init(portions: Int) {
      finds = Array(repeating: nil, count: portions)
    }

    mutating func add(_ found: [Find], of portion: Int) {
      finds[portion] = found
      while done < finds.count, let next = finds[done] {
        count += next.count
        done += 1
      }
    }

    /// Nothing that is found later can be among the first so many.
    func isEnough(_ limit: Int) -> Bool { count >= limit }
  }

  /// Notes for a thread at a time: few enough that all end together.
  private static let portion = 64

  /// The notes of the request with a matching line, in its order, at most `limit` of them. Sealed letters have none.
  func entries(_ pattern: TextPattern, limit: Int?) throws -> [SearchReport.Entry] {
    let finds = finds(in: try workspace.index.paths(request), pattern, limit: max(0, limit ?? .max))
    let notes = try workspace.index.summaries(of: finds.map(\.path), today: request.today)
    let byPath = Dictionary(notes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return finds.compactMap { find in
      byPath[find.path].map {
        SearchReport.Entry(note: $0, source: SourceBuffer(find.bytes), hits: find.hits)
      }
    }
  }

  private func finds(in paths: [NotePath], _ pattern: TextPattern, limit: Int) -> ArraySlice<Find> {
    let portions = (paths.count + Self.portion - 1) / Self.portion
    let progress = Mutex(Progress(portions: portions))
    let files = workspace.files
    DispatchQueue.concurrentPerform(iterations: portions) { number in
      let (known, isEnough) = progress.withLock { ($0.desks.popLast(), $0.isEnough(limit)) }
      guard !isEnough else { return }
      let desk = known ?? Desk(pattern, in: files)
      let start = number * Self.portion
      let found = paths[start..<min(start + Self.portion, paths.count)].compactMap(desk.find)
      progress.withLock { progress in
        progress.add(found, of: number)
        progress.desks.append(desk)
      }
    }
    return Array(progress.withLock { $0.finds.compactMap(\.self).joined() }).prefix(limit)
  }
}
