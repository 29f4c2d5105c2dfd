import ArgumentParser
import Wording

/// `sheaf unset`
struct UnsetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "unset",
      abstract: localized(
        "Remove a field of notes, and no other byte.", ko: "메모의 필드를 없앱니다. 다른 바이트는 그대로입니다."),
      discussion: localized(
        """
        The field comes first, then the notes. “sheaf set NOTES KEY-” does the same.

        Examples:
          sheaf unset due @
          sheaf unset draft --where 'in:Memo tag:published' --dry-run
        """,
        ko: """
          필드를 먼저, 메모를 뒤에 씁니다. “sheaf set 메모 필드-”와 같습니다.

          보기:
            sheaf unset due @
            sheaf unset draft --where 'in:Memo tag:공개' --dry-run
          """))
  }

  @Argument(help: help("The field.", ko: "필드."))
  var key: String

  @Argument(help: help("Notes.", ko: "메모."))
  var notes: [String] = []

  @Option(
    name: .customLong("where"), help: help("Also the notes of this query.", ko: "이 검색식에 맞는 메모도."))
  var condition: String?

  @Option(help: help("Refuse unless so many notes would change.", ko: "바뀔 메모가 이만큼이 아니면 거절합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "쓰지 않고 달라질 것을 찍습니다."))
  var dryRun = false

  init() {}

  func run(in context: CommandContext) throws {
    var set = try SetCommand.parse(notes + ["\(key)-"])
    set.condition = condition
    set.expect = expect
    set.dryRun = dryRun
    try set.run(in: context)
  }
}
