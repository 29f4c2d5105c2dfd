import ByteBasics

extension Document {
  /// Returns the document with another text for a heading. Its markers, `{#id}` and spaces are kept.
  ///
  /// - Returns: nil if the new text, even with escapes, is not read back unchanged.
  package func renaming(_ heading: Heading, to text: String) -> Document? {
    let range = contentRange(of: heading)
    for written in [text, Self.escaped(text)] {
      let edit = TextEdit(range: range, replacement: written)
      guard let result = try? source.applying([edit]) else { continue }
      let document = Document(parsing: result.bytes)
      let headings = document.headings
      guard headings.count == self.headings.count,
        let position = self.headings.firstIndex(of: heading),
        HeadingAttributes.text(of: headings[position]) == text
      else { continue }
      return document
    }
    return nil
  }

  /// Returns the range of the heading's text, on all its lines.
  private func contentRange(of heading: Heading) -> ByteRange {
    let bytes = source.bytes
    var start = heading.range.lowerBound
    var end = heading.range.upperBound
    // The range of an underlined heading may have the end of its last line.
    while end > start, bytes[end - 1] <= ASCII.space { end -= 1 }
    if bytes[start] == ASCII.hash {
      while start < end, bytes[start] == ASCII.hash { start += 1 }
      end = withoutClosingMarks(from: start, to: end)
    } else if let line = bytes[start..<end].lastIndex(of: ASCII.lineFeed) {
      // Underlined: the last line is the underline.
      end = line
    }
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    while end > start, bytes[end - 1] <= ASCII.space { end -= 1 }
    let text = source.text(in: ByteRange(start, end))
    if let attributes = HeadingAttributes.start(in: text) {
      end = start + text.utf8.distance(from: text.startIndex, to: attributes)
      while end > start, bytes[end - 1] <= ASCII.space { end -= 1 }
    }
    return ByteRange(start, end)
  }

  private func withoutClosingMarks(from start: Int, to end: Int) -> Int {
    let bytes = source.bytes
    var last = end
    while last > start, bytes[last - 1] <= ASCII.space { last -= 1 }
    let textEnd = last
    while last > start, bytes[last - 1] == ASCII.hash { last -= 1 }
    return last < textEnd && last > start && ASCII.isBlank(bytes[last - 1]) ? last : textEnd
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_{}[]<>#&|~!^".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  /// The headings that open sections: none in a quotation or a list.
  package var sectionHeadings: [Heading] {
    let outer = Set(blocks.lazy.filter { $0.depth == 0 && $0.kind == .heading }.map(\.range))
    return headings.filter { outer.contains($0.range) }
  }

  /// The level-1 heading that is the first block of the body and the body's only one: where there are several, each is
  /// the head of a section, as in a note of `# Todo` and `# Done`.
  package var leadingHeading: Heading? {
    guard let block = blocks.first, block.kind == .heading, let heading = headings.first,
      heading.range == block.range, heading.level == 1
    else { return nil }
    let others = Set(headings.lazy.dropFirst().filter { $0.level == 1 }.map(\.range))
    // A heading in a quotation or a list opens no section.
    let isOnly =
      others.isEmpty || !blocks.contains { $0.depth == 0 && $0.kind == .heading && others.contains($0.range) }
    return isOnly ? heading : nil
  }
}
