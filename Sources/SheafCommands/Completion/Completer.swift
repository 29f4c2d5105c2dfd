import ArgumentParser
import NoteRepository
import Wording

/// Says what the word at the cursor of a shell may become: the one answer that the scripts print for bash, zsh and fish.
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
    if let option = words.last.flatMap({ GlobalOptions.valueOption($0) }),
      option != "-C" || words.count == 1
    {
      return globalValue(of: option)
    }
    guard let name = words.first else {
      return current.hasPrefix("-") ? globalOptions : commands
    }
    guard let command = SheafCommand.command(named: name) else {
      return name == "help" ? commands : .nothing
    }
    return answer(for: command, name, Array(words.dropFirst()))
  }

  // MARK: Commands

  private var commands: CompletionAnswer {
    let aliases = CommandAliases(
      configured: context.configuration(of: sources.repository).table("alias"))
    let all =
      CommandGroup.all.flatMap(\.subcommands).map {
        CompletionCandidate($0.commandName, $0.configuration.abstract)
      }
      + aliases.all.map { CompletionCandidate($0.name, $0.command) }
      + [CompletionCandidate("help", localized("Show help.", ko: "도움말을 보여 줍니다."))]
    return CompletionAnswer(candidates: all.filter { $0.text.hasPrefix(current) })
  }

  private func answer(
    for command: any ParsableCommand.Type, _ name: String, _ rest: [String]
  ) -> CompletionAnswer {
    let subcommands = command.configuration.subcommands
    if let first = rest.first, let next = subcommands.first(where: { $0.commandName == first }) {
      return answer(for: next, name + " " + first, Array(rest.dropFirst()))
    }
    let shape = CommandShape(command, name: name, rest: rest)
    if let option = shape.pendingOption { return value(of: option, in: name, typed: current) }
    if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
      let head = String(current[...equals])
      guard let option = shape.option(String(head.dropLast())) else { return .nothing }
      let typed = String(current[current.index(after: equals)...])
      return value(of: option, in: name, typed: typed).prefixed(head)
    }
    if current.hasPrefix("-"), !shape.isAfterOptions, shape.takesOption(current) {
      return options(of: shape)
    }
    var answer = positional(shape, name)
    if rest.isEmpty, !subcommands.isEmpty {
      answer.candidates =
        subcommands.map { CompletionCandidate($0.commandName, $0.configuration.abstract) }
        .filter { $0.text.hasPrefix(current) } + answer.candidates
    }
    return answer
  }

  private func positional(_ shape: CommandShape, _ name: String) -> CompletionAnswer {
    let fixed = shape.fixedValues
    if !fixed.isEmpty {
      return CompletionAnswer(
        candidates: fixed.filter { $0.hasPrefix(current) }.map { CompletionCandidate($0) })
    }
    let subjects = CompletionSubject.positional(name)
    let position = shape.positional.count
    guard let subject = subjects.indices.contains(position) ? subjects[position] : subjects.last
    else { return .nothing }
    return sources.answer(subject, current, after: shape.positional)
  }

  // MARK: Options

  private func options(of shape: CommandShape) -> CompletionAnswer {
    var candidates = shape.choices.flatMap { choice in
      choice.names.map { CompletionCandidate($0, choice.summary) }
    }
    candidates.append(
      CompletionCandidate("--help", localized("Show help.", ko: "도움말을 보여 줍니다.")))
    candidates += globalOptions.candidates
    return CompletionAnswer(
      candidates: candidates.filter { Self.isOffered($0.text, for: current) })
  }

  /// One letter is offered only where nothing but the hyphen was typed.
  private static func isOffered(_ option: String, for typed: String) -> Bool {
    option.hasPrefix(typed) && option != typed
  }

  private func value(
    of option: CommandArguments.Choice, in name: String, typed: String
  ) -> CompletionAnswer {
    if !option.values.isEmpty {
      return CompletionAnswer(
        candidates: option.values.filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0) })
    }
    let command = String(name.prefix { $0 != " " })
    guard let subject = CompletionSubject.value(of: option.name, in: command) else {
      return .nothing
    }
    return sources.answer(subject, typed, after: [])
  }

  private var globalOptions: CompletionAnswer {
    let candidates = GlobalOptions.catalogue.flatMap { option in
      option.names.filter { $0 != "-C" || words.isEmpty }
        .map { CompletionCandidate($0, context.text(option.help)) }
    }
    return CompletionAnswer(
      candidates: candidates.filter { Self.isOffered($0.text, for: current) })
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
    CompletionAnswer(
      candidates: words.filter { $0.hasPrefix(current) }.map { CompletionCandidate($0) })
  }
}

