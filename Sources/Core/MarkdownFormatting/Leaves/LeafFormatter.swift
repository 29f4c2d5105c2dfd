import ByteBasics

/// Writes one leaf in the canonical style.
struct LeafFormatter {
  let style: FormattingStyle

  /// Writes the lines in canonical style, or unchanged lines if no safe change exists.
  func write(_ leaf: LeafSource, to text: inout LeafText) {
    switch leaf.kind {
    // A definition or the box of a task may occur where cmark sees nothing.
    case .empty: text.addLine(leaf.trimmed(0).isEmpty ? [] : leaf.verbatim(0))
    case .html: leaf.writeVerbatim(to: &text)
    case .thematicBreak: text.addLine(thematicBreak(leaf))
    case .code: CodeFormatter.write(leaf, to: &text)
    case .heading(let level): HeadingFormatter().write(leaf, level: level, to: &text)
    case .paragraph: ParagraphFormatter(style: style).write(leaf, to: &text)
    case .table(let alignments): TableFormatter(style: style.table).write(leaf, alignments, to: &text)
    }
  }

  /// Returns the line with asterisks if hyphens would open front matter or join with the bullet before them.
  private func thematicBreak(_ leaf: LeafSource) -> ArraySlice<UInt8> {
    let mark = leaf.isAtFileStart || leaf.bulletBefore == ASCII.hyphen ? UInt8(ascii: "*") : ASCII.hyphen
    return [mark, mark, mark]
  }
}

/// Headings: `#` characters and one space. An underlined heading of several lines stays as it is.
struct HeadingFormatter {
  func write(_ leaf: LeafSource, level: Int, to text: inout LeafText) {
    if leaf.lines.count == 1 {
      text.addLine(written(closedText(leaf.trimmed(0)), level: level, leaf))
    } else if let underlined = underlinedText(leaf) {
      text.addLine(written(underlined, level: level, leaf))
    } else {
      leaf.writeVerbatim(to: &text)
    }
  }

  /// Returns the text of `## text ##`.
  private func closedText(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = trimmedBlanks(line.drop { $0 == ASCII.hash })
    let withoutMarks = text.trimmingEnd { $0 == ASCII.hash }
    if withoutMarks.isEmpty { return withoutMarks }
    guard let last = withoutMarks.last, ASCII.isBlank(last) else { return text }
    return trimmedBlanks(withoutMarks)
  }

  /// Returns the text of an underlined heading if it can be written with number signs.
  private func underlinedText(_ leaf: LeafSource) -> ArraySlice<UInt8>? {
    let text = leaf.trimmed(0)
    // A number sign at the end would be taken for a closing one, a backslash would change its meaning.
    guard leaf.lines.count == 2, let last = text.last, last != ASCII.hash, last != ASCII.backslash else { return nil }
    return text
  }

  private func written(_ text: ArraySlice<UInt8>, level: Int, _ leaf: LeafSource) -> ArraySlice<UInt8> {
    var line: [UInt8] = []
    line.reserveCapacity(level + 1 + text.count)
    for _ in 0..<level { line.append(ASCII.hash) }
    guard !text.isEmpty else { return line[...] }
    line.append(ASCII.space)
    // The marks stay: links may name a heading by its source.
    return line + text
  }
}
