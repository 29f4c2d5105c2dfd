import ArgumentParser
import ByteBasics
import ChildProcesses
import CivilCalendar
import HostSystem
import NoteActions
import NoteIndex
import NotePresentation
import NoteRepository
import ParallelWork
import Synchronization
import TerminalText
import Wording

/// Runs one command line from words to exit code: in `main` and, the same way, in tests.
package struct CommandRunner: Sendable {
  package let world: World

  package init(world: World) { self.world = world }

  /// Runs a command line.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code. Both streams are flushed.
  package func run(_ arguments: [String]) -> ExitStatus {
    var globals = GlobalOptions()
    let words: [String]
    do {
      words = try globals.extract(from: arguments)
    } catch {
      return report(error)
    }
    // The version is printed without a look at any file.
    let isVersion = Self.asksVersion(words)
    let session = Session(world, globals)
    let configuration = isVersion ? Configuration() : settings(session)
    globals.adopt(configuration)
    let console = world.console(globals)
    let language = language(globals, configuration)
    let status: ExitStatus
    if isVersion {
      status = version(console, isJSON: words.count > 1)
    } else {
      status = run(words, globals, console, configuration, language, session)
    }
    console.flush()
    guard let code = console.failure else { return status }
    let cause = SystemCause.message(code: code, original: String(cString: strerror(code)))
    return ErrorReporter(console: console, language: language).report(
      Problem(
        .inputOutput,
        Message("Standard output cannot be written: \(cause.english)", ko: "표준 출력에 쓸 수 없습니다: \(cause.korean)")))
  }

  private static func asksVersion(_ words: [String]) -> Bool {
    words == ["--version"] || words == ["--version", "--json"]
  }

  private func version(_ console: Console, isJSON: Bool) -> ExitStatus {
    console.writeLine(isJSON ? ProgramFacts.json : "sheaf \(sheafVersion)")
    return .success
  }

  /// Reports an error of a command line that cannot be read.
  func report(_ error: any Error) -> ExitStatus {
    let globals = GlobalOptions()
    let language = language(globals, settings(Session(world, globals)))
    return ErrorReporter(console: world.console(globals), language: language).report(error)
  }

  private func run(
    _ words: [String], _ globals: GlobalOptions, _ console: Console,
    _ configuration: Configuration, _ language: Language, _ session: Session
  ) -> ExitStatus {
    if words.first == CompletionRun.commandName, words.dropFirst(2).first == "--" {
      return CompletionRun(world: world, console: console, language: language).run(words)
    }
    return HelpLanguage.$current.withValue(language) {
      do {
        if let driver = MergeDriverCommand(registered: words) {
          try driver.run(in: world.context(console: console, language: language, globals: globals, words: words))
          return .success
        }
        let path = world.environment["PATH"] ?? ""
        let aliases = CommandAliases(configured: configuration.table("alias"))
        let expanded = aliases.withHelp(try aliases.expanded(words))
        try OldSpelling.check(expanded)
        let words = CommandName.completed(Synonym.replaced(expanded, path: path), path: path)
        if Self.asksVersion(words) { return version(console, isJSON: words.count > 1) }
        var context = try world.context(console: console, language: language, globals: globals, words: words, session)
        context.terminal.dates = DateStyle(setting: configuration.text("dates.style"), locale: timeLocale)
        context.terminal.colors = ColorSettings(configuration, world.environment)
        if console.capabilities.usesColor {
          for mistake in context.terminal.colors.mistakes { context.warn(mistake) }
        }
        return try execute(words, in: context)
      } catch {
        let isJSON =
          words.contains { ["--json", "--to=json", "--to=jsonl"].contains($0) }
          || zip(words, words.dropFirst()).contains { $0 == "--to" && $1.hasPrefix("json") }
        let meant = Synonym.replaced(words, path: world.environment["PATH"] ?? "")
        let command = CommandName.commands(in: meant).dropFirst().map { $0.commandName }.joined(separator: " ")
        return ErrorReporter(console: console, language: language, isJSON: isJSON, command: command).report(error)
      }
    }
  }

  /// Returns the language of `--lang`, else of the setting `language`, else of the locale.
  private func language(_ globals: GlobalOptions, _ configuration: Configuration) -> Language {
    if let name = globals.language { return Language(localeName: name) }
    if let name = configuration.nonEmptyText("language") { return Language(localeName: name) }
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { world.environment[$0] }
    let locale = names.first { !$0.isEmpty } ?? "en"
    // As gettext reads it: the list comes before the locale, unless that is none.
    let list = ["C", "POSIX"].contains(locale) ? [] : (world.environment["LANGUAGE"] ?? "").split(separator: ":")
    let preferred = list.map(String.init).first { name in ["en", "ko"].contains(String(name.prefix(2)).lowercased()) }
    return Language(localeName: preferred ?? locale)
  }

  /// The locale by which days and times are written.
  private var timeLocale: String {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { world.environment[$0] }.first { !$0.isEmpty } ?? ""
  }

  /// Returns the settings of the repository of a run, or of the user alone if there is none.
  private func settings(_ session: Session) -> Configuration {
    session.configuration(of: try? session.repository())
  }

  private func execute(_ words: [String], in context: CommandContext) throws -> ExitStatus {
    var context = context
    context.earlyScan = EarlyScan(words, in: context)
    if words.isEmpty { return try executeNothing(in: context) }
    if let status = try ExternalCommand.run(words, in: context) { return status }
    try CommandName.check(words)
    if try context.showsTopic(words) { return .success }
    if ["help --all", "help -a"].contains(words.joined(separator: " ")) {
      context.page(
        context.theme.encode(
          HomeHelp.text(all: true).split(separator: "\n", omittingEmptySubsequences: false).dropLast().flatMap {
            StyledText(String($0)).hanging(to: context.console.capabilities.columns)
          }))
      return .success
    }
    if let help = HelpText(askedBy: words, columns: context.console.capabilities.columns) {
      context.console.write(help.text)
      return .success
    }
    if words.count == 1, let group = SheafCommand.command(of: words), !group.configuration.subcommands.isEmpty,
      let help = HelpText(askedBy: words + ["--help"], columns: context.console.capabilities.columns)
    {
      context.console.writeError(help.text)
      return .usage
    }
    let line = try WordScanner.read(words)
    var command = try SheafCommand.parsed(line)
    guard let command = command as? any ContextCommand else {
      try command.run()
      return .success
    }
    do {
      try command.run(in: context)
    } catch let error where IndexDatabase.isDamage(error) {
      // Nobody has seen or changed anything yet, so the command may begin again with a new index.
      guard let repository = try? context.repository() else { throw error }
      context.eraseDamagedIndex(of: repository)
      guard context.console.discardOutput(), !context.footprint.isLeft else {
        throw Problem(
          .failure,
          Message(
            "The index was damaged, so the output may be incomplete",
            ko: "색인이 손상되어 있어 출력이 완전하지 않을 수 있습니다"),
          hint: Message(
            "The next command rebuilds the index. All changes of notes are complete.",
            ko: "다음 명령에서 색인을 다시 만듭니다. 메모에 저장한 내용은 그대로입니다."))
      }
      context.earlyScan = nil
      var again = try SheafCommand.parsed(line)
      if let command = again as? any ContextCommand {
        try command.run(in: context)
      } else {
        try again.run()
      }
    }
    context.program.afterWriting(in: context)
    return .success
  }

  /// Runs `sheaf` without a command: shows today, or explains how to begin if there is no repository.
  private func executeNothing(in context: CommandContext) throws -> ExitStatus {
    guard (try? context.repository()) != nil else {
      context.console.writeLine(context.text(FirstSteps.message(in: try context.session.startingFolder())))
      return .success
    }
    return try execute(["today"], in: context)
  }
}

