import ByteBasics
import NoteSyntax

/// A body's bytes and where its lines begin; a byte order mark does not belong to the first line.
struct SourceLines {
  let bytes: [UInt8]
  let table: LineTable
  private let markLength: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    markLength = FrontMatterFence.byteOrderMarkLength(bytes)
    table = LineTable(bytes, in: ByteRange(0, bytes.count))
  }

  var count: Int { table.count }

  func start(of line: Int) -> Int { line == 0 ? min(markLength, bytes.count) : table.start(of: line) }

  /// Returns the end of a line including its line break.
  func end(of line: Int) -> Int { table.range(of: line).upperBound }

  func cursor(at line: Int) -> LineCursor {
    let range = table.range(of: line)
    return LineCursor(bytes, from: max(range.lowerBound, start(of: line)), to: contentEnd(of: range, in: bytes))
  }
}

extension BlockOutline {
  /// Takes the marks of `chain` from the head of a line, as far as they are there.
  func skip(_ chain: [Int], at line: Int, in source: SourceLines) -> LineCursor {
    var cursor = source.cursor(at: line)
    for index in chain where !skip(containers[index], at: line, &cursor) { break }
    return cursor
  }

  /// Skips the mark of a container. Returns false for a lazy continuation line, which lacks the mark.
  private func skip(_ container: Container, at line: Int, _ cursor: inout LineCursor) -> Bool {
    switch container.kind {
    case .quote:
      guard cursor.indentation < 4 else { return false }
      var ahead = cursor
      ahead.skipBlanks()
      guard ahead.byte == ASCII.greater else { return false }
      ahead.skip(bytes: 1)
      ahead.skip(columns: 1)
      cursor = ahead
    case .item where container.firstLine == line:
      cursor.skip(columns: container.markerOffset)
      cursor.skip(bytes: container.markerLength)
      cursor.skip(columns: container.padding)
    case .item:
      guard cursor.isBlank || cursor.indentation >= container.contentColumns else { return false }
      cursor.skip(columns: container.contentColumns)
    }
    return true
  }

  /// Reads every item's marker and how far its text is indented.
  mutating func measureItems(in source: SourceLines) {
    for index in containers.indices where containers[index].kind == .item {
      let item = containers[index]
      var cursor = skip(chain(of: item.parent), at: item.firstLine, in: source)
      let markerOffset = cursor.indentation
      cursor.skipBlanks()
      guard let marker = ListMarker(source.bytes, at: cursor.offset, end: cursor.end) else { continue }
      cursor.skip(bytes: marker.length)
      let indentation = cursor.indentation
      containers[index].markerOffset = markerOffset
      containers[index].markerLength = marker.length
      containers[index].padding = cursor.isBlank || indentation > 4 || indentation < 1 ? 1 : indentation
      containers[index].number = marker.number
      if item.ordinal == 0 { lists[item.list].delimiter = marker.delimiter }
      lists[item.list].numbers.append(marker.number)
    }
  }
}

/// Walks the head of a line by columns as CommonMark does, with tab stops of four.
struct LineCursor {
  private let bytes: [UInt8]
  /// The end of the line's content.
  let end: Int
  private(set) var offset: Int
  private(set) var column = 0
  /// Columns that are left of a tab of which a container took a part.
  private(set) var pendingColumns = 0

  /// - Parameter column: The column of `offset` in its line, for the tab stops.
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

  /// True if nothing but white space follows.
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
  mutating func skipBlanks() { skip(columns: indentation) }

  /// Takes bytes that are not white space.
  mutating func skip(bytes count: Int) {
    offset += count
    column += count
  }
}
