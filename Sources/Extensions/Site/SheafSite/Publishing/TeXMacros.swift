import ByteBasics
import NoteModel

/// The macros that the programs of a folder define for its formulas: `\R` for `\mathbb{R}`.
///
/// ```
/// \newcommand{\R}{\mathbb{R}}              a preamble of TeX
/// macros: {R: "\\mathbb{R}"}               the settings of MathJax or KaTeX
/// ```
package struct TeXMacros: Sendable {
  /// Definitions in a line each, by the names of the macros.
  private var definitions: [String: String] = [:]

  /// Definitions beyond this are not read.
  private static let limit = 2_000

  /// - Parameter texts: Preambles of TeX and settings in JavaScript.
  package init(_ texts: [String] = []) {
    for text in texts {
      readPreamble(text)
      readSettings(text)
    }
  }

  /// Returns a formula with the definitions that it uses in lines before it.
  func applied(to formula: Formula) -> Formula {
    guard !definitions.isEmpty else { return formula }
    var open = Self.names(in: formula.tex)
    var used: [String: String] = [:]
    while let name = open.popLast(), used.count < 200 {
      guard used[name] == nil, let definition = definitions[name] else { continue }
      used[name] = definition
      open += Self.names(in: definition)
    }
    guard !used.isEmpty else { return formula }
    let head = used.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined()
    return Formula(tex: head + formula.tex, isDisplay: formula.isDisplay)
  }

  /// Splits a formula into the lines of definitions at its start and the rest.
  static func split(_ tex: String) -> (head: Substring, rest: Substring) {
    var rest = tex[...]
    while ["\\newcommand{", "\\DeclareMathOperator"].contains(where: rest.hasPrefix),
      let end = rest.firstIndex(of: "\n")
    {
      rest = rest[rest.index(after: end)...]
    }
    return (tex[..<rest.startIndex], rest)
  }

  private static func names(in tex: String) -> [String] {
    tex.split(separator: "\\", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.prefix { $0.isLetter && $0.isASCII })
    }
  }

  private mutating func define(_ name: String, _ definition: String) {
    guard !name.isEmpty, definitions.count < Self.limit else { return }
    definitions[name] = definition.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private mutating func define(_ name: String, count: Int, usual: String? = nil, as body: String) {
    guard (0...9).contains(count) else { return }
    let arguments = (count == 0 ? "" : "[\(count)]") + (usual.map { "[\($0)]" } ?? "")
    define(name, "\\newcommand{\\\(name)}\(arguments){\(body)}")
  }

  // MARK: - TeX

  private mutating func readPreamble(_ text: String) {
    let lines = text.textLines.map { line -> Substring in
      guard let sign = line.firstIndex(of: "%"), sign == line.startIndex || line[line.index(before: sign)] != "\\"
      else { return line[...] }
      return line[..<sign]
    }
    var reader = Reader(lines.joined(separator: "\n"))
    while let command = reader.nextCommand() {
      switch command {
      case "newcommand", "renewcommand", "providecommand":
        reader.skip("*")
        guard let name = reader.name() else { continue }
        let count = reader.group("[", "]")
        let usual = count == nil ? nil : reader.group("[", "]")
        guard let body = reader.group("{", "}") else { continue }
        define(name, count: count.flatMap { Int($0) } ?? 0, usual: usual, as: body)
      case "DeclareMathOperator":
        let star = reader.skip("*") ? "*" : ""
        guard let name = reader.name(), let body = reader.group("{", "}") else { continue }
        define(name, "\\DeclareMathOperator\(star){\\\(name)}{\(body)}")
      case "def", "gdef":
        guard let name = reader.name() else { continue }
        let parameters = reader.text(to: "{")
        guard let body = reader.group("{", "}"), parameters.allSatisfy({ $0 == "#" || $0.isNumber }) else { continue }
        define(name, count: parameters.count / 2, as: body)
      default: continue
      }
    }
  }

  // MARK: - JavaScript

  /// Reads `macros: {R: "…", norm: ["…", 1]}`, also `customMacros` and names in quotes with a backslash.
  private mutating func readSettings(_ text: String) {
    var rest = text[...]
    while let word = rest.firstRange(of: "acros") {
      rest = rest[word.upperBound...]
      var reader = Reader(String(rest.drop { "\"'".contains($0) }))
      guard reader.skip(":"), reader.skip("{") else { continue }
      while let name = reader.quoted() ?? reader.word(), reader.skip(":") {
        let isList = reader.skip("[")
        guard let body = reader.quoted() else { break }
        let count = isList && reader.skip(",") ? reader.word().flatMap { Int($0) } : nil
        let usual = isList && reader.skip(",") ? reader.quoted() : nil
        if isList { reader.skip("]") }
        define(
          name.filter { $0.isLetter && $0.isASCII }, count: count ?? Self.arguments(of: body), usual: usual, as: body)
        reader.skip(",")
      }
    }
  }

  /// Returns the highest number of an argument in a body: KaTeX does not say how many there are.
  private static func arguments(of body: String) -> Int {
    body.split(separator: "#", omittingEmptySubsequences: false).dropFirst().compactMap { $0.first?.wholeNumberValue }
      .max() ?? 0
  }

  private struct Reader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    private mutating func skipSpaces() { rest = rest.drop { $0.isWhitespace } }

    @discardableResult
    mutating func skip(_ sign: Character) -> Bool {
      skipSpaces()
      guard rest.first == sign else { return false }
      rest.removeFirst()
      return true
    }

    /// Returns the name of the next command of TeX.
    mutating func nextCommand() -> String? {
      guard let sign = rest.firstIndex(of: "\\") else { return nil }
      rest = rest[rest.index(after: sign)...]
      let name = rest.prefix { $0.isLetter }
      rest = rest[name.endIndex...]
      if name.isEmpty, !rest.isEmpty { rest.removeFirst() }
      return String(name)
    }

    /// Reads `{\name}` or `\name`.
    mutating func name() -> String? {
      let isGroup = skip("{")
      guard skip("\\") else { return nil }
      let name = word()
      return !isGroup || skip("}") ? name : nil
    }

    mutating func word() -> String? {
      skipSpaces()
      let word = rest.prefix { $0.isLetter || $0.isNumber }
      rest = rest[word.endIndex...]
      return word.isEmpty ? nil : String(word)
    }

    mutating func text(to end: Character) -> String {
      let text = rest.prefix { $0 != end }
      rest = rest[text.endIndex...]
      return String(text.filter { !$0.isWhitespace })
    }

    /// Reads a group with the groups inside.
    mutating func group(_ open: Character, _ close: Character) -> String? {
      guard skip(open) else { return nil }
      var depth = 1
      var index = rest.startIndex
      while index < rest.endIndex {
        let sign = rest[index]
        if sign == "\\" {
          index = rest.index(index, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex
          continue
        }
        depth += sign == open ? 1 : sign == close ? -1 : 0
        if depth == 0 {
          let text = String(rest[..<index])
          rest = rest[rest.index(after: index)...]
          return text
        }
        index = rest.index(after: index)
      }
      return nil
    }

    /// Reads a text in quotes of JavaScript.
    mutating func quoted() -> String? {
      skipSpaces()
      guard let quote = rest.first, "\"'`".contains(quote) else { return nil }
      var text = ""
      var isEscape = false
      for index in rest.indices.dropFirst() {
        let sign = rest[index]
        if !isEscape, sign == quote {
          rest = rest[rest.index(after: index)...]
          return text
        }
        isEscape = !isEscape && sign == "\\"
        if !isEscape { text.append(sign) }
      }
      return nil
    }
  }
}
