import ByteBasics

/// Walks the head of a line by columns as CommonMark does, with tab stops of four.
struct LineCursor {
  private let bytes: [UInt8]
  /// The end of the line's content.
  let end: Int
  private(set) var offset: Int
  private(set) var column = 0
  /// Columns that are left of a tab of which a container took a part.
  private(set) var pendingColumns = 0

  /// - Parameter column: Where in the line `offset` is, for the tab stops.
  init(_ bytes: [UInt8], from offset: Int, to end: Int, column: Int = 0, pendingColumns: Int = 0) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
    self.column = column
    self.pendingColumns = pendingColumns
  }

  /// The byte at the cursor, nil at the line's end and inside a tab.
  var byte: UInt8? { pendingColumns == 0 && offset < end ? bytes[offset] : nil }

  /// The columns of white space from here to the text.
  var indentation: Int {
    var position = offset
    var reached = column + pendingColumns
    while position < end {
      if bytes[position] == ASCII.space {
        reached += 1
      } else if bytes[position] == ASCII.tab {
        reached += 4 - reached % 4
      } else {
        break
      }
      position += 1
    }
    return reached - column
  }

  /// True where nothing but white space follows.
  var isBlank: Bool { textOffset == end }

  /// The offset of the first byte that is not white space.
  var textOffset: Int {
    var position = offset
    while position < end, ASCII.isBlank(bytes[position]) { position += 1 }
    return position
  }

  /// Takes up to `columns` columns of white space.
  mutating func skip(columns: Int) {
    var left = columns
    let taken = min(left, pendingColumns)
    pendingColumns -= taken
    column += taken
    left -= taken
    while left > 0, offset < end, ASCII.isBlank(bytes[offset]) {
      let width = bytes[offset] == ASCII.tab ? 4 - column % 4 : 1
      let step = min(width, left)
      offset += 1
      column += step
      left -= step
      pendingColumns = width - step
    }
  }

  /// Takes all white space.
  mutating func skipBlanks() {
    skip(columns: indentation)
  }

  /// Takes bytes that are not white space.
  mutating func skip(bytes count: Int) {
    offset += count
    column += count
  }
}
