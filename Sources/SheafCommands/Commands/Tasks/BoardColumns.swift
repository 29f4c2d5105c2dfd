import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository

/// What makes the columns of a board, and how many tasks in what order each shows.
struct BoardColumns: ParsableArguments {
  enum Grouping: String, ExpressibleByArgument, CaseIterable {
    case status, tag, project, priority
  }

  @Option(
    name: [.customLong("by"), .customLong("group-by")],
    help: help("The field that makes the columns.", ko: "열을 나누는 필드"))
  var by = Grouping.status

  @Option(
    parsing: .unconditional,
    help: help(
      "Sort tasks within columns by fields, such as priority,due; a minus reverses one.",
      ko: "열 안의 정렬 필드(예: priority,due). 앞에 -를 붙이면 역순"))
  var sort: String?

  @Flag(help: help("Reverse the order within columns.", ko: "열 안의 순서를 뒤집습니다."))
  var reverse = false

  @Option(
    help: help(
      "Show at most N tasks per column; 0: all. Default on a terminal: 50.",
      ko: "열마다 표시할 최대 개수. 0이면 모두(터미널 기본값: 50)"))
  var limit: Int?

  init() {}

  struct Gathered {
    let query: Query
    let board: TaskBoard
    let report: BoardReport
    let isEmpty: Bool
  }

  /// The tasks of a query in columns.
  ///
  /// - Parameters:
  ///   - query: What is asked for.
  ///   - isForReading: True where a person reads them; programs get all.
  ///   - context: Where it is asked.
  ///   - workspace: Where the tasks are.
  /// - Returns: The board, also as a report.
  /// - Throws: Where the query has a mistake or the index cannot be read.
  func gather(
    _ query: QueryArguments, isForReading: Bool, _ context: CommandContext, _ workspace: Workspace
  ) throws -> Gathered {
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var keys = (sort?.split(separator: ",").map { SortKey($0) } ?? []) + parsed.sort
    let usual = workspace.configuration.text("board.sort")
    if keys.isEmpty, !usual.isEmpty { keys = [SortKey(usual)] }
    let order = try TaskOrder(keys, isReversed: reverse, limit: nil)
    let sort = { (tasks: [LocatedTask]) in
      let graph = try? workspace.index.taskGraph(of: tasks, today: context.clock().day)
      return order.sorted(tasks) {
        $0.item.urgency(isBlocked: graph?.isBlocked($0) ?? false, at: context.clock())
      }
    }
    let gathering = try BoardGathering(
      parsed.query, plan(query, isForReading: isForReading, workspace.configuration), in: workspace,
      now: context.clock(),
      sort: keys.isEmpty && !reverse ? nil : sort)
    let report = BoardReport(gathering.board, graph: gathering.graph, now: context.clock())
    return Gathered(
      query: parsed.query, board: gathering.board, report: report, isEmpty: gathering.isEmpty)
  }

  /// More cards in a column nobody reads; programs, files and templates get all.
  private static let readableLimit = 50

  private func plan(
    _ query: QueryArguments, isForReading: Bool, _ configuration: Configuration
  ) -> BoardGathering.Plan {
    let grouping = TaskBoard.Grouping(rawValue: by.rawValue) ?? .status
    let order: [String] =
      switch grouping {
      case .status: configuration.list("board.columns")
      case .priority: ["urgent", "high", "normal", "low"]
      case .tag, .project: []
      }
    var limits = configuration.table("board.limits").compactMapValues { Int($0) }
    if let limit {
      limits = ["": limit]
    } else if isForReading, limits[""] == nil {
      limits[""] = Self.readableLimit
    }
    // What was given up has no column unless one is asked for.
    let isWanted =
      order.contains(TaskStatus.cancelled.name) || query.query.joined().contains("cancelled")
    return BoardGathering.Plan(
      grouping: grouping, order: order, limits: limits, showsCancelled: isWanted)
  }
}
