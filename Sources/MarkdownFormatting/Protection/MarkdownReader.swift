/// A family of programs that read Markdown. The formatter asks cmark-gfm what a text means; where another family reads
/// lists, empty lines or code by rules of its own, those stay as they are written.
package enum MarkdownReader: String, Sendable, Hashable, CaseIterable {
  case commonMark = "commonmark"
  case mdx
  case pythonMarkdown = "python-markdown"
  case kramdown
  case pandoc

  /// True where only headings and paragraphs mean the same to the family as to cmark-gfm however they are written: a list
  /// may need an empty line before it or four columns of indentation, a table its own widths.
  var keepsBlocks: Bool {
    switch self {
    case .commonMark, .mdx: false
    case .pythonMarkdown, .kramdown, .pandoc: true
    }
  }

  /// True where four columns of indentation do not make code.
  var keepsIndentedCode: Bool { self != .commonMark }
}
