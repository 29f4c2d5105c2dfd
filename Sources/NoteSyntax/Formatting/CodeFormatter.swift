/// Code blocks: three backticks or as many as the code needs, tildes only where the info string holds a backtick.
enum CodeFormatter {
  static func lines(of leaf: LeafSource) -> [ArraySlice<UInt8>] {
    var cursor = leaf.cursor(0)
    let indentation = cursor.indentation
    guard indentation < 4 else { return fenced(indentedCode(leaf), info: []) }
    cursor.skipBlanks()
    guard let fence = Fence(leaf.bytes, from: cursor.offset, to: leaf.lines[0].end) else {
      return leaf.verbatimLines
    }
    let last = leaf.lines.count - 1
    guard last > 0, isClosing(leaf, last, fence) else { return leaf.verbatimLines }
    let code = (1..<last).map { stripped(leaf, $0, columns: indentation) }
    return fenced(code, info: fence.info)
  }

  /// The fence that opens a block.
  private struct Fence {
    let mark: UInt8
    let length: Int
    let info: ArraySlice<UInt8>

    init?(_ bytes: [UInt8], from start: Int, to end: Int) {
      guard start < end, bytes[start] == ASCII.backtick || bytes[start] == ASCII.tilde else {
        return nil
      }
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

  private static func indentedCode(_ leaf: LeafSource) -> [ArraySlice<UInt8>] {
    var code = leaf.lines.indices.map { stripped(leaf, $0, columns: 4) }
    while code.last?.allSatisfy(ASCII.isBlank) == true { code.removeLast() }
    return code
  }

  /// A line without up to `columns` columns of white space.
  private static func stripped(
    _ leaf: LeafSource, _ index: Int, columns: Int
  ) -> ArraySlice<UInt8> {
    var cursor = leaf.cursor(index)
    cursor.skip(columns: columns)
    let rest = leaf.bytes[cursor.offset..<leaf.lines[index].end]
    guard cursor.pendingColumns > 0 else { return rest }
    return [UInt8](repeating: ASCII.space, count: cursor.pendingColumns)[...] + rest
  }

  private static func fenced(
    _ code: [ArraySlice<UInt8>], info: ArraySlice<UInt8>
  ) -> [ArraySlice<UInt8>] {
    let mark = info.contains(ASCII.backtick) ? ASCII.tilde : ASCII.backtick
    let longest = code.reduce(0) { max($0, leadingRun(of: mark, in: $1)) }
    let fence = [UInt8](repeating: mark, count: max(3, longest + 1))
    return [fence + info] + code + [fence[...]]
  }

  private static func leadingRun(of mark: UInt8, in line: ArraySlice<UInt8>) -> Int {
    let text = line.drop(while: ASCII.isBlank)
    return text.prefix { $0 == mark }.count
  }
}
