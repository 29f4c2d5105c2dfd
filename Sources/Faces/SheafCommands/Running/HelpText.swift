package import ArgumentParser
import ArgumentParserToolInfo
import TerminalText
package import Wording

/// The help of a command in the language of this run, wrapped for the terminal.
///
///     USAGE: sheaf tags [QUERY ...] [--limit N]
///     사용법: sheaf tags [검색식 ...] [--limit 개수]
struct HelpText {
  /// The column of the descriptions of options. On a narrow terminal they are below their options.
  private var indent: Int { columns < 60 ? 6 : 26 }
  /// A usage line with more arguments than these names only those that are no option, and those that must be there.
  private static let usageLimit = 12

  /// The commands, from the program to the command of the help.
  private let commands: [any ParsableCommand.Type]
  private let columns: Int
  /// True for the short help of `-h`, without the explanation.
  private let isShort: Bool

  /// - Parameter commands: From the program to the command, such as `sheaf`, `git`, `setup`.
  init(_ commands: [any ParsableCommand.Type], columns: Int, isShort: Bool = false) {
    self.commands = commands
    self.columns = columns
    self.isShort = isShort
  }

  /// Recognises a request for help: `help list`, `list --help`, `rm -h`; nil for all other command lines.
  init?(askedBy words: [String], columns: Int) {
    let options = words.prefix { $0 != "--" }
    let isTopic = words.first == "help"
    guard isTopic || options.contains("--help") || options.contains("-h") else { return nil }
    self.init(
      CommandName.commands(in: isTopic ? words.dropFirst() : words[...]), columns: columns,
      isShort: !isTopic && !options.contains("--help"))
  }

  private var configuration: CommandConfiguration { commands[commands.count - 1].configuration }
  private var language: Language { HelpLanguage.current }
  private var name: String { commands.map { $0.commandName }.joined(separator: " ") }

  /// The help, with a line feed at its end.
  var text: String {
    let isHome = commands[commands.count - 1] == SheafCommand.self
    let lines = (isHome ? HomeHelp.text(all: false) : pageText).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { StyledText(String($0)).hanging(to: columns).map(\.plainText) }.joined(separator: "\n")
  }

  private var pageText: String {
    let arguments = CommandArguments(commands[commands.count - 1]).arguments
    let options = arguments.filter { $0.kind != .positional }
    // Options of this command come before shared options, and as many as fit on the screen of `-h` are explained.
    let explained = options.filter { !Self.isShared($0) } + options.filter(Self.isShared)
    func page(leaving count: Int, _ form: Form) -> String {
      let named = Set(explained.suffix(count))
      return self.page(arguments, options.filter { !named.contains($0) }, named: options.filter(named.contains), form)
    }
    guard isShort else { return page(leaving: 0, Form(examples: .max)) }
    // Leaves out shared options, then examples, then blank lines, and then cuts the texts of options, until the page
    // fits on the screen. On a narrow terminal no text is cut, because too little of each text would be left.
    let shared = options.count(where: Self.isShared)
    guard columns >= 60 else { return page(leaving: shared, Form(examples: 3)) }
    var tries: [(count: Int, form: Form)] = (0...shared).map { ($0, Form(examples: 6)) }
    for examples in [5, 4, 3] { tries.append((shared, Form(examples: examples))) }
    for examples in [5, 4, 3, 2] { tries.append((shared, Form(examples: examples, isTight: true))) }
    for examples in [4, 3, 2] { tries.append((shared, Form(examples: examples, isCut: true, isTight: true))) }
    let pages = tries.lazy.map { page(leaving: $0.count, $0.form) }
    return pages.first { $0.count { $0 == "\n" } < Self.screen }
      ?? page(leaving: shared, Form(examples: 2, isCut: true, isTight: true))
  }

  /// The number of lines of a screen.
  private static let screen = 24

  /// The parts of a help text that are shortened on a small screen.
  private struct Form {
    /// The maximum number of examples.
    let examples: Int
    /// True if each option has one line.
    var isCut = false
    /// True to leave out the blank lines between sections, the list of subcommands, and the options of all listings.
    var isTight = false
  }

  /// Returns true for an option of all listings, or of all commands that write.
  private static func isShared(_ option: ArgumentInfoV0) -> Bool {
    sharedNames.contains(option.preferredSpelling)
  }

  static let sharedNames: Set = [
    "--sort", "--reverse", "--limit", "--group-by", "--format", "--columns", "--sum", "--json", "--paths", "--null",
    "--to", "--output", "--explain", "--where", "--expect", "--dry-run",
  ]

