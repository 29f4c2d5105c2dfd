import NoteModel
import TerminalScreen

/// A task on the board that is moved with the keys.
struct BoardCard: Hashable, Sendable {
  let place: NotePosition
  let title: String
  /// The day that it is due, its tags.
  var detail = ""
  var isOverdue = false
  var isDone = false
}

/// A column of that board.
struct BoardStack: Hashable, Sendable {
  /// As it is written in notes.
  let key: String
  let title: String
  var cards: [BoardCard]
  /// Further cards beyond the limit.
  var hiddenCount = 0
}

/// What an interactive board shows and what the keys do to it. It knows nothing of a terminal or of notes.
struct BoardState: Equatable {
  enum Outcome: Equatable {
    case redraw, ended, undo
    case open(BoardCard)
    /// The card belongs into another column, by its position.
    case move(BoardCard, to: Int)
    /// A column changes its place.
    case moveColumn(from: Int, to: Int)
  }

  private(set) var columns: [BoardStack] = []
  private(set) var column = 0
  private(set) var row = 0
  /// A sentence about what was done last.
  var message = ""

  var selected: BoardCard? {
    guard columns.indices.contains(column), columns[column].cards.indices.contains(row) else {
      return nil
    }
    return columns[column].cards[row]
  }

  /// Shows other columns; the selection stays on `card`, or near its place where that is gone.
  mutating func show(_ columns: [BoardStack], following card: BoardCard? = nil) {
    self.columns = columns
    column = max(0, min(column, columns.count - 1))
    if let card, let found = position(of: card) { (column, row) = found }
    clampRow()
  }

  /// By its place, else by its title: a card that moves within a note is at another line afterwards.
  private func position(of card: BoardCard) -> (Int, Int)? {
    func first(where isMeant: (BoardCard) -> Bool) -> (Int, Int)? {
      for (column, stack) in columns.enumerated() {
        if let row = stack.cards.firstIndex(where: isMeant) { return (column, row) }
      }
      return nil
    }
    return first { $0.place == card.place && $0.title == card.title }
      ?? first { $0.place.path == card.place.path && $0.title == card.title }
  }

  private mutating func clampRow() {
    let count = columns.indices.contains(column) ? columns[column].cards.count : 0
    row = max(0, min(row, count - 1))
  }

  /// - Parameter pageSize: The cards of a column that are visible at once.
  mutating func handle(_ key: Key, pageSize: Int) -> Outcome {
    switch key {
    case .left, .text("h"): return select(column: column - 1)
    case .right, .text("l"), .tab: return select(column: column + 1)
    case .backTab: return select(column: column - 1)
    case .up, .text("k"): return select(row: row - 1)
    case .down, .text("j"): return select(row: row + 1)
    case .pageUp: return select(row: row - pageSize)
    case .pageDown: return select(row: row + pageSize)
    case .home: return select(row: 0)
    case .end: return select(row: .max)
    case .text("H"), .text(","): return move(to: column - 1)
    case .text("L"), .text("."): return move(to: column + 1)
    case .text("<"): return moveColumn(to: column - 1)
    case .text(">"): return moveColumn(to: column + 1)
    case .text("u"): return .undo
    case .enter: return selected.map { .open($0) } ?? .redraw
    case .text("q"), .escape, .control("c"), .control("g"): return .ended
    default: return .redraw
    }
  }

  private mutating func select(column: Int) -> Outcome {
    self.column = max(0, min(column, columns.count - 1))
    clampRow()
    return .redraw
  }

  private mutating func select(row: Int) -> Outcome {
    self.row = row
    clampRow()
    return .redraw
  }

  private func move(to target: Int) -> Outcome {
    guard let selected, columns.indices.contains(target) else { return .redraw }
    return .move(selected, to: target)
  }

  private func moveColumn(to target: Int) -> Outcome {
    guard columns.indices.contains(column), columns.indices.contains(target) else {
      return .redraw
    }
    return .moveColumn(from: column, to: target)
  }

  /// The columns in another order; the selection goes along.
  mutating func moveColumn(from: Int, to target: Int) {
    let stack = columns.remove(at: from)
    columns.insert(stack, at: target)
    column = target
  }
}
