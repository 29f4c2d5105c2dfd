import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository

/// `sheaf agenda`
struct AgendaCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "agenda",
      abstract: localized(
        "Show the days to come with what they hold.", ko: "다가오는 날에 무엇이 있는지 보입니다."),
      discussion: localized(
        """
        Due and planned tasks, reminders, days on which a task comes back, diary entries and letters that open.
        What is overdue stands on today with its age. Without words: seven days.

        Examples:
          sheaf agenda
          sheaf agenda today 30d
          sheaf agenda 2026-12 --where tag:work
        """,
        ko: """
          마감과 예정, 알림, 되풀이하는 날, 일기, 열리는 편지입니다. 지난 일은 며칠 지났는지와 함께 오늘에 나옵니다.
          아무것도 쓰지 않으면 이레입니다.

          보기:
            sheaf agenda
            sheaf agenda 오늘 30d
            sheaf agenda 2026-12 --where tag:일
          """))
  }

  @Argument(help: help("A span of days.", ko: "기간."))
  var span: [String] = []

  @Option(
    name: .customLong("where"), help: help("Only tasks of this query.", ko: "이 검색식에 맞는 할 일만."))
  var condition: String?

  @OptionGroup var listing: ListingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let range = try context.dayRange(span, default: 7)
    let workspace = try context.openWorkspace()
    let tasks = try context.tasks(condition, until: range.last, workspace)
    var gathering = AgendaGathering(workspace, now: context.clock(), zone: context.zone)
    let agenda = try gathering.agenda(of: range, tasks: tasks, includesRepeats: true)
    let graph = try workspace.index.taskGraph(of: tasks, today: context.clock().day)
    let whole = AgendaReport(agenda, graph: graph, now: context.clock())
    let report = try listing.isPlain ? whole : arranged(whole.withoutEmptyDays)
    try Listing(report, listing).show(in: context, workspace)
  }

  /// Days stay together: `--sort` works within a day, unless headings of another kind are asked for.
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

extension CommandContext {
  /// The open tasks of a query that days up to one may tell of; all of them where there is none.
  fileprivate func tasks(
    _ condition: String?, until day: Day, _ workspace: Workspace
  ) throws -> [LocatedTask] {
    var query = try QueryArguments.parse([])
    query.query = condition.map { [$0] } ?? []
    let parsed = try query.parsed(in: self, workspace)
    return LocatedTask.inOrder(
      try workspace.index.tasks(
        TaskRequest(query: parsed.query, scope: .openUntil(day), now: clock())))
  }
}
