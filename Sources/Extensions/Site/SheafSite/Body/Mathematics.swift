import ByteBasics
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import SafeHTML
import Synchronization
import Wording

/// Converts formulas, many at once.
package struct FormulaConverter: Sendable {
  /// Names the converter in the cache: another converter may read formulas that this one cannot read.
  let identity: String
  let convert: @Sendable (_ formulas: [Formula]) -> [FormulaAnswer]

  /// - Parameters:
  ///   - identity: Of the program, in its version.
  ///   - convert: One answer for each formula.
  package init(identity: String, convert: @escaping @Sendable (_ formulas: [Formula]) -> [FormulaAnswer]) {
    self.identity = identity
    self.convert = convert
  }
}

/// The MathML of formulas, kept from one run to the next: a formula is converted once, whichever note has it.
///
/// Pages are first made with the known formulas; a page that lacks a formula is made again after ``learn(_:)``.
package final class FormulaStore: Sendable {
  enum Verdict: Equatable {
    case markup(String)
    /// The formula cannot be read and is shown as written.
    case unreadable
    /// The formula is shown as written in this run, because the converter failed.
    case failed
    case unknown
  }

  private struct State {
    /// The converter's results; empty for a formula that it cannot read.
    var known: [Formula: String]?
    /// The formulas that are shown as written, by note.
    var left: [NotePath: Set<String>] = [:]
    var failed: Set<Formula> = []
    var reason: String?
  }

  private let folder: String?
  private let converter: FormulaConverter?
  private let macros: TeXMacros
  private let state = Mutex(State())

  /// A store that converts no formulas, so they are shown as written.
  package static let none = FormulaStore(folder: nil, converter: nil)

  /// - Parameters:
  ///   - folder: The folder that stores the results.
  ///   - converter: nil if the machine has none.
  ///   - macros: The macros of the formulas. A formula is stored with those that it uses.
  package init(folder: String?, converter: FormulaConverter?, macros: TeXMacros = TeXMacros()) {
    self.folder = folder
    self.converter = converter
    self.macros = macros
  }

  package var isAvailable: Bool { converter != nil }

  /// The reason of the converter's failure; nil if it did not fail.
  package var failure: String? { state.withLock(\.reason) }

  /// The number of formulas that the converter failed to convert.
  package var failedCount: Int { state.withLock(\.failed.count) }

  /// Returns the verdict about a formula. With `note`, ``left`` names the note.
  func verdict(of formula: Formula, in note: NotePath?) -> Verdict {
    let stored = macros.applied(to: formula)
    let known: String? = state.withLock { state in
      let known = load(&state)[stored]
      if let note, known?.isEmpty ?? !isAvailable { state.left[note, default: []].insert(formula.tex) }
      return known
    }
    guard let known else {
      if !isAvailable { return .unreadable }
      return state.withLock { $0.failed.contains(stored) } ? .failed : .unknown
    }
    // The stored result may have been changed by others.
    return MathML.rewritten(known, annotation: formula.tex).map { .markup($0) } ?? .unreadable
  }

  /// Converts those that are not known, and keeps the results.
  package func learn(_ formulas: Set<Formula>) {
    guard let converter else { return }
    let unknown = state.withLock { state in
      let known = load(&state)
      return Set(formulas.map(macros.applied)).filter { known[$0] == nil && !state.failed.contains($0) }
    }.sorted { ($0.tex, $0.isDisplay ? 1 : 0) < ($1.tex, $1.isDisplay ? 1 : 0) }
    guard !unknown.isEmpty else { return }
    let answers = converter.convert(unknown)
    state.withLock { state in
      for (formula, answer) in zip(unknown, answers) {
        switch answer {
        case .markup(let markup): state.known?[formula] = MathML.rewritten(markup, annotation: formula.tex) ?? ""
        case .unreadable: state.known?[formula] = ""
        case .failed(let reason):
          state.failed.insert(formula)
          state.reason = reason
        }
      }
    }
    save()
  }

  /// Returns the result of `make`, which runs once more if formulas were missing.
  ///
  /// - Parameter make: Takes a function that returns the MathML of a formula.
  package func complete<Result>(
    _ make: (_ mathML: @escaping @Sendable (Formula) -> String?) throws -> Result
  ) rethrows -> Result {
    let unknown = Unknown()
    let mathML: @Sendable (Formula) -> String? = { formula in
      switch self.verdict(of: formula, in: nil) {
      case .markup(let markup): return markup
      case .unreadable, .failed: return nil
      case .unknown:
        unknown.formulas.withLock { _ = $0.insert(formula) }
        return nil
      }
    }
    let result = try make(mathML)
    let formulas = unknown.formulas.withLock(\.self)
    guard !formulas.isEmpty else { return result }
    learn(formulas)
    return try make(mathML)
  }

  private final class Unknown: Sendable { let formulas = Mutex<Set<Formula>>([]) }

  /// Converts the formulas of notes at once rather than note by note.
  package func learn(of notes: [NotePath], read: (NotePath) -> Note?) {
    guard isAvailable else { return }
    learn(notes.reduce(into: []) { $0.formUnion(read($1).map(Self.formulas) ?? []) })
  }

  /// The formulas for `check`, found as on a page.
  package var reading: FormulaReading {
    FormulaReading(formulas: Self.formulas) { formulas in
      self.learn(formulas)
      return self.state.withLock { state in
        formulas.filter { state.known?[self.macros.applied(to: $0)]?.isEmpty == true }
      }
    }
  }

  private static let fenceWord = ByteSearch(Array("math".utf8))

  private static func formulas(of note: Note) -> [Formula] {
    let document = note.document
    let hasMarks = document.marks.contains {
      if case .mathematics = $0.kind { true } else { false }
    }
    let mayHaveFence = fenceWord?.place(in: document.source.bytes, from: 0) != nil
    guard hasMarks || mayHaveFence else { return [] }
    let found = Unknown()
    var surroundings = BodySurroundings(words: BodyWords(.english)) { _ in .hidden }
    surroundings.mathML = { formula in
      found.formulas.withLock { _ = $0.insert(formula) }
      return nil
    }
    _ = NoteBody(document, in: surroundings)
    return Array(found.formulas.withLock(\.self))
  }

  /// The formulas of the created pages that are shown as written, by note.
  package var left: [(note: NotePath, tex: [String])] {
    state.withLock { $0.left.map { ($0.key, $0.value.sorted()) }.sorted { $0.note < $1.note } }
  }

  private func load(_ state: inout State) -> [Formula: String] {
    if let known = state.known { return known }
    let known = folder.map { FormulaFile.read(in: $0, for: converter?.identity) } ?? [:]
    state.known = known
    return known
  }

  private func save() {
    guard let folder else { return }
    FormulaFile.write(state.withLock { $0.known ?? [:] }, in: folder, of: converter?.identity)
  }
}

