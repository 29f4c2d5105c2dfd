import ArgumentParser
import NoteActions
import NoteModel

/// `sheaf jot`
struct JotCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "jot",
      abstract: localized(
        "Add a line to the inbox, the note that collects thoughts to sort later.",
        ko: "나중에 정리할 생각을 모아 두는 메모에 한 줄을 추가합니다."),
      discussion: localized(
        """
        Examples:
          sheaf jot ask Minsu about the lens
          dmesg | tail | sheaf jot -

        The setting “inbox” chooses the note; it is created with the first line.
        """,
        ko: """
          예:
            sheaf jot 민수에게 렌즈 물어보기
            dmesg | tail | sheaf jot -

          inbox 설정으로 메모를 지정합니다. 첫 줄을 추가할 때 만듭니다.
          """))
  }

  @Argument(
    parsing: .allUnrecognized,
    help: help("The text, or - for standard input.", ko: "텍스트(-이면 표준 입력)"))
  var text: [String]

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let typed = try context.typedText(text)
    let item = typed.contains(where: \.isNewline) ? typed : "- " + typed
    let place = try context.write(writing, asksIndex: false) { workspace, transaction in
      try workspace.jot(item, &transaction)
    }
    if !writing.dryRun { context.console.writeLine(place.text) }
  }
}
