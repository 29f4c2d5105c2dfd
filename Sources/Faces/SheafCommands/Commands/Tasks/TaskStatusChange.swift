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
    CommandConfiguration(
      commandName: "done",
      abstract: localized(
        "Complete tasks; repeating tasks get their next occurrence.",
        ko: "할 일을 완료합니다. 반복하면 다음 할 일을 만듭니다."),
      discussion: localized(
        """
        The next occurrence of a repeating task is created at once: a new note for a note, a line above for a check box.
        Its id is derived from the series and the day, so two computers that complete the same task create the same one.
        A card of a Kanban note moves to the column of complete cards, or to the one called Done.

        Examples:
          sheaf done dentist
          sheaf done 3 5
          sheaf done --where 'tag:errands due:<=today' --expect 4

        “sheaf reopen” opens a task again, and “sheaf undo” reverts the last command.
        """,
        ko: """
          반복하는 할 일은 다음 할 일을 바로 만듭니다. 메모는 새 메모로, 체크박스는 바로 윗줄에 만듭니다. id는 반복과
          날짜에서 정해지므로 두 컴퓨터에서 같은 할 일을 완료해도 하나만 남습니다. Kanban 메모의 카드는 완료 카드의
          열이나 이름이 완료인 열로 옮깁니다.

          예:
            sheaf done 치과
            sheaf done 3 5
            sheaf done --where 'tag:심부름 due:<=오늘' --expect 4

          “sheaf reopen”은 할 일을 다시 열고, “sheaf undo”는 마지막 명령을 되돌립니다.
          """))
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
          체크박스는 한 글자만 바뀝니다. Kanban 카드는 “진행 중” 열로 옮깁니다.

          예:
            sheaf start 3
            sheaf start Memo/여행.md:12
          """))
  }
}

/// `sheaf reopen`
struct ReopenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "reopen",
      abstract: localized(
        "Reopen tasks that were done or cancelled.", ko: "완료하거나 취소한 할 일을 다시 엽니다."),
      discussion: localized(
        """
        Examples:
          sheaf reopen @
          sheaf reopen water
          sheaf reopen Memo/여행.md:12

        The closing date is removed, whatever was done since. Of a repeating task the occurrence that was completed last
        is opened, and the next one is deleted unless it was changed or other notes lead to it.
        """,
        ko: """
          예:
            sheaf reopen @
            sheaf reopen 물주기
            sheaf reopen Memo/여행.md:12

          그 뒤에 무엇을 했든 닫은 날짜를 지웁니다. 반복하는 할 일은 가장 최근에 완료한 것을 열고, 다음 할 일은 그사이
          바뀌지 않았고 다른 메모에서 가리키지 않으면 삭제합니다.
          """))
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
