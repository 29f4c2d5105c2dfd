import ByteBasics
import CivilCalendar
import LinearRegex
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import ParallelWork
import Synchronization
import Wording

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
      let hits = matcher.withLock { $0.hits(in: Document.visibleBytes(of: bytes)) }
      return hits.isEmpty ? nil : Find(path: path, bytes: bytes, hits: hits)
    }
  }

  /// Matchers that nobody works with at the moment.
  private final class Desks: Sendable {
    private let idle = Mutex<[Desk]>([])
    private let make: @Sendable () -> Desk

    init(_ make: @escaping @Sendable () -> Desk) {
      self.make = make
    }

    func withDesk<Value>(_ body: (Desk) -> Value) -> Value {
      let desk = idle.withLock { $0.popLast() } ?? make()
      defer { idle.withLock { $0.append(desk) } }
      return body(desk)
    }
  }

  /// Notes for a thread at a time: few enough that all end together.
  private static let portion = 64
  /// Portions that are searched ahead.
  private static let portionsAhead = 64

  /// The notes of the request with a matching line, in its order, at most `limit` of them. Sealed letters have none.
  func entries(_ pattern: TextPattern, limit: Int?) throws -> [SearchReport.Entry] {
    let finds = finds(in: try workspace.index.paths(request), pattern, limit: max(0, limit ?? .max))
    let notes = try workspace.index.summaries(of: finds.map(\.path), today: request.now.day)
    let byPath = Dictionary(notes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return finds.compactMap { find in
      byPath[find.path].map {
        SearchReport.Entry(note: $0, source: SourceBuffer(find.bytes), hits: find.hits)
      }
    }
  }

  private func finds(in paths: [NotePath], _ pattern: TextPattern, limit: Int) -> ArraySlice<Find> {
    let files = workspace.files
    let desks = Desks { Desk(pattern, in: files) }
    let window = OrderedWindow<[Find]>(
      count: (paths.count + Self.portion - 1) / Self.portion, size: Self.portionsAhead
    ) { number in
      let start = number * Self.portion
      let portion = paths[start..<min(start + Self.portion, paths.count)]
      return desks.withDesk { desk in portion.compactMap(desk.find) }
    }
    defer { window.stop() }
    var finds: [Find] = []
    while finds.count < limit, let found = window.next() { finds += found }
    return finds.prefix(limit)
  }
}

/// A regular expression that cannot be read.
struct PatternMistake: ExplainedError {
  private let error: PatternError

  static func read(_ text: String) throws(PatternMistake) -> TextPattern {
    do throws(PatternError) {
      return try TextPattern(text)
    } catch {
      throw PatternMistake(error: error)
    }
  }

  var category: ErrorCategory { .usage }

  var explanation: Message {
    let place = error.offset + 1
    let reason = reason
    return Message(
      "--regex: \(reason.english), at character \(place) of “\(text)”",
      ko: "--regex: \(reason.korean) (“\(text)”의 \(place)번째 글자)")
  }

  private var text: String {
    error.text.count > Self.textLimit ? error.text.prefix(Self.textLimit) + "…" : error.text
  }

  private static let textLimit = 200

  private var reason: Message {
    switch error.reason {
    case .unclosedGroup: Message("a parenthesis is not closed", ko: "괄호가 닫히지 않았습니다")
    case .unclosedClass: Message("a bracket is not closed", ko: "대괄호가 닫히지 않았습니다")
    case .unexpectedClose:
      Message("a parenthesis is closed but was not opened", ko: "열리지 않은 괄호를 닫았습니다")
    case .nothingToRepeat: Message("there is nothing to repeat", ko: "반복할 것이 없습니다")
    case .badRange: Message("a range runs backwards", ko: "범위가 거꾸로입니다")
    case .badRepetition: Message("a number of repetitions is invalid", ko: "반복 횟수가 잘못되었습니다")
    case .badEscape: Message("unknown escape", ko: "지원하지 않는 이스케이프입니다")
    case .unsupported(let text):
      Message("“\(text)” is not supported", ko: "지원하지 않습니다: “\(text)”")
    case .tooLarge: Message("the expression is too large", ko: "정규식이 너무 큽니다")
    }
  }

  var hint: Message? {
    Message(
      "Supported: | ( ) [ ] * + ? {m,n} ^ $ . \\d \\w \\s \\b \\p{Hangul} (?i).",
      ko: "사용할 수 있는 문법: | ( ) [ ] * + ? {m,n} ^ $ . \\d \\w \\s \\b \\p{Hangul} (?i).")
  }
}
