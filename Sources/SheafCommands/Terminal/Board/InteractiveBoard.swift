import ArgumentParser
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

  /// Shows the board until it is closed.
  ///
  /// - Throws: Where there is no terminal, or the board cannot be read.
  func run() throws {
    var state = BoardState()
    state.show(try source.columns(context))
    var changes = 0
    while let card = try show(&state, &changes) {
      // The editor has the terminal to itself.
      let workspace = try context.openWorkspace()
      try EditSession(context: context, workspace: workspace)
        .edit(card.place.path, line: card.place.line)
      state.show(try source.columns(context), following: card)
    }
  }

  /// - Returns: The card that is to be opened; nil if the board was closed.
  private func show(_ state: inout BoardState, _ changes: inout Int) throws -> BoardCard? {
    guard context.mayAsk, let screen = context.screen() else {
      throw UsageError(
        Message("“sheaf board -i” needs a terminal", ko: "“sheaf board -i” 명령은 터미널에서만 사용할 수 있습니다"),
        hint: Message("“sheaf board” prints the board.", ko: "“sheaf board”는 보드를 출력합니다."))
    }
    defer { screen.close() }
    while true {
      let view = BoardView(
        size: screen.size, language: context.language, asciiOnly: context.page.asciiOnly)
      screen.draw(view.lines(state).map { context.theme.encode($0) }, cursor: nil)
      switch screen.nextEvent() {
      case .ended: return nil
      case .resized: continue
      case .key(let key):
        state.message = ""
        switch state.handle(key, pageSize: view.pageSize) {
        case .redraw: continue
        case .ended: return nil
        case .open(let card): return card
        case .undo: undo(&state, &changes)
        case .move(let card, let target): move(card, to: target, &state, &changes)
        case .moveColumn(let from, let target): moveColumn(from, target, &state, &changes)
        }
      }
    }
  }

  private func move(
    _ card: BoardCard, to target: Int, _ state: inout BoardState, _ changes: inout Int
  ) {
    let column = state.columns[target]
    change(&state, following: card) { quiet in
      try source.move(card, column.key, quiet)
      changes += 1
      return Message(
        "Moved to \(column.title); u undoes it", ko: "\(column.title) 열로 옮겼습니다. u로 되돌릴 수 있습니다")
    }
  }

  private func moveColumn(
    _ from: Int, _ target: Int, _ state: inout BoardState, _ changes: inout Int
  ) {
    var moved = state
    moved.moveColumn(from: from, to: target)
    let card = moved.selected
    change(&state, following: card) { quiet in
      try source.order(moved.columns.map(\.key), quiet)
      changes += 1
      return Message("Moved the column; u undoes it", ko: "열을 옮겼습니다. u로 되돌릴 수 있습니다")
    }
    if state.columns.map(\.key) == moved.columns.map(\.key) { state = moved.keeping(state.message) }
  }

  /// Only what was changed here is undone.
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

  /// Carries out a change without a word on the terminal, and shows what became of the board.
  private func change(
    _ state: inout BoardState, following card: BoardCard?,
    _ body: (CommandContext) throws -> Message
  ) {
    let (quiet, errors) = context.withoutConsole()
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

extension BoardState {
  fileprivate func keeping(_ message: String) -> BoardState {
    var state = self
    state.message = message
    return state
  }
}

extension CommandContext {
  /// The same context for a command that runs below a screen: what it prints is kept, and it asks nothing.
  func withoutConsole() -> (CommandContext, errors: CapturingSink) {
    let errors = CapturingSink()
    let console = Console(
      output: CapturingSink(), errors: errors,
      capabilities: TerminalCapabilities(asciiOnly: self.console.capabilities.asciiOnly))
    let context = CommandContext(
      world, console: console, language: language, globals: globals, words: words, clock: clock,
      zone: zone)
    return (context, errors)
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

  /// All lines of the screen, none wider than it.
  func lines(_ state: BoardState) -> [StyledText] {
    let visible = visibleColumns(of: state)
    let width = (size.columns - Self.gap * (visible.count - 1)) / max(1, visible.count)
    let blocks = visible.map { index in
      (lines: lines(of: index, state, width), width: width)
    }
    let board = StyledText.sideBySide(blocks, gap: Self.gap).prefix(max(0, size.rows - 1))
    let blank = max(0, size.rows - 1 - board.count)
    return board.map { $0.truncated(to: size.columns, mark: cut) }
      + Array(repeating: StyledText(), count: blank) + [footer(state)]
  }

  /// Neighbours of the selected column, as many as there is room for.
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
    let more =
      (index > 0 && index == visibleColumns(of: state).lowerBound ? (asciiOnly ? "< " : "‹ ") : "")
    let head =
      StyledText(more, .dim) + StyledText(stack.title, isSelected ? .title : .heading)
      + StyledText("  \(count)", .dim)
    let mark = asciiOnly ? (isSelected ? "=" : "-") : (isSelected ? "━" : "─")
    var lines = [
      head.truncated(to: width, mark: cut),
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
    let title = StyledText(card.title, isSelected ? .title : card.isDone ? .done : .plain)
    let detail = StyledText(card.detail, card.isOverdue ? .overdue : .dim)
    return [title, detail].map { pointer + $0.truncated(to: max(1, width - 2), mark: cut) }
  }

  /// Where a line is cut.
  private var cut: String { asciiOnly ? ">" : "…" }

  private func footer(_ state: BoardState) -> StyledText {
    guard state.message.isEmpty else {
      return StyledText(state.message, .match).truncated(to: size.columns, mark: cut)
    }
    let keys = [
      Message("H L move card", ko: "H L 카드 옮기기"), Message("u undo", ko: "u 되돌리기"),
      Message("Enter open", ko: "Enter 열기"), Message("q quit", ko: "q 끝내기"),
      Message("< > move column", ko: "< > 열 옮기기"), Message("arrows select", ko: "화살표 선택"),
    ]
    return StyledText(keys.map { $0.text(in: language) }.joined(separator: "  "), .dim)
      .truncated(to: size.columns, mark: cut)
  }
}
