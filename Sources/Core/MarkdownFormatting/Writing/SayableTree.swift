import NoteSyntax

/// Finds the closest structure that Markdown can express: only the parts that it cannot express lose their markup, and
/// no words are joined.
struct SayableTree {
  typealias Block = DocumentTree.Block
  typealias Inline = DocumentTree.Inline

  let says: ([Block]) -> Bool
  /// The words of the blocks that lost marks.
  private(set) var losses: [String] = []

  mutating func blocks(_ blocks: [Block]) -> [Block] {
    if says(blocks) { return blocks }
    return apart(blocks.flatMap { says([$0]) ? [$0] : block($0) })
  }

  /// Returns the blocks so that they can be written one after the other. If two blocks cannot, both lose markup.
  private mutating func apart(_ blocks: [Block]) -> [Block] {
    guard blocks.count > 1, !says(blocks) else { return blocks }
    let left = apart(Array(blocks.prefix(blocks.count / 2)))
    let right = apart(Array(blocks.dropFirst(blocks.count / 2)))
    if says(left + right) { return left + right }
    let border = (left.suffix(1) + right.prefix(1)).flatMap { plain($0) }
    return left.dropLast() + border + right.dropFirst()
  }

  /// Simplifies a block that cannot be written unchanged.
  private mutating func block(_ block: Block) -> [Block] {
    switch block {
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = blocks(list.items[index].blocks)
        var one = list
        one.items = [list.items[index]]
        if !says([.list(one)]) { list.items[index].blocks = list.items[index].blocks.flatMap { plain($0) } }
      }
      return says([.list(list)]) ? [.list(list)] : plain(.list(list))
    case .quote(let inner):
      let quote = Block.quote(blocks(inner))
      return says([quote]) ? [quote] : plain(quote)
    case .table(var table):
      table.head = table.head.map { self.inlines($0) }
      table.rows = table.rows.map { row in row.map { self.inlines($0) } }
      return says([.table(table)]) ? [.table(table)] : plain(.table(table))
    case .heading(let level, let text):
      let heading = Block.heading(level: level, inlines(text))
      return says([heading]) ? [heading] : plain(heading)
    case .paragraph(let text):
      let paragraph = Block.paragraph(inlines(text))
      return says([paragraph]) ? [paragraph] : plain(paragraph)
    case .code(let code, _): return [.code(code)]
    case .thematicBreak: return [block]
    }
  }

  private mutating func inlines(_ inlines: [Inline]) -> [Inline] {
    if says([.paragraph(inlines)]) { return inlines }
    losses.append(inlines.words)
    let parts = inlines.map { says([.paragraph([$0])]) ? $0 : .text([$0].words) }
    return says([.paragraph(parts)]) ? parts : [.text(inlines.words)]
  }

  /// Returns the words of a block, each leaf as a paragraph, or as code if even a paragraph cannot be written.
  private mutating func plain(_ block: Block) -> [Block] {
    switch block {
    case .code, .thematicBreak: return [block]
    case .list(let list): return list.items.flatMap { $0.blocks }.flatMap { plain($0) }
    case .quote(let inner): return inner.flatMap { plain($0) }
    case .heading, .paragraph, .table:
      return block.words.map { words in
        if losses.last != words { losses.append(words) }
        let paragraph = Block.paragraph([.text(words)])
        return says([paragraph]) ? paragraph : .code(words)
      }
    }
  }
}

extension DocumentTree.Block {
  /// The words of every leaf; the cells of a row are one.
  var words: [String] {
    switch self {
    case .heading(_, let text), .paragraph(let text): [text.words]
    case .list(let list): list.items.flatMap { $0.blocks.flatMap(\.words) }
    case .quote(let blocks): blocks.flatMap(\.words)
    case .table(let table):
      ([table.head] + table.rows).map { $0.map(\.words).filter { !$0.isEmpty }.joined(separator: " ") }
        .filter { !$0.isEmpty }
    case .code(let text, _): [text]
    case .thematicBreak: []
    }
  }
}

extension [DocumentTree.Inline] {
  /// The text without marks; an address stands in parentheses after its words.
  fileprivate var words: String {
    map { inline in
      switch inline {
      case .text(let text), .verbatim(let text), .code(let text): text
      case .raw(let text): text.hasPrefix("<") ? " " : text
      case .emphasis(let inner), .strong(let inner), .deletion(let inner): inner.words
      case .footnote(let inner): " (\(inner.words)) "
      case .link(let inner, let url, _): inner.words + " (\(url)) "
      case .image(let alt, let url, _): alt + " (\(url)) "
      case .lineBreak: " "
      }
    }.joined()
  }
}