/// The first word of a command line: the name of a command, or a beginning that only one command has.
enum CommandName {
  /// Returns the commands that words name, the program first, then `config`, `set`.
  static func commands(in words: some Sequence<String>) -> [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [SheafCommand.self]
    for word in words where !word.hasPrefix("-") {
      let next = commands[commands.count - 1].configuration.subcommands
        .first { $0.commandName == word || $0.configuration.aliases.contains(word) }
      guard let next else { break }
      commands.append(next)
    }
    return commands
  }

  /// Returns the command line with a unique beginning of a name completed; a program `sheaf-WORD` goes before it.
  ///
  /// - Parameter path: The folders of programs, as in `PATH`.
  static func completed(_ words: [String], path: String) -> [String] {
    guard let word = words.first, isUnknown(word) else { return words }
    let candidates = candidates(word)
    guard candidates.count == 1, ExternalCommand.find("sheaf-" + word, in: path) == nil else { return words }
    return candidates + words.dropFirst()
  }

  /// Checks the first word. An unknown command is refused with the commands that begin so, or with the nearest command.
  static func check(_ words: [String]) throws {
    guard let word = words.first, isUnknown(word) else { return }
    let candidates = candidates(word).map { "“sheaf \($0)”" }.joined(separator: ", ")
    guard candidates.isEmpty else {
      throw UsageError(
        Message(
          "“\(word)” is the beginning of several commands: \(candidates)",
          ko: "앞부분이 “\(word)”인 명령이 여러 개입니다: \(candidates)"))
    }
    let keys = KoreanKeys.english(word).flatMap { keys in
      !isUnknown(keys) || CommandAliases.shipped[keys] != nil || Self.candidates(keys).count == 1 ? keys : nil
    }
    let names = keys.map { [$0] } ?? Synonym.candidates(for: word)
    let rest = names.count == 1 ? words.dropFirst().map { " " + typedWord($0) }.joined() : ""
    var meant = names.map { "sheaf \($0)\(rest)" }
    // `sheaf milk done`
    if meant.isEmpty, words.count > 1, let last = words.last, Program.current.commandNames.contains(last) {
      meant = [(["sheaf", last] + words.dropLast().map(typedWord)).joined(separator: " ")]
    }
    let hint =
      meant.isEmpty
      ? Message("“sheaf help --all” lists the commands.", ko: "“sheaf help --all”로 목록을 확인하세요.")
      : Message(meant.joined(separator: ", or "), ko: meant.joined(separator: " 또는 "))
    throw UsageError(Message("Unknown command “\(word)”", ko: "없는 명령입니다: “\(word)”"), hint: hint)
  }

