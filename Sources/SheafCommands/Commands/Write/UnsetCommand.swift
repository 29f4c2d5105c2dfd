import ArgumentParser
import Wording

/// `sheaf unset`
struct UnsetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "unset",
      abstract: localized(
        "Remove a field from notes and change nothing else.", ko: "메모의 필드만 지웁니다."),
      discussion: localized(
        """
        The field comes first, then the notes. “sheaf set NOTES KEY-” does the same.

        Examples:
          sheaf unset due @
          sheaf unset draft --where 'in:Memo tag:published' --dry-run
        """,
        ko: """
          필드를 먼저, 메모를 나중에 지정합니다. “sheaf set 메모 필드-”와 같습니다.

          예:
            sheaf unset due @
            sheaf unset draft --where 'in:Memo tag:공개' --dry-run
          """))
  }

  @Argument(help: help("The field.", ko: "필드"))
  var key: String

  @Argument(help: help("Notes.", ko: "메모"))
  var notes: [String] = []

  @OptionGroup var change: ChangeOptions

  init() {}

  func run(in context: CommandContext) throws {
    var set = try SetCommand.parse(notes + ["\(key)-"])
    set.change = change
    try set.run(in: context)
  }
}
