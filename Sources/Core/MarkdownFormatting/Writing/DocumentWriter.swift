import NoteSyntax
package import Wording

/// Writes new documents in the canonical style, and proves that they read back as the tree they were written from.
///
/// A block is written without backslashes if the block then reads correctly, otherwise with as few as possible.
package struct DocumentWriter: Sendable {
  private let formatter: MarkdownFormatter
  private let guardsText: Bool
  private let omitsComments: Bool

  /// - Parameters:
  ///   - guardsText: True for text of other programs. Syntax that CommonMark reads as text and Sheaf does not, such as
  ///     comments, formulas, highlights, links and ids, is escaped.
  ///   - omitsComments: True for values of fields: comments in the values are not written.
  package init(style: FormattingStyle = FormattingStyle(), guardsText: Bool = false, omitsComments: Bool = false) {
    self.guardsText = guardsText
    self.omitsComments = omitsComments
    formatter = MarkdownFormatter(style: style)
  }

  /// Writes a whole file.
  ///
  /// - Returns: Bytes that have the HTML of the tree and that the formatter does not change. A bare address in a text
  ///   becomes a link in GitHub's Markdown, and does not count as a difference.
  /// - Throws: ``DocumentWriterError`` if Markdown cannot express the tree, such as a link inside a link.
  package func bytes(of tree: DocumentTree) throws(DocumentWriterError) -> [UInt8] {
    let tree = tree.normalized(omitsComments: omitsComments)
    let body = try BlockWriter.text(of: tree.blocks, guardsText: guardsText)
    let head = try frontMatter(tree.fields)
    let separator = head.isEmpty || body.isEmpty ? "" : "\n"
    let bytes = formatter.format(Array((head + separator + body).utf8)).bytes
    let written = String(decoding: bytes[Document.bodyStart(of: bytes)...], as: UTF8.self)
    guard TreeHTML(tree.blocks).isHTML(of: written) else { throw DocumentWriterError.unsayable(block: nil) }
    return bytes
  }

  /// Writes the blocks as Markdown. A part that Markdown cannot express loses its markup, and only that part.
  ///
  /// - Returns: The text, and the words of the parts that lost markup.
  package func written(_ blocks: [DocumentTree.Block]) -> (text: String, losses: [String]) {
    if let bytes = try? bytes(of: DocumentTree(blocks: blocks)) { return (String(decoding: bytes, as: UTF8.self), []) }
    var sayable = SayableTree { (try? bytes(of: DocumentTree(blocks: $0))) != nil }
    let sayableBlocks = sayable.blocks(blocks)
    // A text that cmark is kept away from is never proved as a whole.
    let whole = (try? bytes(of: DocumentTree(blocks: sayableBlocks))).map { [$0] }
    let parts =
      whole
      ?? sayableBlocks.map { block in
        (try? bytes(of: DocumentTree(blocks: [block]))) ?? Array((block.words.joined(separator: "\n\n") + "\n").utf8)
      }
    return (parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"), sayable.losses)
  }

  private func frontMatter(_ fields: [DocumentTree.Field]) throws(DocumentWriterError) -> String {
    guard !fields.isEmpty else { return "" }
    let lines = ["---"] + fields.map { $0.value.line(for: $0.key) } + ["---"]
    let text = lines.map { $0 + "\n" }.joined()
    let entries = FrontMatter.read(Array(text.utf8)).frontMatter?.entries ?? []
    for (index, field) in fields.enumerated() {
      guard index < entries.count, entries[index].key == field.key,
        field.value.isValue(of: entries[index].value)
      else { throw DocumentWriterError.unsayableField(field.key) }
    }
    return text
  }
}

/// A tree that Markdown cannot say. Nothing was written.
package enum DocumentWriterError: ExplainedError, Hashable {
  /// The block by its number from 1. Nil if only the whole does not read right.
  case unsayable(block: Int?)
  case unsayableField(String)

  package var category: ErrorCategory { .badData }

  package var explanation: Message {
    switch self {
    case .unsayable(let block?):
      Message("Block \(block) cannot be written as Markdown", ko: "마크다운으로 쓸 수 없는 블록입니다: \(block)번째")
    case .unsayable(nil): Message("The document cannot be written as Markdown", ko: "문서를 마크다운으로 쓸 수 없습니다")
    case .unsayableField(let key):
      Message("The field “\(key)” cannot be written as YAML", ko: "“\(key)” 필드는 YAML로 쓸 수 없습니다")
    }
  }
}

/// Writes blocks as lines. The formatter gives them their canonical form afterwards.
struct BlockWriter {
  /// The notes at the foot that were met, written, in order.
  private var footnotes: [String] = []
  private let guardsText: Bool

  /// Writes the text of a document.
  ///
  /// - Throws: The number, from 1, of the first block for which no spelling is parsed correctly.
  static func text(of blocks: [DocumentTree.Block], guardsText: Bool) throws(DocumentWriterError) -> String {
    var writer = BlockWriter(guardsText: guardsText)
    var lines: [String] = []
    for index in blocks.indices {
      do throws(Unsayable) {
        lines += try writer.lines(of: index, in: blocks)
      } catch {
        throw DocumentWriterError.unsayable(block: index + 1)
      }
    }
    return text(lines, writer.footnotes)
  }

  private struct Unsayable: Error {}

  private init(guardsText: Bool) { self.guardsText = guardsText }

  private static func text(_ lines: [String], _ footnotes: [String]) -> String {
    let notes = footnotes.enumerated().flatMap { ["", "[^\($0.offset + 1)]: " + $0.element] }
    return (lines + notes).map { $0 + "\n" }.joined()
  }

  // MARK: - Blocks that hold blocks

  private mutating func lines(of blocks: [DocumentTree.Block]) throws(Unsayable) -> [String] {
    var lines: [String] = []
    for index in blocks.indices { lines += try self.lines(of: index, in: blocks) }
    return lines
  }

  /// Writes the lines of one of `blocks`, after an empty line if it is not the first.
  private mutating func lines(of index: Int, in blocks: [DocumentTree.Block]) throws(Unsayable) -> [String] {
    let lines =
      switch blocks[index] {
      case .list(let list): try self.lines(of: list, isAlternate: isAlternate(index, blocks))
      case .quote(let inner): try self.lines(of: inner).map { $0.isEmpty ? ">" : "> " + $0 }
      case .code(let text, let language): Self.code(text, language)
      case .thematicBreak: ["___"]
      case .heading, .paragraph, .table: try provedLines(of: blocks[index])
      }
    return index == 0 ? lines : [""] + lines
  }

  /// Returns true for every second of adjacent lists of one kind, which with equal bullets would be one list.
  private func isAlternate(_ index: Int, _ blocks: [DocumentTree.Block]) -> Bool {
    var count = 0
    while count < index, blocks[index - count].continuesList(blocks[index - count - 1]) {
      count += 1
    }
    return count % 2 == 1
  }

  private mutating func lines(of list: DocumentTree.List, isAlternate: Bool) throws(Unsayable) -> [String] {
    var lines: [String] = []
    for (index, item) in list.items.enumerated() {
      let number = list.start.map { String($0 + index) + (isAlternate ? ")" : ".") }
      let marker = number ?? (isAlternate ? "*" : "-")
      let indentation = String(repeating: " ", count: marker.count + 1)
      var content = try self.lines(of: item.blocks)
      if list.isTight { content.removeAll(where: \.isEmpty) }
      if let isChecked = item.isChecked {
        let box = isChecked ? "[x] " : "[ ] "
        if item.hasTextAtBox { content[0] = box + content[0] } else { content.insert(box, at: 0) }
      } else if let first = content.first?.prefix(4), first.count > 2,
        ["[ ] ", "[x] ", "[X] "].contains(where: { $0.hasPrefix(first) })
      {
        // No box begins with a backslash.
        content[0] = "\\" + content[0]
      }
      if index > 0, !list.isTight { lines.append("") }
      lines.append(content.first.map { marker + " " + $0 } ?? marker)
      lines += content.dropFirst().map { $0.isEmpty ? "" : indentation + $0 }
    }
    return lines
  }

  private static func code(_ text: String, _ language: String) -> [String] {
    let code = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let longest = code.reduce(0) { max($0, $1.drop { $0 == " " }.prefix { $0 == "`" }.count) }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + language] + (text.isEmpty ? [] : code) + [fence]
  }

  // MARK: - Blocks that hold text

  /// Returns the first spelling that alone is parsed as the block.
  private mutating func provedLines(of leaf: DocumentTree.Block) throws(Unsayable) -> [String] {
    let wanted = TreeHTML([leaf])
    func attempt(_ spelling: TreeSpelling) -> String? {
      var attempt = LeafWriter(spelling: spelling, footnotes: [])
      let lines = attempt.lines(of: leaf)
      let text = Self.text(lines, attempt.footnotes)
      return wanted.isHTML(of: text) ? text : nil
    }
    for var spelling in TreeSpelling.all {
      guard let text = attempt(spelling) else { continue }
      if guardsText, Self.hasOwnMarks(text) {
        spelling.guardsText = true
        if attempt(spelling) == nil { spelling.guardsText = false }
      }
      var writer = LeafWriter(spelling: spelling, footnotes: footnotes)
      defer { footnotes = writer.footnotes }
      return writer.lines(of: leaf)
    }
    throw Unsayable()
  }

  /// Returns true if a leaf has constructs of ours that are text in CommonMark. Constructs that span leaves, or that
  /// only count in a quote, are treated like these.
  private static func hasOwnMarks(_ text: String) -> Bool {
    guard text.utf8.contains(where: { "%=$^{[".utf8.contains($0) }) else { return false }
    if text.hasPrefix("[!") || ["%%", "$$"].contains(where: { text.contains($0) }) { return true }
    let document = Document(parsing: Array(text.utf8))
    return !document.marks.isEmpty || !document.blockIdentifiers.isEmpty || document.links.contains { $0.kind.isWiki }
  }
}

extension DocumentTree.Block {
  /// Returns true for a list of the same kind as the previous list.
  fileprivate func continuesList(_ previous: DocumentTree.Block) -> Bool {
    guard case .list(let one) = previous, case .list(let other) = self else { return false }
    return (one.start == nil) == (other.start == nil)
  }
}
