import ByteBasics

/// Walks cmark's tree once and keeps the facts for the document, with ranges in the file.
struct BlockCollector {
  /// A block whose bytes hold inline constructs.
  struct Leaf {
    let range: ByteRange
    let kind: Block.Kind
    /// True if the leaf is the first block of a quote.
    let beginsQuote: Bool
    /// Links and images that cmark found in it, in order.
    var links: [FoundLink] = []
  }

  /// A link or an image as cmark reads it.
  struct FoundLink {
    let isImage: Bool
    let url: String
    var text: String
  }

  private let bytes: [UInt8]
  private let lines: LineTable
  private(set) var blocks: [Block] = []
  private(set) var headings: [Heading] = []
  private(set) var checkboxes: [Checkbox] = []
  private(set) var leaves: [Leaf] = []
  /// Ranges of code blocks and raw HTML.
  private(set) var opaque: [ByteRange] = []
  private(set) var html: [ByteRange] = []

  private var depth = -1
  private var headingText = ""
  private var isInHeading = false
  private var openLinks: [Int] = []
  private var isInLeaf = false
  private var openCheckboxes: [Int?] = []
  private var isAtQuoteStart = false
  /// The cells of the present row that are still to come, the next one last.
  private var cells: [ByteRange] = []
  private var rowEnd = 0
  private let firstLine: Int
  /// The text that was parsed in place of the body, and its lines.
  private let substitution: BodySubstitution?
  private let parsedLines: LineTable

  /// - Parameters:
  ///   - lines: The lines of the body.
  ///   - firstLine: 1-based line of the file in which the body begins.
  ///   - substitution: The text that cmark was given, if that is not the body itself.
  init(bytes: [UInt8], lines: LineTable, firstLine: Int, substitution: BodySubstitution? = nil) {
    self.bytes = bytes
    self.lines = lines
    self.firstLine = firstLine
    self.substitution = substitution
    parsedLines = substitution.map { LineTable($0.bytes, in: ByteRange(0, $0.bytes.count)) } ?? lines
  }

  mutating func collect(_ tree: borrowing MarkdownTree) {
    tree.walk { node, isEntering in
      let kind = node.kind
      if let block = Block.Kind(kind) {
        if isEntering { enter(block, node) } else { leave(block, node) }
      } else if isInLeaf {
        visitInline(kind, node, isEntering)
      }
    }
    blocks.sort { ($0.range.lowerBound, $0.depth) < ($1.range.lowerBound, $1.depth) }
    leaves.sort { $0.range < $1.range }
  }

  private func range(of node: MarkdownNode) -> ByteRange { inSource(parsedRange(of: node)) }

  /// Returns the range of a block in the text that was parsed.
  private func parsedRange(of node: MarkdownNode) -> ByteRange {
    let firstLine = parsedLines.range(of: node.startLine - 1)
    let start = node.startColumn.map { firstLine.lowerBound + max(0, $0 - 1) } ?? contentStart(of: firstLine)
    let endLine = endLine(of: node)
    let lastLine = parsedLines.range(of: max(node.startLine, endLine) - 1)
    let column = endLine == node.endLine ? node.endColumn : nil
    let end = endLine < node.startLine ? start : column.map { lastLine.lowerBound + $0 } ?? lastLine.upperBound
    let limit = contentEnd(of: lastLine, in: parsedBytes)
    return ByteRange(min(start, limit), min(max(start, end), limit))
  }

  private var parsedBytes: [UInt8] { substitution?.bytes ?? bytes }

  private func inSource(_ range: ByteRange) -> ByteRange {
    guard let substitution else { return range }
    return ByteRange(substitution.source(of: range.lowerBound), substitution.source(of: range.upperBound))
  }

  /// Returns the offset of the text in a line below the first of its block, after the marks of quotes and lists.
  private func contentStart(of line: ByteRange) -> Int {
    let bytes = parsedBytes
    return bytes[line.indices].firstIndex { !ASCII.isBlank($0) && $0 != ASCII.greater } ?? line.upperBound
  }

  /// Returns the 1-based last line of a block.
  ///
  /// Corrects two results of cmark. It ends an underlined heading with the line after the underline, which may contain
  /// other blocks. It ends raw HTML that has an end marker, such as a comment, one line too early.
  private func endLine(of node: MarkdownNode) -> Int {
    if Block.Kind(node.kind) == .htmlBlock {
      return max(node.endLine, node.startLine + max(1, node.literalLineCount) - 1)
    }
    guard Block.Kind(node.kind) == .heading, node.endLine > node.startLine + 1 else { return node.endLine }
    // At the end of the text the underline may be the last line of all.
    let isBeforeEnd = node.endLine < parsedLines.count
    return isBeforeEnd || isUnderline(node.endLine - 1) ? node.endLine - 1 : node.endLine
  }

  /// Returns true if a 1-based line has only `=` or only `-`, inside any quotes and lists.
  private func isUnderline(_ line: Int) -> Bool {
    let bytes = parsedBytes
    let range = parsedLines.range(of: line - 1)
    let content = bytes[range.lowerBound..<contentEnd(of: range, in: bytes)]
      .drop { ASCII.isBlank($0) || $0 == UInt8(ascii: ">") }
    let run = content.prefix { $0 == content.first }
    return (run.first == UInt8(ascii: "=") || run.first == UInt8(ascii: "-"))
      && content.dropFirst(run.count).allSatisfy(ASCII.isBlank)
  }