  /// Returns the help.
  ///
  /// - Parameters:
  ///   - options: The options with an explanation.
  ///   - named: The other options.
  private func page(
    _ arguments: [ArgumentInfoV0], _ options: [ArgumentInfoV0], named: [ArgumentInfoV0], _ form: Form
  ) -> String {
    let names = named.map(\.preferredSpelling)
    let few = wrapped(localized("Also ", ko: "그 밖에 ") + names.joined(separator: ", "), indent: 2)
    let count = names.count - 3
    let most = localized(
      "Also \(names.prefix(3).joined(separator: ", ")) and \(count) more (sheaf help \(topic))",
      ko: "그 밖에 \(names.prefix(3).joined(separator: ", ")) 외 \(count)개(sheaf help \(topic))")
    let also = named.isEmpty ? [] : [form.isTight && few.count > 1 ? ["  " + most] : few]
    let rows = options.map { form.isCut ? cutRow($0) : row($0) }
    let subcommands = form.isTight ? [] : configuration.ungroupedSubcommands.flatMap(row)
    let positional = isShort ? [] : arguments.filter { $0.kind == .positional && $0.abstract?.isEmpty == false }
    let sections =
      [
        section(Message("ARGUMENTS", ko: "인수"), positional.map(row)),
        section(Message("OPTIONS", ko: "옵션"), rows + also),
        section(Message("SUBCOMMANDS", ko: "명령"), subcommands),
      ]
      + configuration.groupedSubcommands.map { group in
        section(Message(verbatim: group.name.uppercased()), group.subcommands.flatMap(row))
      }
    let lines = configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
    var parts = lines.split { $0.isEmpty }.map(Array.init)
    let examples = parts.firstIndex { ["Examples:", "예:"].contains($0.first) }.map {
      Array(parts.remove(at: $0).prefix(form.examples < .max ? form.examples + 1 : .max))
    }
    let blocks =
      [
        usage(of: arguments, namesCommands: form.isTight), paragraph([Substring(configuration.abstract)]),
        examples.map(paragraph) ?? [],
      ] + sections + (isShort ? [] : parts.map(paragraph)) + [footer(arguments)]
    return blocks.filter { !$0.isEmpty }.joined(separator: form.isTight ? [] : [""]).joined(separator: "\n") + "\n"
  }

  // MARK: Overview

  /// Joins lines that are not indented into a paragraph, broken at the width of the terminal.
  private func paragraph(_ lines: [Substring]) -> [String] {
    let text = lines.prefix { !$0.hasPrefix(" ") }
    return (text.isEmpty ? [] : wrapped(text.joined(separator: " "), indent: 0))
      + lines.dropFirst(text.count).map(String.init)
  }

  private var topic: String { commands.dropFirst().map { $0.commandName }.joined(separator: " ") }

  // MARK: Usage

  private func usage(of arguments: [ArgumentInfoV0], namesCommands: Bool) -> [String] {
    let isWhole = !isShort && arguments.count <= Self.usageLimit
    let shown = isWhole ? arguments : arguments.filter { $0.kind == .positional || !$0.isOptional }
    let words =
      [name] + shown.map(Self.synopsis) + (arguments.count == shown.count ? [] : [localized("[OPTIONS]", ko: "[옵션]")])
    let commands = configuration.ungroupedSubcommands.filter {
      $0.configuration.shouldDisplay && $0 != configuration.defaultSubcommand
    }
    let command = namesCommands ? commands.map { $0.commandName }.joined(separator: " | ") + " ..." : Self.command
    let withCommand = configuration.subcommands.isEmpty ? [] : [[name, command]]
    let all = configuration.subcommands.isEmpty || configuration.defaultSubcommand != nil ? [words] : []
    let heading = localized("USAGE: ", ko: "사용법: ")
    let lines = (all + withCommand).flatMap { words in
      wrapped(words.joined(separator: " "), indent: CellWidth.of(heading), keepsBrackets: true)
    }
    return [heading + lines[0].drop { $0 == " " }] + lines.dropFirst()
  }

  private static var command: String { localized("COMMAND", ko: "명령") }

  /// Returns the synopsis of an argument, such as `[--limit N]`.
  private static func synopsis(_ argument: ArgumentInfoV0) -> String {
    let words =
      argument.kind == .positional
      ? [argument.value]
      : [argument.preferredSpelling] + (argument.kind == .option ? [argument.value] : [])
    // NOTES are several.
    let isRepeated = argument.isRepeating && Self.topics([argument]).isEmpty
    let text = (words + (isRepeated ? ["..."] : [])).joined(separator: " ")
    return argument.isOptional ? "[\(text)]" : text
  }

