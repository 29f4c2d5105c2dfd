import ArgumentParser
import CivilCalendar

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

  @OptionGroup var options: BoardOptions

  init() {}

  func run(in context: CommandContext) throws {
    if let move = options.move { return try KanbanMove(card: move, options, context).run() }
    let workspace = try context.openWorkspace(at: options.revision.at)
    let answer = BoardAnswer(options, context, workspace)
    let kanban = KanbanView(options.query.query, context, workspace)
    if options.interactive {
      let source =
        kanban == nil
        ? BoardSource.statuses { context in
          let gathered = try options.columns.gather(
            options.query, isForReading: true, context, try context.openWorkspace())
          return (gathered.board, gathered.report)
        }
        : BoardSource.kanban(options.query.query)
      return try InteractiveBoard(context: context, source: source).run()
    }
    if let kanban { return try answer.show(kanban.report(context)) }
    let gathered = try options.columns.gather(
      options.query, isForReading: options.isForReading, context, workspace)
    try answer.show(gathered.report)
    if gathered.isEmpty {
      let reason = EmptyAnswer(to: gathered.query, in: workspace, now: context.clock())
      try context.explainNothing(try reason.ofTasks(), options.output.choices)
      throw ExitStatus.negative
    }
  }
}
