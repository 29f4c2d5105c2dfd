import ByteBasics

/// Merges a table to which one side added columns while the other changed, added or removed rows.
///
/// The side with the columns counts for rows that the other left as they were. Other rows get an empty cell in each new
/// column, or that of the row in whose place they are.
struct TableMerge {
  private typealias Row = [ArraySlice<UInt8>]

  private let base, wide, narrow: [Row]
  /// The column of the base for each column of the wider table; nil for a new one.
  private let columns: [Int?]

  /// - Parameter base: Whole lines, as the others are; nothing else than one table.
  init?(base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) {
    guard let old = Self.rows(base), let mine = Self.rows(ours), let yours = Self.rows(theirs) else { return nil }
    let isOursWide = mine[0].count > yours[0].count
    (self.base, wide, narrow) = (old, isOursWide ? mine : yours, isOursWide ? yours : mine)
    guard narrow[0].count == old[0].count, wide[0].count > old[0].count, wide.count == old.count else { return nil }
    var place = 0
    var columns: [Int?] = []
    for cell in wide[0] {
      let isKnown = place < old[0].count && Self.key(cell) == Self.key(old[0][place])
      columns.append(isKnown ? place : nil)
      if isKnown { place += 1 }
    }
    guard place == old[0].count else { return nil }
    self.columns = columns
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

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.firstIndex { !ASCII.isWhiteSpace($0) } ?? text.endIndex
    return text[start..<((text.lastIndex { !ASCII.isWhiteSpace($0) } ?? start - 1) + 1)]
  }

  /// Returns the words of a cell; nothing for one of dashes, whose number does not matter.
  private static func key(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let words = trimmed(cell)
    return words.allSatisfy({ $0 == ASCII.hyphen }) ? [] : words
  }

  /// Merges two tables. Nil if the wider table has other changes than new columns, or lacks a row with words in the new
  /// columns.
  func merged() -> [UInt8]? {
    func known(_ row: Row) -> Row { zip(row, columns).filter { $1 != nil }.map { Self.key($0.0) } }
    guard zip(base, wide).allSatisfy({ $0.map(Self.key) == known($1) }) else { return nil }
    var numbers: [Row: Int32] = [:]
    func number(_ row: Row) -> Int32 {
      let key = row.map(Self.key)
      let number = numbers[key] ?? Int32(numbers.count)
      numbers[key] = number
      return number
    }
    let changes = LineDiff.changes(from: base.map(number), to: narrow.map(number))
    var result: [UInt8] = []
    func append(_ cells: Row) { result += cells.reduce([ASCII.pipe]) { $0 + $1 + [ASCII.pipe] } + [ASCII.lineFeed] }
    var place = 0
    for change in changes {
      wide[place..<change.base.lowerBound].forEach(append)
      let isInPlace = change.base.count == change.other.count
      let lost = isInPlace ? [] : wide[change.base].flatMap(added)
      guard lost.allSatisfy({ Self.key($0).isEmpty }) else { return nil }
      for (offset, row) in narrow[change.other].enumerated() {
        let former = isInPlace ? wide[change.base.lowerBound + offset] : nil
        append(
          columns.indices.map { column in
            columns[column].map { row[$0] } ?? former?[column] ?? [ASCII.space, ASCII.space]
          })
      }
      place = change.base.upperBound
    }
    wide[place...].forEach(append)
    return result
  }

  private func added(_ row: Row) -> Row { zip(row, columns).filter { $1 == nil }.map(\.0) }
}
