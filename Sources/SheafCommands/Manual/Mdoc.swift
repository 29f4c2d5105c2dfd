import ArgumentParser
import ArgumentParserToolInfo
import Foundation
import Wording

/// Writing of mdoc, the language of manual pages.
enum Mdoc {
  /// Text in which nothing is taken for a request or an escape.
  static func escaped(_ text: String) -> String {
    var result = text.replacing("\\", with: "\\e")
    if result.hasPrefix(".") || result.hasPrefix("'") { result = "\\&" + result }
    return result.replacing("“", with: "\\(lq").replacing("”", with: "\\(rq")
      .replacing("…", with: "...")
  }

  /// Text lines of at most 78 bytes; requests and literal displays stay as they are.
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

  /// A sentence a line, as mdoc wants it.
  static func paragraph(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      // A dot at the beginning of a line would make it a request.
      escaped(String(line)).replacing(". ", with: ".\n").replacing("\n.", with: "\n\\&.")
    }.joined(separator: "\n") + "\n"
  }

  /// What is after `.Nd`: no capital, no full stop.
  static func description(_ text: String) -> String {
    let trimmed = text.hasSuffix(".") ? String(text.dropLast()) : text
    return escaped(trimmed.prefix(1).lowercased() + trimmed.dropFirst())
  }

  /// The paragraphs of a help text, without its examples; indented lines are a list of terms, or stay as they are.
  static func discussion(_ text: String) -> String {
    parts(of: text).filter { !isExamples($0) }.map { part in
      let lead = part.prefix { $0.first != " " }
      let rest = Array(part.dropFirst(lead.count))
      return (lead.isEmpty ? "" : ".Pp\n" + paragraph(lead.joined(separator: " ")))
        + (rest.isEmpty ? "" : terms(rest) ?? literal(rest))
    }.joined()
  }

  /// The command lines of a help text.
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

  private static func isExamples(_ part: [String]) -> Bool {
    ["Examples:", "예:"].contains(part.first)
  }

  /// `  name: Sentence` on every line; nil for other lines.
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

  /// The head of an option in a list.
  static func item(_ names: [String], value: String?) -> String {
    let flags = names.map { name in
      "Fl " + escaped(String(name.dropFirst()))
    }.joined(separator: " , ")
    return ".It " + flags + (value.map { " Ar " + escaped($0) } ?? "") + "\n"
  }
}

/// The arguments of a command as the parser describes them.
struct CommandArguments {
  private let arguments: [ArgumentInfoV0]
  private let command: String
  private let language: Language

  /// - Parameter language: Of the names of values; the texts are in the language of the run.
  init(_ command: any ParsableCommand.Type, in language: Language = .english) {
    self.language = language
    self.command = command.commandName
    let description = try? JSONDecoder().decode(
      ToolInfoV0.self, from: Data(command._dumpHelp().utf8))
    arguments = (description?.command.arguments ?? []).filter {
      $0.shouldDisplay && $0.preferredName?.name != "help" && $0.preferredName?.name != "version"
    }
  }

  /// `--sort`, `--limit`, …
  var longOptions: [String] {
    arguments.flatMap { $0.names ?? [] }.filter { $0.kind == .long }.map { "--" + $0.name }
  }

  /// An option as it may be typed.
  struct Choice {
    /// `-t`, `--tag`
    let names: [String]
    /// The long name without hyphens; the short one where there is no other.
    let name: String
    let summary: String
    let takesValue: Bool
    /// The words that it takes, where it takes no others.
    let values: [String]
  }

  /// Every option, in the order of the help.
  var choices: [Choice] {
    arguments.filter { $0.kind != .positional }.map { argument in
      Choice(
        names: (argument.names ?? []).map(Self.spelling),
        name: argument.preferredName?.name ?? "", summary: argument.abstract ?? "",
        takesValue: argument.kind == .option, values: argument.allValueStrings ?? [])
    }
  }

  /// The words that the positional argument at an index takes, where it takes no others.
  func values(ofPositional index: Int) -> [String] {
    let positional = arguments.filter { $0.kind == .positional }
    return positional.indices.contains(index) ? positional[index].allValueStrings ?? [] : []
  }

  /// True for an option such as `--sort` or `-t`, as it is typed, whose value follows.
  func takesValue(_ word: String) -> Bool {
    arguments.contains { $0.kind == .option && ($0.names ?? []).map(Self.spelling).contains(word) }
  }

  /// True for one or more options of one letter after one hyphen: `-n`, `-aq`.
  func isFlag(_ word: String) -> Bool {
    let letters = arguments.flatMap { $0.names ?? [] }.filter { $0.kind == .short }.map(\.name)
    return word.dropFirst().allSatisfy { letters.contains(String($0)) || $0 == "h" }
      && Set(word).count == word.count
  }

  var synopsis: String {
    arguments.map { argument in
      let value = Mdoc.escaped(placeholder(argument) ?? "")
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
    for argument in arguments {
      if argument.kind == .positional {
        text += ".It Ar \(Mdoc.escaped(placeholder(argument) ?? ""))\n"
      } else {
        let names = (argument.names ?? []).map(Self.spelling)
        text += Mdoc.item(names, value: argument.kind == .option ? placeholder(argument) : nil)
      }
      text += Mdoc.paragraph(argument.abstract ?? "")
    }
    return text + ".El\n"
  }

  private func placeholder(_ argument: ArgumentInfoV0) -> String? {
    argument.valueName.map { Placeholders.text($0, of: command, in: language) }
  }

  private func flag(_ argument: ArgumentInfoV0) -> String {
    let name = argument.preferredName.map(Self.spelling) ?? ""
    return Mdoc.escaped(String(name.dropFirst()))
  }

  private static func spelling(_ name: ArgumentInfoV0.NameInfoV0) -> String {
    name.kind == .long ? "--" + name.name : "-" + name.name
  }
}
