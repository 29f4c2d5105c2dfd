import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// `sheaf board`
struct BoardCommand: IndexReadingCommand {
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

        A note of the Kanban plugin (kanban-plugin in its front matter) is a board of its own: its headings are
        the columns, and --move puts a card, with all its lines, at the end of another one.

        Examples:
          sheaf board
          sheaf board tag:work --by project
          sheaf board Roadmap --move 'new logo' --to Done
          sheaf board --html > board.html
        """,
        ko: """
          자리가 있으면 열을 나란히 놓습니다. board.columns와 board.limits 설정으로 열과 보일 수를 정합니다.

          Kanban 플러그인의 메모(머리말에 kanban-plugin)는 그 자체로 보드입니다. 제목이 열이고, --move는 카드를
          딸린 줄과 함께 다른 열의 끝으로 옮깁니다.

          보기:
            sheaf board
            sheaf board tag:일 --by project
            sheaf board 계획 --move '새 로고' --to 완료
            sheaf board --html > board.html
          """))
  }

  @OptionGroup var query: QueryArguments

  @Option(
    name: [.customLong("by"), .customLong("group-by")],
    help: help("What the columns are made of.", ko: "열을 나누는 것."))
  var by = Grouping.status

  @Option(
    parsing: .unconditional,
    help: help(
      "Order within the columns by fields, such as priority,due; a minus turns it round.",
      ko: "열 안의 순서. 보기: priority,due. 빼기 부호를 붙이면 거꾸로."))
  var sort: String?

  @Flag(help: help("Turn the order within the columns round.", ko: "열 안의 순서를 뒤집습니다."))
  var reverse = false

  @Option(
    help: help(
      "At most so many in each column, 50 on the terminal; 0: all.",
      ko: "열마다 많아야 이만큼. 터미널에서는 50개. 0이면 모두."))
  var limit: Int?

  @Flag(help: help("As Markdown.", ko: "마크다운으로."))
  var md = false

  @Flag(help: help("As one page of HTML.", ko: "HTML 한 쪽으로."))
  var html = false

  @Option(
    help: help(
      "A preset (oneline, short, medium, full, path, json, jsonl) or a template such as '{{title}} {{path}}'.",
      ko: "미리 정한 꼴(oneline, short, medium, full, path, json, jsonl)이나 '{{title}} {{path}}' 같은 틀."))
  var format: String?

  @Option(
    help: help(
      "Move a card of a Kanban note: the line of its box, or words of its title.",
      ko: "옮길 Kanban 카드: 체크박스의 줄 번호나 제목의 단어."))
  var move: String?

  @Option(help: help("The column that --move moves to.", ko: "--move로 옮겨 갈 열."))
  var to: String?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("With --move: print the difference only.", ko: "--move와 함께: 저장하지 않고 변경 내용만 출력합니다."))
  var dryRun = false

  @OptionGroup var revision: RevisionOptions
  @OptionGroup var output: OutputOptions

  init() {}

  func run(in context: CommandContext) throws {
    if let move { return try moveCard(move, context) }
    let workspace = try context.openWorkspace(at: revision.at)
    if let kanban = KanbanView(query.query, context, workspace) {
      return try show(kanban.report(context), context, workspace)
    }
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var keys = (sort?.split(separator: ",").map { SortKey($0) } ?? []) + parsed.sort
    let usual = workspace.configuration.text("board.sort")
    if keys.isEmpty, !usual.isEmpty { keys = [SortKey(usual)] }
    let order = try TaskOrder(keys, isReversed: reverse, limit: nil)
    let gathering = try BoardGathering(
      parsed.query, plan(workspace.configuration), in: workspace, now: context.clock(),
      sort: keys.isEmpty && !reverse ? nil : { order.sorted($0) })
    let report = BoardReport(gathering.board, graph: gathering.graph, now: context.clock())
    try show(report, context, workspace)
    if gathering.isEmpty { throw ExitStatus.negative }
  }

  private func moveCard(_ card: String, _ context: CommandContext) throws {
    guard let to else {
      throw UsageError(Message("--move needs --to COLUMN", ko: "--move에는 --to 열이 필요합니다"))
    }
    let path = try context.write(dryRun: dryRun) { workspace, transaction in
      guard let kanban = KanbanView(query.query, context, workspace) else {
        throw UsageError(
          Message(
            "--move needs one note with kanban-plugin in its front matter",
            ko: "--move에는 머리말에 kanban-plugin이 있는 메모 하나가 필요합니다"))
      }
      let before = try workspace.files.read(kanban.path)
      transaction.replace(kanban.path, expecting: before, with: try kanban.moving(card, to: to))
      return kanban.path
    }
    if !dryRun { context.console.writeLine(path.string) }
  }

  private func show(
    _ report: BoardReport, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    if md {
      context.console.write(BoardDocument(report, language: context.language).markdown)
    } else if html {
      context.console.write(BoardDocument(report, language: context.language).html)
    } else if let format, !["json", "jsonl"].contains(format) {
      var options = try ListingOptions.parse([])
      options.format = format
      options.output = output
      try Listing(report.list, options).show(in: context, workspace)
    } else {
      var output = output
      if format == "json" { output.json = true }
      if format == "jsonl" { output.jsonl = true }
      if !output.isForPrograms, context.console.capabilities.isOutputTerminal {
        TerminalMemory(context, workspace).rememberRows(report.list.numberedPlaces)
      }
      context.show(
        report, output, keys: report.tasks.map(\.reference),
        pager: workspace.configuration.program("pager"))
    }
  }

  /// More cards in a column nobody reads; programs, files and templates get all.
  private static let readableLimit = 50

  private var isForReading: Bool { !md && !html && format == nil && !output.isForPrograms }

  private func plan(_ configuration: Configuration) -> BoardGathering.Plan {
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
