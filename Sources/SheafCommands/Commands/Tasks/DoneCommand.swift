import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf done`
struct DoneCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "done",
      abstract: localized(
        "Complete tasks; repeating tasks get their next occurrence.",
        ko: "할 일을 완료합니다. 반복하는 할 일은 다음 것을 만듭니다."),
      discussion: localized(
        """
        The next occurrence of a repeating task is created at once: a new note for a note, a line above for a check box.
        Its id is derived from the series and the day, so two machines that complete the same task create the same one.
        A card of a Kanban note moves to the column of complete cards, or to the one called Done.

        Examples:
          sheaf done dentist
          sheaf done 3 5
          sheaf done --where 'tag:errands due:<=today' --expect 4
        """,
        ko: """
          반복하는 할 일은 다음 것을 바로 만듭니다. 메모는 새 메모로, 체크박스는 바로 윗줄에 만듭니다. id는 반복과 날짜에서
          정해지므로 두 컴퓨터에서 같은 할 일을 완료해도 하나만 남습니다.
          Kanban 메모의 카드는 완료 카드의 열이나 이름이 완료인 열로 옮깁니다.

          예:
            sheaf done 치과
            sheaf done 3 5
            sheaf done --where 'tag:심부름 due:<=오늘' --expect 4
          """))
  }

  @OptionGroup var targets: TaskTargets

  @Flag(
    help: help(
      "Skip occurrences whose day has passed.", ko: "날짜가 지난 반복은 건너뜁니다."))
  var skipMissed = false

  init() {}

  func run(in context: CommandContext) throws {
    let today = context.clock().day
    let writer = TaskWriter(context, targets.change, .done, skipsMissed: skipMissed)
    try writer.run(targets.tasks) { task in
      task.status == .done ? nil : .status(.done, today: today)
    }
  }
}
