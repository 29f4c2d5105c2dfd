import ArgumentParser
import NoteRepository
import Wording

/// `sheaf redo`
struct RedoCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "redo",
      abstract: localized("Redo undone commands.", ko: "되돌린 명령을 다시 실행합니다."),
      discussion: localized(
        """
        Examples:
          sheaf redo
          sheaf redo 2

        Possible only until another command changes a file. If a file was changed since, nothing is done.
        """,
        ko: """
          예:
            sheaf redo
            sheaf redo 2

          다른 명령으로 파일을 바꾸기 전까지만 할 수 있습니다. 그 뒤에 바뀐 파일이 있으면 아무것도 하지 않습니다.
          """))
  }

  @OptionGroup var replay: ReplayOptions

  init() {}

  func run(in context: CommandContext) throws {
    try replay.run(
      in: context, { journal, count throws(RepositoryError) in try journal.redoing(count) },
      nothing: Message("There is nothing to redo", ko: "다시 실행할 명령이 없습니다"),
      hint: Message(
        "“sheaf undo” undoes a command; until another one changes a file, “sheaf redo” redoes it.",
        ko: "“sheaf undo”로 되돌린 명령을, 다른 명령으로 파일을 바꾸기 전까지 다시 실행할 수 있습니다.")
    ) { entry in
      (Message("Redone: \(entry.command)", ko: "다시 실행했습니다: \(entry.command)"), entry.paths)
    }
  }
}
