/// Writes blocks as lines. The formatter gives them their canonical form afterwards.
struct BlockWriter {
  /// The notes at the foot that were met, written, in order.
  private var footnotes: [String] = []

  /// The text of a document.
  ///
  /// - Throws: The number, from 1, of the first block that cannot be written so that it reads right.
  static func text(of blocks: [DocumentTree.Block]) throws(DocumentWriterError) -> String {
    var writer = BlockWriter()
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

  private static func text(_ lines: [String], _ footnotes: [String]) -> String {
    let notes = footnotes.enumerated().flatMap { ["", "[^\($0.offset + 1)]: " + $0.element] }
    return (lines + notes).map { $0 + "\n" }.joined()
  }

  // MARK: - Blocks that hold blocks

  private mutating func lines(
    of blocks: [DocumentTree.Block]
  ) throws(Unsayable) -> [String] {
    var lines: [String] = []
    for index in blocks.indices { lines += try self.lines(of: index, in: blocks) }
    return lines
  }

  /// The lines of one of `blocks`, after an empty line where it is not the first.
  private mutating func lines(
    of index: Int, in blocks: [DocumentTree.Block]
  ) throws(Unsayable) -> [String] {
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

  /// True for every second of lists of one sort that follow one another: the first would take the items of the
  /// second for its own.
  private func isAlternate(_ index: Int, _ blocks: [DocumentTree.Block]) -> Bool {
    var count = 0
    while count < index, blocks[index - count].continuesList(blocks[index - count - 1]) {
      count += 1
    }
    return count % 2 == 1
  }

  private mutating func lines(
    of list: DocumentTree.List, isAlternate: Bool
  ) throws(Unsayable) -> [String] {
    var lines: [String] = []
    for (index, item) in list.items.enumerated() {
      let number = list.start.map { String($0 + index) + (isAlternate ? ")" : ".") }
      let marker = number ?? (isAlternate ? "*" : "-")
      let indentation = String(repeating: " ", count: marker.count + 1)
      var content = try self.lines(of: item.blocks)
      if list.isTight { content.removeAll(where: \.isEmpty) }
      if let isChecked = item.isChecked, !content.isEmpty {
        content[0] = (isChecked ? "[x] " : "[ ] ") + content[0]
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

  /// The first spelling that alone reads as the block.
  private mutating func provedLines(
    of leaf: DocumentTree.Block
  ) throws(Unsayable) -> [String] {
    let wanted = TreeHTML([leaf])
    for spelling in TreeSpelling.all {
      var attempt = LeafWriter(spelling, footnotes: [])
      let lines = attempt.lines(of: leaf)
      guard wanted.isHTML(of: Self.text(lines, attempt.footnotes)) else { continue }
      var writer = LeafWriter(spelling, footnotes: footnotes)
      defer { footnotes = writer.footnotes }
      return writer.lines(of: leaf)
    }
    throw Unsayable()
  }
}

extension DocumentTree.Block {
  /// True for a list of the same sort as the one before it.
  fileprivate func continuesList(_ previous: DocumentTree.Block) -> Bool {
    guard case .list(let one) = previous, case .list(let other) = self else { return false }
    return (one.start == nil) == (other.start == nil)
  }
}
