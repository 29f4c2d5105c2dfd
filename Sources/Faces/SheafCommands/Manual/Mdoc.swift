import ArgumentParserToolInfo
import Foundation
package import Wording

/// Writing of mdoc, the language of manual pages.
package enum Mdoc {
  /// Escapes text so that mdoc reads no request or escape.
  package static func escaped(_ text: String) -> String {
    var result = text.replacing("\\", with: "\\e")
    if result.hasPrefix(".") || result.hasPrefix("'") { result = "\\&" + result }
    return result.replacing("“", with: "\\(lq").replacing("”", with: "\\(rq").replacing("…", with: "...")
  }

  /// Ends a text in a full stop, as a line of mdoc; Korean phrases end without one.
  package static func sentence(_ message: Message, in language: Language) -> String {
    let text = message.text(in: language)
    return escaped(text) + (text.hasSuffix(".") || language == .korean ? "" : ".")
  }

  /// Returns the words between spaces. Words in quotation marks are one word.
  package static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var rest = line.drop { $0 == " " }
    while let first = rest.first {
      let isQuoted = first == "\""
      if isQuoted { rest = rest.dropFirst() }
      let word = rest.prefix { isQuoted ? $0 != "\"" : $0 != " " }
      words.append(unescaped(word))
      rest = rest[word.endIndex...].dropFirst(isQuoted ? 1 : 0).drop { $0 == " " }
    }
    return words
  }

  package static func unescaped(_ text: Substring) -> String {
    let signs = [
      ("\\&", ""), ("\\(lq", "“"), ("\\(rq", "”"), ("\\(en", "–"), ("\\(dq", "\""), ("\\-", "-"),
      ("\\e", "\\"),
    ]
    return signs.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  /// Adapts a page to programs that print mdoc: each sample of an item gets its own quotes, and a Korean particle follows
  /// the word before it without a space.
  static func printed(_ page: String) -> String {
    var lines: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let last = lines.last ?? ""
      if line.first != ".", isGlued(line), inlineMacros.contains(String(last.prefix(4))) || last == ".Nm" {
        lines[lines.count - 1] += " Ns"
      }
      let macro = line.hasPrefix(".It Ql ") ? ".It " : line.hasPrefix(".Ql ") ? "." : ""
      let samples = macro.isEmpty ? [] : line.dropFirst(macro.count + 3).split(separator: " , ")
      let quoted = samples.map { "So \($0.hasPrefix("Ql ") ? $0.dropFirst(3) : $0) Sc" }.joined(separator: " , ")
      let mark = [",", ".", ";"].first { quoted.hasSuffix(" \($0) Sc") }
      let system = line == ".Os" ? " Sheaf \(sheafVersion)" : ""
      lines.append(
        samples.count < 2 ? String(line) + system : macro + (mark.map { quoted.dropLast(5) + " Sc " + $0 } ?? quoted))
    }
    return lines.joined(separator: "\n")
  }

  private static let inlineMacros: Set = [
    ".Ql ", ".Ic ", ".Ev ", ".Pa ", ".Nm ", ".Fl ", ".Xr ", ".Em ", ".Ar ", ".So ", ".Pq ",
  ]

  /// Returns true for text that follows a macro without a space: punctuation and Korean particles.
  package static func isGlued(_ text: Substring) -> Bool {
    guard let first = text.first else { return false }
    return ",.;:)?!".contains(first) || particles.contains(String(text.prefix { $0 != " " && !",.".contains($0) }))
  }

  private static let particles: Set = [
    "은", "는", "이", "가", "을", "를", "과", "와", "의", "에", "에는", "에서", "에서는", "으로", "로", "도", "만", "이나", "나", "이고",
    "처럼", "부터", "까지", "라고", "이며", "이면", "하고", "에만",
  ]

  /// Breaks text lines at 78 bytes; requests and literal displays are unchanged.
  static func wrapped(_ page: String) -> String {
    var isLiteral = false
    var lines: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Bd") { isLiteral = true }
      if line.hasPrefix(".Ed") { isLiteral = false }
      guard !isLiteral, !line.hasPrefix("."), line.utf8.count > 78 else {
        lines.append(String(line))
        continue
      }
      var current = ""
      for word in line.split(separator: " ") {
        if !current.isEmpty, current.utf8.count + 1 + word.utf8.count > 78 {
          lines.append(current)
          current = ""
        }
        // A dot at the beginning of a line would make it a request.
        current += current.isEmpty ? (word.hasPrefix(".") ? "\\&" : "") + word : " " + word
      }
      lines.append(current)
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a text with one sentence per line, as mdoc requires.
  static func paragraph(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      // A dot at the beginning of a line would make it a request.
      escaped(String(line)).replacing(". ", with: ".\n").replacing("\n.", with: "\n\\&.")
    }.joined(separator: "\n") + "\n"
  }

  /// Returns the text after `.Nd`: no capital, no full stop.
  static func description(_ text: String) -> String {
    let trimmed = text.hasSuffix(".") ? String(text.dropLast()) : text
    return escaped(trimmed.prefix(1).lowercased() + trimmed.dropFirst())
  }

  /// Returns the paragraphs of a help text, without its examples; indented lines are a list of terms, or stay as they
  /// are.
  static func discussion(_ text: String) -> String {
    parts(of: text).filter { !isExamples($0) }.map { part in
      let lead = part.prefix { $0.first != " " }
      let rest = Array(part.dropFirst(lead.count))
      return (lead.isEmpty ? "" : ".Pp\n" + paragraph(lead.joined(separator: " ")))
        + (rest.isEmpty ? "" : terms(rest) ?? literal(rest))
    }.joined()
  }

  /// Returns the command lines of a help text.
  static func examples(_ text: String) -> [String] {
    parts(of: text).filter(isExamples).flatMap { part in
      part.dropFirst().map { String($0.trimmingPrefix { $0 == " " }) }
    }
  }

  static func literal(_ lines: [String]) -> String {
    ".Bd -literal -offset indent\n" + lines.map { escaped($0) + "\n" }.joined() + ".Ed\n"
  }

  private static func parts(of text: String) -> [[String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.split { $0.isEmpty }.map(Array.init)
  }

  private static func isExamples(_ part: [String]) -> Bool { ["Examples:", "예:"].contains(part.first) }

  /// Returns a list of terms if every line is `  name: Sentence`. Nil for other lines.
  private static func terms(_ lines: [String]) -> String? {
    var items = ""
    for line in lines {
      let parts = line.split(separator: ": ", maxSplits: 1)
      guard parts.count == 2, line.prefix(3).drop(while: { $0 == " " }).count == 1 else { return nil }
      items += ".It Ic \(escaped(parts[0].trimmingCharacters(in: .whitespaces)))\n"
      items += paragraph(String(parts[1]))
    }
    return ".Bl -tag -width Ds\n" + items + ".El\n"
  }

  /// Returns the head of an option in a list.
  static func item(_ names: [String], value: String?) -> String {
    let flags = names.map { name in
      "Fl " + escaped(String(name.dropFirst()))
    }.joined(separator: " , ")
    return ".It " + flags + (value.map { " Ar " + escaped($0) } ?? "") + "\n"
  }
}

extension CommandArguments {
  /// A request of mdoc a line.
  var synopsis: String {
    arguments.map { argument in
      let value = Mdoc.escaped(argument.value)
      let body =
        switch argument.kind {
        case .positional: "Ar \(value)" + (argument.isRepeating ? " ..." : "")
        case .flag: "Fl \(flag(argument))"
        case .option: "Fl \(flag(argument)) Ar \(value)"
        }
      return (argument.isOptional ? ".Op " : ".") + body + "\n"
    }.joined()
  }

  var options: String {
    guard !arguments.isEmpty else { return "" }
    var text = ".Bl -tag -width Ds\n"
    for argument in arguments where argument.kind != .positional || argument.abstract?.isEmpty == false {
      if argument.kind == .positional {
        text += ".It Ar \(Mdoc.escaped(argument.value))\n"
      } else {
        let names = argument.spellings
        text += Mdoc.item(names, value: argument.kind == .option ? argument.value : nil)
      }
      text += Mdoc.paragraph(argument.abstract ?? "")
    }
    return text + ".El\n"
  }

  private func flag(_ argument: ArgumentInfoV0) -> String {
    Mdoc.escaped(String(argument.preferredSpelling.dropFirst()))
  }
}
