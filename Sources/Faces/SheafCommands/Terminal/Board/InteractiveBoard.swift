import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import TerminalScreen
import TerminalText
import Wording

/// A board on the whole screen, with cards and columns that move with the keys.
struct InteractiveBoard {
  let context: CommandContext
  let source: BoardSource

  /// Shows the board until it is closed. Throws an error if there is no terminal, or the board cannot be read.
  func run() throws {
    var state = BoardState()
    state.show(try source.columns(context))
    var changes = 0
    while let card = try show(&state, &changes) {
      // The editor has the terminal to itself.
      let workspace = try context.openWorkspace()
      try EditSession(context: context, workspace: workspace).edit(card.place.path, line: card.place.line)
      state.show(try source.columns(context), following: card)
    }
  }

  /// Shows the board until the user closes it. Returns the card to open; nil if the board was closed.
  private func show(_ state: inout BoardState, _ changes: inout Int) throws -> BoardCard? {
    guard context.mayAsk, let screen = context.world.screen() else {
      throw UsageError(
        Message(
          "“sheaf board --interactive” needs a terminal", ko: "“sheaf board --interactive” 명령은 터미널에서만 사용할 수 있습니다"),
        hint: Message("“sheaf board” prints the board.", ko: "“sheaf board”는 보드를 출력합니다."))
    }
    defer { screen.close() }
    screen.reportMouse()
    while true {
      let view = BoardView(size: screen.size, language: context.language, asciiOnly: context.page.asciiOnly)
      screen.draw(view.lines(state).map { context.theme.encode($0) }, cursor: view.cursor(state))
      switch screen.nextEvent() {
      case .ended: return nil
      case .resized: continue
      case .key(let key):
        state.message = ""
        if case .click(let position) = key {
          if let (column, row) = view.card(at: position, state) { state.select(column: column, row: row) }
          continue
        }
        switch state.handle(key, pageSize: view.pageSize) {
        case .redraw: continue
        case .ended: return nil
        case .open(let card): return card
        case .undo: undo(&state, &changes)
        case .move(let card, let target): move(card, to: target, &state, &changes)
        case .moveColumn(let from, let target): moveColumn(from, target, &state, &changes)
        case .finish(let card): finish(card, &state, &changes)
        case .delete(let card): delete(card, &state, &changes)
        case .add(let words, let target): add(words, to: target, &state, &changes)
        }
      }
    }
  }

  private func move(_ card: BoardCard, to target: Int, _ state: inout BoardState, _ changes: inout Int) {
    let column = state.columns[target]
    change(&state, following: card) { quiet in
      try source.move(card, column.key, quiet)
      changes += 1
      return Message("Moved to \(column.title); u undoes it", ko: "\(column.title) 열로 옮겼습니다. u로 되돌릴 수 있습니다")
    }
  }

  private func finish(_ card: BoardCard, _ state: inout BoardState, _ changes: inout Int) {
    let today = context.clock().day
    // The next card of the column is selected, so that several can be finished in a row.
    change(&state, following: nil) { quiet in
      try TaskWriter(quiet).run([card.place.text]) { task in
        task.status == .done ? nil : .status(.done, today: today)
      }
      changes += 1
      return Message("Done; u undoes it", ko: "완료했습니다. u로 되돌릴 수 있습니다")
    }
  }

  private func delete(_ card: BoardCard, _ state: inout BoardState, _ changes: inout Int) {
    change(&state, following: nil) { quiet in
      guard card.place.line == nil else {
        return Message("A check box is a line of a note; Enter opens the note", ko: "체크박스는 메모의 한 줄입니다. Enter로 메모를 여세요")
      }
      try RmCommand.parse([card.place.path.string]).run(in: quiet)
      changes += 1
      return Message("Deleted; u undoes it", ko: "삭제했습니다. u로 되돌릴 수 있습니다")
    }
  }

  private func add(_ words: String, to target: Int, _ state: inout BoardState, _ changes: inout Int) {
    let column = state.columns[target]
    let before = Set(column.cards.map(\.place))
    change(&state, following: state.selected, isQuiet: true) { quiet in
      try source.add(words, column.key, quiet)
      changes += 1
      return Message("Added to \(column.title); u undoes it", ko: "\(column.title) 열에 추가했습니다. u로 되돌릴 수 있습니다")
    }
    guard let row = state.columns[target].cards.firstIndex(where: { !before.contains($0.place) }) else { return }
    state.select(column: target, row: row)
  }

