import ByteBasics

/// Headings: `#` characters and one space. An underlined heading of several lines stays as it is.
struct HeadingFormatter {
  let style: FormattingStyle

  func write(_ leaf: LeafSource, level: Int, to text: inout LeafText) {
    if leaf.lines.count == 1 {
      text.addLine(written(closedText(leaf.trimmed(0)), level: level, leaf))
    } else if let underlined = underlinedText(leaf) {
      text.addLine(written(underlined, level: level, leaf))
    } else {
      leaf.writeVerbatim(to: &text)
    }
  }

  /// The text of `## text ##`.
  private func closedText(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = trimmedBlanks(line.drop { $0 == ASCII.hash })
    let withoutMarks = text.prefix(upTo: endWithout(ASCII.hash, in: text))
    if withoutMarks.isEmpty { return withoutMarks }
    guard let last = withoutMarks.last, ASCII.isBlank(last) else { return text }
    return trimmedBlanks(withoutMarks)
  }

  private func endWithout(_ mark: UInt8, in text: ArraySlice<UInt8>) -> Int {
    var end = text.endIndex
    while end > text.startIndex, text[end - 1] == mark { end -= 1 }
    return end
  }

  /// The text of an underlined heading that can be written with number signs.
  private func underlinedText(_ leaf: LeafSource) -> ArraySlice<UInt8>? {
    let text = leaf.trimmed(0)
    // A number sign at the end would be taken for a closing one, a backslash would change its meaning.
    guard leaf.lines.count == 2, let last = text.last, last != ASCII.hash, last != ASCII.backslash
    else { return nil }
    return text
  }

  private func written(
    _ text: ArraySlice<UInt8>, level: Int, _ leaf: LeafSource
  ) -> ArraySlice<UInt8> {
    var line: [UInt8] = []
    line.reserveCapacity(level + 1 + text.count)
    for _ in 0..<level { line.append(ASCII.hash) }
    guard !text.isEmpty else { return line[...] }
    line.append(ASCII.space)
    let marks = EmphasisMarks(style: style.emphasis)
    line += marks.mayRewrite(text) ? marks.rewritten([text]).first ?? text : text
    return line[...]
  }
}
