import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf cancel`
struct CancelCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cancel",
      abstract: localized("Give tasks up; they do not come back.", ko: "할 일을 그만둡니다. 되풀이도 끝납니다."),
      discussion: localized(
        """
        Examples:
          sheaf cancel 2
          sheaf cancel --where 'project:old' --dry-run
        """,
        ko: """
          보기:
            sheaf cancel 2
            sheaf cancel --where 'project:옛것' --dry-run
          """))
  }

  @Argument(
    help: help(
      "Tasks: rows of a listing, notes, NOTE:LINE for check boxes.",
      ko: "할 일: 목록의 줄 번호, 메모, 체크 상자는 메모:줄."))
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
