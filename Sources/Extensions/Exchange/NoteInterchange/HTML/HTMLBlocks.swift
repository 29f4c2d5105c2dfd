import MarkdownFormatting

/// The blocks of HTML as those of a document.
struct HTMLBlocks {
  typealias Block = DocumentTree.Block

  private let inlines: HTMLInlines
  private var blocks: [Block] = []
  /// The inline nodes since the last block.
  private var run: [HTMLNode] = []

  static func blocks(of nodes: [HTMLNode], _ inlines: HTMLInlines) -> [Block] {
    var builder = HTMLBlocks(inlines: inlines)
    for node in nodes { builder.append(node) }
    builder.endRun()
    return builder.blocks
  }

  private init(inlines: HTMLInlines) { self.inlines = inlines }

  private mutating func append(_ node: HTMLNode) {
    guard case .element(let element) = node else { return run.append(node) }
    if HTMLInlines.isDropped(element) { return inlines.losses.addForm(element) }
    if !HTMLTreeBuilder.blocks.contains(element.name) {
      // A block in an inline element is rare; its words are kept, as blocks.
      if Self.containsBlock(element) { return element.children.forEach { append($0) } }
      return run.append(node)
    }
    endRun()
    for block in Self.blocks(of: element, inlines) { append(block) }
  }

  /// Appends a block. Consecutive check boxes form one list, even in different elements.
  private mutating func append(_ block: Block) {
    guard case .list(let next) = block, next.isOfBoxes, case .list(var list)? = blocks.last,
      list.isOfBoxes
    else { return blocks.append(block) }
    list.items += next.items
    blocks[blocks.count - 1] = .list(list)
  }

  private static func containsBlock(_ element: HTMLNodeElement) -> Bool {
    element.children.contains { child in
      guard case .element(let inner) = child else { return false }
      return HTMLTreeBuilder.blocks.contains(inner.name) || containsBlock(inner)
    }
  }

  /// Ends a run of inline nodes as a paragraph. A line that begins with a check box becomes an item of a list.
  private mutating func endRun() {
    var nodes = run
    run = []
    guard nodes.contains(where: { Self.saysSomething($0) }) else { return }
    if let box = Self.takeBox(of: &nodes) {
      let item = DocumentTree.Item([.paragraph(inlines.inlines(of: nodes))], isChecked: box)
      return append(.list(DocumentTree.List(items: [item])))
    }
    blocks.append(.paragraph(inlines.inlines(of: nodes)))
  }

  private static func saysSomething(_ node: HTMLNode) -> Bool {
    switch node {
    case .text(let text): text.contains { !$0.isWhitespace }
    case .element(let element):
      ["img", "picture", "area", "en-media", "en-todo", "input", "math"].contains(element.name) || element.isTeXScript
        || HTMLInlines.media.contains(element.name)
        || element.children.contains { saysSomething($0) }
    }
  }

  /// Takes the check box off that the nodes begin with: true if it is ticked, nil if there is none.
  private static func takeBox(of nodes: inout [HTMLNode]) -> Bool? {
    for index in nodes.indices {
      switch nodes[index] {
      case .text(let text): if text.contains(where: { !$0.isWhitespace }) { return nil }
      case .element(var element):
        if let box = HTMLInlines.box(element) {
          nodes.remove(at: index)
          return box
        }
        if HTMLTreeBuilder.lists.contains(element.name)
          || ["input", "table", "img", "picture", "area", "math"].contains(element.name)
        {
          return nil
        }
        let box = takeBox(of: &element.children)
        nodes[index] = .element(element)
        if box != nil || element.text.contains(where: { !$0.isWhitespace }) { return box }
      }
    }
    return nil
  }

  // MARK: - One element

