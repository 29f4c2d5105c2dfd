import TerminalScreen
import TerminalText
import Wording

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
