import ByteBasics

/// The lines of a leaf without the marks of the containers around it.
struct LeafSource {
  struct Line {
    /// Where the text after the containers' marks begins, with its own indentation.
    let start: Int
    let end: Int
    let column: Int
    /// Columns that are left of a tab before `start`.
    let pendingColumns: Int

    /// - Parameter cursor: After the marks of the containers.
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
  /// True where it is the very first line of a file: there, three hyphens would open front matter.
  let isAtFileStart: Bool
  /// The bullet of the item that begins on the same line.
  let bulletBefore: UInt8?

  func cursor(_ index: Int) -> LineCursor {
    let line = lines[index]
    return LineCursor(
      bytes, from: line.start, to: line.end, column: line.column,
      pendingColumns: line.pendingColumns)
  }

  /// A line's bytes after the containers, byte for byte but for a tab that a container cut.
  func verbatim(_ index: Int) -> ArraySlice<UInt8> {
    let line = lines[index]
    guard line.pendingColumns > 0 else { return bytes[line.start..<line.end] }
    return [UInt8](repeating: ASCII.space, count: line.pendingColumns)[...]
      + bytes[line.start..<line.end]
  }

  /// A line's text without the white space at its head and its end.
  func trimmed(_ index: Int) -> ArraySlice<UInt8> {
    trimmedBlanks(bytes[lines[index].start..<lines[index].end])
  }

  /// All lines as they are.
  var verbatimLines: [ArraySlice<UInt8>] { lines.indices.map(verbatim) }

  /// Writes all lines as they are.
  func writeVerbatim(to text: inout LeafText) {
    for line in lines { text.addLine(bytes[line.start..<line.end], spaces: line.pendingColumns) }
  }

  /// From the first line's text to the last line's end, with the marks of containers between.
  var span: ByteRange { ByteRange(lines.first?.start ?? 0, lines.last?.end ?? 0) }
}
