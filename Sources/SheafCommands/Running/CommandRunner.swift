import ArgumentParser
import CivilCalendar
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
      return ErrorReporter(console: world.console(GlobalOptions()), language: language(globals))
        .report(error)
    }
    let console = world.console(globals)
    defer { console.flush() }
    if words == ["--version"] {
      console.writeLine("sheaf \(sheafVersion)")
      return .success
    }
    let language = language(globals)
    return HelpLanguage.$current.withValue(language) {
      do {
        let context = try world.context(
          console: console, language: language, globals: globals, words: words)
        return try execute(words, in: context)
      } catch {
        return ErrorReporter(console: console, language: language).report(error)
      }
    }
  }

  /// `--lang`, else the configuration's `language`, else the locale's.
  private func language(_ globals: GlobalOptions) -> Language {
    if let name = globals.language { return Language(localeName: name) }
    if let name = configuredLanguage(globals) { return Language(localeName: name) }
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { world.environment[$0] }
    return Language(localeName: names.first { !$0.isEmpty } ?? "en")
  }

  private func configuredLanguage(_ globals: GlobalOptions) -> String? {
    let folder = globals.directory ?? world.environment["SHEAF_DIR"] ?? world.workingDirectory
    let start = folder.hasPrefix("/") ? folder : world.workingDirectory + "/" + folder
    let places = UserPlaces(environment: world.environment)
    let repository = try? Repository.discover(from: start, places: places)
    return Configuration.load(
      userFile: places.configuration + "/config.yaml",
      repositoryFile: repository?.configurationFile, environment: world.environment
    ).nonEmptyText("language")
  }

  private func execute(_ words: [String], in context: CommandContext) throws -> ExitStatus {
    var context = context
    context.earlyScan = EarlyScan(words, in: context)
    if let status = try ExternalCommand.run(words, in: context) { return status }
    try checkCommandName(words)
    var command = try SheafCommand.parseAsRoot(words)
    if let command = command as? any ContextCommand {
      do {
        try command.run(in: context)
      } catch let option as UnknownOption {
        throw option.explained(for: type(of: command))
      }
    } else {
      try command.run()
    }
    return .success
  }

  /// A first word that is no command is answered with the nearest one.
  private func checkCommandName(_ words: [String]) throws {
    let others: Set<String> = ["help", "generate", "ls"]
    guard let name = words.first, !name.hasPrefix("-"), !others.contains(name),
      !SheafCommand.commandNames.contains(name)
    else { return }
    let nearest = nearestName(to: name, among: SheafCommand.commandNames.sorted())
    let hint = nearest.map {
      Message("Did you mean “sheaf \($0)”?", ko: "“sheaf \($0)”을(를) 뜻했나요?")
    }
    throw UsageError(
      Message("There is no command “\(name)”", ko: "“\(name)” 명령이 없습니다"),
      hint: hint ?? Message("sheaf --help lists them.", ko: "sheaf --help에 나옵니다."))
  }
}
