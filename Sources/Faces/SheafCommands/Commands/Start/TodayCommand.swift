import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository

/// `sheaf today`, and `sheaf` alone.
package struct TodayCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    explained("today", PackageResources.today_txt, ko: PackageResources.today_ko_txt)
  }

  @OptionGroup var output: OutputOptions
  @OptionGroup var file: FileForm<ReportForms>

  init() {}

  /// The most tasks that neither are due nor were planned for today.
  private static let nextTasks = 10
  /// Lines of the terminal that are not the report's.
  private static let promptLines = 1

  package func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let now = context.clock()
    let kept = try context.keptQuery(in: workspace) ?? .all
    let tasks = LocatedTask.inOrder(try workspace.index.tasks(TaskRequest(query: kept, until: now.day, now: now)))
    var gathering = AgendaGathering(workspace, now: now, zone: context.zone)
    let agenda = try gathering.agenda(of: DayRange(now.day, now.day), tasks: tasks, includesRepeats: false)
    let rows = agenda.days.flatMap(\.items)
    let waiting = try workspace.index.tasks.waiting(
      of: kept, now: now, besides: rows.compactMap(\.task), limit: Self.nextTasks)
    let graph = try workspace.index.tasks.graph(of: tasks + waiting.tasks)
    let shown = Set(rows.compactMap(\.position) + waiting.tasks.map(\.position))
    let recent = try workspace.index.notes(
      NoteRequest(query: kept, now: now), besides: shown, limit: TodayReport.recentNotes)
    let capabilities = context.console.capabilities
    let report = TodayReport(
      AgendaReport(agenda, graph: graph, now: now), next: waiting.tasks, nextCount: waiting.count,
      recent: recent, graph: graph, now: now,
      limit: capabilities.isOutputTerminal && file.output.namedFile == nil ? capabilities.rows - Self.promptLines : .max
    )
    let output = output.choices(file)
    context.rememberRows(output.isForPrograms ? [] : report.numberedPlaces, of: workspace)
    try context.show(
      report, output, keys: report.numberedPlaces.map { $0.text }, pager: workspace.configuration.program("pager"))
  }
}
