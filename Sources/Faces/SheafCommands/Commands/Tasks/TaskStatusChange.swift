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
  /// The action that a terminal reports as done.
  static var deed: TaskActionSummary { get }
  /// True for a task that is so already.
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
    try TaskWriter(context, targets.change, Change.deed).run(targets.tasks) { task in
      Change.isDone(task) ? nil : .status(Change.status, today: today)
    }
  }
}

/// `sheaf done`
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
    let writer = TaskWriter(context, targets.change, .done, skipsMissed: skipMissed)
    try writer.run(targets.tasks) { task in
      task.status == .done ? nil : .status(.done, today: today)
    }
  }
}

/// `sheaf start`
typealias StartCommand = TaskStatusCommand<StartChange>

enum StartChange: TaskStatusChange {
  static var status: TaskStatus { .doing }
  static let deed = TaskActionSummary.started

  static var configuration: CommandConfiguration {
    explained("start", PackageResources.start_txt, ko: PackageResources.start_ko_txt)
  }
}

/// `sheaf reopen`
struct ReopenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("reopen", PackageResources.reopen_txt, ko: PackageResources.reopen_ko_txt)
  }

  @OptionGroup var targets: TaskTargets<ClosedTasks>

  init() {}

  func run(in context: CommandContext) throws {
    let care = targets.change.writing.care
    let reversal = try context.write(WriteOptions(dryRun: care.dryRun)) { workspace, transaction in
      let places = try NamedPlaces(.closedTasks, context, workspace)
        .places(targets.tasks, where: targets.change.condition)
      try ExpectationError.check(places.count, care.expect, ExpectationError.tasks)
      if care.expect == nil, !care.dryRun, places.count > max(targets.tasks.count, 1) {
        try context.confirm(context.question(about: places, .closedTasks, in: workspace))
      }
      var reversal = CompletionReversal(in: workspace)
      try reversal.make(places, today: context.clock().day, &transaction)
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
    guard !care.dryRun else { return }
    let lines =
      context.console.capabilities.isOutputTerminal
      ? TaskActionSummary.reopened.lines(reversal.titles, left: 0, context.page)
      : reversal.reopened.map(\.text)
    for line in lines { context.console.writeLine(line) }
  }
}

enum ClosedTasks: TargetedTasks {
  static var kind: ValueKind { .closedTask }
}

/// `sheaf cancel`
typealias CancelCommand = TaskStatusCommand<CancelChange>

enum CancelChange: TaskStatusChange {
  static var status: TaskStatus { .cancelled }
  static let deed = TaskActionSummary.cancelled

  static var configuration: CommandConfiguration {
    explained("cancel", PackageResources.cancel_txt, ko: PackageResources.cancel_ko_txt)
  }
}

/// The report of a change of tasks on a terminal: `✓ call mum, 4 left today`.
enum TaskActionSummary {
  case done, started, cancelled, reopened
  case deferred(CivilDate?)

  /// True if fewer tasks are left for today afterwards.
  private var closes: Bool {
    switch self {
    case .done, .cancelled: true
    case .started, .reopened, .deferred: false
    }
  }

  private func mark(_ page: Page) -> String {
    switch self {
    case .done: page.asciiOnly ? "done:" : "✓"
    case .started: page.asciiOnly ? "started:" : "▶"
    case .cancelled: page.asciiOnly ? "cancelled:" : "✗"
    case .reopened: page.asciiOnly ? "open:" : "☐"
    case .deferred: page.asciiOnly ? "later:" : "→"
    }
  }

  /// A line for each task.
  ///
  /// - Parameter left: The number of open tasks that are now due or scheduled up to today.
  func lines(_ titles: [String], left: Int, _ page: Page) -> [String] {
    titles.enumerated().map { index, title in
      let line = mark(page) + " " + title
      if case .deferred(let date) = self {
        let day = date.map { DayText.text($0, in: page.language) }
        return line + ", " + (day ?? page.text(Message("no date", ko: "날짜 없음")))
      }
      guard closes, index == titles.count - 1 else { return line }
      let rest =
        left == 0
        ? Message("nothing left today", ko: "오늘 할 일을 모두 마쳤습니다")
        : Message("\(left) left today", ko: "오늘 남은 할 일 \(left)개")
      return line + ", " + page.text(rest)
    }
  }
}

extension Workspace {
  /// The open tasks that are due or scheduled up to today, without those that are closed now.
  func tasksLeftToday(without closed: [NotePosition], now: CivilMoment) throws -> Int {
    let query = try QueryParser.parse(TaskSpan.today.query, now: now).query
    let closed = Set(closed.map(\.text))
    return try index.tasks(TaskRequest(query: query, scope: .open, now: now))
      .count { !closed.contains($0.reference) }
  }
}
