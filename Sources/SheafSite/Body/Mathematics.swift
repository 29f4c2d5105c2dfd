import ByteBasics
package import NoteModel
import NoteRepository
import SafeHTML
import Synchronization

/// A formula as a note has it, without its delimiters.
package struct Formula: Hashable, Sendable {
  package let tex: String
  /// On lines of its own.
  package let isDisplay: Bool

  package init(tex: String, isDisplay: Bool) {
    let rest = tex.drop { $0.isWhitespace }
    self.tex = String(
      rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
    self.isDisplay = isDisplay
  }

  /// - Parameter written: `$…$` or `$$…$$`.
  init(written: String, isDisplay: Bool) {
    let width = isDisplay ? 2 : 1
    self.init(tex: String(written.dropFirst(width).dropLast(width)), isDisplay: isDisplay)
  }
}

/// The MathML of formulas, kept from one publication to the next: a formula is converted once, whichever note has it.
///
/// Pages are made first with what is known; a page that lacks a formula is made again after ``learn(_:)``.
package final class FormulaStore: Sendable {
  /// Converts formulas, each to MathML, or to nil if it cannot be read.
  package typealias Converter = @Sendable (_ formulas: [Formula]) -> [String?]

  enum Verdict: Equatable {
    case markup(String)
    /// The formula stays as it is written.
    case unreadable
    case unknown
  }

  private struct State {
    var known: [Formula: String]?
    /// Of formulas that stay as they are written, the notes and the text.
    var left: [NotePath: Set<String>] = [:]
  }

  private static let fileName = "formulas.tsv"
  /// Bytes of kept formulas beyond which only those of the latest publication stay.
  private static let limit = 64 << 20

  private let folder: String?
  private let converter: Converter?
  private let state = Mutex(State())

  /// Formulas stay as they are written.
  package static let none = FormulaStore(folder: nil, converter: nil)

  /// - Parameters:
  ///   - folder: Where the results are kept.
  ///   - converter: nil if the machine has none.
  package init(folder: String?, converter: Converter?) {
    self.folder = folder
    self.converter = converter
  }

  var isAvailable: Bool { converter != nil }

  /// - Parameter note: Which has the formula.
  func verdict(of formula: Formula, in note: NotePath) -> Verdict {
    state.withLock { state in
      let known = load(&state)[formula]
      if known?.isEmpty ?? !isAvailable { state.left[note, default: []].insert(formula.tex) }
      guard let known else { return isAvailable ? .unknown : .unreadable }
      return known.isEmpty ? .unreadable : .markup(known)
    }
  }

  /// Converts those that are not known, and keeps the results.
  package func learn(_ formulas: Set<Formula>) {
    guard let converter else { return }
    let unknown = state.withLock { state in
      let known = load(&state)
      return formulas.filter { known[$0] == nil }
    }.sorted { ($0.tex, $0.isDisplay ? 1 : 0) < ($1.tex, $1.isDisplay ? 1 : 0) }
    guard !unknown.isEmpty else { return }
    let results = converter(unknown)
    state.withLock { state in
      for (formula, markup) in zip(unknown, results) {
        let safe = markup.flatMap { MathML.rewritten($0, annotation: formula.tex) } ?? ""
        state.known?[formula] = safe
      }
    }
    save()
  }

  /// The formulas of the pages that were made which stay as they are written, by their notes.
  package var left: [(note: NotePath, tex: [String])] {
    state.withLock { $0.left.map { ($0.key, $0.value.sorted()) }.sorted { $0.note < $1.note } }
  }

  // MARK: - The file

  private func load(_ state: inout State) -> [Formula: String] {
    if let known = state.known { return known }
    var known: [Formula: String] = [:]
    if let folder, let bytes = try? readFile(folder + "/" + Self.fileName), bytes.count < Self.limit {
      for line in bytes.split(separator: 0x0A) {
        let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
        guard fields.count == 3 else { continue }
        let formula = Formula(tex: Self.unescaped(fields[1]), isDisplay: fields[0].first == 0x44)
        // What is kept may have been changed by others.
        known[formula] = MathML.rewritten(Self.unescaped(fields[2]), annotation: formula.tex) ?? ""
      }
    }
    state.known = known
    return known
  }

  private func save() {
    guard let folder else { return }
    let lines = state.withLock { state in
      (state.known ?? [:]).map { formula, markup in
        (formula.isDisplay ? "D" : "I") + "\t" + Self.escaped(formula.tex) + "\t"
          + Self.escaped(markup) + "\n"
      }
    }
    writeStateFile(folder, Self.fileName, Array(lines.sorted().joined().utf8))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var isEscape = false
    for byte in bytes {
      if isEscape {
        result.append(
          byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "t") ? 0x09 : byte)
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

  /// nil for what is not one `math` element of these parts, each closed in its turn.
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
      guard value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") else {
        return nil
      }
      let content = value[value.index(after: value.startIndex)..<end]
      let isPlain = content.allSatisfy {
        $0.isLetter || $0.isNumber || " .,-#%|()[]{}".contains($0)
      }
      if attributes.contains(key), isPlain { text += " \(key)=\"\(content)\"" }
      rest = value[value.index(after: end)...].drop { $0.isWhitespace }
    }
    return (name, text + ">")
  }
}
