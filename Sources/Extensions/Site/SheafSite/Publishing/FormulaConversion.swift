import ChildProcesses
package import NoteModel
import ParallelWork
import Synchronization

/// Converts formulas with pandoc, many in one run. Formulas are passed as TeX in HTML, so pandoc reads only formulas.
package struct FormulaConversion: Sendable {
  let pandoc: String
  /// Ends a run that takes too long; nil if the machine has no such program.
  let timeout: String?
  let environment: [String: String]

  package init(pandoc: String, timeout: String?, environment: [String: String]) {
    self.pandoc = pandoc
    self.timeout = timeout
    self.environment = environment
  }

  /// A run has at most that many formulas, and that many bytes of them: one that fails costs little.
  private static let runCount = 1_000
  private static let runBytes = 256 << 10
  /// The number of failed runs after which the computer is taken to be the reason.
  private static let failureLimit = 64
  /// The maximum size of a formula in bytes.
  private static let longest = 20_000
  /// Marks the beginning of each formula in pandoc's output.
  private static let mark = "\u{E0F0}"
  private let failures = Failures()

  package func convert(_ formulas: [Formula]) -> [FormulaAnswer] {
    var results = attempt(formulas.map(\.tex), formulas)
    // Rows without an environment are common in notes, and an error in TeX.
    func rows(_ tex: String) -> String? {
      tex.contains("\\\\") ? "\\begin{aligned}" + tex + "\\end{aligned}" : nil
    }
    let spellings: [(String) -> String?] = [rows, FormulaSpelling.plainer, { rows(FormulaSpelling.plainer($0)) }]
    func respelled(_ tex: String, _ spelling: (String) -> String?) -> String? {
      let (macros, rest) = TeXMacros.split(tex)
      return spelling(String(rest)).map { String(macros) + $0 }
    }
    for spelling in spellings {
      let again = formulas.indices.compactMap { index -> (index: Int, tex: String)? in
        let written = formulas[index].tex
        guard results[index] == .unreadable, let tex = respelled(written, spelling), tex != written else { return nil }
        return (index, tex)
      }
      let answers = attempt(again.map(\.tex), again.map { formulas[$0.index] })
      for (item, answer) in zip(again, answers) { results[item.index] = answer }
    }
    return results
  }

  private func attempt(_ texts: [String], _ formulas: [Formula]) -> [FormulaAnswer] {
    let runs = Self.runs(texts)
    return OrderedWindow.all(runs.count) { run(Array(runs[$0]), texts, formulas) }.flatMap(\.self)
  }

  /// Returns the texts in runs of a limited size.
  package static func runs(_ texts: [String]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for index in texts.indices {
      let size = texts[index].utf8.count
      if index > start, index - start == runCount || bytes + size > runBytes {
        runs.append(start..<index)
        (start, bytes) = (index, 0)
      }
      bytes += size
    }
    if start < texts.count { runs.append(start..<texts.count) }
    return runs
  }

  /// Converts formulas in one run. If the run fails although pandoc works, two runs of half the size follow, so that
  /// one formula does not spoil others.
  private func run(_ places: [Int], _ texts: [String], _ formulas: [Formula]) -> [FormulaAnswer] {
    let sent = places.filter { Self.isSendable(texts[$0]) }
    guard !sent.isEmpty else { return places.map { _ in .unreadable } }
    if let reason = failures.reason { return places.map { _ in .failed(reason: reason) } }
    let input = sent.map { Self.input($0, texts[$0], isDisplay: formulas[$0].isDisplay) }
    // A thousand formulas take about a second.
    switch start(input.joined(), seconds: 5 + sent.count / 50).flatMap({ Self.parts(of: $0, sent) }) {
    case .success(let found): return places.map { found[$0].map { .markup($0) } ?? .unreadable }
    case .failure(let failure):
      guard failures.add() < Self.failureLimit, works() else {
        failures.end(failure.reason)
        return places.map { _ in .failed(reason: failure.reason) }
      }
      guard places.count > 1 else { return [.unreadable] }
      let middle = places.count / 2
      return run(Array(places[..<middle]), texts, formulas) + run(Array(places[middle...]), texts, formulas)
    }
  }

  private static func input(_ place: Int, _ tex: String, isDisplay: Bool) -> String {
    let mode = isDisplay ? "; mode=display" : ""
    return "<p>\(mark)\(place)\(mark) <script type=\"math/tex\(mode)\">\(tex)</script></p>\n"
  }

  /// Returns true if pandoc can read the simplest formula. If not, other failures say nothing about formulas.
  private func works() -> Bool {
    let found = start(Self.input(0, "x", isDisplay: false), seconds: 5).flatMap { Self.parts(of: $0, [0]) }
    if case .success(let parts) = found { return parts[0] != nil }
    return false
  }

  private struct Failure: Error {
    let reason: String
  }

  /// The number of failed runs, and the reason for which no further one is tried.
  private final class Failures: Sendable {
    private let state = Mutex<(count: Int, reason: String?)>((0, nil))

    var reason: String? { state.withLock(\.reason) }

    func add() -> Int {
      state.withLock { state in
        state.count += 1
        return state.count
      }
    }

    func end(_ reason: String) { state.withLock { $0.reason = reason } }
  }

  private func start(_ input: String, seconds: Int) -> Result<String, Failure> {
    let arguments = ["--from=html", "--to=html", "--mathml", "--sandbox", "--wrap=preserve"]
    var output: [UInt8] = []
    var errors: [UInt8] = []
    do {
      let process =
        if let timeout {
          try PipedProcess(path: timeout, arguments: ["\(seconds)", pandoc] + arguments, environment: environment)
        } else {
          try PipedProcess(path: pandoc, arguments: arguments, environment: environment)
        }
      let status = process.finish(
        input: Array(input.utf8),
        output: { piece in
          output += piece
          return output.count <= 64 << 20
        }, errors: { if errors.count < 4_096 { errors += $0 } })
      if status == 0 { return .success(String(decoding: output, as: UTF8.self)) }
      let line = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).first
      return .failure(Failure(reason: line.map { String($0.prefix(200)) } ?? "exit status \(status)"))
    } catch {
      return .failure(Failure(reason: error.reason))
    }
  }

  private static func isSendable(_ tex: String) -> Bool {
    !tex.isEmpty && tex.utf8.count <= longest && !tex.contains(mark) && !tex.contains("</")
      && !tex.contains("<!--") && !tex.contains("<script")
      && tex.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
  }

  /// Returns the MathML of those that pandoc could read; a failure where the answer does not speak of all that were
  /// sent.
  private static func parts(of output: String, _ sent: [Int]) -> Result<[Int: String], Failure> {
    var found: [Int: String] = [:]
    var answered: Set<Int> = []
    let pieces = output.split(separator: mark, omittingEmptySubsequences: false)
    for index in stride(from: 1, to: pieces.count - 1, by: 2) {
      guard let number = Int(pieces[index]) else { continue }
      answered.insert(number)
      let part = pieces[index + 1]
      guard let start = part.firstRange(of: "<math "), let end = part.firstRange(of: "</math>") else { continue }
      found[number] = String(part[start.lowerBound..<end.upperBound])
    }
    guard answered.isSuperset(of: sent) else { return .failure(Failure(reason: "incomplete output")) }
    return .success(found)
  }
}
