import ByteBasics
import MarkdownFormatting
import NoteSyntax

/// Text without marks as Markdown that a reader sees as that text.
enum PlainMarkdown {
  /// Paragraphs are those of the text, and its lines stay lines.
  static func text(_ text: String) -> String {
    let paragraphs = ImportLines.normal(text).split(
      separator: "\n\n", omittingEmptySubsequences: true)
    let blocks = paragraphs.map { paragraph -> DocumentTree.Block in
      let lines = paragraph.split(separator: "\n")
      let inlines = lines.enumerated().flatMap { index, line -> [DocumentTree.Inline] in
        let words = DocumentTree.Inline.text(String(line))
        return index == 0 ? [words] : [.lineBreak, words]
      }
      return .paragraph(inlines)
    }
    guard let bytes = try? DocumentWriter().bytes(of: DocumentTree(blocks: blocks)) else {
      return text
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
