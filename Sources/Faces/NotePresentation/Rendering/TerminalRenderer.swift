import ByteBasics
package import NoteSyntax
package import TerminalText

/// Draws the body of a note for a terminal: headings, lists, check boxes, tables, quotes, code, links.
package struct TerminalRenderer {
  let page: Page
  let isBroken: (String) -> Bool
  let isReversed: (Link) -> Bool
  let source: [UInt8]
  /// The items that the scanner found in the body, for which cmark's tree has tokens.
  let substitution: BodySubstitution
  private var lines: [StyledText] = []
  var inline = StyledText()
  var styles: [TextStyle] = []
  private(set) var urls: [String] = []
  /// The address that the terminal offers for the current text. It is always one that `open` would open.
  private var address: String? { urls.last.flatMap { AddressPolicy.opens($0.utf8) ? $0 : nil } }
  private(set) var imageDepth = 0
  /// The beginnings of lines in the open blocks: bars of quotes, indents of items.
  private var prefixes: [Prefix] = []
  /// True while the first line of a callout is drawn.
  var isInCalloutTitle = false
  /// The number of lines before the paragraph, and whether an empty one was due.
  private var beforeParagraph = (lines: 0, needsGap: false)
  private var lists: [ListState] = []
  private var table: [[StyledText]] = []
  private var alignments: [UInt8] = []
  private var needsGap = false
  private var footnoteCount = 0

  /// The position of a walk that leaves out the first heading.
  private enum TitlePosition { case ahead, inside, passed }

  private struct Prefix {
    /// The prefix of the first line, then that of the following lines.
    var first: StyledText
    let rest: StyledText
    var isUsed = false
  }

  private struct ListState {
    var number: Int?
    let isTight: Bool
  }

  /// Draws `document`.
  ///
  /// - Parameter omitsTitle: Without the heading that is its first block. `isBroken` reports a wiki link's target
  ///   whether it leads nowhere, and `isReversed` whether a wiki link is written the other way round, so that its
  ///   words are before the bar. A body that is too complex to be parsed is shown as it is.
  package static func lines(
    _ document: Document, _ page: Page, omitsTitle: Bool = false,
    isReversed: @escaping (Link) -> Bool = { _ in false },
    isBroken: @escaping (String) -> Bool = { _ in false }
  ) -> [StyledText] {
    let substitution = BodySubstitution(document)
    var renderer = TerminalRenderer(document, substitution, page, isBroken: isBroken, isReversed: isReversed)
    guard let tree = MarkdownTree(parsing: substitution.bytes[...]) else {
      return document.source.text(in: document.body).textLines.map { StyledText(String($0)) }
    }
    var title = omitsTitle ? TitlePosition.ahead : .passed
    tree.walk { node, isEntering in
      if node.kind == .heading, title != .passed {
        title = isEntering ? .inside : .passed
        return
      }
      if title == .inside { return }
      if isEntering { renderer.enter(node) } else { renderer.leave(node) }
    }
    return renderer.lines
  }

  private init(
    _ document: Document, _ substitution: BodySubstitution, _ page: Page,
    isBroken: @escaping (String) -> Bool, isReversed: @escaping (Link) -> Bool
  ) {
    self.page = page
    self.isBroken = isBroken
    self.isReversed = isReversed
    self.substitution = substitution
    source = document.source.bytes
  }

  // MARK: - Blocks

  private mutating func enter(_ node: MarkdownNode) {
    switch node.kind {
    case .blockQuote:
      let bar = StyledText(page.asciiOnly ? "| " : "│ ", .dim)
      openGap()
      prefixes.append(Prefix(first: bar, rest: bar))
    case .list:
      if lists.isEmpty { openGap() }
      lists.append(ListState(number: node.isOrderedList ? node.listStart : nil, isTight: node.isTightList))
    case .item: enterItem(node)
    case .heading:
      openGap()
      styles.append(.heading)
      append(String(repeating: "#", count: node.headingLevel) + " ")
    case .paragraph:
      beforeParagraph = (lines.count, needsGap)
      if lists.last?.isTight != true { openGap() }
    case .codeBlock: addCode(asWritten(node.literal))
    case .htmlBlock:
      let shown = withoutComments(node.literal)
      if shown.contains(where: { !$0.isWhitespace }) { addCode(shown) }
    case .thematicBreak:
      openGap()
      add(StyledText(String(repeating: page.asciiOnly ? "-" : "─", count: min(40, room)), .dim))
    case .table:
      openGap()
      table = []
      alignments = node.columnAlignments
    case .tableRow: table.append([])
    case .footnoteDefinition:
      openGap()
      footnoteCount += 1
      let mark = StyledText("[\(footnoteCount)] ", .dim)
      prefixes.append(Prefix(first: mark, rest: StyledText("    ")))
    default: enterInline(node)
    }
  }

  private mutating func leave(_ node: MarkdownNode) {
    switch node.kind {
    case .blockQuote, .footnoteDefinition: prefixes.removeLast()
    case .list:
      lists.removeLast()
      needsGap = true
    case .item:
      flush()
      prefixes.removeLast()
    case .heading:
      flush()
      styles.removeLast()
      needsGap = true
    case .paragraph:
      endCalloutTitle()
      // A paragraph of comments leaves nothing.
      if inline.plainText.allSatisfy(\.isWhitespace) {
        inline = StyledText()
        lines.removeLast(max(0, lines.count - beforeParagraph.lines))
        needsGap = beforeParagraph.needsGap
      } else {
        flush()
        needsGap = true
      }
    case .tableCell:
      if !table.isEmpty { table[table.count - 1].append(inline) }
      inline = StyledText()
    case .table: drawTable()
    default: leaveInline(node)
    }
  }

  private mutating func enterItem(_ node: MarkdownNode) {
    guard let list = lists.indices.last else { return }
    var mark = page.asciiOnly ? "- " : "• "
    if let number = lists[list].number {
      mark = "\(number). "
      lists[list].number = number + 1
    }
    if node.isTaskItem {
      let box = node.isChecked ? (page.asciiOnly ? "[x] " : "☑ ") : (page.asciiOnly ? "[ ] " : "☐ ")
      mark = box
    }
    if !lists[list].isTight { openGap() }
    let first = StyledText(mark, node.isTaskItem && node.isChecked ? .done : .mark)
    prefixes.append(Prefix(first: first, rest: StyledText(String(repeating: " ", count: first.width))))
  }

  private mutating func addCode(_ text: String) {
    openGap()
    var code = text.textLines
    if code.last?.isEmpty == true { code.removeLast() }
    for line in code { add(StyledText("  ") + StyledText(String(line), .code)) }
    needsGap = true
  }

  /// Cells that are left for text in the open blocks.
  private var room: Int { max(10, page.columns - prefixes.reduce(0) { $0 + $1.rest.width }) }

  private mutating func openGap() {
    if needsGap, !lines.isEmpty { lines.append(blankLine) }
    needsGap = false
  }

  /// An empty line keeps the bars of quotes.
  private var blankLine: StyledText {
    let hasBar = prefixes.contains { $0.rest.plainText.hasPrefix("│") || $0.rest.plainText.hasPrefix("|") }
    return hasBar ? prefixes.reduce(StyledText()) { $0 + $1.rest } : StyledText()
  }

  private mutating func add(_ line: StyledText) {
    var result = StyledText()
    for index in prefixes.indices {
      result.append(prefixes[index].isUsed ? prefixes[index].rest : prefixes[index].first)
      prefixes[index].isUsed = true
    }
    lines.append(result + line)
  }

  private mutating func flush() {
    guard !inline.isEmpty else { return }
    for line in inline.wrapped(to: room) { add(line) }
    inline = StyledText()
  }

  private mutating func drawTable() {
    let columnCount = table.map(\.count).max() ?? 0
    guard columnCount > 0 else { return }
    var widths = (0..<columnCount).map { column in
      table.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
    }
    // A file or a program gets each row whole.
    if page.isTerminal { shrink(&widths) }
    let rows = table.map { row in
      widths.enumerated().map { column, width in
        row.indices.contains(column) ? row[column].wrapped(to: max(1, width)) : [StyledText()]
      }
    }
    let hasLongRows = rows.contains { $0.contains { $0.count > 1 } }
    for (position, cells) in rows.enumerated() {
      for line in 0..<(cells.map(\.count).max() ?? 0) { add(rowLine(line, of: cells, widths)) }
      if position == 0 || hasLongRows && position < rows.count - 1 { add(rule(widths)) }
    }
    table = []
    needsGap = true
  }

  private func rowLine(_ number: Int, of cells: [[StyledText]], _ widths: [Int]) -> StyledText {
    var line = StyledText()
    for (column, cell) in cells.enumerated() {
      let part = cell.indices.contains(number) ? cell[number] : StyledText()
      let isRight = alignments.indices.contains(column) && alignments[column] == UInt8(ascii: "r")
      if column > 0 { line.append(page.asciiOnly ? " | " : " │ ", .dim) }
      line.append(part.padded(to: widths[column], alignRight: isRight))
    }
    return line
  }

  private func rule(_ widths: [Int]) -> StyledText {
    let dash = page.asciiOnly ? "-" : "─"
    let cross = page.asciiOnly ? "-+-" : "─┼─"
    return StyledText(widths.map { String(repeating: dash, count: $0) }.joined(separator: cross), .dim)
  }

  /// Takes cells from the widest column until the table fits, as far as a word can be read in each.
  private func shrink(_ widths: inout [Int]) {
    while widths.reduce(0, +) + 3 * (widths.count - 1) > room,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 4
    {
      widths[widest] -= 1
    }
  }

  // MARK: - Inlines

  private mutating func enterInline(_ node: MarkdownNode) {
    switch node.kind {
    case .text: appendText(node.literal)
    case .softBreak: append(endCalloutTitle() ? "\n" : " ")
    case .lineBreak:
      endCalloutTitle()
      append("\n")
    case .code: inline.append(asWritten(node.literal), .code, url: address)
    case .htmlInline: inline.append(withoutComments(node.literal), .dim, url: address)
    case .emphasis: styles.append(.emphasis)
    case .strong: styles.append(.strong)
    case .strikethrough: styles.append(.struck)
    case .link:
      urls.append(asWritten(node.url))
      styles.append(.link)
    case .image:
      imageDepth += 1
      append(page.asciiOnly ? "[image: " : "🖼 ")
      styles.append(.emphasis)
    case .footnoteReference: inline.append("[\(node.literal)]", .dim)
    default: break
    }
  }

  private mutating func leaveInline(_ node: MarkdownNode) {
    switch node.kind {
    case .emphasis, .strong, .strikethrough: styles.removeLast()
    case .image:
      imageDepth -= 1
      styles.removeLast()
      if page.asciiOnly { append("]") }
    case .link:
      let url = urls.removeLast()
      styles.removeLast()
      // Without links that can be opened, the address is shown.
      if !page.isTerminal, !inline.plainText.hasSuffix(url) { inline.append(" (\(url))", .dim) }
    default: break
    }
  }

  mutating func append(_ text: String) { inline.append(text, styles.last ?? .plain, url: address) }

  /// Replaces the mark of the item whose text begins. Returns false if no item begins here.
  mutating func replaceItemMark(_ mark: StyledText) -> Bool {
    guard inline.isEmpty, let last = prefixes.indices.last, !prefixes[last].isUsed, !lists.isEmpty else { return false }
    prefixes[last].first = mark
    return true
  }
}