/// The file of converted formulas: its version and the converter on the first line, then a line for each formula.
private enum FormulaFile {
  private static let name = "formulas.tsv"
  /// The version of stored formulas. A new number discards all of them.
  private static let version = "sheaf-formulas-3"
  /// Bytes beyond which the file begins again.
  private static let limit = 64 << 20

  /// Reads the stored formulas, except formulas that another converter could not read.
  static func read(in folder: String, for converter: String?) -> [Formula: String] {
    guard let bytes = try? readFile(folder + "/" + name), bytes.count < limit else { return [:] }
    var lines = bytes.split(separator: 0x0A)[...]
    let head = lines.popFirst().map { $0.split(separator: 0x09).map { unescaped($0) } } ?? []
    guard head.first == version else { return [:] }
    let isSame = converter != nil && head.dropFirst().first == converter
    var known: [Formula: String] = [:]
    known.reserveCapacity(lines.count)
    for line in lines {
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
      guard fields.count == 3, isSame || !fields[2].isEmpty else { continue }
      let formula = Formula(tex: unescaped(fields[1]), isDisplay: fields[0].first == 0x44)
      known[formula] = unescaped(fields[2])
    }
    return known
  }

  static func write(_ known: [Formula: String], in folder: String, of converter: String?) {
    let lines = known.map { formula, markup in
      (formula.isDisplay ? "D" : "I") + "\t" + escaped(formula.tex) + "\t" + escaped(markup) + "\n"
    }
    let head = version + "\t" + escaped(converter ?? "") + "\n"
    writeStateFile(folder, name, Array((head + lines.sorted().joined()).utf8))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var isEscape = false
    for byte in bytes {
      if isEscape {
        result.append(byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "t") ? 0x09 : byte)
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// MathML that may be part of a page: elements and attributes of an allow-list, the TeX as its annotation.
enum MathML {
  private static let elements: Set<String> = [
    "math", "semantics", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "msub", "msup",
    "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "none", "mfrac",
    "msqrt", "mroot", "mtable", "mtr", "mtd", "mlabeledtr", "mstyle", "mpadded", "mphantom",
    "menclose", "merror", "mfenced",
  ]
  private static let attributes: Set<String> = [
    "display", "stretchy", "form", "fence", "separator", "accent", "accentunder", "mathvariant",
    "columnalign", "columnspacing", "rowspacing", "linethickness", "width", "height", "depth",
    "lspace", "rspace", "minsize", "maxsize", "displaystyle", "scriptlevel", "notation",
    "movablelimits", "largeop", "symmetric", "open", "close", "separators", "mathcolor",
  ]

  /// Returns the markup of one `math` element with an annotation. Nil if the markup has other elements, or elements
  /// that are not closed in order.
  static func rewritten(_ markup: String, annotation: String) -> String? {
    let bytes = Array(markup.utf8)
    var result: [UInt8] = []
    var open: [String] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        if open.isEmpty, !ASCII.isWhiteSpace(bytes[index]) { return nil }
        result.append(bytes[index])
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let tag = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      index = end + 1
      if tag.hasPrefix("annotation") {
        guard let close = rest(of: bytes, after: "</annotation>", from: index) else { return nil }
        index = close
      } else if tag.hasPrefix("/") {
        guard open.popLast() == String(tag.dropFirst()) else { return nil }
        if tag == "/semantics" { appendAnnotation(annotation, to: &result) }
        result += "<\(tag)>".utf8
        if open.isEmpty { break }
      } else {
        guard let (name, text) = start(tag), open.isEmpty == (name == "math") else { return nil }
        result += text.utf8
        if !tag.hasSuffix("/") { open.append(name) } else { result += "</\(name)>".utf8 }
      }
    }
    let rest = bytes[index...]
    guard open.isEmpty, !result.isEmpty, rest.allSatisfy(ASCII.isWhiteSpace) else { return nil }
    return String(decoding: result, as: UTF8.self)
  }

  private static func appendAnnotation(_ tex: String, to result: inout [UInt8]) {
    result.append(markup: "<annotation encoding=\"application/x-tex\">")
    result.append(escaping: tex)
    result.append(markup: "</annotation>")
  }

  private static func rest(of bytes: [UInt8], after part: String, from start: Int) -> Int? {
    let part = Array(part.utf8)
    var index = start
    while index + part.count <= bytes.count {
      if bytes[index...].starts(with: part) { return index + part.count }
      index += 1
    }
    return nil
  }

  private static func start(_ tag: String) -> (name: String, text: String)? {
    let body = tag.hasSuffix("/") ? tag.dropLast() : tag[...]
    let name = String(body.prefix { !$0.isWhitespace })
    guard elements.contains(name) else { return nil }
    var text = "<" + name
    var rest = body.dropFirst(name.count).drop { $0.isWhitespace }
    while let equals = rest.firstIndex(of: "=") {
      let key = String(rest[..<equals])
      let value = rest[rest.index(after: equals)...]
      guard value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") else { return nil }
      let content = value[value.index(after: value.startIndex)..<end]
      let isPlain = content.allSatisfy { $0.isLetter || $0.isNumber || " .,-#%|()[]{}".contains($0) }
      if attributes.contains(key), isPlain { text += " \(key)=\"\(content)\"" }
      rest = value[value.index(after: end)...].drop { $0.isWhitespace }
    }
    return (name, text + ">")
  }
}
