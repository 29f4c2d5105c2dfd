import ArgumentParser
import NoteModel

/// `sheaf start`
typealias StartCommand = TaskStatusCommand<StartChange>

enum StartChange: TaskStatusChange {
  static var status: TaskStatus { .doing }
  static let deed = TaskDeed.started

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
}
