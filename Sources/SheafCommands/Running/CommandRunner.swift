import ArgumentParser
import CivilCalendar
import Glibc
import NoteIndex
import NotePresentation
import NoteRepository
import Wording

/// Runs one command line from words to exit code: in `main` and, the same way, in tests.
package struct CommandRunner: Sendable {
  package let world: World

  package init(world: World) {
    self.world = world
  }

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
    let console = world.console(globals)
    // The version is printed without a look at any file.
    let isVersion = words == ["--version"]
    let configuration = isVersion ? Configuration() : configuration(globals)
    let language = language(globals, configuration)
    let status: ExitStatus
    if isVersion {
      console.writeLine("sheaf \(sheafVersion)")
      status = .success
    } else {
      status = run(words, globals, console, configuration, language)
    }
    console.flush()
    guard let code = console.failure else { return status }
    return ErrorReporter(console: console, language: language)
      .report(OutputNotWritten(code: code))
  }

  /// Reports what is wrong with a command line that cannot be read.
  func report(_ error: any Error) -> ExitStatus {
    let globals = GlobalOptions()
    let language = language(globals, configuration(globals))
    return ErrorReporter(console: world.console(globals), language: language).report(error)
  }

  private func run(
    _ words: [String], _ globals: GlobalOptions, _ console: Console,
    _ configuration: Configuration, _ language: Language
  ) -> ExitStatus {
    if words.first == CompletionRun.commandName {
      return CompletionRun(world: world, console: console, language: language).run(words)
    }
    return HelpLanguage.$current.withValue(language) {
      do {
        let words = try CommandAliases(configured: configuration.table("alias")).expanded(words)
        var context = try world.context(
          console: console, language: language, globals: globals, words: words)
        context.dates = DateStyle(rawValue: configuration.text("dates.style"))
        return try execute(words, in: context)
      } catch {
        return ErrorReporter(console: console, language: language).report(error)
      }
    }
  }

  /// `--lang`, else the configuration's `language`, else the locale's.
  private func language(_ globals: GlobalOptions, _ configuration: Configuration) -> Language {
    if let name = globals.language { return Language(localeName: name) }
    if let name = configuration.nonEmptyText("language") { return Language(localeName: name) }
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { world.environment[$0] }
    return Language(localeName: names.first { !$0.isEmpty } ?? "en")
  }

  private func configuration(_ globals: GlobalOptions) -> Configuration {
    let folder = globals.directory ?? world.environment["SHEAF_DIR"] ?? world.workingDirectory
    let start = absolutePath(folder, from: world.workingDirectory)
    let places = UserPlaces(environment: world.environment)
    let repository = try? Repository.discover(from: start, places: places)
    return Configuration.load(
      places: places, repository: repository, environment: world.environment)
  }

  private func execute(_ words: [String], in context: CommandContext) throws -> ExitStatus {
    var context = context
    context.earlyScan = EarlyScan(words, in: context)
    if words.isEmpty { return try executeNothing(in: context) }
    if let status = try ExternalCommand.run(words, in: context) { return status }
    try checkCommandName(words)
    let words = NegatedTerms.rewritten(words)
    var command = try SheafCommand.parseAsRoot(words)
    guard let command = command as? any ContextCommand else {
      try command.run()
      return .success
    }
    do {
      try command.run(in: context)
    } catch let option as UnknownOption {
      throw option.explained(for: type(of: command))
    } catch let error where IndexDatabase.isDamage(error) {
      // Nobody has seen or changed anything yet, so the command may begin again with a new index.
      guard let repository = try? context.repository() else { throw error }
      context.eraseDamagedIndex(of: repository)
      guard context.console.discardOutput(), !context.footprint.isLeft else {
        throw IndexWasDamaged()
      }
      context.earlyScan = nil
      var again = try SheafCommand.parseAsRoot(words)
      if let command = again as? any ContextCommand {
        try command.run(in: context)
      } else {
        try again.run()
      }
    }
    context.keepCalendarCurrent()
    return .success
  }

  /// `sheaf` alone: what today holds, or how to begin where there is no repository.
  private func executeNothing(in context: CommandContext) throws -> ExitStatus {
    guard (try? context.repository()) != nil else {
      context.console.writeLine(context.text(FirstSteps.message(in: context.startingFolder)))
      return .success
    }
    return try execute(["today"], in: context)
  }

  /// A first word that is not a command is answered with the nearest one.
  private func checkCommandName(_ words: [String]) throws {
    let others: Set<String> = ["help", "generate", "ls"]
    guard let name = words.first, !name.hasPrefix("-"), !others.contains(name),
      !SheafCommand.commandNames.contains(name)
    else { return }
    let nearest = nearestName(to: name, among: SheafCommand.commandNames.sorted())
    let hint = nearest.map {
      Message("Did you mean “sheaf \($0)”?", ko: "혹시 “sheaf \($0)”인가요?")
    }
    throw UsageError(
      Message("There is no command “\(name)”", ko: "“\(name)” 명령을 찾을 수 없습니다"),
      hint: hint ?? Message("“sheaf --help” lists the commands.", ko: "“sheaf --help”로 목록을 확인하세요."))
  }
}

/// The index was found damaged when the command had already shown or changed something.
struct IndexWasDamaged: ExplainedError {
  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message(
      "The index was damaged, so the output may be incomplete",
      ko: "색인이 손상되어 있어 출력이 완전하지 않을 수 있습니다")
  }
  var hint: Message? {
    Message(
      "The next command rebuilds it. What was written to notes is complete.",
      ko: "다음 명령에서 색인을 다시 만듭니다. 메모에 저장한 내용은 그대로입니다.")
  }
}

/// Standard output takes no more: its disk is full, for example.
struct OutputNotWritten: ExplainedError {
  let code: Int32

  var category: ErrorCategory { .inputOutput }
  var explanation: Message {
    let cause = SystemCause.message(code: code, original: String(cString: strerror(code)))
    return Message(
      "Standard output cannot be written: \(cause.english)",
      ko: "표준 출력에 쓸 수 없습니다: \(cause.korean)")
  }
}
