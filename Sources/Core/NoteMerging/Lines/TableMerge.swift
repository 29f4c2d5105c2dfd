import ByteBasics

/// Merges a table if one side added columns while the other side changed, added or removed rows, or also added columns.
///
/// Unchanged rows are taken from the side with the new columns. Other rows get an empty cell in each new column, or the
/// cell of the row that they replace.
struct TableMerge {
  private typealias Row = [ArraySlice<UInt8>]

  /// A table, with the column of the base for each column; nil for a new one.
  private struct Side {
    let rows: [Row]
    let columns: [Int?]

    /// Creates the columns; nil if a column of the base is missing.
    init?(_ rows: [Row], since base: Row) {
      var (place, columns): (Int, [Int?]) = (0, [])
      for cell in rows[0] {
        let isKnown = place < base.count && key(cell) == key(base[place])
        columns.append(isKnown ? place : nil)
        if isKnown { place += 1 }
      }
      guard place == base.count else { return nil }
      (self.rows, self.columns) = (rows, columns)
    }

    func known(_ row: Row) -> Row { zip(row, columns).filter { $1 != nil }.map(\.0) }
    func added(_ row: Row) -> Row { zip(row, columns).filter { $1 == nil }.map(\.0) }
    /// Returns the new cells of a row before a column of the base, or after the last column.
    func added(_ row: Row?, before place: Int) -> Row {
      columns.indices.filter { columns[$0] == nil && columns[..<$0].count { $0 != nil } == place }
        .map { row?[$0] ?? [ASCII.space, ASCII.space] }
    }
  }

  private let base: [Row]
  /// The one with only new columns, and the other.
  private let wide, other: Side

  /// - Parameter base: Whole lines, as the others are; nothing else than one table.
  init?(base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) {
    guard let old = Self.rows(base), let mine = Self.rows(ours).flatMap({ Side($0, since: old[0]) }),
      let yours = Self.rows(theirs).flatMap({ Side($0, since: old[0]) })
    else { return nil }
    let pair = [(mine, yours), (yours, mine)].first { wide, other in
      wide.columns.count > old[0].count && wide.rows.count == old.count
        && zip(old, wide.rows).allSatisfy { $0.map(key) == wide.known($1).map(key) }
    }
    // Two columns of one name are a question.
    guard let pair, Set(pair.0.added(pair.0.rows[0]).map(key)).isDisjoint(with: pair.1.added(pair.1.rows[0]).map(key))
    else { return nil }
    (self.base, wide, other) = (old, pair.0, pair.1)
  }

  /// Returns the cells of each row, with their spaces; nil unless all lines are rows of one width, the second of them
  /// of dashes.
  private static func rows(_ text: ArraySlice<UInt8>) -> [Row]? {
    let rows = text.split(separator: ASCII.lineFeed).map { line -> Row? in
      let line = trimmed(line)
      guard line.count > 1, line.first == ASCII.pipe, line.last == ASCII.pipe else { return nil }
      var cells: Row = []
      var start = line.startIndex + 1
      for place in line.indices.dropFirst() where line[place] == ASCII.pipe && line[place - 1] != ASCII.backslash {
        cells.append(line[start..<place])
        start = place + 1
      }
      return start == line.endIndex ? cells : nil
    }
    let known = rows.compactMap(\.self)
    guard known.count == rows.count, known.count > 1, Set(known.map(\.count)).count == 1,
      known[1].allSatisfy({ $0.contains(ASCII.hyphen) && key($0).isEmpty })
    else { return nil }
    return known
  }

  /// Returns the row of the base in whose place each row of a change is, if any: one with at least half of its cells, unless
  /// there are as many rows as before.
  private func formers(_ change: LineChange) -> [Int?] {
    if change.base.count == change.other.count { return Array(change.base) }
    var rest = change.base
    return other.rows[change.other].map { row in
      let words = other.known(row).map(key)
      let former = rest.first { place in
        zip(base[place].map(key), words).count { $0 == $1 && !$0.isEmpty } * 2 >= words.count
      }
      rest = (former.map { $0 + 1 } ?? rest.lowerBound)..<rest.upperBound
      return former
    }
  }

  /// Merges two tables. Nil if a row is gone that has words in new columns.
  func merged() -> [UInt8]? {
    var numbers: [Row: Int32] = [:]
    func number(_ row: Row) -> Int32 {
      let words = row.map(key)
      let number = numbers[words] ?? Int32(numbers.count)
      numbers[words] = number
      return number
    }
    var result: [UInt8] = []
    func append(_ cells: Row, _ left: Row?, _ right: Row?) {
      let all = (0...cells.count).flatMap { place in
        wide.added(left, before: place) + other.added(right, before: place) + cells[place...].prefix(1)
      }
      result += all.reduce([ASCII.pipe]) { $0 + $1 + [ASCII.pipe] } + [ASCII.lineFeed]
    }
    var (place, there) = (0, 0)
    func keep(upTo end: Int) {
      while place < end {
        append(wide.known(wide.rows[place]), wide.rows[place], other.rows[there])
        (place, there) = (place + 1, there + 1)
      }
    }
    for change in LineDiff.changes(from: base.map(number), to: other.rows.map { number(other.known($0)) }) {
      keep(upTo: change.base.lowerBound)
      let formers = formers(change)
      let lost = change.base.filter { !formers.contains($0) }.flatMap { wide.added(wide.rows[$0]) }
      guard lost.allSatisfy({ key($0).isEmpty }) else { return nil }
      for (row, former) in zip(other.rows[change.other], formers) {
        append(other.known(row), former.map { wide.rows[$0] }, row)
      }
      (place, there) = (change.base.upperBound, change.other.upperBound)
    }
    keep(upTo: base.count)
    return result
  }
}

private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let start = text.firstIndex { !ASCII.isWhiteSpace($0) } ?? text.endIndex
  return text[start..<((text.lastIndex { !ASCII.isWhiteSpace($0) } ?? start - 1) + 1)]
}

/// Returns the words of a cell; empty for a cell of dashes, because their number does not matter.
private func key(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let words = trimmed(cell)
  return words.allSatisfy({ $0 == ASCII.hyphen }) ? [] : words
}
