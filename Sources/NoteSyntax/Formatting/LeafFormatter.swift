/// Writes one leaf in the canonical style, line by line, without the marks of its containers.
struct LeafFormatter {
  let style: FormattingStyle

  /// The canonical lines; the lines as they are where there is nothing to do or no safe way to do it.
  func lines(of leaf: LeafSource) -> [ArraySlice<UInt8>] {
    switch leaf.kind {
    // A definition or the box of a task may stand where cmark sees nothing.
    case .empty: [leaf.trimmed(0).isEmpty ? [] : leaf.verbatim(0)]
    case .html: leaf.verbatimLines
    case .thematicBreak: [thematicBreak(leaf)]
    case .code: CodeFormatter.lines(of: leaf)
    case .heading(let level): HeadingFormatter(style: style).lines(of: leaf, level: level)
    case .paragraph: ParagraphFormatter(style: style).lines(of: leaf)
    case .table(let alignments): TableFormatter(style: style.table).lines(of: leaf, alignments)
    }
  }

  /// Asterisks where hyphens would open front matter or join with the bullet before them.
  private func thematicBreak(_ leaf: LeafSource) -> ArraySlice<UInt8> {
    let mark =
      leaf.isAtFileStart || leaf.bulletBefore == ASCII.hyphen
      ? UInt8(ascii: "*") : ASCII.hyphen
    return [mark, mark, mark]
  }
}
