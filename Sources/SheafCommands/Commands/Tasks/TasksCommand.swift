import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// `sheaf tasks`
struct TasksCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tasks",
      abstract: localized("List tasks, next due first.", ko: "할 일 목록을 마감이 가까운 순서로 보여 줍니다."),
      discussion: localized(
        """
        Lists notes with a status and check boxes of any note. Closed tasks are listed only if the query contains a
        status, or with --all. Tasks that wait for one another are reported.

        Examples:
          sheaf tasks
          sheaf tasks tag:work due:<=sunday
          sheaf tasks is:ready --tree
        """,
        ko: """
          상태가 있는 메모와 모든 메모의 체크박스를 표시합니다. 닫은 할 일은 검색식에 상태가 있거나 --all을 지정하면 표시합니다.
          순환하며 서로 기다리는 할 일이 있으면 경고합니다.

          예:
            sheaf tasks
            sheaf tasks tag:일 due:<=일요일
            sheaf tasks is:ready --tree
          """))
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var revision: RevisionOptions
  @OptionGroup var listing: ListingOptions

  @Flag(
    name: [.customShort("a"), .long], help: help("Include closed tasks.", ko: "닫은 할 일도 포함합니다."))
  var all = false

  @Flag(help: help("Show subtasks below their parent task.", ko: "하위 할 일을 상위 할 일 아래에 표시합니다."))
  var tree = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace(at: revision.at)
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var tasks = LocatedTask.inOrder(
      try workspace.index.tasks(
        TaskRequest(query: parsed.query, scope: all ? .all : .open, now: context.clock())))
    let graph = try workspace.index.taskGraph(of: tasks, today: context.clock().day)
    tasks = try TaskOrder(
      listing.order.keys + parsed.sort, isReversed: listing.order.reverse,
      limit: listing.order.limit
    ).sorted(tasks)
    var report = TaskListReport(tasks: tasks, graph: graph, now: context.clock())
    if tree { report = report.asTree }
    var list = Listing(report, listing)
    list.groupValues = { try TaskRows(tasks, workspace.index).values(of: $0) }
    try list.show(in: context, workspace)
    context.warn(ofCyclesIn: graph)
    if tasks.isEmpty { throw ExitStatus.negative }
  }
}

extension CommandContext {
  /// Tells of tasks that wait for one another.
  func warn(ofCyclesIn graph: TaskGraph) {
    for cycle in graph.cycles {
      let names = (cycle + cycle.prefix(1)).map { "“\($0.item.title)”" }.joined(separator: " → ")
      warn(
        Message(
          "circular dependency: these tasks wait for one another: \(names)",
          ko: "서로 기다리는 할 일입니다: \(names)"))
    }
  }
}
