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

  @OptionGroup var options: RemindOptions

  init() {}

  func run(in context: CommandContext) throws {
    if options.install || options.uninstall {
      let timer = UserTimer.reminders(try context.repository(), program: ThisProgram.path)
      let setup = TimerSetup(context: context, timer: timer)
      let success = Message(
        "Reminders are checked every minute", ko: "1분마다 알림을 확인합니다")
      return options.install ? try setup.install(success) : try setup.uninstall()
    }
    let workspace = try context.openWorkspace()
    let delivery = ReminderDelivery(
      context, command: workspace.configuration.program("remind.command"))
    if options.test {
      try delivery.deliver(.test(context.language), tasks: [])
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
    let report = ReminderReport(
      due: plan.due, upcoming: plan.upcoming(days: 7), graph: plan.graph, now: plan.now)
    if options.json {
      context.console.writeLine(report.json.text(pretty: true))
    } else {
      context.page(context.theme.encode(report.lines(context.page)))
    }
    if report.items.isEmpty { throw ExitStatus.negative }
  }
}