  /// Returns the kinds of words in the values of arguments, with the page that explains each.
  private static func topics(_ arguments: [ArgumentInfoV0]) -> [(kind: Message, topic: String)] {
    let kinds: [(kind: Message, topic: String)] = [
      (Message("NOTES", ko: "메모"), "notes"), (Message("CHANGES", ko: "변경"), "changes"),
      (Message("DAYS", ko: "기간"), "dates"), (Message("QUERY", ko: "검색식"), "queries"),
    ]
    let words = arguments.flatMap { $0.value.split { " |".contains($0) } }
    return kinds.filter { words.contains($0.kind.text(in: HelpLanguage.current)[...]) }
  }

  private func footer(_ arguments: [ArgumentInfoV0]) -> [String] {
    let kinds = Self.topics(arguments)
    let names = kinds.map { $0.kind.text(in: language) }.joined(separator: ", ")
    let words = kinds.isEmpty ? [] : ["\(names): sheaf help " + kinds.map(\.topic).joined(separator: ", ")]
    let topic = "sheaf help " + topic
    let hasCommands = configuration.ungroupedSubcommands.contains { $0.configuration.shouldDisplay }
    let command = hasCommands ? localized("COMMAND", ko: "명령") : ""
    let more =
      isShort
      ? localized("More: \(topic)", ko: "자세히: \(topic)") + (hasCommands ? " [\(command)]" : "")
      : hasCommands ? localized("One command: \(topic) ", ko: "명령 하나: \(topic) ") + command : nil
    let general = localized("Global options: sheaf help --all", ko: "공통 옵션: sheaf help --all")
    // The short help has them on one line if there is room.
    let lines = [more, general].compactMap(\.self)
    let joined = lines.joined(separator: "   ")
    return (isShort && CellWidth.of(joined) <= columns ? [joined] : lines) + words
  }

  // MARK: Arguments, options and commands

  private func section(_ heading: Message, _ rows: [[String]]) -> [String] {
    rows.isEmpty ? [] : [heading.text(in: language) + ":"] + rows.joined()
  }

  private func row(_ argument: ArgumentInfoV0) -> [String] {
    row(label(argument), (argument.abstract ?? "") + Self.values(of: argument))
  }

  /// Returns the row of an option on one line, with the first clause of the text, cut at the end of the line.
  private func cutRow(_ argument: ArgumentInfoV0) -> [String] {
    let text = (argument.abstract ?? "") + Self.values(of: argument)
    let clause = String(
      text.prefix(upTo: (text.firstRange(of: "; ") ?? text.firstRange(of: ". "))?.lowerBound ?? text.endIndex))
    let label = "  " + label(argument)
    let line = label + String(repeating: " ", count: max(indent - CellWidth.of(label), 2))
    let whole = wrapped(clause, indent: 0, columns: columns - CellWidth.of(line) - 2)
    return [line + (whole.first ?? "") + (whole.count > 1 ? " …" : clause == text || clause.hasSuffix(".") ? "" : ".")]
  }

  private func label(_ argument: ArgumentInfoV0) -> String {
    let long = argument.spellings.filter { $0.hasPrefix("--") }
    let names = (argument.spellings.filter { !$0.hasPrefix("--") } + long).joined(separator: ", ")
    switch argument.kind {
    case .positional: return argument.value
    case .flag: return names
    case .option: return names + " " + argument.value
    }
  }

  /// Returns the allowed values of an option, unless its abstract lists all of them, and the default value.
  private static func values(of argument: ArgumentInfoV0) -> String {
    let (abstract, all) = (argument.abstract ?? "", (argument.allValueStrings ?? []).filter { !$0.isEmpty })
    let values = all.allSatisfy { abstract.contains($0) } ? "" : all.joined(separator: ", ")
    let gap = abstract.hasSuffix(".") ? " " : ""
    switch (values, argument.defaultValue ?? "") {
    case ("", ""): return ""
    case ("", let value): return localized(" (default: \(value))", ko: "\(gap)(기본값: \(value))")
    case (_, ""): return localized(" (\(values))", ko: "\(gap)(\(values))")
    case (_, let value): return localized(" (\(values); default: \(value))", ko: "\(gap)(\(values). 기본값: \(value))")
    }
  }

  /// Returns the row of a subcommand. Empty if the subcommand is hidden or does not have to be named.
  private func row(_ command: any ParsableCommand.Type) -> [[String]] {
    guard command.configuration.shouldDisplay, command != configuration.defaultSubcommand else { return [] }
    let names = [command.commandName] + command.configuration.aliases
    return [row(names.joined(separator: ", "), command.configuration.abstract)]
  }

