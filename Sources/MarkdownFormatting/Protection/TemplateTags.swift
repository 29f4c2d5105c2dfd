import ByteBasics

/// Tags of programs that make text of templates before Markdown is read: Liquid `{% %}`, Hugo `{{< >}}` and `{{% %}}`,
/// Handlebars `{{ }}`, Templater and EJS `<% %>`, kramdown `{:: }`. A tag over several lines and everything between a tag
/// and the one that closes it belong to them.
struct TemplateTags {
  private struct Style {
    let open: [UInt8]
    let close: [UInt8]
    let reader: MarkdownReader?
    let search: ByteSearch?
    /// True where a tag has no empty line in it.
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
    /// What it begins; nil for a tag that nothing closes.
    var opening: ArraySlice<UInt8>?
    /// Of which name it closes one; an empty name closes any.
    var closing: ArraySlice<UInt8>?
  }

  private let bytes: [UInt8]
  private let table: LineTable
  private let fences: [ClosedRange<Int>]

  init(_ bytes: [UInt8], _ table: LineTable, fences: [ClosedRange<Int>]) {
    self.bytes = bytes
    self.table = table
    self.fences = fences
  }

  /// The lines of each, not in order.
  ///
  /// - Parameter readers: Gets those of the tags that were found.
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

  /// In order, outside fenced code and code spans.
  private var tags: [Tag] {
    guard holds(ASCII.leftBrace, in: bytes[...]) || mayHoldScripts else { return [] }
    var tags: [Tag] = []
    var nextFence = 0
    var offset = 0
    var closings = Closings()
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == ASCII.leftBrace || byte == ASCII.less || byte == ASCII.backtick else {
        offset += 1
        continue
      }
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

  private static let scriptOpening = ByteSearch(Array("<%".utf8))

  private var mayHoldScripts: Bool { Self.scriptOpening?.place(in: bytes, from: 0) != nil }

  /// Finds closings in the order of the text, each once, so that hostile text takes linear time.
  private struct Closings {
    /// The next place of each style's closing; the end of the text where there is none.
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
      closings.next[style] =
        Self.styles[style].search?.place(in: bytes, from: inner) ?? bytes.count
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
