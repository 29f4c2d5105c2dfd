import ArgumentParser
import NoteModel

/// `sheaf reopen`
typealias ReopenCommand = TaskStatusCommand<ReopenChange>

enum ReopenChange: TaskStatusChange {
  static var status: TaskStatus { .todo }
  static let deed = TaskDeed.reopened
  static func isDone(_ task: TaskItem) -> Bool { !task.status.isClosed }

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
}
