import ArgumentParser
import NoteModel
import NoteRepository
import Wording

/// Completes the word at the cursor of a shell. The scripts of bash, zsh and fish all ask it.
///
/// The index is taken as it is; a look at every file would take longer than a key press.
struct Completer {
  /// Words whose last one is completed, after the program's name.
  let words: [String]
  let current: String
  let context: CommandContext
  private let sources: CompletionSources

  init(_ words: [String], _ current: String, _ context: CommandContext) {
    self.words = words
    self.current = current
    self.context = context
    sources = CompletionSources(context)
  }

  func answer() -> CompletionAnswer {
    if let option = words.last.flatMap({ GlobalOptions.valueOption($0) }), option != "-C" || words.count == 1 {
      return globalValue(of: option)
    }
    guard let name = words.first else { return current.hasPrefix("-") ? globalOptions : commands }
    guard let command = Program.current.command(named: name) else {
      return name == "help" ? commands : .nothing
    }
    return answer(for: command, Array(words.dropFirst()))
  }

  // MARK: Commands

  private var commands: CompletionAnswer {
    let aliases = CommandAliases(configured: context.configuration(of: sources.repository).table("alias"))
    func candidates(_ types: [any ParsableCommand.Type]) -> [CompletionCandidate] {
      types.map { CompletionCandidate($0.commandName, $0.configuration.abstract) }
    }
    let program = Program.current
    let everyday = CommandGroup.everyday
    let others =
      candidates(program.groups.flatMap(\.subcommands).filter { !everyday.contains($0.commandName) })
      + aliases.all.map { CompletionCandidate($0.name, $0.command) }
      + [CompletionCandidate("help", localized("Show help.", ko: "도움말을 보여 줍니다."))]
    let first = candidates(everyday.compactMap { program.command(named: $0) })
    let found = (first + others.sorted { byteOrder($0.text, $1.text) < 0 }).filter { $0.text.hasPrefix(current) }
    // Commands for programs and names of one letter are offered if nothing else begins with the typed letters.
    let plumbing = Set(program.commands(of: .programs).map { $0.commandName })
    let offered = found.filter { $0.text.count > 1 && !plumbing.contains($0.text) }
    return CompletionAnswer(candidates: offered.isEmpty ? found : offered)
  }