  private func row(_ label: String, _ summary: String) -> [String] {
    let lines = wrapped(summary, indent: indent)
    let label = "  " + label
    let width = CellWidth.of(label)
    guard width < indent, let first = lines.first else { return [label] + lines }
    let gap = String(repeating: " ", count: indent - width)
    return [label + gap + first.drop { $0 == " " }] + lines.dropFirst()
  }

  // MARK: Lines

  /// Returns words in lines of at most ``columns`` cells, each after `indent` spaces; no line is one word where two
  /// would fit.
  private func wrapped(_ text: String, indent: Int, keepsBrackets: Bool = false, columns: Int? = nil) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let room = max((columns ?? self.columns) - indent, 10)
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

  /// Splits a usage line into words; `[--limit N]` is one word.
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
}

/// The language in which help is made; declarations of commands are read again for each run.
package enum HelpLanguage {
  @TaskLocal package static var current = Language.english
}

/// Returns a sentence of help in the language of this run.
package func help(_ english: String, ko korean: String) -> ArgumentHelp {
  ArgumentHelp(stringLiteral: localized(english, ko: korean))
}

/// Returns a text of help in the language of this run.
package func localized(_ english: String, ko korean: String) -> String {
  Message(english, ko: korean).text(in: HelpLanguage.current)
}

/// Returns a text of `Manual/Commands` in the language of the help.
///
/// - Parameters:
///   - english: The bytes of `NAME.txt`, with a line break at the end.
///   - korean: The bytes of `NAME.ko.txt`.
package func prose(_ english: [UInt8], ko korean: [UInt8]) -> String {
  String(decoding: (HelpLanguage.current == .korean ? korean : english).dropLast(), as: UTF8.self)
}

/// Makes the configuration of a command of a text of `Manual/Commands`: its abstract, an empty line, its discussion.
///
/// - Parameters:
///   - name: The command as it is typed.
///   - english: The bytes of `NAME.txt`, with a line break at the end.
///   - korean: The bytes of `NAME.ko.txt`.
package func explained(
  _ name: String, _ english: [UInt8], ko korean: [UInt8], shouldDisplay: Bool = true,
  subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil,
  aliases: [String] = []
) -> CommandConfiguration {
  let text = prose(english, ko: korean)
  let end = text.firstIndex(of: "\n") ?? text.endIndex
  return CommandConfiguration(
    commandName: name, abstract: String(text[..<end]), discussion: String(text[end...].dropFirst(2)),
    shouldDisplay: shouldDisplay, subcommands: subcommands, defaultSubcommand: defaultSubcommand, aliases: aliases)
}

/// The first page of the help, which fits on a screen of 24 lines with a prompt below; and the same with all commands.
enum HomeHelp {
  static func text(all: Bool) -> String {
    let head = prose(PackageResources.home_txt, ko: PackageResources.home_ko_txt)
    guard all else { return head }
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false).dropLast(3).map(String.init)
    let more = groups + ["", topics, "", GlobalOptions.helpText, "", CommandAliases.helpText, ""]
    return (lines + [""] + more).joined(separator: "\n")
  }

  /// Every command that the first page leaves out, those for programs last.
  private static var groups: [String] {
    let groups = Program.current.groups.compactMap { group -> [String]? in
      let commands = group.subcommands.filter {
        $0.configuration.shouldDisplay && !CommandGroup.everyday.contains($0.commandName)
      }
      let rows = commands.map { command in
        let gap = String(repeating: " ", count: max(1, 13 - command.commandName.count))
        return "  " + command.commandName + gap + command.configuration.abstract
      }
      return rows.isEmpty ? nil : [group.name] + rows
    }
    return Array(groups.joined(separator: [""]))
  }

  /// Every topic of the help, with the subject of its page.
  static var topics: String {
    let pages = Dictionary(grouping: ManualText.names(in: HelpLanguage.current)) {
      ManualText.pages[$0] ?? ManualText.koreanNames[$0] ?? $0
    }
    let labels = pages.values.sorted { $0[0] < $1[0] }.map { ($0[0], $0.joined(separator: ", ")) }
    let width = labels.map { CellWidth.of($1) }.max() ?? 0
    let rows = labels.compactMap { name, label in
      ManualText.subject(ofTopic: name).map { subject in
        "  " + label + String(repeating: " ", count: width + 2 - CellWidth.of(label)) + subject
      }
    }
    return ([localized("Topics: sheaf help TOPIC", ko: "주제: sheaf help 주제")] + rows).joined(separator: "\n")
  }
}
