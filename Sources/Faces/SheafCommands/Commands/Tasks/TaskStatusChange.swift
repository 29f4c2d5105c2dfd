import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

/// A command that gives tasks another status.
protocol TaskStatusChange: TargetedTasks {
  static var configuration: CommandConfiguration { get }
  static var status: TaskStatus { get }
  /// Returns true for a task that is so already.
  static func isDone(_ task: TaskItem) -> Bool
}

extension TaskStatusChange {
  static func isDone(_ task: TaskItem) -> Bool { task.status == status }
}

/// The tasks that a command is meant for: those that a shell offers.
protocol TargetedTasks {
  static var kind: ValueKind { get }
}

extension TargetedTasks {
  static var kind: ValueKind { .task }
}

enum OpenTasks: TargetedTasks {}

/// The tasks of a command that changes tasks.
struct TaskTargets<Tasks: TargetedTasks>: ParsableArguments {
  @Argument(
    help: help(
      Tasks.kind,
      "Tasks: rows of a listing, notes, NOTE:LINE for check boxes.",
      ko: "할 일: 목록 번호, 메모, 체크박스는 메모:줄"))
  var tasks: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  init() {}
}

/// `sheaf start`, `sheaf cancel`
struct TaskStatusCommand<Change: TaskStatusChange>: ContextCommand {
  static var configuration: CommandConfiguration { Change.configuration }

  @OptionGroup var targets: TaskTargets<Change>

  init() {}

  func run(in context: CommandContext) throws {
    let today = context.clock().day
    try TaskWriter(context, targets.change).run(targets.tasks) { task in
      Change.isDone(task) ? nil : .status(Change.status, today: today)
    }
  }
}

struct DoneCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("done", PackageResources.done_txt, ko: PackageResources.done_ko_txt)
  }

  @OptionGroup var targets: TaskTargets<OpenTasks>

  @Flag(
    help: help(
      "Skip occurrences whose day has passed.", ko: "날짜가 지난 반복은 건너뜁니다."))
  var skipMissed = false

  init() {}

  func run(in context: CommandContext) throws {
    let today = context.clock().day
    let writer = TaskWriter(context, targets.change, skipsMissed: skipMissed)
    try writer.run(targets.tasks) { task in
      task.status == .done ? nil : .status(.done, today: today)
    }
  }
}

/// `sheaf start`
typealias StartCommand = TaskStatusCommand<StartChange>

enum StartChange: TaskStatusChange {
  static var status: TaskStatus { .doing }

  static var configuration: CommandConfiguration {
    explained("start", PackageResources.start_txt, ko: PackageResources.start_ko_txt)
  }
}

struct ReopenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("reopen", PackageResources.reopen_txt, ko: PackageResources.reopen_ko_txt)
  }

  @OptionGroup var targets: TaskTargets<ClosedTasks>

  init() {}

  func run(in context: CommandContext) throws {
    let care = targets.change.writing.care
    let reversal = try context.write(WriteOptions(dryRun: care.dryRun, json: care.json)) { workspace, transaction in
      let places = try NamedPlaces(.closedTasks, context, workspace)
        .places(targets.tasks, where: targets.change.condition)
      var reversal = CompletionReversal(in: workspace)
      try reversal.make(places, today: context.clock().day, &transaction)
      try TaskWriter.check(reversal.titles, named: targets.tasks, care, in: context)
      return reversal
    }
    for place in reversal.kept {
      context.warn(
        Message(
          "The next occurrence was edited or is linked and is not deleted: \(place.text)",
          ko: "바뀐 내용이나 링크가 있어 다음 할 일을 그대로 두었습니다: \(place.text)"))
    }
    for place in reversal.removed {
      context.note(Message("The next occurrence is deleted: \(place.text)", ko: "다음 할 일을 삭제했습니다: \(place.text)"))
    }
    context.writePlaces(reversal.reopened.map(\.text), dryRun: care.dryRun)
  }
}

enum ClosedTasks: TargetedTasks {
  static var kind: ValueKind { .closedTask }
}

/// `sheaf cancel`
typealias CancelCommand = TaskStatusCommand<CancelChange>

enum CancelChange: TaskStatusChange {
  static var status: TaskStatus { .cancelled }

  static var configuration: CommandConfiguration {
    explained("cancel", PackageResources.cancel_txt, ko: PackageResources.cancel_ko_txt)
  }
}

/// The report of a change of tasks on a terminal: `✓ call mum, 4 left today`.
extension Workspace {
  /// Returns the open tasks that are due or scheduled up to today, without those that are closed now.
  func tasksLeftToday(without closed: [NotePosition], now: CivilMoment) throws -> Int {
    let query = try QueryParser.parse(TaskSpan.today.query, now: now).query
    let closed = Set(closed.map(\.text))
    return try index.tasks(TaskRequest(query: query, scope: .open, now: now))
      .count { !closed.contains($0.reference) }
  }
}
