/// Headings: `#` signs and one space. An underlined heading of several lines stays as it is.
struct HeadingFormatter {
  let style: FormattingStyle

  func lines(of leaf: LeafSource, level: Int) -> [ArraySlice<UInt8>] {
    leaf.lines.count == 1
      ? [written(text: closedText(leaf.trimmed(0)), level: level, leaf)]
      : underlined(leaf, level: level)
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

  private func underlined(_ leaf: LeafSource, level: Int) -> [ArraySlice<UInt8>] {
    let text = leaf.trimmed(0)
    // A number sign at the end would be taken for a closing one, a backslash would change its meaning.
    guard leaf.lines.count == 2, let last = text.last, last != ASCII.hash, last != ASCII.backslash
    else { return leaf.verbatimLines }
    return [written(text: text, level: level, leaf)]
  }

  private func written(
    text: ArraySlice<UInt8>, level: Int, _ leaf: LeafSource
  ) -> ArraySlice<UInt8> {
    let marks = [UInt8](repeating: ASCII.hash, count: level)
    if text.isEmpty { return marks[...] }
    let styled = EmphasisMarks(style: style.emphasis).rewritten([text], in: leaf.bytes)
    return marks[...] + [ASCII.space] + (styled.first ?? text)
  }
}
