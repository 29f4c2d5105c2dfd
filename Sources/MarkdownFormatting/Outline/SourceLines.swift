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

  func start(of line: Int) -> Int {
    line == 0 ? min(markLength, bytes.count) : table.start(of: line)
  }

  /// The end of a line with its line break.
  func end(of line: Int) -> Int { table.range(of: line).upperBound }

  func cursor(at line: Int) -> LineCursor {
    let range = table.range(of: line)
    return LineCursor(
      bytes, from: max(range.lowerBound, start(of: line)), to: contentEnd(of: range, in: bytes))
  }
}

extension BlockOutline {
  /// Takes the marks of `chain` from the head of a line, as far as they are there.
  func skip(_ chain: [Int], at line: Int, in source: SourceLines) -> LineCursor {
    var cursor = source.cursor(at: line)
    for index in chain where !skip(containers[index], at: line, &cursor) { break }
    return cursor
  }

  /// False where the line goes on lazily, without the container's mark.
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
      measureItem(index, in: source)
    }
  }

  private mutating func measureItem(_ index: Int, in source: SourceLines) {
    let item = containers[index]
    var cursor = skip(chain(of: item.parent), at: item.firstLine, in: source)
    let markerOffset = cursor.indentation
    cursor.skipBlanks()
    guard let marker = ListMarker(source.bytes, at: cursor.offset, end: cursor.end) else { return }
    cursor.skip(bytes: marker.length)
    let indentation = cursor.indentation
    containers[index].markerOffset = markerOffset
    containers[index].markerLength = marker.length
    containers[index].padding =
      cursor.isBlank || indentation > 4 || indentation < 1 ? 1 : indentation
    containers[index].number = marker.number
    if item.ordinal == 0 { lists[item.list].delimiter = marker.delimiter }
    lists[item.list].numbers.append(marker.number)
  }
}
