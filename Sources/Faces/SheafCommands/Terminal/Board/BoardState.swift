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

struct BoardStack: Hashable, Sendable {
  /// The key of the column, as written in notes.
  let key: String
  let title: String
  var cards: [BoardCard]
  /// The number of cards beyond the limit.
  var hiddenCount = 0
}

/// The content of an interactive board and its reaction to keys. The state is independent of terminals and notes.
struct BoardState: Equatable {
  enum Outcome: Equatable {
    case redraw, ended, undo
    case open(BoardCard)
    case finish(BoardCard)
    case delete(BoardCard)
    /// A new card for the column at this position, with the words that were typed.
    case add(String, to: Int)
    /// The card belongs into another column, by its position.
    case move(BoardCard, to: Int)
    /// A column changes its place.
    case moveColumn(from: Int, to: Int)
  }

  /// The use of the bottom line.
  enum Mode: Equatable {
    case cards
    /// The words that the cards shown must have are being typed.
    case filtering(LineEditor)
    /// The title of a new card is being typed.
    case adding(LineEditor)
    /// The board asks whether to delete this card.
    case deleting(BoardCard)
    case keys
  }

  private(set) var mode = Mode.cards
  /// The words of the filter: only cards with these words are shown.
  private(set) var filter = ""
  /// All cards, also those that the filter hides.
  private var all: [BoardStack] = []
  private(set) var columns: [BoardStack] = []
  private(set) var column = 0
  private(set) var row = 0
  /// A sentence about the last change.
  var message = ""

  var selected: BoardCard? {
    guard columns.indices.contains(column), columns[column].cards.indices.contains(row) else { return nil }
    return columns[column].cards[row]
  }

  /// Shows other columns; the selection stays on `card`, or near its place if that is gone.
  mutating func show(_ columns: [BoardStack], following card: BoardCard? = nil) {
    all = columns
    applyFilter()
    column = max(0, min(column, columns.count - 1))
    if let card, let found = position(of: card) { (column, row) = found }
    clampRow()
  }

  /// Finds a card by its place, else by its title, because a card that moves within a note changes its line.
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

  private mutating func applyFilter() {
    columns = all
    guard let part = NamePart(filter) else { return }
    for index in columns.indices {
      columns[index].cards.removeAll { part.match(TypedName($0.title + " " + $0.detail)) == nil }
      columns[index].hiddenCount = 0
    }
    clampRow()
  }

  private mutating func clampRow() {
    let count = columns.indices.contains(column) ? columns[column].cards.count : 0
    row = max(0, min(row, count - 1))
  }

  /// Handles a key. `pageSize` is the number of visible cards in a column.
  mutating func handle(_ key: Key, pageSize: Int) -> Outcome {
    switch mode {
    case .cards: return command(key, pageSize: pageSize)
    case .filtering(let line), .adding(let line): return type(key, line)
    case .deleting(let card):
      mode = .cards
      return [.text("y"), .text("ㅛ")].contains(key) ? .delete(card) : .redraw
    case .keys:
      mode = .cards
      return .redraw
    }
  }

  /// Handles a key in a typed line: Enter accepts, Esc cancels.
  private mutating func type(_ key: Key, _ line: LineEditor) -> Outcome {
    var line = line
    let isFilter = if case .filtering = mode { true } else { false }
    switch key {
    case .enter:
      mode = .cards
      return isFilter || line.text.allSatisfy(\.isWhitespace) ? .redraw : .add(line.text, to: column)
    case .escape, .control("c"), .control("g"):
      mode = .cards
      if isFilter { filter(by: "") }
    default:
      _ = line.handle(key)
      mode = isFilter ? .filtering(line) : .adding(line)
      if isFilter { filter(by: line.text) }
    }
    return .redraw
  }

  private mutating func filter(by text: String) {
    let card = selected
    filter = text
    applyFilter()
    if let card, let found = position(of: card) { (column, row) = found }
    clampRow()
  }

  private mutating func command(_ key: Key, pageSize: Int) -> Outcome {
    switch key {
    case .text("/"): mode = .filtering(LineEditor(filter))
    case .text("a") where !columns.isEmpty: mode = .adding(LineEditor())
    case .text("?"): mode = .keys
    case .text("D"): if let selected { mode = .deleting(selected) }
    case .text("d"): return selected.map { .finish($0) } ?? .redraw
    case .escape where !filter.isEmpty: filter(by: "")
    default: return move(key, pageSize: pageSize)
    }
    return .redraw
  }

  private mutating func move(_ key: Key, pageSize: Int) -> Outcome {
    switch key {
    case .left, .text("h"): return select(column: column - 1)
    case .right, .text("l"), .tab: return select(column: column + 1)
    case .backTab: return select(column: column - 1)
    case .up, .text("k"): return select(row: row - 1)
    case .down, .text("j"): return select(row: row + 1)
    case .pageUp: return select(row: row - pageSize)
    case .pageDown: return select(row: row + pageSize)
    case .home, .text("g"): return select(row: 0)
    case .end, .text("G"): return select(row: .max)
    case .text("H"), .text(","): return move(to: column - 1)
    case .text("L"), .text("."): return move(to: column + 1)
    case .text("<"): return moveColumn(to: column - 1)
    case .text(">"): return moveColumn(to: column + 1)
    case .text("u"): return .undo
    case .enter, .text("e"): return selected.map { .open($0) } ?? .redraw
    case .text("q"), .escape, .control("c"), .control("g"): return .ended
    default: return .redraw
    }
  }

  /// Selects a card; a row beyond the last selects that.
  mutating func select(column: Int, row: Int) {
    _ = select(column: column)
    _ = select(row: row)
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
    guard columns.indices.contains(column), columns.indices.contains(target) else { return .redraw }
    return .moveColumn(from: column, to: target)
  }

  /// Moves a column; the selection moves along.
  mutating func moveColumn(from: Int, to target: Int) {
    let stack = all.remove(at: from)
    all.insert(stack, at: target)
    applyFilter()
    column = target
  }
}
