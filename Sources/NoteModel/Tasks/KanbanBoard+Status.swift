import NoteSyntax

/// Which column a card belongs to when its task gets another status.
extension KanbanBoard {
  /// The column that a card moves to.
  ///
  /// A column stands for a status by its name (`Doing`, `진행 중`); one whose cards are complete stands for done. A card
  /// that is open again leaves only a column that says otherwise.
  ///
  /// - Parameters:
  ///   - status: What the task is now.
  ///   - line: 1-based, of the card's box.
  /// - Returns: nil where the card stays: its column says the same, or no column does.
  package func column(for status: TaskStatus, ofCardAt line: Int) -> CardColumn? {
    guard let current = columns.first(where: { $0.cards.contains { $0.line == line } }) else {
      return nil
    }
    let meaning = current.status
    if meaning == status { return nil }
    let named = columns.filter { $0.status == status }
    guard status == .todo else { return named.first(where: \.isComplete) ?? named.first }
    guard meaning != nil else { return nil }
    return named.first ?? columns.first { $0.status == nil }
  }
}

extension KanbanBoard.CardColumn {
  /// What the tasks in it are; nil for a column that says nothing of that.
  var status: TaskStatus? { isComplete ? .done : TaskStatus(known: name) }
}

extension TaskFile {
  /// Moves the cards of a Kanban note to the columns of their status; other notes stay as they are.
  ///
  /// `cards`: The statuses of tasks by the lines of their boxes.
  /// - Returns: The lines of the boxes afterwards, by those before.
  package mutating func moveCards(_ cards: [Int: TaskStatus]) -> [Int: Int] {
    var places = Dictionary(uniqueKeysWithValues: cards.keys.map { ($0, $0) })
    for (line, status) in cards.sorted(by: { $0.key < $1.key }) {
      guard let place = places[line], let board = KanbanBoard(Document(parsing: bytes)) else {
        return places
      }
      guard let column = board.column(for: status, ofCardAt: place),
        let moved = board.moved(cardAt: place, to: column, keepsBox: true)
      else { continue }
      replaceBytes(moved.bytes)
      places = places.mapValues { moved.lines[$0] ?? $0 }
    }
    return places
  }
}
