import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf reopen`
struct ReopenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "reopen",
      abstract: localized(
        "Reopen tasks that were done or cancelled.", ko: "완료하거나 취소한 할 일을 다시 엽니다."),
      discussion: localized(
        """
        The closing date is removed.

        Examples:
          sheaf reopen @
          sheaf reopen Memo/여행.md:12
        """,
        ko: """
          닫은 날짜도 지웁니다.

          예:
            sheaf reopen @
            sheaf reopen Memo/여행.md:12
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
      !task.status.isClosed ? nil : .status(.todo, today: today)
    }
  }
}
