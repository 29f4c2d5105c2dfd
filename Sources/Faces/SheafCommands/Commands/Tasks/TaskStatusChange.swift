import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

/// The tasks of a command that changes open tasks.
struct TaskTargets: ParsableArguments {
  @Argument(
    help: help(
      .task,
      "Tasks: rows of a listing, notes, NOTE:LINE for check boxes.",
      ko: "할 일: 목록 번호, 메모, 체크박스는 메모:줄"))
  var tasks: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  /// Sets the status of the tasks. Tasks that already have the status are not changed.
  func set(_ status: TaskStatus, in context: CommandContext, skipsMissed: Bool = false) throws {
    let today = context.clock().day
    try TaskWriter(context, change, skipsMissed: skipsMissed).run(tasks) { task in
      task.status == status ? nil : .status(status, today: today)
    }
  }
}

struct StartCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("start", PackageResources.start_txt, ko: PackageResources.start_ko_txt)
  }

  @OptionGroup var targets: TaskTargets

  func run(in context: CommandContext) throws { try targets.set(.doing, in: context) }
}

struct CancelCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("cancel", PackageResources.cancel_txt, ko: PackageResources.cancel_ko_txt)
  }

  @OptionGroup var targets: TaskTargets

  func run(in context: CommandContext) throws { try targets.set(.cancelled, in: context) }
}

struct DoneCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("done", PackageResources.done_txt, ko: PackageResources.done_ko_txt)
  }

  @OptionGroup var targets: TaskTargets

  @Flag(
    help: help(
      "Skip occurrences whose day has passed.", ko: "날짜가 지난 반복은 건너뜁니다."))
  var skipMissed = false

  func run(in context: CommandContext) throws { try targets.set(.done, in: context, skipsMissed: skipMissed) }
}

struct ReopenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("reopen", PackageResources.reopen_txt, ko: PackageResources.reopen_ko_txt)
  }

  @Argument(
    help: help(
      .closedTask,
      "Tasks: rows of a listing, notes, NOTE:LINE for check boxes.",
      ko: "할 일: 목록 번호, 메모, 체크박스는 메모:줄"))
  var tasks: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  func run(in context: CommandContext) throws {
    let care = change.writing.care
    let reversal = try context.write(WriteOptions(dryRun: care.dryRun, json: care.json)) { workspace, transaction in
      let places = try NamedPlaces(.closedTasks, context, workspace).places(tasks, where: change.condition)
      var reversal = CompletionReversal(in: workspace)
      try reversal.make(places, today: context.clock().day, &transaction)
      try TaskWriter.check(reversal.titles, named: tasks, care, in: workspace, context)
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

/// The report of a change of tasks on a terminal: `✓ call mum, 4 left today`.
extension Workspace {
  /// Returns the open tasks that are due or scheduled up to today, without those that are closed now.
  func tasksLeftToday(without closed: [NotePosition], now: CivilMoment) throws -> Int {
    let query = try QueryParser.parse(TaskSpan.today.query, now: now).query
    let closed = Set(closed.map(\.text))
    return try index.tasks(TaskRequest(query: query, scope: .open, now: now)).count { !closed.contains($0.reference) }
  }
}
