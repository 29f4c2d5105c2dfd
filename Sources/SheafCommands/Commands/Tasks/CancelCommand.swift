import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf cancel`
struct CancelCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cancel",
      abstract: localized("Cancel tasks; they do not repeat.", ko: "할 일을 취소합니다. 반복도 끝납니다."),
      discussion: localized(
        """
        Examples:
          sheaf cancel 2
          sheaf cancel --where 'project:old' --dry-run
        """,
        ko: """
          예:
            sheaf cancel 2
            sheaf cancel --where 'project:옛것' --dry-run
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
      task.status == .cancelled ? nil : .status(.cancelled, today: today)
    }
  }
}
