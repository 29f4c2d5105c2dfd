import ByteBasics

/// Writes one leaf in the canonical style.
struct LeafFormatter {
  let style: FormattingStyle

  /// Writes the canonical lines; the lines as they are where there is nothing to do or no safe way to do it.
  func write(_ leaf: LeafSource, to text: inout LeafText) {
    switch leaf.kind {
    // A definition or the box of a task may occur where cmark sees nothing.
    case .empty: text.addLine(leaf.trimmed(0).isEmpty ? [] : leaf.verbatim(0))
    case .html: leaf.writeVerbatim(to: &text)
    case .thematicBreak: text.addLine(thematicBreak(leaf))
    case .code: CodeFormatter.write(leaf, to: &text)
    case .heading(let level):
      HeadingFormatter(style: style).write(leaf, level: level, to: &text)
    case .paragraph: ParagraphFormatter(style: style).write(leaf, to: &text)
    case .table(let alignments):
      TableFormatter(style: style.table).write(leaf, alignments, to: &text)
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