  private static func isUnknown(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("-") && !["generate", "ls", "tags"].contains(word)
      && word != "help" && !Program.current.commandNames.contains(word)
  }

  /// Returns the commands for people that begin so, by name.
  private static func candidates(_ word: String) -> [String] {
    let shown = Program.current.groups.flatMap(\.subcommands).filter { $0.configuration.shouldDisplay }
    return (shown.map { $0.commandName } + ["help"]).filter { $0.hasPrefix(word) }.sorted()
  }
}

/// A command that brings the index up to date before anything else, and writes nothing before that: the scan may begin
/// before its options are read.
package protocol IndexReadingCommand: ContextCommand {}

/// A command whose result may be made again, byte by byte, with the moment that `SOURCE_DATE_EPOCH` gives.
package protocol ReproducibleCommand: ContextCommand {}

/// The scan of the repository, begun while the command line is still being read: both take their time.
final class EarlyScan: Sendable {
  private let root: String
  private let snapshot: Mutex<Deferred<TreeSnapshot>?>

  /// - Returns: nil if the first words lead to no ``IndexReadingCommand``, or no repository is there.
  init?(_ words: [String], in context: CommandContext) {
    guard SheafCommand.command(of: words) is any IndexReadingCommand.Type,
      let repository = try? context.repository()
    else { return nil }
    let ignores = context.configuration(of: repository).list("ignore")
    root = repository.root
    snapshot = Mutex(Deferred { TreeSnapshot(of: repository, extraIgnores: ignores) })
  }

