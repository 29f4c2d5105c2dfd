import ByteBasics
import MarkdownFormatting

/// Writes HTML as Markdown, with the proof of ``DocumentWriter`` that it reads back as the same document.
struct HTMLConverter {
  private let writer = DocumentWriter(guardsText: true)

  /// Markdown, and true if all of it could be expressed.
  struct Result {
    let markdown: String
    /// False if a block lost its marks because Markdown has none for them.
    let isWhole: Bool
  }

  /// - Parameter address: The destination that a link or picture gets; nil drops the link and keeps its words.
  func convert(_ html: [UInt8], address: @escaping (String) -> String? = Self.safeAddress) -> Result {
    convert(HTMLTreeBuilder.nodes(of: html), address: address)
  }

  /// The same for a part of a page.
  func convert(
    _ nodes: [HTMLNode], address: @escaping (String) -> String? = Self.safeAddress
  ) -> Result {
    let blocks = HTMLBlocks.blocks(of: nodes, HTMLInlines(address: address))
    if let result = written(blocks) { return result }
    let words = nodes.map(\.text).joined().split(whereSeparator: \.isNewline)
    let paragraphs = words.map { DocumentTree.Block.paragraph([.text(String($0))]) }
    return Result(
      markdown: text(of: paragraphs) ?? words.joined(separator: "\n\n"), isWhole: false)
  }

  /// Blocks as Markdown; what it cannot express loses its marks, not its words.
  ///
  /// - Returns: nil if not even the words can be written.
  func written(_ blocks: [DocumentTree.Block]) -> Result? {
    if let text = text(of: blocks) { return Result(markdown: text, isWhole: true) }
    return text(of: blocks.map(sayable)).map { Result(markdown: $0, isWhole: false) }
  }

  private func sayable(_ block: DocumentTree.Block) -> DocumentTree.Block {
    text(of: [block]) == nil ? plain(block) : block
  }

  private func text(of blocks: [DocumentTree.Block]) -> String? {
    (try? writer.bytes(of: DocumentTree(blocks: blocks))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Web pages, mail and paths stay; links that would run a program do not.
  static let safeAddress: @Sendable (String) -> String? = { address in
    // A browser drops these as well.
    let address = String(
      address.filter { !$0.isNewline && $0 != "\t" }.drop { $0.isASCII && $0 <= " " })
    guard let colon = schemeEnd(of: address.utf8) else { return address }
    let unsafe: Set<String> = ["javascript", "vbscript", "data", "file", "about", "blob"]
    return unsafe.contains(address[..<colon].lowercased()) ? nil : address
  }

  /// The words of a block without marks; of blocks that hold blocks, only those that cannot be written lose theirs.
  private func plain(_ block: DocumentTree.Block) -> DocumentTree.Block {
    switch block {
    case .heading(_, let inlines), .paragraph(let inlines):
      .paragraph([.text(Self.words(of: inlines))])
    case .list(let list):
      .list(
        DocumentTree.List(
          start: list.start, isTight: list.isTight,
          items: list.items.map {
            DocumentTree.Item($0.blocks.map(sayable), isChecked: $0.isChecked)
          }))
    case .quote(let blocks): .quote(blocks.map(sayable))
    case .table(let table):
      .paragraph(
        [
          .text(
            ([table.head] + table.rows).map { $0.map(Self.words).joined(separator: " ") }
              .joined(separator: " "))
        ])
    case .code, .thematicBreak: block
    }
  }

  private static func words(of inlines: [DocumentTree.Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text), .verbatim(let text), .code(let text): text
      case .emphasis(let inner), .strong(let inner), .deletion(let inner), .footnote(let inner):
        words(of: inner)
      case .link(let inner, let url, _): words(of: inner) + " " + url
      case .image(let alt, let url, _): alt + " " + url
      case .lineBreak: " "
      }
    }.joined()
  }
}