  private static func blocks(of element: HTMLNodeElement, _ inlines: HTMLInlines) -> [Block] {
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let level = element.name.last?.wholeNumberValue ?? 1
      let text = inlines.inlines(of: element.children)
      return saysSomething(.element(element)) ? [.heading(level: level, text)] : []
    case "hr": return [.thematicBreak]
    case "pre", "listing": return [code(element, inlines)]
    case "blockquote":
      let inner = blocks(of: element.children, inlines)
      return inner.isEmpty ? [] : depth(of: inner) < depthLimit ? [.quote(inner)] : inner
    case "table": return table(element, inlines)
    case "dt":
      let text = inlines.inlines(of: element.children, marks: ["strong"])
      return element.text.contains { !$0.isWhitespace } ? [.paragraph([.strong(text)])] : []
    case let name where HTMLTreeBuilder.lists.contains(name): return list(element, inlines)
    default: return EvernoteCode(element)?.block.map { [$0] } ?? blocks(of: element.children, inlines)
    }
  }

  /// The most quotes and lists in one another: each line has the marks of all around it.
  private static let depthLimit = 16

  private static func depth(of blocks: [Block]) -> Int {
    blocks.reduce(0) { deepest, block in
      switch block {
      case .quote(let inner): max(deepest, 1 + depth(of: inner))
      case .list(let list): list.items.reduce(deepest) { max($0, 1 + depth(of: $1.blocks)) }
      default: deepest
      }
    }
  }

  private static func code(_ element: HTMLNodeElement, _ inlines: HTMLInlines) -> Block {
    let names =
      [element.attributes["class"]]
      + element.children.map { node in
        if case .element(let inner) = node { inner.attributes["class"] } else { nil }
      }
    let language = names.compactMap(\.self).flatMap { $0.split(separator: " ") }
      .first { $0.hasPrefix("language-") }.map { String($0.dropFirst(9)) }
    let text = element.words(inlines.losses.addForm)
    return .code(text.hasPrefix("\n") ? String(text.dropFirst()) : text, language: language ?? "")
  }

  private static func list(_ element: HTMLNodeElement, _ inlines: HTMLInlines) -> [Block] {
    var items: [DocumentTree.Item] = []
    // Text between the items becomes an item as well.
    var loose: [HTMLNode] = []
    func endLoose() {
      let blocks = blocks(of: loose, inlines)
      loose = []
      if !blocks.isEmpty { items.append(DocumentTree.Item(blocks)) }
    }
    for child in element.children {
      guard case .element(let inner) = child, inner.name == "li" || HTMLTreeBuilder.lists.contains(inner.name) else {
        loose.append(child)
        continue
      }
      endLoose()
      if inner.name == "li" {
        var children = inner.children
        var box = takeBox(of: &children)
        // Evernote's checklists.
        if element.style["--en-todo"] == "true" { box = inner.style["--en-checked"] == "true" }
        items.append(DocumentTree.Item(blocks(of: children, inlines), isChecked: box))
      } else if !items.isEmpty {
        // The nested list is next to its item instead of in it.
        items[items.count - 1].blocks += list(inner, inlines)
      } else {
        items.append(DocumentTree.Item(blocks(of: [child], inlines)))
      }
    }
    endLoose()
    guard let deepest = items.map({ depth(of: $0.blocks) }).max() else { return [] }
    guard deepest < depthLimit else { return items.flatMap(\.blocks) }
    let start = element.name == "ol" ? Int(element.attributes["start"] ?? "") ?? 1 : nil
    return [.list(DocumentTree.List(start: start, items: items))]
  }

  /// Converts a table. A caption, and text between the rows, come before the table, as in a browser.
  private static func table(_ element: HTMLNodeElement, _ inlines: HTMLInlines) -> [Block] {
    let rows = HTMLTableGrid(element).rows
    guard let width = rows.map(\.count).max(), width > 0, width * rows.count <= HTMLTableGrid.cellLimit else {
      return blocks(of: element.children, inlines)
    }
    let outside = element.children.filter {
      if case .element(let inner) = $0 { inner.name == "caption" } else { true }
    }
    let isHead = rows[0].contains { $0?.name == "th" }
    func cells(_ row: [HTMLNodeElement?]) -> [[DocumentTree.Inline]] {
      (0..<width).map { $0 < row.count ? inlines.inlines(of: row[$0]?.children ?? []) : [] }
    }
    let head = isHead ? cells(rows[0]) : Array(repeating: [], count: width)
    let body = (isHead ? Array(rows.dropFirst()) : rows).map(cells)
    return blocks(of: outside, inlines) + [.table(DocumentTree.Table(head: head, rows: body))]
  }
}

extension DocumentTree.List {
  fileprivate var isOfBoxes: Bool { start == nil && items.allSatisfy { $0.isChecked != nil } }
}

/// A block of code as Evernote writes it: a `div` with a style of its own, and a `div` in it for each line.
struct EvernoteCode {
  private let element: HTMLNodeElement

  /// nil for any other element.
  init?(_ element: HTMLNodeElement) {
    let style = element.style
    guard ["--en-codeblock", "-en-codeblock"].contains(where: { style[$0] == "true" }) else { return nil }
    self.element = element
  }

  var block: DocumentTree.Block? {
    let text = Self.lines(of: element.children).joined(separator: "\n").replacing("\u{A0}", with: " ")
    return text.contains { !$0.isWhitespace } ? .code(text + "\n", language: language) : nil
  }

  /// Versions of Evernote differ in the name of the declaration; `plaintext` is no language.
  private var language: String {
    let style = element.style
    let name = style["--en-codeblocklanguage"] ?? style["--en-syntaxlanguage"] ?? ""
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || "+#-".contains($0) }
    return isWord && name != "plaintext" ? name : ""
  }

  /// Returns the lines of nodes. A block is on separate lines, as is text between blocks other than white space.
  private static func lines(of nodes: [HTMLNode]) -> [String] {
    var lines: [String] = []
    var run: [HTMLNode] = []
    func endRun() {
      let text = run.map(\.text).joined()
      let isSpace = nodes.count > run.count && text.allSatisfy(\.isWhitespace)
      if !run.isEmpty, !isSpace {
        lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
      run = []
    }
    for node in nodes {
      if case .element(let inner) = node, HTMLTreeBuilder.blocks.contains(inner.name) {
        endRun()
        let own = self.lines(of: inner.children)
        // `<div><br></div>` is one empty line.
        lines += own.allSatisfy(\.isEmpty) ? [""] : own
      } else {
        run.append(node)
      }
    }
    endRun()
    return lines
  }
}
