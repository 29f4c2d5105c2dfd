import ArgumentParser
import CivilCalendar
import NoteModel
import NotePresentation
import NoteRepository
import NoteWorkspace
import TerminalText
import Wording

/// `sheaf board`
struct BoardCommand: ContextCommand {
  enum Grouping: String, ExpressibleByArgument, CaseIterable {
    case status, tag, project, priority
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "board",
      abstract: localized("Show tasks as a board of columns.", ko: "할 일을 보드로 보입니다."),
      discussion: localized(
        """
        Columns stand side by side where there is room. The settings board.columns and board.limits choose the
        columns and how many tasks each shows.

        Examples:
          sheaf board
          sheaf board tag:work --by project
          sheaf board --html > board.html
        """,
        ko: """
          자리가 있으면 열을 나란히 놓습니다. board.columns와 board.limits 설정으로 열과 보일 수를 정합니다.

          보기:
            sheaf board
            sheaf board tag:일 --by project
            sheaf board --html > board.html
          """))
  }

  @Argument(
    parsing: .allUnrecognized,
    help: help("A query; sheaf-query(7) tells its words.", ko: "검색식. sheaf-query(7)에 낱말이 나옵니다."))
  var query: [String] = []

  @Option(help: help("What the columns are made of.", ko: "열을 나누는 것."))
  var by = Grouping.status

  @Option(help: help("At most so many in each column; 0: all.", ko: "열마다 많아야 이만큼. 0이면 모두."))
  var limit: Int?

  @Flag(help: help("As Markdown.", ko: "마크다운으로."))
  var md = false

  @Flag(help: help("As one page of HTML.", ko: "HTML 한 쪽으로."))
  var html = false

  @Flag(help: help("One JSON document.", ko: "JSON 문서 하나로."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    var arguments = try QueryArguments.parse([])
    arguments.query = query
    let parsed = try arguments.parsed(in: context, workspace)
    var selection = try TaskSelection(workspace.index, now: context.clock())
    let tasks = try selection.tasks(parsed.query, includesClosed: by == .status)
    let board = board(of: tasks, workspace.configuration)
    let report = BoardReport(board, graph: selection.graph, now: context.clock())
    if json {
      context.console.writeLine(report.json.text(pretty: true))
    } else if md {
      context.console.write(BoardDocument(report, language: context.language).markdown)
    } else if html {
      context.console.write(BoardDocument(report, language: context.language).html)
    } else {
      if context.console.capabilities.isOutputTerminal {
        TerminalMemory(context, workspace).rememberRows(report.tasks)
      }
      context.page(
        context.theme.encode(report.lines(context.page)),
        configured: workspace.configuration.nonEmptyText("pager"))
    }
    if tasks.isEmpty { throw ExitStatus.negative }
  }

  private func board(of tasks: [LocatedTask], _ configuration: Configuration) -> TaskBoard {
    let grouping = TaskBoard.Grouping(rawValue: by.rawValue) ?? .status
    let order: [String] =
      switch grouping {
      case .status: configuration.list("board.columns")
      case .priority: ["urgent", "high", "normal", "low"]
      case .tag, .project: []
      }
    var limits = configuration.table("board.limits").compactMapValues { Int($0) }
    if let limit { limits = ["": limit] }
    // What was given up has no column unless one is asked for.
    let isWanted = order.contains(TaskStatus.cancelled.name) || query.joined().contains("cancelled")
    let shown =
      tasks.filter { isWanted || $0.item.status != .cancelled }
    return TaskBoard(
      Self.newestClosedFirst(shown), by: grouping, order: order, limits: limits)
  }

  /// What is open keeps its order; what is closed stands with the last closed first.
  private static func newestClosedFirst(_ tasks: [LocatedTask]) -> [LocatedTask] {
    let closed = tasks.filter(\.item.status.isClosed).sorted {
      ($0.item.closed?.description ?? "") > ($1.item.closed?.description ?? "")
    }
    return tasks.filter { !$0.item.status.isClosed } + closed
  }
}