extension CompletionAnswer {
  /// The same values after `--option=`.
  fileprivate func prefixed(_ head: String) -> CompletionAnswer {
    CompletionAnswer(
      candidates: candidates.map { CompletionCandidate(head + $0.text, $0.summary) })
  }
}

extension GlobalOptions {
  /// The word itself where it is a global option whose value follows.
  fileprivate static func valueOption(_ word: String) -> String? {
    let option = catalogue.first { $0.names.contains(word) }
    if case .value? = option?.effect { return word }
    return nil
  }
}

/// The words after a command's name: which are options, which are values, and what may come next.
struct CommandShape {
  /// Words that are neither options nor their values.
  private(set) var positional: [String] = []
  /// The option whose value is at the cursor.
  private(set) var pendingOption: CommandArguments.Choice?
  /// After `--`.
  private(set) var isAfterOptions = false
  private let arguments: CommandArguments

  init(_ command: any ParsableCommand.Type, name: String, rest: [String]) {
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

  /// The words that the argument at the cursor takes, where it takes no others.
  var fixedValues: [String] { arguments.values(ofPositional: positional.count) }

  func option(_ word: String) -> CommandArguments.Choice? {
    choices.first { $0.names.contains(word) }
  }

  /// False for a word such as `-draft`, which is a term of a query or a tag.
  func takesOption(_ typed: String) -> Bool {
    typed == "-" || typed.hasPrefix("--") || choices.contains { $0.names.contains(typed) }
  }

  /// `--name=value`, `-qn`, and global options, which are taken out before.
  private func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") || word.hasPrefix("-") && word.count > 1 && arguments.isFlag(word)
  }
}

/// What a word of a command line stands for, so that a shell can offer it.
enum CompletionSubject {
  case note
  /// A note, or a heading in it.
  case place
  /// A note or any file of the repository.
  case noteOrFile
  case openTask, closedTask
  /// One of the links of the note before.
  case link
  case query
  /// Days, then a query.
  case daysOrQuery
  case day
  case tag
  /// A note, `+tag` or `-tag`.
  case noteOrTag
  case field
  /// A note or `key=value`.
  case noteOrChange
  /// `key=value`
  case change
  /// `due:…`, `+tag` and words of a title.
  case taskWords
  /// `--sort`: fields between commas, each perhaps after a minus.
  case sortKeys
  /// A folder of the repository.
  case folder
  case template
  case savedQuery
  case setting
  /// A value of the setting before.
  case settingValue
  /// `tasks today`
  case taskSpanOrQuery
  case command
  case diskFile, diskFolder
  case format
  case exportFormat, importFormat
  /// Words of the user's own.
  case nothing
}

extension CompletionSubject {
  /// What the words of a command are, in their order; the last counts for all that follow.
  ///
  /// - Parameter command: With its subcommand: `query save`.
  static func positional(_ command: String) -> [CompletionSubject] { words[command] ?? [.nothing] }

  /// What the value of an option is.
  ///
  /// - Parameters:
  ///   - name: Its long name without hyphens.
  ///   - command: The command, since `--to` means a note, a column or an address.
  /// - Returns: nil for an option that nobody has thought of.
  static func value(of name: String, in command: String) -> CompletionSubject? {
    special["\(command) \(name)"] ?? options[name]
  }