  private func moveColumn(_ from: Int, _ target: Int, _ state: inout BoardState, _ changes: inout Int) {
    var moved = state
    moved.moveColumn(from: from, to: target)
    let card = moved.selected
    change(&state, following: card) { quiet in
      try source.order(moved.columns.map(\.key), quiet)
      changes += 1
      return Message("Moved the column; u undoes it", ko: "열을 옮겼습니다. u로 되돌릴 수 있습니다")
    }
    if state.columns.map(\.key) == moved.columns.map(\.key) {
      moved.message = state.message
      state = moved
    }
  }

  private func undo(_ state: inout BoardState, _ changes: inout Int) {
    guard changes > 0 else {
      state.message = context.text(Message("Nothing to undo here", ko: "여기에서 되돌릴 것이 없습니다"))
      return
    }
    change(&state, following: state.selected) { quiet in
      try UndoCommand.parse([]).run(in: quiet)
      changes -= 1
      return Message("Undone", ko: "되돌렸습니다")
    }
  }

  /// Makes a change without a word on the terminal, and shows the new board.
  private func change(
    _ state: inout BoardState, following card: BoardCard?, isQuiet: Bool = false,
    _ body: (CommandContext) throws -> Message
  ) {
    let (quiet, errors) = context.withoutConsole(isQuiet: isQuiet)
    do {
      let done = try body(quiet)
      state.message = errors.text.isEmpty ? context.text(done) : Self.line(errors.text)
      state.show(try source.columns(quiet), following: card)
    } catch let error as any ExplainedError {
      state.message = context.text(error.explanation)
    } catch {
      // A command that only says no has said why.
      state.message = Self.line(errors.text)
    }
  }

  private static func line(_ text: String) -> String {
    text.split(separator: "\n").first.map(String.init) ?? ""
  }
}

/// Draws an interactive board: as many columns as fit, the selected one among them; two lines a card; the keys.
struct BoardView {
  let size: ScreenSize
  let language: Language
  let asciiOnly: Bool

  /// The narrowest column that can still be read.
  private static let narrowest = 22
  private static let gap = 2
  /// Lines besides the cards: heads with their rule, and the keys.
  private static let otherLines = 3

  /// The cards of a column that fit.
  var pageSize: Int { max(1, (size.rows - Self.otherLines) / 2) }

  /// Returns all lines of the screen, none wider than it.
  func lines(_ state: BoardState) -> [StyledText] {
    let visible = visibleColumns(of: state)
    let width = (size.columns - Self.gap * (visible.count - 1)) / max(1, visible.count)
    let blocks = visible.map { index in (lines: lines(of: index, state, width), width: width) }
    let shown = state.mode == .keys ? allKeys : StyledText.sideBySide(blocks, gap: Self.gap)
    let board = shown.prefix(max(0, size.rows - 1))
    let blank = max(0, size.rows - 1 - board.count)
    return board.map { $0.truncated(to: size.columns, mark: cut) }
      + Array(repeating: StyledText(), count: blank) + [footer(state)]
  }

  private var page: Page { Page(columns: size.columns, language: language, asciiOnly: asciiOnly, isTerminal: true) }

  /// Returns the range of columns around the selected column for which there is room.
  private func visibleColumns(of state: BoardState) -> Range<Int> {
    let room = max(1, (size.columns + Self.gap) / (Self.narrowest + Self.gap))
    let count = min(room, state.columns.count)
    let first = min(max(0, state.column - count / 2), state.columns.count - count)
    return first..<(first + count)
  }

  private func lines(of index: Int, _ state: BoardState, _ width: Int) -> [StyledText] {
    let stack = state.columns[index]
    let isSelected = index == state.column
    let count = stack.cards.count + stack.hiddenCount
    let visible = visibleColumns(of: state)
    let hasMoreLeft = index > 0 && index == visible.lowerBound
    let moreRight =
      index == visible.upperBound - 1 && visible.upperBound < state.columns.count
      ? StyledText(
        (asciiOnly
          ? "+\(state.columns.count - visible.upperBound) >" : "+\(state.columns.count - visible.upperBound) ›"), .mark)
      : StyledText()
    let head =
      StyledText(hasMoreLeft ? (asciiOnly ? "< " : "‹ ") : "", .mark)
      + StyledText(stack.title, isSelected ? .title : .heading) + StyledText("  \(count)", .dim)
    let mark = asciiOnly ? (isSelected ? "=" : "-") : (isSelected ? "━" : "─")
    var lines = [
      head.truncated(to: width - moreRight.width, mark: cut).padded(to: width - moreRight.width) + moreRight,
      StyledText(String(repeating: mark, count: width), isSelected ? .mark : .dim),
    ]
    // The selection is kept in sight.
    let first = isSelected ? max(0, state.row - pageSize + 1) : 0
    for row in stack.cards.indices.dropFirst(first).prefix(pageSize) {
      lines += card(stack.cards[row], isSelected: isSelected && row == state.row, width)
    }
    return lines
  }

