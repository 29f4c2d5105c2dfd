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

/// `sheaf cal`
struct CalCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cal",
      abstract: localized(
        "Show a month with its entries and tasks.", ko: "한 달을 일기와 할 일과 함께 보입니다."),
      discussion: localized(
        """
        Days with entries and tasks bear signs; on a wide terminal the days stand in words beside the month, up to
        twelve items of each, the rest counted. agenda tells all.

        Examples:
          sheaf cal
          sheaf cal next month
          sheaf cal -3
          sheaf cal 2027 -y
        """,
        ko: """
          일기와 할 일이 있는 날에는 표시가 붙습니다. 터미널이 넓으면 옆에 목록이 나옵니다. 하루에 열둘까지 보이고
          나머지는 세어 줍니다. 모두 보려면 agenda를 쓰세요.

          보기:
            sheaf cal
            sheaf cal 다음 달
            sheaf cal -3
            sheaf cal 2027 -y
          """))
  }

  @Argument(help: help("A month, or any day of it.", ko: "달, 또는 그달의 하루."))
  var month: [String] = []

  @Flag(
    name: [.customShort("3"), .customLong("three")],
    help: help("The month before and the month behind, too.", ko: "앞뒤 달도."))
  var three = false

  @Flag(name: [.customShort("y"), .long], help: help("The whole year.", ko: "한 해 모두."))
  var year = false

  @Flag(help: help("One JSON document.", ko: "JSON 문서 하나로."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let text = month.joined(separator: " ")
    let reading =
      text.isEmpty
      ? DateReading.day(context.clock().day)
      : DateExpression.parse(text, relativeTo: context.clock(), zone: context.zone)
    guard let reading else {
      throw UsageError(
        Message("“\(text)” is no month", ko: "“\(text)”은(는) 달이 아닙니다"),
        hint: Message("2026-12, december, next month are.", ko: "2026-12, 12월, 다음 달처럼 쓰세요."))
    }
    let isYear = reading.lastDay.days(since: reading.firstDay) > 31
    let span: CalendarReport.Span = year || isYear ? .year : three ? .threeMonths : .month
    let workspace = try context.openWorkspace()
    let range = CalendarReport.range(reading.firstDay, span)
    let tasks = try workspace.index.tasks(
      TaskRequest(scope: .openUntil(range.last), now: context.clock()))
    var gathering = AgendaGathering(workspace, now: context.clock(), zone: context.zone)
    let agenda = try gathering.agenda(
      of: range, tasks: LocatedTask.inOrder(tasks), includesRepeats: false)
    let report = CalendarReport(
      reading.firstDay, span, agenda: agenda, weekStart: context.weekStart(workspace.configuration),
      now: context.clock())
    if json { return context.console.writeLine(report.json.text(pretty: true)) }
    context.page(
      context.theme.encode(report.lines(context.page)),
      configured: workspace.configuration.program("pager"))
  }
}
