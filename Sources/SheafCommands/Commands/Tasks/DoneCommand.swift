import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf done`
struct DoneCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "done",
      abstract: localized(
        "Finish tasks; those that repeat come back.", ko: "할 일을 마칩니다. 되풀이하는 것은 다시 옵니다."),
      discussion: localized(
        """
        The next occurrence of a task that repeats is made at once: of a note a new note, of a check box a line above.
        Its id is derived from series and day, so two machines that finish the same task make the same one.
        A card of a Kanban note moves to the column of complete cards, or to the one called Done.

        Examples:
          sheaf done 3 5
          sheaf done --where 'tag:errands due:<=today' --expect 4
        """,
        ko: """
          되풀이하는 할 일은 다음 것을 바로 만듭니다. 메모는 새 메모로, 체크 상자는 윗줄로.
          id는 계열과 날짜에서 나오므로 두 컴퓨터에서 같은 일을 마쳐도 하나만 남습니다.
          Kanban 메모의 카드는 완료 카드의 열이나 이름이 완료인 열로 옮깁니다.

          보기:
            sheaf done 3 5
            sheaf done --where 'tag:심부름 due:<=오늘' --expect 4
          """))
  }

  @Argument(
    help: help(
      "Tasks: rows of a listing, notes, NOTE:LINE for check boxes.",
      ko: "할 일: 목록의 줄 번호, 메모, 체크 상자는 메모:줄."))
  var tasks: [String] = []

  @OptionGroup var arguments: TaskArguments

  @Flag(
    help: help(
      "Pass over occurrences whose day is gone.", ko: "날짜가 지난 되풀이는 건너뜁니다."))
  var skipMissed = false

  init() {}

  func run(in context: CommandContext) throws {
    let today = context.clock().day
    try TaskWriter(context, arguments, skipsMissed: skipMissed).run(tasks) { task in
      task.status == .done ? nil : .status(.done, today: today)
    }
  }
}
