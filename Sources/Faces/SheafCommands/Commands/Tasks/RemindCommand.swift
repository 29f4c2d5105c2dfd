import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

struct RemindCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("remind", PackageResources.remind_txt, ko: PackageResources.remind_ko_txt)
  }

  @OptionGroup var options: RemindOptions

  func run(in context: CommandContext) throws {
    if let timer = options.timer {
      let repository = try context.repository()
      return try TimerSetup(context: context).set(
        timer, { .reminders(repository, program: ThisProgram.path, minutes: $0) }
      ) { Message("Reminders are checked every \($0) min", ko: "\($0)분마다 알림을 확인합니다") }
    }
    guard options.tasks.isEmpty || options.snooze != nil else {
      let tasks = options.tasks.map(typedWord).joined(separator: " ")
      throw UsageError(
        Message("A task needs --snooze TIME", ko: "할 일을 지정할 때는 --snooze 시간이 필요합니다"),
        hint: Message(verbatim: "sheaf remind --snooze 20m \(tasks)"))
    }
    let workspace = try context.openWorkspace()
    let delivery = ReminderDelivery(context, workspace.configuration)
    if options.test {
      try delivery.deliver(.test(context.language))
    } else if let snooze = options.snooze {
      try context.snooze(options.tasks, until: snooze, workspace)
    } else if options.run {
      let run = ReminderRun(in: workspace, now: context.clock(), zone: context.zone)
      try run.run(isQuiet: { context.isQuietTime(workspace) }) { try delivery.deliver($0) }
    } else {
      try show(context, workspace)
    }
  }

  private func show(_ context: CommandContext, _ workspace: Workspace) throws {
    let plan = try ReminderPlan(in: workspace, now: context.clock(), zone: context.zone)
    let all = ReminderReport(plan.due + plan.upcoming(days: 7), graph: plan.graph, now: plan.now)
    var listing = Listing(try options.listing.order.rowOrder.arranged(all), options.listing)
    listing.whenEmpty = { Message("No reminders in the next 7 days", ko: "7일 안에 알림이 없습니다") }
    try listing.show(in: context, workspace)
    if listing.report.rows.isEmpty { throw ExitStatus.negative }
  }
}

struct RemindOptions: ParsableArguments {
  @Argument(help: help(.task, "With --snooze, tasks, or notes with a reminder.", ko: "--snooze로 다시 알릴 할 일이나 메모"))
  var tasks: [String] = []

  @Flag(help: help("Deliver the reminders that are due.", ko: "시각이 된 알림을 보냅니다."))
  var run = false

  @Option(
    help: help(
      .time,
      "Deliver the reminders of these tasks again later: 20m, 2h, tomorrow 9am.", ko: "다시 알림을 보낼 때: 20m, 2h, 내일 9시"
    ))
  var snooze: String?

  @Option(
    help: help(
      .interval, "Run remind by a systemd user timer at this interval, such as 1m; off removes the timer.",
      ko: "systemd 사용자 타이머로 이 간격(예: 1m)마다 실행합니다. off면 중지합니다."))
  var timer: String?

  @Flag(help: help("Send a test reminder.", ko: "테스트 알림을 보냅니다."))
  var test = false

  @OptionGroup var listing: ListingOptions

  func validate() throws {
    let count = [run, snooze != nil, timer != nil, test].count(where: \.self)
    guard count <= 1 else {
      throw ValidationError(localized("These options cannot be used together", ko: "함께 지정할 수 없는 옵션입니다"))
    }
    guard snooze == nil || !tasks.isEmpty else {
      throw ValidationError(
        localized(
          "--snooze needs a task: sheaf remind --snooze 20m dentist",
          ko: "다시 알릴 할 일을 지정해야 합니다: sheaf remind --snooze 20m 치과"))
    }
  }
}

/// Gives the reason why a reminder cannot be delivered, when the reminder is set.
struct ReminderAdvice {
  let context: CommandContext
  let repository: Repository

  /// Reports reminders that a change added or made pointless. `before` is nil for a new note.
  func report(changing before: Note?, to after: Note) {
    let change = ReminderChange(from: before, to: after)
    for title in change.undated {
      context.note(
        Message(
          "“\(title)” has no due date, so its reminder will not be delivered",
          ko: "마감일이 없어 알림을 보내지 않습니다: “\(title)”"))
    }
    if change.bringsReminders, let message = missingTimer { context.note(message) }
  }

  /// A warning if nothing looks for reminders: no timer is installed, and nothing ran in the last hour.
  var missingTimer: Message? {
    let timer = UserTimer.reminders(repository, program: ThisProgram.path)
    if timer.files.allSatisfy({ userFileExists($0.path) }) { return nil }
    let now = context.clock().secondsSinceEpoch()
    let state = ReminderState(folder: repository.stateFolder, now: now)
    if let lastRun = state.lastRun, now - lastRun < 3_600 { return nil }
    return Message(
      "Reminders are off on this computer; turn them on with “sheaf remind --timer 1m”",
      ko: "이 컴퓨터의 알림이 꺼져 있습니다. “sheaf remind --timer 1m” 명령으로 켜세요")
  }
}
