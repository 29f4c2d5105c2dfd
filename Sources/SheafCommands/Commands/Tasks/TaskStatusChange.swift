import ArgumentParser
import CivilCalendar
import NoteModel

/// A command that gives tasks another status.
protocol TaskStatusChange {
  static var configuration: CommandConfiguration { get }
  static var status: TaskStatus { get }
  /// What a terminal reports as done.
  static var deed: TaskDeed { get }
  /// True for a task that is so already.
  static func isDone(_ task: TaskItem) -> Bool
}

extension TaskStatusChange {
  static func isDone(_ task: TaskItem) -> Bool { task.status == status }
}

/// The tasks of a command that changes tasks.
struct TaskTargets: ParsableArguments {
  @Argument(
    help: help(
      "Tasks: rows of a listing, notes, NOTE:LINE for check boxes.",
      ko: "할 일: 목록 번호, 메모, 체크박스는 메모:줄"))
  var tasks: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  init() {}
}

/// `sheaf start`, `sheaf cancel`, `sheaf reopen`
struct TaskStatusCommand<Change: TaskStatusChange>: ContextCommand {
  static var configuration: CommandConfiguration { Change.configuration }

  @OptionGroup var targets: TaskTargets

  init() {}

  func run(in context: CommandContext) throws {
    let today = context.clock().day
    try TaskWriter(context, targets.change, Change.deed).run(targets.tasks) { task in
      Change.isDone(task) ? nil : .status(Change.status, today: today)
    }
  }
}