  /// Returns the scan once: a later reader needs a new one.
  func take(of repository: Repository) -> Deferred<TreeSnapshot>? {
    guard repository.root == root else { return nil }
    return snapshot.withLock { snapshot in
      defer { snapshot = nil }
      return snapshot
    }
  }
}

/// `sheaf foo`, if Sheaf has no `foo` but a program `sheaf-foo` is on the path.
enum ExternalCommand {
  /// Runs it. Nil if the first word is a command of Sheaf's own, an option, or no such program exists.
  static func run(_ words: [String], in context: CommandContext) throws -> ExitStatus? {
    guard let name = words.first, !name.hasPrefix("-"), !name.contains("/"), name != "help",
      !Program.current.commandNames.contains(name),
      let program = find("sheaf-" + name, in: context.variable("PATH") ?? ""), !isInRepository(program, context)
    else { return nil }
    context.console.flush()
    let status = try context.runInteractively(UserProgram(executable: program), Array(words.dropFirst()))
    return ExitStatus(rawValue: status) ?? .failure
  }

  /// Returns true for a program inside the repository, which is never run, even if its folder is on the path.
  private static func isInRepository(_ program: String, _ context: CommandContext) -> Bool {
    guard let root = (try? context.repository())?.root else { return false }
    return (resolvedPath(program) ?? program).hasPrefix((resolvedPath(root) ?? root) + "/")
  }

  /// Returns the program of this name in the folders of `path`.
  static func find(_ name: String, in path: String) -> String? { programPath(name, in: path) }
}

/// Short names of commands: those that come with Sheaf, and those of the setting `alias`.
struct CommandAliases {
  /// The short names of the commands that are typed most.
  static let shipped = [
    "a": "add", "b": "board", "d": "done", "e": "edit", "j": "diary", "l": "list", "n": "new",
    "p": "pick", "s": "search", "t": "tasks", "u": "undo",
  ]

  /// The shipped ones as `sheaf --help` shows them.
  static var helpText: String {
    let names = shipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let heading = localized("Short names (add your own with the setting alias):", ko: "짧은 이름(alias 설정에 직접 추가할 수 있습니다):")
    return heading + "\n  " + names.joined(separator: " · ")
  }

  private let aliases: [String: String]

  /// - Parameter configured: From a name to a command with its first arguments; stronger than the shipped ones.
  init(configured: [String: String]) { aliases = Self.shipped.merging(configured) { _, own in own } }

  /// Returns the words with the full command name if `help NAME` uses a short name.
  func withHelp(_ words: [String]) -> [String] {
    guard words.count == 2, words[0] == "help", !Program.current.commandNames.contains(words[1]),
      let command = aliases[words[1]]?.split(separator: " ").first
    else { return words }
    return ["help", String(command)]
  }

  var all: [(name: String, command: String)] {
    aliases.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the command line with an alias in first place replaced; commands cannot be renamed.
  ///
  /// ```
  /// alias: {w: list tag:work}     w -n 3  →  list tag:work -n 3
  /// ```
  func expanded(_ words: [String]) throws -> [String] {
    var words = words
    var seen: Set<String> = []
    while let name = words.first, !Program.current.commandNames.contains(name),
      let command = aliases[name]
    {
      guard seen.insert(name).inserted else {
        throw Problem(
          .usage, Message("The alias “\(name)” refers to itself", ko: "자기 자신을 가리키는 별칭입니다: “\(name)”"),
          hint: Message("“sheaf config alias” shows the aliases.", ko: "“sheaf config alias”로 별칭을 확인하세요."))
      }
      words = try Self.words(of: command, alias: name) + words.dropFirst()
    }
    return words
  }

  /// Returns words between spaces; quotation marks keep spaces.
  private static func words(of command: String, alias: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    guard quote == nil, !words.isEmpty else {
      throw Problem(
        .usage, Message("The alias “\(alias)” cannot be read: \(command)", ko: "별칭을 읽을 수 없습니다: “\(alias)”: \(command)"))
    }
    return words
  }
}
