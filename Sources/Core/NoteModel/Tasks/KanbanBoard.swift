import ByteBasics
package import NoteSyntax

/// A note that the Kanban plugin of Obsidian shows as a board: its headings are columns, their boxes are cards.
///
/// Everything after a thematic break is the archive; the block of settings at the end is text to everybody.
package struct KanbanBoard: Sendable {
  package struct CardColumn: Sendable {
    /// The heading's text. If several headings have the same text, the later headings get a number.
    package fileprivate(set) var name: String
    /// True if the cards are done: the column has the line `**Complete**`.
    package fileprivate(set) var isComplete = false
    package fileprivate(set) var cards: [Card] = []
    /// 1-based.
    fileprivate let headingLine: Int
    /// The line of the column's heading, or of `**Complete**` below it. The first card is inserted after it.
    fileprivate var lastHeadLine: Int
  }

  package struct Card: Sendable, Hashable {
    /// 1-based, of its box.
    package let line: Int
    /// Lines from 0, including the text below the box.
    fileprivate var lines: Range<Int>
  }

  package private(set) var columns: [CardColumn] = []
  private let lines: [ArraySlice<UInt8>]
  private var names: Set<String> = []
  /// The last number that was given to columns of the same name.
  private var lastNumbers: [String: Int] = [:]

  /// Reads a board. Nil for a note without `kanban-plugin` in its front matter.
  package init?(_ document: Document) {
    guard Self.isBoard(document) else { return nil }
    let bytes = document.source.bytes
    lines = Self.lines(of: bytes)
    var offset = 0
    for (index, line) in lines.enumerated() {
      defer { offset += line.count }
      guard offset >= document.body.lowerBound else { continue }
      let text = Self.text(line)
      if ["***", "---", "___"].contains(text) || text.hasPrefix("%% kanban:settings") { break }
      if let heading = Self.heading(text) {
        columns.append(CardColumn(name: free(heading), headingLine: index + 1, lastHeadLine: index))
        continue
      }
      guard let last = columns.indices.last else { continue }
      if Self.isBox(text) {
        columns[last].cards.append(Card(line: index + 1, lines: index..<(index + 1)))
      } else if text == "**Complete**", columns[last].cards.isEmpty {
        columns[last].isComplete = true
        columns[last].lastHeadLine = index
      } else if let card = columns[last].cards.indices.last, !text.isEmpty,
        line.first == 0x20 || line.first == 0x09
          // The line continues the paragraph of the previous line.
          || columns[last].cards[card].lines.upperBound == index && text.first?.isLetter == true
      {
        columns[last].cards[card].lines = columns[last].cards[card].lines.lowerBound..<(index + 1)
      }
    }
  }

  static func isBoard(_ document: Document) -> Bool {
    document.frontMatter?.entries.contains { FieldCatalogue.folded($0.key) == "kanban-plugin" } ?? false
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private static func text(_ line: ArraySlice<UInt8>) -> Substring {
    String(decoding: line, as: UTF8.self).trimmingEnd(while: \.isWhitespace)
  }

  private static func heading(_ text: Substring) -> String? {
    let marks = text.prefix { $0 == "#" }
    guard (1...6).contains(marks.count), text.dropFirst(marks.count).first == " " else { return nil }
    return String(text.dropFirst(marks.count).drop { $0 == " " })
  }

  private static func isBox(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8.prefix(5))
    return bytes.count == 5 && [0x2D, 0x2A, 0x2B].contains(bytes[0]) && bytes[1] == 0x20
      && bytes[2] == 0x5B && bytes[4] == 0x5D
  }

  private mutating func free(_ name: String) -> String {
    var free = name
    while !names.insert(free).inserted {
      let number = lastNumbers[name, default: 1] + 1
      lastNumbers[name] = number
      free = "\(name) (\(number))"
    }
    return free
  }

  /// Returns the column of a name, in any case.
  package func column(named name: String) -> CardColumn? {
    let folded = foldedName(name)
    return columns.first { $0.name == name } ?? columns.first { foldedName($0.name) == folded }
  }

  /// Returns the column whose heading is at a 1-based line, or nil if the line is in the archive.
  package func column(headedAt line: Int) -> CardColumn? { columns.first { $0.headingLine == line } }

  /// Moves a card to the end of another column. The only other change is the character in its box, if the card moves
  /// into or out of a column of done cards.
  ///
  /// - Parameters:
  ///   - line: The 1-based line of the card's box.
  ///   - target: One of ``columns``.
  /// - Returns: The bytes, or nil if no card is at the line.
  package func moving(cardAt line: Int, to target: CardColumn) -> [UInt8]? {
    moved(cardAt: line, to: target)?.bytes
  }

  /// A note with a card in another column.
  package struct Moved: Sendable {
    package fileprivate(set) var bytes: [UInt8] = []
    /// The new line number of each line of the note; both are 1-based.
    package fileprivate(set) var lines: [Int: Int] = [:]

    fileprivate mutating func append(_ line: some Sequence<UInt8>, from index: Int?) {
      bytes += line
      count += 1
      if let index { lines[index + 1] = count }
    }

    private var count = 0
  }

  /// Moves a card to the end of another column, and returns the new line numbers as well.
  ///
  /// - Parameters:
  ///   - line: The 1-based line of the card's box.
  ///   - target: One of ``columns``.
  ///   - keepsBox: True if the character in the box is right already.
  /// - Returns: nil if no card is at the line.
  package func moved(cardAt line: Int, to target: CardColumn, keepsBox: Bool = false) -> Moved? {
    guard let source = columns.first(where: { $0.cards.contains { $0.line == line } }),
      let card = source.cards.first(where: { $0.line == line })
    else { return nil }
    var result = Moved()
    guard source.name != target.name else {
      for (index, line) in lines.enumerated() { result.append(line, from: index) }
      return result
    }
    var moved = card.lines.map { Array(lines[$0]) }
    if target.isComplete, !keepsBox { moved[0][3] = UInt8(ascii: "x") }
    if source.isComplete, !target.isComplete, !keepsBox { moved[0][3] = UInt8(ascii: " ") }
    let lineEnd = ByteBasics.lineEnd(of: Array(lines.first ?? []))
    if moved.last?.last != 0x0A { moved[moved.count - 1] += lineEnd }
    let position = self.position(in: target)
    for index in 0...lines.count {
      if index == position.line {
        if result.bytes.last.map({ $0 != 0x0A }) ?? false { result.bytes += lineEnd }
        if position.needsGap { result.append(lineEnd, from: nil) }
        for (line, index) in zip(moved, card.lines) { result.append(line, from: index) }
      }
      if index < lines.count, !card.lines.contains(index) { result.append(lines[index], from: index) }
    }
    return result
  }

  /// Adds a card at the end of a column. No other byte is changed.
  ///
  /// - Returns: The new bytes, and the line of the card's box, 1-based.
  package func adding(_ title: String, to column: CardColumn) -> (bytes: [UInt8], line: Int) {
    let lineEnd = ByteBasics.lineEnd(of: Array(lines.first ?? []))
    let position = position(in: column)
    var before = Array(lines[..<min(position.line, lines.count)].joined())
    if let last = before.last, last != 0x0A { before += lineEnd }
    let card = Array("- [\(column.isComplete ? "x" : " ")] \(title)".utf8)
    let bytes = before + (position.needsGap ? lineEnd : []) + card + lineEnd + lines.dropFirst(position.line).joined()
    return (bytes, position.line + (position.needsGap ? 2 : 1))
  }

  /// Returns the line before which a new card is inserted, and whether an empty line must come first.
  private func position(in column: CardColumn) -> (line: Int, needsGap: Bool) {
    if let last = column.cards.last { return (last.lines.upperBound, false) }
    let next = column.lastHeadLine + 1
    if column.isComplete { return (next, false) }
    let hasGap = next < lines.count && Self.text(lines[next]).isEmpty
    return hasGap ? (next + 1, false) : (next, true)
  }
}

