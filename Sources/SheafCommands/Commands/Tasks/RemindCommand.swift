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

/// `sheaf remind`
struct RemindCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remind",
      abstract: localized("Deliver the reminders of tasks.", ko: "할 일의 알림을 보냅니다."),
      discussion: localized(
        """
        --run delivers every reminder that is due, once; late ones say so, several at once are combined into one. Blocked
        tasks wait, and nothing is delivered in the quiet hours of remind.quiet. The program of the setting remind.command
        gets the tasks as JSON on standard input. Default: notify-send or, without a desktop, a printed text, which cron
        mails. A sealed letter is reported on the day it opens. A reminder is recorded after it was delivered: if killed in between, it is delivered twice, never lost.

        Examples:
          sheaf remind
          sheaf remind --snooze 20m Report
          sheaf remind --install
        """,
        ko: """
          --run은 때가 된 알림을 한 번씩 보냅니다. 늦은 알림은 늦었다고 표시하고, 여러 개는 하나로 묶습니다. 선행 할 일이 남은
          할 일은 기다리고, remind.quiet 시간에는 보내지 않습니다. remind.command 설정의 프로그램은 할 일을 표준 입력에서
          JSON으로 받습니다. 설정이 없으면 notify-send를 사용하고, 데스크톱이 아니면 텍스트로 출력합니다(cron에서는 메일로
          옵니다). 봉인한 편지는 열리는 날 알림을 보냅니다. 보낸 다음에 기록하므로 그사이 종료되면 두 번 올 수는 있어도 빠지지는 않습니다.

          예:
            sheaf remind
            sheaf remind --snooze 20m 보고서
            sheaf remind --install
          """))
  }

  @Argument(help: help("With --snooze: tasks.", ko: "--snooze와 함께: 할 일"))
  var tasks: [String] = []

  @Flag(
    help: help("List the reminders of the next week (default).", ko: "일주일 동안의 알림 목록을 보여 줍니다(기본값)."))
  var list = false

  @Flag(help: help("Deliver the reminders that are due.", ko: "때가 된 알림을 보냅니다."))
  var run = false

  @Option(
    help: help(
      "Remind of these tasks again later: 20m, 2h, tomorrow 9am.", ko: "다시 알림을 보낼 때: 20m, 2h, 내일 9시"
    ))
  var snooze: String?

  @Flag(
    help: help(
      "Run every minute with a systemd timer of the user.", ko: "systemd 사용자 타이머로 1분마다 실행합니다."))
  var install = false

  @Flag(help: help("Remove that timer.", ko: "그 타이머를 제거합니다."))
  var uninstall = false

  @Flag(help: help("Send a test reminder.", ko: "시험 알림을 보냅니다."))
  var test = false

  @Flag(help: help("With --list: print one JSON document.", ko: "--list와 함께: JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func validate() throws {
    let count = [list, run, snooze != nil, install, uninstall, test].count(where: \.self)
    guard count <= 1 else {
      throw ValidationError(
        localized("Use only one of these options at a time.", ko: "한 번에 하나만 지정할 수 있습니다."))
    }
    guard tasks.isEmpty == (snooze == nil) else {
      throw ValidationError(
        localized("Tasks can only be given with --snooze.", ko: "할 일은 --snooze와 함께만 지정할 수 있습니다."))
    }
  }

  func run(in context: CommandContext) throws {
    if install || uninstall {
      let timer = UserTimer.reminders(try context.repository(), program: ThisProgram.path)
      let setup = TimerSetup(context: context, timer: timer)
      let success = Message(
        "Reminders are checked every minute", ko: "1분마다 알림을 확인합니다")
      return install ? try setup.install(success) : try setup.uninstall()
    }
    let workspace = try context.openWorkspace()
    let delivery = ReminderDelivery(
      context, command: workspace.configuration.program("remind.command"))
    if test {
      try delivery.deliver(.test(context.language), tasks: [])
    } else if let snooze {
      try put(off: tasks, until: snooze, context, workspace)
    } else if run {
      try ReminderRun(context: context, workspace: workspace, delivery: delivery).run()
    } else {
      try show(context, workspace)
    }
  }

  private func show(_ context: CommandContext, _ workspace: Workspace) throws {
    let plan = try ReminderPlan(context, workspace)
    let report = ReminderReport(
      due: plan.due, upcoming: plan.upcoming(days: 7), graph: plan.graph, now: plan.now)
    if json {
      context.console.writeLine(report.json.text(pretty: true))
    } else {
      context.page(context.theme.encode(report.lines(context.page)))
    }
    if report.items.isEmpty { throw ExitStatus.negative }
  }

  private func put(
    off tasks: [String], until text: String, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    let moment = try moment(text, context, dayTime: workspace.configuration.dayTime)
    guard moment.secondsSinceEpoch() > context.clock().secondsSinceEpoch() else {
      throw PassedMoment(moment: moment)
    }
    let references = try tasks.map { try context.task($0, in: workspace) }
    let folder = workspace.repository.stateFolder
    let now = context.clock().secondsSinceEpoch()
    let all = Dictionary(
      try workspace.index.tasks(today: context.clock().day).map { ($0.reference, $0) },
      uniquingKeysWith: { first, _ in first })
    var state = ReminderState(folder: folder, now: now)
    for reference in references {
      guard let task = all[reference.text] else {
        throw NotATask(reference: reference, boxes: [])
      }
      let reminder = PendingReminder(task: task, moment: moment)
      state.snooze(reminder.taskKey, until: reminder.seconds)
      context.note(
        Message(
          "“\(task.item.title)”: next reminder on \(DayText.text(.moment(moment), in: .english))",
          ko: "\(DayText.text(.moment(moment), in: .korean))에 다시 알림을 보냅니다: “\(task.item.title)”"))
    }
    state.save(folder: folder, now: now)
  }

  /// `20m`, `2h`, or a moment in words; a day alone means its `remind.day-time`.
  private func moment(
    _ text: String, _ context: CommandContext, dayTime: TimeOfDay
  ) throws -> CivilMoment {
    let now = context.clock()
    if let duration = Duration(reading: text) {
      let seconds = now.secondsSinceEpoch() + Int(duration.seconds)
      if let moment = context.zone.moment(secondsSinceEpoch: seconds) { return moment }
    }
    switch DateExpression.parse(text, relativeTo: now, zone: context.zone, for: .deadline) {
    case .moment(let moment)?: return moment
    case .day(let day)?:
      return context.zone.moment(on: day, at: dayTime)
    default: throw FieldAssignmentError.notADate(key: "snooze", text: text)
    }
  }
}

/// A reminder cannot be put off until a time that is over.
private struct PassedMoment: ExplainedError {
  let moment: CivilMoment

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "\(DayText.text(.moment(moment), in: .english)) has passed",
      ko: "이미 지난 시각입니다: \(DayText.text(.moment(moment), in: .korean))")
  }
  var hint: Message? {
    Message("Use a time to come: 20m, 2h, tomorrow 9am.", ko: "20m, 2h, 내일 9시처럼 앞으로 올 때를 입력하세요.")
  }
}
