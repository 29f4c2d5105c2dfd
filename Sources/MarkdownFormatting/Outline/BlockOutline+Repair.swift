import ByteBasics

extension BlockOutline {
  /// Fixes the places that cmark-gfm tells wrongly: underlined headings, the ends of code and
  /// raw HTML, and a paragraph with a table below it.
  mutating func repair(in source: SourceLines) {
    repairTables()
    for index in leaves.indices {
      switch leaves[index].kind {
      case .thematicBreak: leaves[index].lastLine = leaves[index].firstLine
      case .heading: repairHeading(index, in: source)
      case .html(let count): leaves[index].lastLine = leaves[index].firstLine + max(1, count) - 1
      case .code(let count): repairCode(index, count, in: source)
      default: break
      }
    }
    for index in roots.indices { repairRoot(index, in: source) }
    roots.sort { $0.firstLine < $1.firstLine }
  }

  /// A paragraph whose last line became a table's head has no place; the table claims its lines.
  private mutating func repairTables() {
    for index in leaves.indices.dropFirst() where leaves[index - 1].firstLine < 0 {
      guard let head = leaves[index].tableHead, head > leaves[index].firstLine else { continue }
      leaves[index - 1].firstLine = leaves[index].firstLine
      leaves[index - 1].lastLine = head - 1
      leaves[index].firstLine = head
    }
  }

  /// An underlined heading ends with its underline, whatever cmark says.
  private mutating func repairHeading(_ index: Int, in source: SourceLines) {
    let leaf = leaves[index]
    guard leaf.lastLine > leaf.firstLine else { return }
    let chain = chain(of: leaf.container)
    if isNumberSignHeading(skip(chain, at: leaf.firstLine, in: source)) {
      leaves[index].lastLine = leaf.firstLine
      return
    }
    for line in (leaf.firstLine + 1)...leaf.lastLine where line < source.count {
      let cursor = skip(chain, at: line, in: source)
      let text = trimmedBlanks(source.bytes[cursor.offset..<cursor.end])
      guard let mark = text.first, mark == ASCII.equals || mark == ASCII.hyphen else { continue }
      if text.allSatisfy({ $0 == mark }) {
        leaves[index].lastLine = line
        return
      }
    }
  }

  private func isNumberSignHeading(_ cursor: LineCursor) -> Bool {
    var cursor = cursor
    cursor.skipBlanks()
    let start = cursor.offset
    while cursor.byte == ASCII.hash { cursor.skip(bytes: 1) }
    let isEnded = cursor.byte == nil || cursor.byte.map(ASCII.isBlank) == true
    return (1...6).contains(cursor.offset - start) && isEnded
  }

  /// Indented code has the lines of its text; a fence has one more, and one that closes it.
  private mutating func repairCode(_ index: Int, _ count: Int, in source: SourceLines) {
    let leaf = leaves[index]
    let chain = chain(of: leaf.container)
    var opening = skip(chain, at: leaf.firstLine, in: source)
    guard opening.indentation < 4 else {
      leaves[index].lastLine = leaf.firstLine + max(1, count) - 1
      return
    }
    opening.skipBlanks()
    let end = leaf.firstLine + count
    leaves[index].lastLine = end
    guard end + 1 < source.count, let mark = opening.byte else { return }
    let cursor = skip(chain, at: end + 1, in: source)
    let text = trimmedBlanks(source.bytes[cursor.offset..<cursor.end])
    let length = endOfRun(in: source.bytes, at: opening.offset, to: opening.end) - opening.offset
    if text.count >= length, text.allSatisfy({ $0 == mark }), isInside(chain, at: end + 1, source) {
      leaves[index].lastLine = end + 1
    }
  }

  /// True where a line carries the marks of all containers.
  private func isInside(_ chain: [Int], at line: Int, _ source: SourceLines) -> Bool {
    var quotes = 0
    for index in chain where containers[index].kind == .quote { quotes += 1 }
    let cursor = skip(chain, at: line, in: source)
    let marks = source.bytes[source.start(of: line)..<cursor.offset].count { $0 == ASCII.greater }
    return marks == quotes
  }

  /// A list's end takes the empty lines after it along.
  private mutating func repairRoot(_ index: Int, in source: SourceLines) {
    let root = roots[index]
    guard !root.isOpaque, let first = root.leaves.first, let last = root.leaves.last else { return }
    if root.containers.isEmpty {
      roots[index].firstLine = leaves[first].firstLine
      roots[index].lastLine = leaves[last].lastLine
      return
    }
    var end = min(root.lastLine, source.count - 1)
    while end > leaves[last].lastLine, source.cursor(at: end).isBlank { end -= 1 }
    roots[index].lastLine = max(end, leaves[last].lastLine)
  }
}
