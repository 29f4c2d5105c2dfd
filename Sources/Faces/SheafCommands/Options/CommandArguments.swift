import ArgumentParser
import ArgumentParserToolInfo
import Foundation
import Wording

/// A command whose query may begin with days.
package protocol DaysTaking {}

/// The arguments of a command as it declares them, for help, manual and completion, and for code that reads a command
/// line before the parser. The texts are in the language of the run.
struct CommandArguments {
  let arguments: [ArgumentInfoV0]
  /// All arguments, including hidden ones.
  private let all: [ArgumentInfoV0]

  /// - Parameter command: For a command with subcommands, the arguments of its default subcommand are used.
  init(_ command: any ParsableCommand.Type) {
    let command = command.withoutName
    // The parser has no other description of a command than the text of its option for tools.
    var description = ""
    do { _ = try command.parseAsRoot(["--experimental-dump-help"]) } catch {
      description = command.fullMessage(for: error)
    }
    let tool = try? JSONDecoder().decode(ToolInfoV0.self, from: Data(description.utf8))
    all = (tool?.command.arguments ?? []).filter { !["help", "version"].contains($0.preferredName?.name) }.map {
      var argument = $0
      // Days come before the query.
      if argument.valueKind == .query, argument.kind == .positional, command is any DaysTaking.Type {
        argument.valueName = ValueKind.daysQuery.rawValue
      }
      return argument
    }
    arguments = all.filter(\.shouldDisplay)
  }

  /// `--sort`, `--limit`, …
  var longOptions: [String] { arguments.flatMap(\.spellings).filter { $0.hasPrefix("--") } }

  /// An option as it may be typed.
  struct Choice {
    /// `-t`, `--tag`
    let names: [String]
    let summary: String
    let takesValue: Bool
    let kind: ValueKind?
    /// The allowed values; empty if other values are allowed.
    let values: [String]
  }

  /// Every option, in the order of the help.
  var choices: [Choice] {
    arguments.filter { $0.kind != .positional }.map { argument in
      Choice(
        names: argument.spellings, summary: argument.abstract ?? "", takesValue: argument.kind == .option,
        kind: argument.valueKind, values: argument.allValueStrings ?? [])
    }
  }

  func values(ofPositional index: Int) -> [String] { positional(index)?.allValueStrings ?? [] }

  func kind(ofPositional index: Int) -> ValueKind? { positional(index)?.valueKind }

  private func positional(_ index: Int) -> ArgumentInfoV0? {
    let positional = arguments.filter { $0.kind == .positional }
    guard index >= positional.count else { return positional[index] }
    return positional.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// Returns true for a typed option such as `--sort` or `-t` whose value follows.
  func takesValue(_ word: String) -> Bool {
    all.contains { $0.kind == .option && $0.spellings.contains(word) }
  }

  /// Returns the long name of an option, else its short name. Nil if the word is not an option.
  func option(_ word: String) -> String? {
    let names = all.first { $0.kind != .positional && $0.spellings.contains(word) }?.spellings
    return names?.first { $0.hasPrefix("--") } ?? names?.first
  }
}

extension ArgumentInfoV0 {
  /// `-t`, `--tag`
  var spellings: [String] { (names ?? []).map(Self.spelling) }
  /// The long name, if there is one.
  var preferredSpelling: String { preferredName.map(Self.spelling) ?? "" }
  var valueKind: ValueKind? { kind == .flag ? nil : valueName.flatMap { ValueKind(rawValue: $0) } }
  /// The name of the value in the language of this run.
  var value: String {
    guard let valueKind else { return valueName ?? "" }
    let isSeveral = kind == .positional && isRepeating && [.note, .place, .notePath, .noteOrFile].contains(valueKind)
    return (isSeveral ? ValueKind.task : valueKind).name.text(in: HelpLanguage.current)
  }

  private static func spelling(_ name: NameInfoV0) -> String {
    name.kind == .long ? "--" + name.name : "-" + name.name
  }
}
