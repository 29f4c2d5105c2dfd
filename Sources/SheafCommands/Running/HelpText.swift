package import ArgumentParser
import TerminalText
package import Wording

/// The parser's help in the language of this run, wrapped for the terminal.
///
/// The parser writes its headings in English, calls values after properties, and breaks lines by characters, of which
/// a Hangul syllable takes two cells. So it is asked for lines without end; here they get their headings, their
/// placeholders and their breaks:
///
///     USAGE: sheaf tags [<query> ...] [--limit <limit>]
///     사용법: sheaf tags [검색식 ...] [--limit 개수]
package struct HelpText {
  /// What the parser is asked for, so that it breaks no line.
  package static let endless = 100_000
  /// The column of what an option does.
  private static let indent = 26

  private let language: Language
  private let columns: Int

  package init(language: Language, columns: Int) {
    self.language = language
    self.columns = columns
  }

  /// - Parameter help: The parser's help, from `fullMessage(for:columns:)` with ``endless`` columns.
  /// - Returns: The help with a line feed at its end; a text that is not help, such as a version, as it is.
  package func text(_ help: String) -> String {
    let lines = Self.examplesFirst(
      help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    guard lines.contains(where: { $0.hasPrefix("USAGE: ") }) else { return help + "\n" }
    let command = Self.command(in: lines)
    // Before the usage there are paragraphs and examples, after it headings with rows.
    var isAfterUsage = false
    var result: [String] = []
    var paragraph: [String] = []
    var index = 0
    func flush() {
      if !paragraph.isEmpty { result += wrapped(paragraph.joined(separator: " "), indent: 0) }
      paragraph = []
    }
    while index < lines.count {
      let line = lines[index]
      index += 1
      if isAfterUsage, let heading = heading(line) {
        flush()
        result.append(heading)
      } else if line.hasPrefix("USAGE: ") {
        flush()
        isAfterUsage = true
        result += usage(String(line.dropFirst("USAGE: ".count)), of: command)
      } else if isAfterUsage,
        let option = Self.option(line, next: index < lines.count ? lines[index] : nil)
      {
        flush()
        if option.isOnNextLine { index += 1 }
        result += row(label: option.label, summary: option.summary, of: command)
      } else if line.isEmpty || line.hasPrefix(" ") {
        flush()
        result.append(line.hasPrefix("  See '") ? footer(line) : line)
      } else {
        paragraph.append(overview(line))
      }
    }
    flush()
    while result.last?.isEmpty == true { result.removeLast() }
    return result.joined(separator: "\n") + "\n"
  }

  /// The examples of a command right after the sentence that says what it does: they begin with its commonest use.
  private static func examplesFirst(_ lines: [String]) -> [String] {
    guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }),
      let start = lines[..<usage].firstIndex(where: { $0 == "Examples:" || $0 == "예:" }),
      let gap = lines[..<start].firstIndex(of: "")
    else { return lines }
    let end = lines[start..<usage].firstIndex(of: "") ?? usage
    var rest = lines
    let examples = Array(rest[start..<end])
    rest.removeSubrange(start..<min(end + 1, rest.count))
    rest.insert(contentsOf: examples + [""], at: gap + 1)
    return rest
  }

  /// `tags` of the line `USAGE: sheaf tags …`.
  private static func command(in lines: [String]) -> String {
    let words = lines.first { $0.hasPrefix("USAGE: ") }?.split(separator: " ") ?? []
    return words.count > 2 ? String(words[2]) : ""
  }

  // MARK: Parts

  private func overview(_ line: String) -> String {
    guard language == .korean, line.hasPrefix("OVERVIEW: ") else { return line }
    return String(line.dropFirst("OVERVIEW: ".count))
  }

  /// `ARGUMENTS:`, and the heading of a group of commands.
  private func heading(_ line: String) -> String? {
    guard line.hasSuffix(":"), line == line.uppercased(), !line.hasPrefix(" ") else { return nil }
    let name = line.dropLast()
    switch (language, name) {
    case (.korean, "ARGUMENTS"): return "인수:"
    case (.korean, "OPTIONS"): return "옵션:"
    case (.korean, "SUBCOMMANDS"): return "명령:"
    default: break
    }
    guard name.hasSuffix(" SUBCOMMANDS") else { return Self.isLatin(name) ? line : nil }
    // The name of the group says enough: `LINKS:`, `링크:`.
    return name.dropLast(" SUBCOMMANDS".count) + ":"
  }

  private static func isLatin(_ name: Substring) -> Bool {
    name.allSatisfy { $0.isASCII && ($0.isUppercase || $0 == " ") }
  }

  private func footer(_ line: String) -> String {
    guard language == .korean else { return Placeholders.filled(line, of: "", in: language) }
    return "  자세한 내용은 “sheaf help 명령”에 있습니다."
  }

  private func usage(_ usage: String, of command: String) -> [String] {
    let heading = Message("USAGE: ", ko: "사용법: ").text(in: language)
    let lines = wrapped(
      Placeholders.filled(usage, of: command, in: language), indent: CellWidth.of(heading),
      keepsBrackets: true)
    return lines.enumerated().map { number, line in
      number == 0 ? heading + line.drop { $0 == " " } : line
    }
  }

  // MARK: Options

  /// `  --limit <limit>   Show …` in its two parts; the second may be on the next line.
  private static func option(_ line: String, next: String?) -> (
    label: String, summary: String, isOnNextLine: Bool
  )? {
    guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  See '") else {
      return nil
    }
    let margin = String(repeating: " ", count: indent)
    if let next, next.hasPrefix(margin), !next.hasPrefix(margin + " ") {
      return (trimmed(line), trimmed(next), true)
    }
    let label = line.prefix(indent)
    guard label.count == indent, label.last == " " else { return nil }
    let summary = String(line.dropFirst(indent))
    return summary.hasPrefix(" ") ? nil : (trimmed(String(label)), summary, false)
  }

  private func row(label: String, summary: String, of command: String) -> [String] {
    let label = "  " + Placeholders.filled(label, of: command, in: language)
    let lines = wrapped(translated(summary), indent: Self.indent)
    let width = CellWidth.of(label)
    guard width < Self.indent, let first = lines.first else { return [label] + lines }
    let gap = String(repeating: " ", count: Self.indent - width)
    return [label + gap + first.drop { $0 == " " }] + lines.dropFirst()
  }

  /// What the parser itself says of options.
  private func translated(_ summary: String) -> String {
    guard language == .korean else { return summary }
    switch summary {
    case "Show the version.": return "버전을 표시합니다."
    case "Show help information.": return "도움말을 표시합니다."
    default: break
    }
    return summary.replacing(" (default: ", with: "(기본값: ").replacing(" (values: ", with: "(값: ")
      .replacing("; default: ", with: ". 기본값: ")
  }

  // MARK: Lines

  /// Words in lines of at most ``columns`` cells, each after `indent` spaces; no line is one word where two would fit.
  private func wrapped(_ text: String, indent: Int, keepsBrackets: Bool = false) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let room = max(columns - indent, 20)
    var lines: [[Substring]] = [[]]
    var width = 0
    for word in keepsBrackets ? Self.bracketed(text) : text.split(separator: " ") {
      let cells = CellWidth.of(word)
      if width > 0, width + 1 + cells > room {
        lines.append([])
        width = 0
      }
      lines[lines.count - 1].append(word)
      width += (width > 0 ? 1 : 0) + cells
    }
    if lines.count > 1, lines[lines.count - 1].count == 1, lines[lines.count - 2].count > 2 {
      let moved = lines[lines.count - 2].removeLast()
      lines[lines.count - 1].insert(moved, at: 0)
    }
    return lines.map { margin + $0.joined(separator: " ") }
  }

  /// Words of a usage line; `[--limit N]` is one.
  private static func bracketed(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "[", "(": depth += 1
      case "]", ")": depth -= 1
      case " " where depth == 0:
        if start < index { words.append(text[start..<index]) }
        start = text.index(after: index)
      default: break
      }
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
  }

  private static func trimmed(_ text: String) -> String {
    let front = text.drop { $0 == " " }
    return String(front.reversed().drop { $0 == " " }.reversed())
  }
}

/// The language in which help is made; declarations of commands are read again for each run.
package enum HelpLanguage {
  @TaskLocal package static var current = Language.english
}

/// A sentence of help in the language of this run.
package func help(_ english: String, ko korean: String) -> ArgumentHelp {
  ArgumentHelp(stringLiteral: localized(english, ko: korean))
}

/// A text of help in the language of this run.
package func localized(_ english: String, ko korean: String) -> String {
  Message(english, ko: korean).text(in: HelpLanguage.current)
}