  private func card(_ card: BoardCard, isSelected: Bool, _ width: Int) -> [StyledText] {
    let pointer = StyledText(isSelected ? (asciiOnly ? "> " : "▌ ") : "  ", .mark)
    let title = StyledText(page.title(card.title), isSelected ? .title : card.isDone ? .done : .plain)
    let detail = StyledText(card.detail, card.isOverdue ? .overdue : .dim)
    return [title, detail].map { pointer + $0.truncated(to: max(1, width - 2), mark: cut) }
  }

  /// The mark at the end of a truncated line.
  private var cut: String { asciiOnly ? ">" : "…" }

  /// Returns the card, or the head of a column, at a position of the screen.
  func card(at position: ScreenPosition, _ state: BoardState) -> (column: Int, row: Int)? {
    let visible = visibleColumns(of: state)
    guard state.mode == .cards, !visible.isEmpty, position.row < size.rows - 1 else { return nil }
    let width = (size.columns - Self.gap * (visible.count - 1)) / visible.count
    let column = visible.lowerBound + position.column / (width + Self.gap)
    guard visible.contains(column) else { return nil }
    let first = column == state.column ? max(0, state.row - pageSize + 1) : 0
    return (column, first + max(0, position.row - 2) / 2)
  }

  /// Returns the position of the cursor while something is typed. Nil if nothing is.
  func cursor(_ state: BoardState) -> ScreenPosition? {
    guard let (prompt, line) = typed(state) else { return nil }
    let column = CellWidth.of(prompt) + line.cursorColumn
    return ScreenPosition(column: min(size.columns - 1, column), row: size.rows - 1)
  }

  private func typed(_ state: BoardState) -> (prompt: String, line: LineEditor)? {
    switch state.mode {
    case .filtering(let line): ("/", line)
    case .adding(let line): (Message("New: ", ko: "새 할 일: ").text(in: language), line)
    case .cards, .keys, .deleting: nil
    }
  }

  private func footer(_ state: BoardState) -> StyledText {
    if let (prompt, line) = typed(state) {
      return (StyledText(prompt, .title) + StyledText(line.text)).truncated(to: size.columns, mark: cut)
    }
    if case .deleting(let card) = state.mode {
      let title = page.title(card.title)
      let question = Message("Delete “\(title)”? y/N", ko: "삭제할까요? “\(title)” y/N")
      return StyledText(question.text(in: language), .title).truncated(to: size.columns, mark: cut)
    }
    guard state.message.isEmpty else {
      return StyledText(state.message, .match).truncated(to: size.columns, mark: cut)
    }
    let more = Message("? keys", ko: "? 키").text(in: language)
    var line = state.filter.isEmpty ? "" : "/\(state.filter)  "
    for key in keys.map({ $0.text(in: language) }) {
      guard CellWidth.of(line + key + more) + 2 <= size.columns else { break }
      line += key + "  "
    }
    return StyledText(line + more, .dim).truncated(to: size.columns, mark: cut)
  }

  /// The more frequent first.
  private var keys: [Message] {
    [
      Message("H L move card", ko: "H L 카드 옮기기"), Message("d done", ko: "d 완료"),
      Message("a add", ko: "a 추가"), Message("/ filter", ko: "/ 찾기"),
      Message("u undo", ko: "u 되돌리기"), Message("q quit", ko: "q 끝내기"),
      Message("Enter e edit", ko: "Enter e 편집"), Message("D delete", ko: "D 삭제"),
      Message("< > move column", ko: "< > 열 옮기기"),
    ]
  }

  private var allKeys: [StyledText] {
    let moving = [
      Message("arrows h j k l select", ko: "화살표 h j k l 선택"),
      Message("g G Home End first, last card", ko: "g G Home End 첫, 마지막 카드"),
      Message("PgUp PgDn one page", ko: "PgUp PgDn 한 화면씩"),
      Message("mouse click and wheel select", ko: "마우스 클릭과 휠 선택"),
      Message("^Z stop; fg continues", ko: "^Z 멈추기(fg로 계속)"),
    ]
    return (keys + moving).map { StyledText("  " + $0.text(in: language)) }
  }
}
