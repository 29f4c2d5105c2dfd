import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

struct BoardCommand: IndexReadingCommand, DaysTaking {
  static var configuration: CommandConfiguration {
    explained("board", PackageResources.board_txt, ko: PackageResources.board_ko_txt)
  }

  @OptionGroup var options: BoardOptions

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace(at: options.revision.at)
    let kanban = KanbanView(options.query.query, context, workspace)
    guard kanban == nil || options.columns.isUnused else {
      throw UsageError(
        Message(
          "--group-by, --sort, --reverse, --limit and --all cannot be used with a Kanban note, which has its own columns and order",
          ko: "열과 순서가 정해진 Kanban 메모에는 --group-by, --sort, --reverse, --limit, --all을 지정할 수 없습니다"))
    }
    if options.interactive {
      let source =
        kanban == nil
        ? BoardSource.statuses { context in
          let gathered = try options.columns.gather(
            options.query, isForReading: true, context, try context.openWorkspace())
          return (gathered.board, gathered.report)
        } : BoardSource.kanban(options.query.query)
      return try InteractiveBoard(context: context, source: source).run()
    }
    if let kanban { return try show(kanban.report(context), in: context, workspace) }
    let gathered = try options.columns.gather(options.query, isForReading: options.isForReading, context, workspace)
    try show(gathered.report, in: context, workspace)
    if gathered.isEmpty {
      let reason = EmptyResultExplanation(of: options.query.query, gathered.query, in: workspace, now: context.clock())
      try context.explainNothing(try reason.ofTasks(), options.choices.output)
      throw ExitStatus.negative
    }
  }
}

struct BoardOptions: ParsableArguments {
  @OptionGroup var query: QueryArguments

  @Flag(
    help: help(
      "Move cards and columns with the keys, on the whole screen.", ko: "전체 화면에서 키로 카드와 열을 옮깁니다."))
  var interactive = false

  @OptionGroup var columns: BoardColumns

  @OptionGroup var file: FileForm<BoardForms>

  @OptionGroup var row: FormatOption

  @OptionGroup var revision: RevisionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !interactive || columns.by == .status && revision.at == nil else {
      throw ValidationError(
        localized(
          "--interactive cannot be used with --at, or with --group-by other than status",
          ko: "--interactive는 --at이나 status가 아닌 --group-by와 함께 지정할 수 없습니다"))
    }
  }

  var choices: ListingChoices { ListingChoices(format: row.format, output: output.choices(file)) }

  /// True if a person reads the board, not a program or a file.
  var isForReading: Bool { file.form == nil && row.format == nil && !choices.output.isForPrograms }
}

enum BoardForms: String, FileForms { case md, html, text, json, jsonl }

/// The options for the columns of a board, and for the number and order of the tasks in each.
struct BoardColumns: ParsableArguments {
  enum Grouping: String, ExpressibleByArgument, CaseIterable {
    case status, tag, project, priority
  }

  @Option(
    name: .customLong("group-by"),
    help: help(.field, "The field that makes the columns.", ko: "열을 나누는 필드"))
  var by = Grouping.status

  /// The order of the cards within a column.
  @OptionGroup var order: OrderOptions

  @Flag(name: .shortAndLong, help: help("Include cancelled tasks, and every card.", ko: "취소한 할 일과 모든 카드를 포함합니다."))
  var all = false

  /// True if the columns and their order are the usual ones.
  var isUnused: Bool { by == .status && order.sort == nil && !order.reverse && order.most == nil && !all }

  struct Gathered {
    let query: Query
    let board: TaskBoard
    let report: BoardReport
    let isEmpty: Bool
  }

  /// Returns the tasks of a query in columns.
  ///
  /// - Parameters:
  ///   - query: The query of the tasks.
  ///   - isForReading: True if a person reads them; programs get all.
  ///   - context: The context of the command.
  ///   - workspace: The workspace of the tasks.
  /// - Returns: The board, also as a report.
  /// - Throws: An error if the query has a mistake or the index cannot be read.
  func gather(
    _ query: QueryArguments, isForReading: Bool, _ context: CommandContext, _ workspace: Workspace
  ) throws -> Gathered {
    let parsed = try query.listed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var keys = order.keys + parsed.sort
    let usual = workspace.configuration.text("board.sort")
    if keys.isEmpty, !usual.isEmpty { keys = [SortKey(usual)] }
    let tasksInOrder = try TaskOrder(keys, isReversed: order.reverse, limit: nil)
    let sort = { (tasks: [LocatedTask]) in
      let graph = try? workspace.index.tasks.graph(of: tasks)
      return tasksInOrder.sorted(tasks) {
        $0.item.urgency(isBlocked: graph?.isBlocked($0) ?? false, at: context.clock())
      }
    }
    let gathering = try BoardGathering(
      parsed.query, plan(parsed.query, isForReading: isForReading, workspace.configuration), in: workspace,
      now: context.clock(), sort: tasksInOrder.isUsual ? nil : sort)
    let report = BoardReport(gathering.board, graph: gathering.graph, now: context.clock())
    return Gathered(query: parsed.query, board: gathering.board, report: report, isEmpty: gathering.isEmpty)
  }

  /// The largest number of cards of a column on a terminal; other outputs have all cards.
  private static let readableLimit = 50

  private func plan(_ query: Query, isForReading: Bool, _ configuration: Configuration) -> BoardGathering.Plan {
    let grouping = TaskBoard.Grouping(rawValue: by.rawValue) ?? .status
    let columns: [String] =
      switch grouping {
      case .status: configuration.boardColumns
      case .priority: ["urgent", "high", "normal", "low"]
      case .tag, .project: []
      }
    var limits = configuration.table("board.limits").compactMapValues { Int($0) }
    if let limit = order.most {
      limits = ["": limit]
    } else if all {
      limits = ["": 0]
    } else if isForReading, limits[""] == nil {
      limits[""] = Self.readableLimit
    }
    // Cancelled tasks have no column unless one is asked for.
    let isWanted = all || columns.contains(TaskStatus.cancelled.name) || query.asksForCancelledTasks
    return BoardGathering.Plan(grouping: grouping, order: columns, limits: limits, showsCancelled: isWanted)
  }
}

extension BoardCommand {
  /// Prints a board in the form that the options ask for.
  private func show(_ report: BoardReport, in context: CommandContext, _ workspace: Workspace) throws {
    let document = BoardDocument(report, language: context.language)
    if options.file.form == .md || options.file.form == .html { context.rememberRows([], of: workspace) }
    if options.file.form == .md {
      try context.write(Array(document.markdown.utf8), to: options.file.output)
    } else if options.file.form == .html {
      try context.write(Array(document.html.utf8), to: options.file.output)
    } else if options.choices.format != nil {
      try Listing(report.list, options.choices).show(in: context, workspace)
    } else {
      let output = options.choices.output
      context.rememberRows(output.isForPrograms ? [] : report.list.numberedPlaces, of: workspace)
      try context.show(
        report, output, keys: report.tasks.map(\.reference), pager: workspace.configuration.program("pager"))
    }
  }
}
