import ByteBasics

/// Tags of programs that make text of templates before Markdown is read: Liquid `{% %}`, Hugo `{{< >}}` and `{{% %}}`,
/// Handlebars `{{ }}`, Templater and EJS `<% %>`, kramdown `{:: }`. A tag over several lines and everything between a
/// tag and the one that closes it belong to them.
struct TemplateTags {
  private struct Style {
    let open: [UInt8]
    let close: [UInt8]
    let reader: MarkdownReader?
    let search: ByteSearch?
    /// True if a tag has no empty line in it.
    let isOneBlock: Bool

    init(_ open: String, _ close: String, reader: MarkdownReader? = nil, isOneBlock: Bool = false) {
      self.open = Array(open.utf8)
      self.close = Array(close.utf8)
      search = ByteSearch(Array(close.utf8))
      self.reader = reader
      self.isOneBlock = isOneBlock
    }
  }

  /// The longer opening before its beginning.
  private static let styles = [
    Style("{{<", ">}}"), Style("{{%", "%}}"), Style("{{", "}}", isOneBlock: true),
    Style("{%", "%}", reader: .kramdown), Style("{:", "}", reader: .kramdown, isOneBlock: true),
    Style("<%", "%>"),
  ]

  private struct Tag {
    let style: Int
    let range: ByteRange
    /// The name of the block that it opens. Nil for a tag that nothing closes.
    var opening: ArraySlice<UInt8>?
    /// The name of the block that it closes; an empty name closes any.
    var closing: ArraySlice<UInt8>?
  }

  let bytes: [UInt8]
  let table: LineTable
  let fences: [ClosedRange<Int>]

  /// Returns the lines of each tag, and of each pair of tags with the text between. They are not in order.
  ///
  /// - Parameter readers: The programs whose tags were found are added to this set.
  func regions(_ readers: inout Set<MarkdownReader>) -> [ClosedRange<Int>] {
    var regions: [ClosedRange<Int>] = []
    var open: [[UInt8]: [Int]] = [:]
    var latest: [Int: [[UInt8]]] = [:]
    for tag in tags {
      if let reader = Self.styles[tag.style].reader { readers.insert(reader) }
      let first = table.line(at: tag.range.lowerBound)
      let last = table.line(at: tag.range.upperBound - 1)
      if first < last { regions.append(first...last) }
      let mark = [UInt8(tag.style)]
      if let name = tag.opening {
        open[mark + name, default: []].append(first)
        latest[tag.style, default: []].append(mark + name)
      }
      guard let closing = tag.closing else { continue }
      var key = mark + closing
      if closing.isEmpty, let name = latest[tag.style]?.popLast() { key = name }
      if let opening = open[key]?.popLast(), opening < last { regions.append(opening...last) }
    }
    return regions
  }

  /// The tags in order, outside fenced code and code spans.
  private var tags: [Tag] {
    guard holds(ASCII.leftBrace, in: bytes[...]) || mayHoldScripts else { return [] }
    var tags: [Tag] = []
    var nextFence = 0
    var offset = 0
    var closings = Closings()
    var places = Places()
    while let place = places.next(in: bytes, from: offset) {
      offset = place
      let byte = bytes[offset]
      let line = table.line(at: offset)
      while nextFence < fences.count, fences[nextFence].upperBound < line { nextFence += 1 }
      if nextFence < fences.count, fences[nextFence].contains(line) {
        offset = table.range(of: fences[nextFence].upperBound).upperBound
      } else if byte == ASCII.backtick {
        offset = codeSpanEnd(in: bytes, at: offset, to: table.range(of: line).upperBound)
      } else if let tag = tag(at: offset, &closings) {
        tags.append(tag)
        offset = tag.range.upperBound
      } else {
        offset += 1
      }
    }
    return tags
  }

  /// Finds the bytes that matter here, many at a time.
  private struct Places {
    private static let wanted = [ASCII.leftBrace, ASCII.less, ASCII.backtick]
    private var found = [Int](repeating: -1, count: wanted.count)

    /// Returns the first place of a searched byte. Successive calls must have increasing offsets.
    mutating func next(in bytes: [UInt8], from offset: Int) -> Int? {
      var first = Int.max
      for (index, byte) in Self.wanted.enumerated() {
        if found[index] < offset {
          found[index] = firstOffset(of: byte, in: bytes, from: offset, to: bytes.count) ?? .max
        }
        first = min(first, found[index])
      }
      return first == .max ? nil : first
    }
  }