  private func answer(for command: any ParsableCommand.Type, _ rest: [String]) -> CompletionAnswer {
    let subcommands = command.configuration.subcommands
    if let first = rest.first, let next = subcommands.first(where: { $0.commandName == first }) {
      return answer(for: next, Array(rest.dropFirst()))
    }
    let shape = CommandShape(command, rest: rest)
    if let option = shape.pendingOption { return value(of: option, typed: current) }
    if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
      let head = String(current[...equals])
      guard let option = shape.option(String(head.dropLast())) else { return .nothing }
      let typed = String(current[current.index(after: equals)...])
      return CompletionAnswer(
        candidates: value(of: option, typed: typed).candidates.map { CompletionCandidate(head + $0.text, $0.summary) })
    }
    if current.hasPrefix("-"), !shape.isAfterOptions, shape.takesOption(current) { return options(of: shape) }
    var answer = positional(shape)
    if rest.isEmpty, !subcommands.isEmpty {
      answer.candidates =
        subcommands.filter { $0 != command.withoutName }
        .map { CompletionCandidate($0.commandName, $0.configuration.abstract) }.filter { $0.text.hasPrefix(current) }
        + answer.candidates
    }
    return answer
  }

  private func positional(_ shape: CommandShape) -> CompletionAnswer {
    let fixed = shape.arguments.values(ofPositional: shape.positional.count)
    if !fixed.isEmpty {
      return CompletionAnswer(candidates: fixed.filter { $0.hasPrefix(current) }.map { CompletionCandidate($0) })
    }
    let kind = shape.arguments.kind(ofPositional: shape.positional.count)
    return kind?.answer(current, after: shape.positional, from: sources) ?? .nothing
  }

  // MARK: Options

  private func options(of shape: CommandShape) -> CompletionAnswer {
    var candidates = shape.choices.flatMap { choice in
      choice.names.map { CompletionCandidate($0, choice.summary) }
    }
    candidates.append(CompletionCandidate("--help", localized("Show help.", ko: "도움말을 보여 줍니다.")))
    candidates += globalOptions.candidates
    return CompletionAnswer(candidates: candidates.filter { Self.isOffered($0.text, for: current) })
  }

  /// Returns true if an option is offered. One-letter options are offered only after a single hyphen.
  private static func isOffered(_ option: String, for typed: String) -> Bool {
    option.hasPrefix(typed) && option != typed
  }

  private func value(of option: CommandArguments.Choice, typed: String) -> CompletionAnswer {
    if !option.values.isEmpty {
      return CompletionAnswer(candidates: option.values.filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0) })
    }
    return option.kind?.answer(typed, after: [], from: sources) ?? .nothing
  }

  private var globalOptions: CompletionAnswer {
    let candidates = GlobalOptions.catalogue.flatMap { option in
      option.names.filter { $0 != "-C" || words.isEmpty }.map { CompletionCandidate($0, context.text(option.help)) }
    }
    return CompletionAnswer(candidates: candidates.filter { Self.isOffered($0.text, for: current) })
  }

  private func globalValue(of option: String) -> CompletionAnswer {
    switch option {
    case "-C", "--directory": CompletionAnswer(files: .folders)
    case "--color": fixed(GlobalOptions.Color.allCases.map(\.rawValue))
    case "--lang": fixed(Language.allCases.map(\.rawValue))
    default: .nothing
    }
  }

  private func fixed(_ words: [String]) -> CompletionAnswer {
    CompletionAnswer(candidates: words.filter { $0.hasPrefix(current) }.map { CompletionCandidate($0) })
  }
}

extension GlobalOptions {
  /// Returns the word itself if it is a global option whose value follows.
  fileprivate static func valueOption(_ word: String) -> String? {
    let option = catalogue.first { $0.names.contains(word) }
    if case .value? = option?.effect { return word }
    return nil
  }
}

/// The words after a command's name: which are options, which are values, and which may come next.
struct CommandShape {
  /// Words that are neither options nor their values.
  private(set) var positional: [String] = []
  /// The option whose value is at the cursor.
  private(set) var pendingOption: CommandArguments.Choice?
  /// True after `--`.
  private(set) var isAfterOptions = false
  let arguments: CommandArguments

  init(_ command: any ParsableCommand.Type, rest: [String]) {
    arguments = CommandArguments(command)
    for word in rest {
      if pendingOption != nil {
        pendingOption = nil
      } else if word == "--", !isAfterOptions {
        isAfterOptions = true
      } else if !isAfterOptions, word.hasPrefix("-"), let option = option(word) {
        pendingOption = option.takesValue ? option : nil
      } else if isAfterOptions || !isOption(word) {
        positional.append(word)
      }
    }
  }

  var choices: [CommandArguments.Choice] { arguments.choices }

  func option(_ word: String) -> CommandArguments.Choice? { choices.first { $0.names.contains(word) } }

  /// Returns false for a word such as `-draft`, which is a term of a query or a tag.
  func takesOption(_ typed: String) -> Bool {
    typed == "-" || typed.hasPrefix("--") || choices.contains { $0.names.contains(typed) }
  }

  /// Returns true for `--name=value`, and for global options, which are removed before.
  private func isOption(_ word: String) -> Bool { word.hasPrefix("--") || GlobalOptions.has(word) }
}

/// A proposal for the word at the cursor.
struct CompletionCandidate: Hashable {
  /// The whole word, without quotation marks.
  let text: String
  /// The description of the candidate, for shells that show it.
  var summary = ""

  init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }
}

/// The completions that are offered for one word.
struct CompletionAnswer {
  /// The kind of paths that the shell itself completes besides the candidates.
  enum Files: String {
    case none = ""
    case files, folders
  }

  var candidates: [CompletionCandidate] = []
  var files = Files.none

  static let nothing = CompletionAnswer()
}
