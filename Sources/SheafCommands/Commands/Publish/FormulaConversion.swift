import ChildProcesses
import NoteModel
import ParallelWork
import SheafSite
import Wording

/// Formulas through pandoc, many in one run: its HTML reader takes each as TeX, so that nothing else is read in it.
struct FormulaConversion: Sendable {
  let pandoc: String
  /// Ends a run that takes too long; nil if the machine has no such program.
  let timeout: String?
  let environment: [String: String]

  private static let runSize = 1_500
  private static let seconds = "60"
  /// Bytes of a formula, beyond which it is none.
  private static let longest = 20_000
  /// Begins each formula's part of what comes back.
  private static let mark = "\u{E0F0}"

  /// - Returns: MathML for each, nil for one that pandoc cannot read.
  func convert(_ formulas: [Formula]) -> [String?] {
    var results = attempt(formulas.map(\.tex), formulas)
    // Rows without an environment are common in notes, and an error in TeX.
    let rows = formulas.indices.filter { results[$0] == nil && formulas[$0].tex.contains("\\\\") }
    let again = attempt(
      rows.map { "\\begin{aligned}" + formulas[$0].tex + "\\end{aligned}" },
      rows.map { formulas[$0] })
    for (index, markup) in zip(rows, again) { results[index] = markup }
    return results
  }

  private func attempt(_ texts: [String], _ formulas: [Formula]) -> [String?] {
    let starts = Array(stride(from: 0, to: texts.count, by: Self.runSize))
    return OrderedWindow.all(starts.count) { number in
      let range = starts[number]..<min(starts[number] + Self.runSize, texts.count)
      return run(Array(range), texts, formulas)
    }.flatMap(\.self)
  }

  /// One run; where it fails, two of half the size, so that one formula spoils no other.
  private func run(_ places: [Int], _ texts: [String], _ formulas: [Formula]) -> [String?] {
    let sent = places.map { Self.isSendable(texts[$0]) }
    let input = zip(places, sent).filter(\.1).map { place, _ in
      let mode = formulas[place].isDisplay ? "; mode=display" : ""
      return
        "<p>\(Self.mark)\(place)\(Self.mark) <script type=\"math/tex\(mode)\">\(texts[place])</script></p>\n"
    }
    guard !input.isEmpty else { return places.map { _ in nil } }
    if let output = run(input.joined()) { return Self.parts(of: output, places) }
    guard places.count > 1 else { return [nil] }
    let middle = places.count / 2
    return run(Array(places[..<middle]), texts, formulas)
      + run(Array(places[middle...]), texts, formulas)
  }

  private func run(_ input: String) -> String? {
    let arguments = ["--from=html", "--to=html", "--mathml", "--sandbox", "--wrap=preserve"]
    var output: [UInt8] = []
    let process =
      if let timeout {
        try? PipedProcess(
          path: timeout, arguments: [Self.seconds, pandoc] + arguments, environment: environment)
      } else {
        try? PipedProcess(path: pandoc, arguments: arguments, environment: environment)
      }
    let status = process?.finish(
      input: Array(input.utf8),
      output: { piece in
        output += piece
        return output.count <= 256 << 20
      }, errors: { _ in })
    return status == 0 ? String(decoding: output, as: UTF8.self) : nil
  }

  private static func isSendable(_ tex: String) -> Bool {
    !tex.isEmpty && tex.utf8.count <= longest && !tex.contains(mark) && !tex.contains("</")
      && !tex.contains("<!--") && !tex.contains("<script")
      && tex.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
  }

  private static func parts(of output: String, _ places: [Int]) -> [String?] {
    var found: [Int: String] = [:]
    let pieces = output.split(separator: mark, omittingEmptySubsequences: false)
    for index in stride(from: 1, to: pieces.count - 1, by: 2) {
      let part = pieces[index + 1]
      guard let number = Int(pieces[index]), let start = part.firstRange(of: "<math "),
        let end = part.firstRange(of: "</math>")
      else { continue }
      found[number] = String(part[start.lowerBound..<end.upperBound])
    }
    return places.map { found[$0] }
  }
}

extension CommandContext {
  /// What makes MathML of TeX on this machine; nil if pandoc is not installed.
  var formulaConverter: FormulaStore.Converter? {
    let path = variable("PATH") ?? ""
    guard let pandoc = programPath("pandoc", in: path) else { return nil }
    let conversion = FormulaConversion(
      pandoc: pandoc, timeout: programPath("timeout", in: path),
      environment: environment.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    return { conversion.convert($0) }
  }

  /// Formulas that pages show as they are written.
  func report(_ formulas: FormulaStore) {
    let left = formulas.left
    guard !left.isEmpty else { return }
    let count = left.reduce(0) { $0 + $1.tex.count }
    guard formulaConverter != nil else {
      return note(
        Message(
          "\(counted(count, "formula")) shown as TeX: install pandoc to publish formulas as MathML.",
          ko: "수식 \(count)개를 TeX 그대로 게시했습니다. pandoc을 설치하면 MathML로 게시합니다."))
    }
    let shown = left.flatMap { entry in entry.tex.map { (entry.note.string, $0) } }.prefix(10)
    let list =
      shown.map { path, tex in
        "\n  \(path): \(tex.prefix(60).map { $0.isNewline ? " " : String($0) }.joined())"
      }.joined() + (count > shown.count ? "\n  …" : "")
    warn(
      Message(
        "\(counted(count, "formula")) cannot be read as TeX and shown as written:\(list)",
        ko: "수식 \(count)개를 TeX로 읽을 수 없어 그대로 게시했습니다:\(list)"))
  }
}