  private static let scriptOpening = ByteSearch(Array("<%".utf8))

  private var mayHoldScripts: Bool { Self.scriptOpening?.place(in: bytes, from: 0) != nil }

  /// Finds closings in the order of the text, each once, so that hostile text takes linear time.
  private struct Closings {
    /// The next place of each style's closing; the end of the text if there is none.
    var next = [Int](repeating: -1, count: styles.count)
    /// The next line without text.
    var emptyLine = -1
  }

  private func tag(at offset: Int, _ closings: inout Closings) -> Tag? {
    guard
      let style = Self.styles.indices.first(where: {
        bytes[offset...].starts(with: Self.styles[$0].open)
      })
    else { return nil }
    let inner = offset + Self.styles[style].open.count
    if closings.next[style] < inner {
      closings.next[style] = Self.styles[style].search?.place(in: bytes, from: inner) ?? bytes.count
    }
    let close = closings.next[style]
    guard close < bytes.count else { return nil }
    if Self.styles[style].isOneBlock, hasEmptyLine(between: offset, close, &closings) { return nil }
    let end = close + Self.styles[style].close.count
    return tag(style, ByteRange(offset, end), bytes[inner..<close])
  }

  private func hasEmptyLine(between start: Int, _ end: Int, _ closings: inout Closings) -> Bool {
    let first = table.line(at: start)
    if closings.emptyLine < first {
      closings.emptyLine = first
      while closings.emptyLine < table.count,
        !bytes[table.range(of: closings.emptyLine).indices].allSatisfy(ASCII.isWhiteSpace)
      { closings.emptyLine += 1 }
    }
    return closings.emptyLine < table.line(at: end)
  }

  private func tag(_ style: Int, _ range: ByteRange, _ text: ArraySlice<UInt8>) -> Tag {
    var tag = Tag(style: style, range: range)
    let isName: (UInt8) -> Bool = { !ASCII.isWhiteSpace($0) && $0 != ASCII.leftParenthesis }
    let content = text.drop { ASCII.isWhiteSpace($0) || $0 == ASCII.hyphen }
    let name = content.prefix(while: isName)
    let open = Self.styles[style].open
    if content.first == ASCII.slash {
      tag.closing = content.dropFirst().prefix(while: isName)
    } else if open.elementsEqual("{%".utf8), name.starts(with: "end".utf8) {
      tag.closing = name.dropFirst(3)
    } else if open.elementsEqual("{:".utf8) {
      if name.first == ASCII.colon, text.last != ASCII.slash { tag.opening = name.dropFirst() }
    } else {
      tag.opening = name.first == ASCII.hash || name.first == ASCII.caret ? name.dropFirst() : name
    }
    return tag
  }
}

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
      guard offset < bytes.count, bytes[offset] == ASCII.slash || ASCII.isLetter(bytes[offset]) else { continue }
      let line = table.line(at: start)
      while nextFence < fences.count, fences[nextFence].upperBound < line { nextFence += 1 }
      if nextFence < fences.count, fences[nextFence].contains(line) {
        offset = table.range(of: fences[nextFence].upperBound).upperBound
      } else if !isInCodeSpan(start, on: line), let tag = Tag(bytes, at: start) {
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
        offset = tag.end
      }
    }
  }

  /// The line that was searched for code spans last, and the offset up to which it was searched.
  private var spanLine = -1
  private var spanEnd = 0

  /// Returns true if an offset is in a code span.
  ///
  /// - Parameter offset: Greater than the offset of the call before.
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

  private struct Tag {
    enum Kind { case opening, closing, alone }

    let start: Int
    let end: Int
    let name: [UInt8]
    let kind: Kind

    /// The most bytes in which the end of a tag is looked for.
    private static let limit = 1_024

    /// Reads a tag. Nil if no tag begins, as in `a < b` and `<https://…>`.
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
      kind = isClosing ? .closing : isVoid || bytes[end - 2] == ASCII.slash ? .alone : .opening
    }

    private static let voidNames: Set<[UInt8]> = Set(
      ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]
        .map { Array($0.utf8) })

    /// Returns the offset after the `>` that is neither in quotes nor in braces.
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
