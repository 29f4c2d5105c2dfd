import ByteBasics

/// Code blocks: three backticks or as many as the code needs, tildes only if the info string contains a backtick.
enum CodeFormatter {
  static func write(_ leaf: LeafSource, to text: inout LeafText) {
    var cursor = leaf.cursor(0)
    let indentation = cursor.indentation
    guard indentation < 4 else { return writeFenced(indentedCode(leaf), info: [], to: &text) }
    cursor.skipBlanks()
    let last = leaf.lines.count - 1
    guard let fence = Fence(leaf.bytes, from: cursor.offset, to: leaf.lines[0].end), last > 0,
      isClosing(leaf, last, fence)
    else { return leaf.writeVerbatim(to: &text) }
    let code = (1..<last).map { stripped(leaf, $0, columns: indentation) }
    writeFenced(code, info: fence.info, to: &text)
  }

  /// A line of code after spaces that are left of a tab.
  private struct Line {
    let text: ArraySlice<UInt8>
    let spaces: Int

    var isBlank: Bool { text.allSatisfy(ASCII.isBlank) }
  }

  /// The fence that opens a block.
  private struct Fence {
    let mark: UInt8
    let length: Int
    let info: ArraySlice<UInt8>

    init?(_ bytes: [UInt8], from start: Int, to end: Int) {
      guard start < end, bytes[start] == ASCII.backtick || bytes[start] == ASCII.tilde else { return nil }
      mark = bytes[start]
      let runEnd = endOfRun(in: bytes, at: start, to: end)
      length = runEnd - start
      guard length >= 3 else { return nil }
      info = trimmedBlanks(bytes[runEnd..<end])
    }
  }

  private static func isClosing(_ leaf: LeafSource, _ index: Int, _ fence: Fence) -> Bool {
    guard leaf.cursor(index).indentation < 4 else { return false }
    let text = leaf.trimmed(index)
    return text.count >= fence.length && text.allSatisfy { $0 == fence.mark }
  }

  private static func indentedCode(_ leaf: LeafSource) -> [Line] {
    var code = leaf.lines.indices.map { stripped(leaf, $0, columns: 4) }
    while code.last?.isBlank == true { code.removeLast() }
    return code
  }

  /// Returns a line without up to `columns` columns of white space.
  private static func stripped(_ leaf: LeafSource, _ index: Int, columns: Int) -> Line {
    var cursor = leaf.cursor(index)
    cursor.skip(columns: columns)
    return Line(text: leaf.bytes[cursor.offset..<leaf.lines[index].end], spaces: cursor.pendingColumns)
  }

  private static func writeFenced(_ code: [Line], info: ArraySlice<UInt8>, to text: inout LeafText) {
    let mark = info.contains(ASCII.backtick) ? ASCII.tilde : ASCII.backtick
    let longest = code.reduce(0) { max($0, leadingRun(of: mark, in: $1.text)) }
    let fence = [UInt8](repeating: mark, count: max(3, longest + 1))
    text.addLine(info.isEmpty ? fence[...] : fence + info)
    for line in code { text.addLine(line.text, spaces: line.spaces) }
    text.addLine(fence[...])
  }

  private static func leadingRun(of mark: UInt8, in line: ArraySlice<UInt8>) -> Int {
    var start = line.startIndex
    while start < line.endIndex, ASCII.isBlank(line[start]) { start += 1 }
    var end = start
    while end < line.endIndex, line[end] == mark { end += 1 }
    return end - start
  }
}
