import ByteBasics

/// Elements of HTML, JSX and Vue that begin a line and are closed on a later one, with all that is between: the text in
/// them may be indented, and whether it is Markdown is for the program to say that shows it.
struct ElementTags {
  /// The lines of each, not in order.
  private(set) var regions: [ClosedRange<Int>] = []

  private let bytes: [UInt8]
  private let table: LineTable
  private var open: [[UInt8]: [Int?]] = [:]

  init(_ bytes: [UInt8], _ table: LineTable, fences: [ClosedRange<Int>]) {
    self.bytes = bytes
    self.table = table
    var nextFence = 0
    var offset = 0
    while let start = firstOffset(of: ASCII.less, in: bytes, from: offset, to: bytes.count) {
      offset = start + 1
      guard offset < bytes.count, bytes[offset] == ASCII.slash || ASCII.isLetter(bytes[offset])
      else { continue }
      let line = table.line(at: start)
      while nextFence < fences.count, fences[nextFence].upperBound < line { nextFence += 1 }
      if nextFence < fences.count, fences[nextFence].contains(line) {
        offset = table.range(of: fences[nextFence].upperBound).upperBound
      } else if !isInCodeSpan(start, on: line), let tag = Tag(bytes, at: start) {
        add(tag, line)
        offset = tag.end
      }
    }
  }

  /// How far the present line was looked through for code spans.
  private var spanLine = -1
  private var spanEnd = 0

  /// - Parameter offset: Behind that of the call before.
  private mutating func isInCodeSpan(_ offset: Int, on line: Int) -> Bool {
    let range = table.range(of: line)
    if spanLine != line {
      spanLine = line
      spanEnd = range.lowerBound
    }
    while spanEnd < offset {
      let tick = firstOffset(of: ASCII.backtick, in: bytes, from: spanEnd, to: offset)
      spanEnd = tick.map { codeSpanEnd(in: bytes, at: $0, to: range.upperBound) } ?? offset
    }
    return spanEnd > offset
  }

  private mutating func add(_ tag: Tag, _ line: Int) {
    let beginsLine = QuotedLine(bytes, table.range(of: line)).text.lowerBound == tag.start
    let last = table.line(at: tag.end - 1)
    if beginsLine, line < last { regions.append(line...last) }
    switch tag.kind {
    case .alone: break
    case .opening: open[tag.name, default: []].append(beginsLine ? line : nil)
    case .closing:
      if let opening = open[tag.name]?.popLast(), let first = opening, first < line {
        regions.append(first...line)
      }
    }
  }

  private struct Tag {
    enum Kind { case opening, closing, alone }

    let start: Int
    let end: Int
    let name: [UInt8]
    let kind: Kind

    /// How far the end of a tag is looked for.
    private static let limit = 1_024

    /// - Returns: nil where no tag begins, as in `a < b` and `<https://…>`.
    init?(_ bytes: [UInt8], at start: Int) {
      let isClosing = bytes[start + 1] == ASCII.slash
      let nameStart = start + (isClosing ? 2 : 1)
      let name = bytes[nameStart...].prefix(64).prefix {
        ASCII.isAlphanumeric($0) || $0 == ASCII.hyphen || $0 == ASCII.period || $0 == 0x5F
      }
      guard name.first.map(ASCII.isLetter) == true, name.endIndex < bytes.count,
        ASCII.isWhiteSpace(bytes[name.endIndex]) || bytes[name.endIndex] == ASCII.greater
          || bytes[name.endIndex] == ASCII.slash,
        let end = Self.end(bytes, from: name.endIndex)
      else { return nil }
      self.start = start
      self.end = end
      self.name = Array(name)
      let isVoid = Self.voidNames.contains(self.name.map { $0 | 0x20 })
      kind =
        isClosing ? .closing : isVoid || bytes[end - 2] == ASCII.slash ? .alone : .opening
    }

    private static let voidNames: Set<[UInt8]> = Set(
      ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]
        .map { Array($0.utf8) })

    /// After the `>` that is neither in quotes nor in braces.
    private static func end(_ bytes: [UInt8], from start: Int) -> Int? {
      var quote: UInt8?
      var depth = 0
      var offset = start
      while offset < min(bytes.count, start + limit) {
        let byte = bytes[offset]
        if let mark = quote {
          if byte == mark { quote = nil }
        } else {
          switch byte {
          case ASCII.doubleQuote, ASCII.singleQuote: quote = byte
          case ASCII.leftBrace: depth += 1
          case ASCII.rightBrace: depth -= 1
          case ASCII.greater where depth <= 0: return offset + 1
          case ASCII.less where depth <= 0: return nil
          default: break
          }
        }
        offset += 1
      }
      return nil
    }
  }
}
