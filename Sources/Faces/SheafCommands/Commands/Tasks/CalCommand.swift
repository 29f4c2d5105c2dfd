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

struct CalCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    explained("cal", PackageResources.cal_txt, ko: PackageResources.cal_ko_txt)
  }

  @Argument(help: help(.month, "Month, or any day in it. Default: this month.", ko: "달 또는 그달의 하루(기본값: 이번 달)"))
  var month: [String] = []

  @Option(
    help: help(
      .count, "The number of months: 3 with the previous and the next month, 12 for the year.",
      ko: "표시할 달의 수: 3이면 지난달과 다음 달까지, 12면 1년"))
  var limit = 1

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  func validate() throws {
    guard [1, 3, 12].contains(limit) else {
      throw ValidationError(localized("The number of months is 1, 3 or 12", ko: "달의 수는 1, 3, 12 가운데 하나입니다"))
    }
  }

  func run(in context: CommandContext) throws {
    let text = month.joined(separator: " ")
    let reading =
      text.isEmpty
      ? DateReading.day(context.clock().day)
      : DateExpression.parse(text, relativeTo: context.clock(), zone: context.zone)
    guard let reading else {
      throw UsageError(
        Message("Invalid month “\(text)”", ko: "달로 읽을 수 없습니다: “\(text)”"),
        hint: Message("Use 2026-12, december or next month.", ko: "2026-12, 12월, 다음 달처럼 입력하세요."))
    }
    let isYear = reading.lastDay.days(since: reading.firstDay) > 31
    let span: CalendarReport.Span = limit == 12 || isYear ? .year : limit == 3 ? .threeMonths : .month
    let workspace = try context.openWorkspace()
    let range = CalendarReport.range(reading.firstDay, span)
    let tasks = try workspace.index.tasks(TaskRequest(scope: .openUntil(range.last), now: context.clock()))
    var gathering = AgendaGathering(workspace, now: context.clock(), zone: context.zone)
    let agenda = try gathering.agenda(of: range, tasks: LocatedTask.inOrder(tasks), includesRepeats: false)
    let report = CalendarReport(
      reading.firstDay, span, agenda: agenda, weekStart: context.weekStart(workspace.configuration),
      now: context.clock())
    try context.show(report, OutputChoices(json: json), keys: [], pager: workspace.configuration.program("pager"))
  }
}