  private mutating func enter(_ kind: Block.Kind, _ node: MarkdownNode) {
    depth += 1
    let parsed = kind == .tableCell ? cells.popLast() ?? ByteRange(rowEnd, rowEnd) : parsedRange(of: node)
    let range = inSource(parsed)
    blocks.append(Block(kind: kind, depth: depth, range: range))
    if kind == .tableRow {
      rowEnd = parsed.upperBound
      cells = tableCells(of: parsedBytes[parsed.indices]).reversed().map { ByteRange($0.startIndex, $0.endIndex) }
    }
    switch kind {
    case .paragraph, .heading, .tableRow:
      leaves.append(Leaf(range: range, kind: kind, beginsQuote: isAtQuoteStart))
      isInLeaf = true
      isInHeading = kind == .heading
      headingText = ""
    case .codeBlock, .htmlBlock, .thematicBreak:
      // cmark has no event for leaving a node that contains no block.
      depth -= 1
      if kind != .thematicBreak { opaque.append(range) }
      if kind == .htmlBlock { html.append(range) }
    case .item: openCheckboxes.append(addCheckbox(range))
    default: break
    }
    isAtQuoteStart = kind == .blockQuote
  }

  private mutating func leave(_ kind: Block.Kind, _ node: MarkdownNode) {
    depth -= 1
    switch kind {
    case .paragraph, .tableRow: isInLeaf = false
    case .heading:
      isInLeaf = false
      isInHeading = false
      headings.append(
        Heading(level: node.headingLevel, text: trimmedSpaces(shown(headingText)), range: range(of: node)))
    case .item: openCheckboxes.removeLast()
    default: break
    }
  }

  private mutating func visitInline(_ kind: MarkdownNode.Kind, _ node: MarkdownNode, _ isEntering: Bool) {
    switch kind {
    case .link, .image:
      guard let leaf = leaves.indices.last else { return }
      if isEntering {
        openLinks.append(leaves[leaf].links.count)
        leaves[leaf].links.append(FoundLink(isImage: kind == .image, url: asWritten(node.url), text: ""))
      } else if !openLinks.isEmpty {
        openLinks.removeLast()
      }
    case .text, .code:
      guard isInHeading || !openLinks.isEmpty else { return }
      add(node.literal)
    case .softBreak, .lineBreak:
      if isInHeading || !openLinks.isEmpty { add(" ") }
    default: break
    }
  }

  private mutating func add(_ text: String) {
    if isInHeading { headingText += text }
    guard let leaf = leaves.indices.last else { return }
    for link in openLinks { leaves[leaf].links[link].text += shown(text) }
  }

  private func shown(_ text: String) -> String {
    substitution?.replacing(in: text) { $0.plainText(in: bytes) } ?? text
  }

  private func asWritten(_ text: String) -> String {
    substitution?.replacing(in: text) { $0.text(in: bytes) } ?? text
  }

  /// Adds a check box if the item's content begins with `[c] `, and returns its 1-based line, or nil.
  private mutating func addCheckbox(_ item: ByteRange) -> Int? {
    let lineNumber = lines.line(at: item.lowerBound)
    let line = lines.range(of: lineNumber)
    let end = contentEnd(of: line, in: bytes)
    guard let state = stateRange(from: item.lowerBound, to: end) else { return nil }
    let close = state.upperBound
    let textStart = min(end, close + 2)
    let parent = openCheckboxes.last(where: { $0 != nil }) ?? nil
    checkboxes.append(
      Checkbox(
        stateRange: state, state: String(decoding: bytes[state.indices], as: UTF8.self),
        textRange: ByteRange(textStart, end), lineRange: ByteRange(line.lowerBound, end),
        line: firstLine + lineNumber, depth: openCheckboxes.lazy.filter { $0 != nil }.count,
        parentLine: parent))
    return firstLine + lineNumber
  }

  private func stateRange(from start: Int, to end: Int) -> ByteRange? {
    var offset = start
    while offset < end, ASCII.isDigit(bytes[offset]) { offset += 1 }
    guard offset < end, "-+*.)".utf8.contains(bytes[offset]) else { return nil }
    offset += 1
    let markerEnd = offset
    while offset < end, ASCII.isBlank(bytes[offset]) { offset += 1 }
    guard offset > markerEnd, offset + 2 < end, bytes[offset] == ASCII.leftBracket else { return nil }
    let stateStart = offset + 1
    offset = stateStart + 1
    while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    guard offset < end, bytes[offset] == ASCII.rightBracket,
      bytes[stateStart] != ASCII.rightBracket,
      offset + 1 == end || ASCII.isBlank(bytes[offset + 1])
    else { return nil }
    return ByteRange(stateStart, offset)
  }
}

extension Block.Kind {
  init?(_ kind: MarkdownNode.Kind) {
    switch kind {
    case .blockQuote: self = .blockQuote
    case .list: self = .list
    case .item: self = .item
    case .paragraph: self = .paragraph
    case .heading: self = .heading
    case .codeBlock: self = .codeBlock
    case .htmlBlock: self = .htmlBlock
    case .thematicBreak: self = .thematicBreak
    case .table: self = .table
    case .tableRow: self = .tableRow
    case .tableCell: self = .tableCell
    case .footnoteDefinition: self = .footnoteDefinition
    default: return nil
    }
  }
}
