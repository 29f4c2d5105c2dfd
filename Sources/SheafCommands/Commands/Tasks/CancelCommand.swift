import ArgumentParser
import NoteModel

/// `sheaf cancel`
typealias CancelCommand = TaskStatusCommand<CancelChange>

enum CancelChange: TaskStatusChange {
  static var status: TaskStatus { .cancelled }
  static let deed = TaskDeed.cancelled

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
}
