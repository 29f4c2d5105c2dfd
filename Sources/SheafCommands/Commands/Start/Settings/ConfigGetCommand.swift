import ArgumentParser
import NoteRepository
import Wording

/// `sheaf config get`
struct ConfigGetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "get",
      abstract: localized("Print the value of a setting.", ko: "설정 하나의 값을 출력합니다."),
      discussion: localized(
        """
        Examples:
          sheaf config get folders.memo
          sheaf config get alias.w
        """,
        ko: """
          예:
            sheaf config get folders.memo
            sheaf config get alias.w
          """))
  }

  @Argument(help: help("The setting.", ko: "설정"))
  var key: String

  init() {}

  func run(in context: CommandContext) throws {
    let name = try SettingName(key)
    let settings = context.configuration(of: try? context.repository())
    for problem in settings.problems { context.warn(problem.message) }
    guard let entry = name.entry else {
      return context.console.writeLine("\(settings.settings[key]?.value ?? name.key.defaultValue)")
    }
    guard let text = settings.table(name.key.name)[entry] else { throw ExitStatus.negative }
    context.console.writeLine(text)
  }
}
