import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf start`
struct StartCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "start",
      abstract: localized(
        "Start tasks: set their status to doing.", ko: "할 일을 시작합니다. 상태가 진행 중(doing)이 됩니다."),
      discussion: localized(
        """
        In a check box only one character changes. A card of a Kanban note moves to the column called Doing or In
        Progress.

        Examples:
          sheaf start 3
          sheaf start Memo/여행.md:12
        """,
        ko: """
          체크박스는 한 글자만 바뀝니다. Kanban 메모의 카드는 이름이 진행 중인 열로 옮깁니다.

          예:
            sheaf start 3
            sheaf start Memo/여행.md:12
          """))
  }

  @Argument(
    help: help(
      "Tasks: rows of a listing, notes, NOTE:LINE for check boxes.",
      ko: "할 일: 목록 번호, 메모, 체크박스는 메모:줄"))
  var tasks: [String] = []

  @OptionGroup var arguments: TaskArguments

  init() {}

  func run(in context: CommandContext) throws {
    let today = context.clock().day
    try TaskWriter(context, arguments).run(tasks) { task in
      task.status == .doing ? nil : .status(.doing, today: today)
    }
  }
}