/// The column of a card whose task gets another status.
extension KanbanBoard {
  /// Returns the column that a card moves to.
  ///
  /// A column stands for a status by its name (`Doing`, `진행 중`); one whose cards are complete stands for done. A card
  /// that is open again leaves only a column for another status. The name of any other column is a status of its cards.
  ///
  /// - Parameters:
  ///   - status: The present status of the task.
  ///   - line: The 1-based line of the card's box.
  /// - Returns: nil if the card does not move: its column has the same status, or no column has the status.
  package func column(for status: TaskStatus, ofCardAt line: Int) -> CardColumn? {
    guard let current = columns.first(where: { $0.cards.contains { $0.line == line } }) else {
      return nil
    }
    let meaning = current.status
    if meaning == status { return nil }
    let named = columns.filter { $0.status == status }
    if case .custom(let name) = status, named.isEmpty { return column(named: name) }
    guard status == .todo else { return named.first(where: \.isComplete) ?? named.first }
    guard meaning != nil else { return nil }
    return named.first ?? columns.first { $0.status == nil }
  }

  /// The statuses of open cards by the names of their columns (`## Doing`), by the lines of their boxes.
  var lanes: [Int: TaskStatus] {
    var lanes: [Int: TaskStatus] = [:]
    for column in columns {
      guard let status = column.status, !status.isClosed else { continue }
      for card in column.cards { lanes[card.line] = status }
    }
    return lanes
  }
}

extension KanbanBoard.CardColumn {
  /// The status of its tasks. Nil if the name of the column is not a status.
  var status: TaskStatus? { isComplete ? .done : TaskStatus(known: name) }
}

extension TaskFile {
  /// Moves the cards of a Kanban note to the columns of their status; other notes stay as they are.
  ///
  /// - Parameter cards: The statuses of tasks by the lines of their boxes.
  /// - Returns: The lines of the boxes afterwards, by those before.
  package mutating func moveCards(_ cards: [Int: TaskStatus]) -> [Int: Int] {
    var places = Dictionary(uniqueKeysWithValues: cards.keys.map { ($0, $0) })
    for (line, status) in cards.sorted(by: { $0.key < $1.key }) {
      guard let place = places[line], let board = KanbanBoard(Document(parsing: bytes)) else { return places }
      guard let column = board.column(for: status, ofCardAt: place),
        let moved = board.moved(cardAt: place, to: column, keepsBox: column.status == status)
      else { continue }
      replaceBytes(moved.bytes)
      places = places.mapValues { moved.lines[$0] ?? $0 }
    }
    return places
  }
}
