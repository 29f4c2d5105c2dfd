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
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "board",
      abstract: localized("Show tasks as a board with columns.", ko: "할 일을 보드로 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf board
          sheaf board -i
          sheaf board tag:work --by project
          sheaf board Roadmap --move 'new logo' --to Done
          sheaf board --html > board.html

        Columns are shown side by side where there is room. The settings board.columns and board.limits choose the
        columns and how many tasks each shows. With -i arrows select a card, H and L move it to the column on the left
        or right, < and > move the column, u undoes, Enter opens the card in the editor, q closes the board.

        A note of the Kanban plugin (kanban-plugin in its front matter) is a board of its own: its headings are
        the columns, and --move puts a card, with all its lines, at the end of another one.
        """,
        ko: """
          예:
            sheaf board
            sheaf board -i
            sheaf board tag:일 --by project
            sheaf board 계획 --move '새 로고' --to 완료
            sheaf board --html > board.html

          공간이 넉넉하면 열을 나란히 표시합니다. board.columns와 board.limits 설정으로 열과 열마다 표시할 개수를 정합니다.
          -i를 지정하면 화살표로 카드를 선택하고 H와 L로 왼쪽이나 오른쪽 열로 옮깁니다. <와 >는 열을 옮기고, u는 되돌리고,
          Enter는 카드를 편집기로 열고, q는 보드를 닫습니다.

          Kanban 플러그인의 메모(머리말에 kanban-plugin)는 그 자체로 보드입니다. 제목이 열이고, --move는 카드를
          딸린 줄과 함께 다른 열의 끝으로 옮깁니다.
          """))
  }

  @OptionGroup var query: QueryArguments

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Move cards and columns with the keys, on the whole screen.", ko: "전체 화면에서 키로 카드와 열을 옮깁니다."))
  var interactive = false

  @OptionGroup var columns: BoardColumns

  @Flag(help: help("Print Markdown.", ko: "마크다운으로 출력합니다."))
  var md = false

  @Flag(help: help("Print one HTML page.", ko: "HTML 페이지 하나로 출력합니다."))
  var html = false

  @Option(
    help: help(
      "A preset (oneline, short, medium, full, path, json, jsonl) or a template such as '{{title}} {{path}}'.",
      ko:
        "미리 정의된 형식(oneline, short, medium, full, path, json, jsonl) 또는 '{{title}} {{path}}' 같은 템플릿")
  )
  var format: String?

  @Option(
    help: help(
      "Move a card of a Kanban note: the line number of its box, or words of its title.",
      ko: "옮길 Kanban 카드: 체크박스의 줄 번호 또는 제목의 단어"))
  var move: String?

  @Option(help: help("The column to move the card to.", ko: "카드를 옮길 열"))
  var to: String?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("With --move: only print the difference.", ko: "--move와 함께: 저장하지 않고 변경 내용만 출력합니다."))
  var dryRun = false

  @OptionGroup var revision: RevisionOptions
  @OptionGroup var output: OutputOptions

  init() {}

  func validate() throws {
    guard !interactive || columns.by == .status && revision.at == nil else {
      throw ValidationError(
        localized(
          "-i shows the board by status, as it is now.", ko: "-i는 지금의 상태별 보드만 보여 줍니다."))
    }
  }

  func run(in context: CommandContext) throws {
    if let move { return try moveCard(move, context) }
    let workspace = try context.openWorkspace(at: revision.at)
    let kanban = KanbanView(query.query, context, workspace)
    if interactive {
      let source =
        kanban == nil
        ? BoardSource.statuses { context in
          let gathered = try columns.gather(
            query, isForReading: true, context, try context.openWorkspace())
          return (gathered.board, gathered.report)
        }
        : BoardSource.kanban(query.query)
      return try InteractiveBoard(context: context, source: source).run()
    }
    if let kanban { return try show(kanban.report(context), context, workspace) }
    let gathered = try columns.gather(
      query, isForReading: isForReading, context, workspace)
    try show(gathered.report, context, workspace)
    if gathered.isEmpty {
      let answer = EmptyAnswer(to: gathered.query, in: workspace, now: context.clock())
      try context.explainNothing(try answer.ofTasks(), output.choices)
      throw ExitStatus.negative
    }
  }

  private func moveCard(_ card: String, _ context: CommandContext) throws {
    guard let to else {
      throw UsageError(Message("--move needs --to COLUMN", ko: "--move에는 --to 열이 필요합니다"))
    }
    let path = try context.write(dryRun: dryRun) { workspace, transaction in
      guard let kanban = KanbanView(query.query, context, workspace) else {
        throw UsageError(
          Message(
            "--move needs a note with kanban-plugin in its front matter",
            ko: "--move에는 머리말에 kanban-plugin이 있는 메모가 필요합니다"))
      }
      let before = try workspace.files.read(kanban.path)
      transaction.replace(kanban.path, expecting: before, with: try kanban.moving(card, to: to))
      return kanban.path
    }
    if !dryRun { context.console.writeLine(path.string) }
  }

  private var choices: ListingChoices { ListingChoices(format: format, output: output.choices) }

  private func show(
    _ report: BoardReport, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    if md {
      context.console.write(BoardDocument(report, language: context.language).markdown)
    } else if html {
      context.console.write(BoardDocument(report, language: context.language).html)
    } else if choices.format != nil {
      try Listing(report.list, choices).show(in: context, workspace)
    } else {
      let output = choices.output
      if !output.isForPrograms, context.console.capabilities.isOutputTerminal {
        TerminalMemory(context, workspace).rememberRows(report.list.numberedPlaces)
      }
      context.show(
        report, output, keys: report.tasks.map(\.reference),
        pager: workspace.configuration.program("pager"))
    }
  }

  private var isForReading: Bool { !md && !html && format == nil && !output.isForPrograms }
}
