import ByteBasics

/// A leaf as it is written: its lines after the marks of the containers around it. One is used for all leaves of a
/// body, one after the other.
struct LeafText {
  private(set) var bytes: [UInt8] = []
  /// The marks before the first line, and those before the others.
  private var firstPrefix: [UInt8] = []
  private var nextPrefix: [UInt8] = []
  private let lineEnd: [UInt8]
  private var isAtFirstLine = true
  /// Bytes of the empty line before the leaf.
  private var gapLength = 0

  init(lineEnd: [UInt8]) { self.lineEnd = lineEnd }

  /// Forgets the previous leaf.
  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    firstPrefix.removeAll(keepingCapacity: true)
    nextPrefix.removeAll(keepingCapacity: true)
    isAtFirstLine = true
    gapLength = 0
  }

  /// Forgets the lines, not the marks and the gap.
  mutating func beginAgain() {
    bytes.removeLast(bytes.count - gapLength)
    isAtFirstLine = true
  }

  /// Adds the mark of one more container.
  mutating func addMark(first: ContainerMark, next: ContainerMark) {
    first.append(to: &firstPrefix)
    next.append(to: &nextPrefix)
  }

  /// Writes an empty line that contains the marks of containers.
  mutating func addGap(_ marks: some Sequence<ContainerMark>) {
    for mark in marks { mark.append(to: &bytes) }
    trimEnd(downTo: 0)
    bytes += lineEnd
    gapLength = bytes.count
  }

  mutating func addLine(_ text: ArraySlice<UInt8>, spaces: Int = 0) {
    let start = bytes.count
    bytes += isAtFirstLine ? firstPrefix : nextPrefix
    isAtFirstLine = false
    bytes.append(contentsOf: repeatElement(ASCII.space, count: spaces))
    bytes += text
    if text.isEmpty, spaces == 0 { trimEnd(downTo: start) }
    bytes += lineEnd
  }

  /// Removes the last line ending, for the end of a file without a line break.
  mutating func dropLastLineEnd() { bytes.removeLast(min(lineEnd.count, bytes.count)) }

  private mutating func trimEnd(downTo start: Int) {
    while bytes.count > start, bytes.last == ASCII.space { bytes.removeLast() }
  }
}

/// The mark of a container before a line.
enum ContainerMark {
  case quote
  case spaces(Int)
  /// The sign of an item, filled up to a width.
  case bullet(UInt8, width: Int)
  case number(Int, delimiter: UInt8, width: Int)

  func append(to line: inout [UInt8]) {
    let start = line.count
    switch self {
    case .quote:
      line.append(ASCII.greater)
      line.append(ASCII.space)
    case .spaces(let count): fill(&line, to: start + count)
    case .bullet(let byte, let width):
      line.append(byte)
      fill(&line, to: start + width)
    case .number(let number, let delimiter, let width):
      line += String(number).utf8
      line.append(delimiter)
      fill(&line, to: start + width)
    }
  }

  private func fill(_ line: inout [UInt8], to count: Int) {
    while line.count < count { line.append(ASCII.space) }
  }
}

/// The lines of a leaf without the marks of the containers around it.
struct LeafSource {
  struct Line {
    /// The offset of the text after the containers' marks, with its own indentation.
    let start: Int
    let end: Int
    let column: Int
    /// Columns that are left of a tab before `start`.
    let pendingColumns: Int

    /// - Parameter cursor: The place after the marks of the containers.
    init(_ cursor: LineCursor) {
      start = cursor.offset
      end = cursor.end
      column = cursor.column
      pendingColumns = cursor.pendingColumns
    }
  }

  let bytes: [UInt8]
  let kind: BlockOutline.Leaf.Kind
  let lines: [Line]
  /// True if it is the very first line of a file: there, three hyphens would open front matter.
  let isAtFileStart: Bool
  /// The bullet of the item that begins on the same line.
  let bulletBefore: UInt8?

  func cursor(_ index: Int) -> LineCursor {
    let line = lines[index]
    return LineCursor(bytes, from: line.start, to: line.end, column: line.column, pendingColumns: line.pendingColumns)
  }

  /// Returns a line's bytes after its containers. They are unchanged, except for a tab that a container splits.
  func verbatim(_ index: Int) -> ArraySlice<UInt8> {
    let line = lines[index]
    guard line.pendingColumns > 0 else { return bytes[line.start..<line.end] }
    return [UInt8](repeating: ASCII.space, count: line.pendingColumns)[...] + bytes[line.start..<line.end]
  }

  /// Returns a line's text without the white space at both ends.
  func trimmed(_ index: Int) -> ArraySlice<UInt8> {
    trimmedBlanks(bytes[lines[index].start..<lines[index].end])
  }

  /// Writes all lines as they are.
  func writeVerbatim(to text: inout LeafText) {
    for line in lines { text.addLine(bytes[line.start..<line.end], spaces: line.pendingColumns) }
  }

  /// The range from the first line's text to the last line's end, with the marks of containers between.
  var span: ByteRange { ByteRange(lines.first?.start ?? 0, lines.last?.end ?? 0) }
}