  private static let words: [String: [CompletionSubject]] = [
    "init": [.diskFolder], "config": [.setting], "config show": [.setting],
    "config get": [.setting], "config set": [.setting, .settingValue],
    "config unset": [.setting], "config reset": [.setting],
    "extract": [.place], "split": [.note], "merge": [.note], "inline": [.place, .note],
    "refile": [.place],
    "append": [.place, .nothing], "prepend": [.place, .nothing], "edit": [.place],
    "set": [.noteOrChange], "unset": [.note, .field], "get": [.note, .field],
    "mv": [.noteOrFile], "rename": [.place, .nothing], "rm": [.noteOrFile],
    "attach": [.note, .diskFile], "tag": [.noteOrTag],
    "list": [.query], "ls": [.query], "search": [.query], "show": [.note],
    "open": [.note, .link], "tags": [.query],
    "links": [.note], "graph": [.query],
    "add": [.taskWords], "start": [.openTask], "done": [.openTask], "cancel": [.openTask],
    "reopen": [.closedTask], "defer": [.openTask, .day], "snooze": [.openTask, .day],
    "tasks": [.taskSpanOrQuery],
    "board": [.query], "agenda": [.day], "cal": [.day], "remind": [.openTask],
    "diary": [.day, .nothing], "letters": [.query],
    "check": [.noteOrFile], "fmt": [.noteOrFile],
    "log": [.note], "diff": [.note], "restore": [.note], "resolve": [.diskFile],
    "render": [.note], "digest": [.daysOrQuery], "export": [.query], "import": [.diskFile],
    "share": [.note], "parse": [.noteOrFile], "query save": [.nothing, .query],
    "query remove": [.savedQuery], "textconv": [.diskFile], "help": [.command],
  ]

  private static let special: [String: CompletionSubject] = [
    "board to": .nothing, "digest archive": .diskFile, "digest from": .nothing, "digest to": .nothing,
    "share to": .nothing,
    "export to": .exportFormat, "import from": .importFormat, "render to": .nothing,
    "restore from": .nothing, "graph sort": .sortKeys, "check format": .nothing,
    "import into": .folder, "extract to": .nothing, "split at": .nothing, "export title": .nothing, "add to": .place,
  ]

  private static let options: [String: CompletionSubject] = [
    "address": .nothing, "as": .nothing, "at": .day, "body": .nothing, "by": .field,
    "columns": .sortKeys, "context": .nothing,
    "depth": .nothing, "each": .nothing, "every": .nothing, "expect": .nothing, "face": .nothing, "format": .format,
    "from": .note, "group-by": .field, "host": .nothing, "in": .folder, "limit": .nothing,
    "map": .diskFile, "marker-length": .nothing, "move": .nothing, "output": .diskFile,
    "path": .nothing, "port": .nothing, "regex": .nothing, "related": .note,
    "report": .diskFile, "set": .change, "shape": .nothing, "since": .day, "snooze": .day,
    "sort": .sortKeys, "stdin-path": .diskFile, "sum": .field, "tag": .tag, "template": .template,
    "title": .nothing, "to": .note, "unlinked": .note, "until": .day, "where": .query,
    "wrap": .nothing, "key": .nothing,
  ]
}

/// Something that the word at the cursor may become.
struct CompletionCandidate: Hashable {
  /// The whole word, without quotation marks.
  let text: String
  /// What it is, for shells that show it.
  var summary = ""

  init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }
}

/// What is offered for one word.
struct CompletionAnswer {
  /// What the shell itself completes beside the candidates.
  enum Files: String {
    case none = ""
    case files, folders
  }

  var candidates: [CompletionCandidate] = []
  var files = Files.none

  static let nothing = CompletionAnswer()
}
