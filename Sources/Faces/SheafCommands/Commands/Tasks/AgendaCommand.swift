import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation

struct AgendaCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    explained("agenda", PackageResources.agenda_txt, ko: PackageResources.agenda_ko_txt)
  }

  @Argument(help: help(.taskQuery, "Days to show, then a query.", ko: "기간, 그 뒤에 검색식"))
  var words: [String] = []

  @Flag(help: QueryArguments.explainHelp)
  var explain = false

  @OptionGroup var listing: ListingOptions

  func run(in context: CommandContext) throws {
    let (range, words) = try context.daysAndQuery(words, default: 7)
    let workspace = try context.openWorkspace()
    let parsed = try words.isEmpty ? nil : context.parsedQuery(words, in: workspace)
    if explain, let parsed { context.explain(parsed) }
    let query = try parsed?.query ?? context.keptQuery(in: workspace)
    let tasks = LocatedTask.inOrder(
      try workspace.index.tasks(TaskRequest(query: query ?? .all, until: range.last, now: context.clock())))
    let notes = try query.map { query in
      Set(try workspace.index.notes(NoteRequest(query: query, now: context.clock())).map(\.path))
    }
    var gathering = AgendaGathering(workspace, now: context.clock(), zone: context.zone)
    let agenda = try gathering.agenda(of: range, tasks: tasks, notes: notes, includesRepeats: true)
    let graph = try workspace.index.tasks.graph(of: tasks)
    let whole = AgendaReport(agenda, graph: graph, now: context.clock())
    let report = try listing.isPlain ? whole : arranged(whole.withoutEmptyDays)
    let isWithoutMatch = !words.isEmpty && whole.withoutEmptyDays.rows.isEmpty
    // Empty days say that nothing is due, which is not known of other tasks.
    if !isWithoutMatch || !listing.isPlain || listing.choices.output.isForPrograms {
      try Listing(report, listing).show(in: context, workspace)
    }
    guard let query, isWithoutMatch else { return }
    let reason = EmptyResultExplanation(of: words, query, in: workspace, now: context.clock())
    try context.explainNothing(try reason.ofTasks(), listing.choices.output)
    throw ExitStatus.negative
  }

  /// Arranges the rows of an agenda. Days stay together: `--sort` works within a day, unless other headings are
  /// requested.
  private func arranged(_ report: AgendaReport) throws -> AgendaReport {
    guard listing.groupBy == nil, listing.order.sort != nil else {
      return try listing.order.rowOrder.arranged(report)
    }
    var order = listing.order
    let days = order.reverse ? "-day" : "day"
    order.sort = order.sort.map { days + "," + $0 }
    order.reverse = false
    return try order.rowOrder.arranged(report)
  }
}
