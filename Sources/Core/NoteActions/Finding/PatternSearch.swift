import ByteBasics
import CivilCalendar
package import NoteIndex
import NoteModel
package import NotePresentation
import NoteRepository
import NoteSyntax
import ParallelWork
package import RegularExpressions
import Synchronization

/// Looks for a pattern in the files of notes, on all cores.
package struct PatternSearch {
  private let workspace: Workspace
  private let request: NoteRequest

  package init(workspace: Workspace, request: NoteRequest) {
    self.workspace = workspace
    self.request = request
  }

  /// A note in which lines match.
  private struct Find: Sendable {
    let path: NotePath
    let bytes: [UInt8]
    let hits: [LineHit]
  }

  /// A workplace that threads use in turn: a matcher's compiled states serve the next portion.
  private final class Desk: Sendable {
    private let matcher: Mutex<PatternMatcher>
    private let files: any FileSystem

    init(_ pattern: TextPattern, in files: any FileSystem) {
      matcher = Mutex(PatternMatcher(pattern))
      self.files = files
    }

    func find(in path: NotePath, isInverted: Bool) throws -> Find? {
      guard let bytes = try? files.read(path) else { return nil }
      let hits = try matcher.withLock { try $0.hits(in: Document.visibleBytes(of: bytes)) }
      return hits.isEmpty != isInverted ? nil : Find(path: path, bytes: bytes, hits: hits)
    }
  }

  /// Matchers that nobody works with at the moment.
  private final class Desks: Sendable {
    private let idle = Mutex<[Desk]>([])
    private let make: @Sendable () -> Desk

    init(_ make: @escaping @Sendable () -> Desk) { self.make = make }

    func withDesk<Value>(_ body: (Desk) -> Value) -> Value {
      let desk = idle.withLock { $0.popLast() } ?? make()
      defer { idle.withLock { $0.append(desk) } }
      return body(desk)
    }
  }

  /// Notes for a thread at a time: few enough that all end together.
  private static let portion = 64
  /// ParallelChunks that are searched ahead.
  private static let portionsAhead = 64

  /// Returns the notes of the request with a matching line, in its order, at most `limit` of them.
  ///
  /// - Parameter isInverted: The notes without a matching line.
  /// - Throws: ``PatternError`` for a pattern that takes too long.
  package func entries(_ pattern: TextPattern, limit: Int?, isInverted: Bool = false) throws -> [SearchReport.Entry] {
    let paths = try workspace.index.notes.paths(request)
    let finds = try finds(in: paths, pattern, limit: max(0, limit ?? .max), isInverted)
    let notes = try workspace.index.notes.summaries(of: finds.map(\.path))
    let byPath = Dictionary(notes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return finds.compactMap { find in
      byPath[find.path].map {
        SearchReport.Entry(note: $0, source: SourceBuffer(find.bytes), hits: find.hits)
      }
    }
  }

  private func finds(
    in paths: [NotePath], _ pattern: TextPattern, limit: Int, _ isInverted: Bool
  ) throws -> ArraySlice<Find> {
    let files = workspace.files
    let desks = Desks { Desk(pattern, in: files) }
    let window = OrderedWindow<Result<[Find], any Error>>(
      count: (paths.count + Self.portion - 1) / Self.portion, size: Self.portionsAhead
    ) { number in
      let start = number * Self.portion
      let portion = paths[start..<min(start + Self.portion, paths.count)]
      return desks.withDesk { desk in
        Result { try portion.compactMap { try desk.find(in: $0, isInverted: isInverted) } }
      }
    }
    defer { window.stop() }
    var finds: [Find] = []
    while finds.count < limit, let found = window.next() { finds += try found.get() }
    return finds.prefix(limit)
  }
}
