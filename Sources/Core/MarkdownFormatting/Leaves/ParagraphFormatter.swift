import ByteBasics
import TerminalText

/// Paragraphs: no white space round the lines but for hard breaks, asterisks for emphasis.
struct ParagraphFormatter {
  let style: FormattingStyle

  func write(_ leaf: LeafSource, to text: inout LeafText) {
    if isForeign(leaf) { return leaf.writeVerbatim(to: &text) }
    let keepsEnds = hasOpenConstructs(leaf)
    let marks = EmphasisMarks(style: style.emphasis, removesSpaces: style.readers.isEmpty)
    let isRewritten = marks.mayRewrite(leaf.bytes[leaf.span.indices])
    let columns = keepsEnds || hasLinesByThemselves(leaf) ? nil : style.wrapColumns
    guard isRewritten || columns != nil else {
      for index in leaf.lines.indices { text.addLine(line(leaf, index, keepsEnd: keepsEnds)) }
      return
    }
    var lines = leaf.lines.indices.map { line(leaf, $0, keepsEnd: keepsEnds) }
    if isRewritten { lines = marks.rewritten(lines) }
    if let columns { lines = ParagraphWrapping(columns: columns).wrapped(lines) }
    for line in lines { text.addLine(line) }
  }

  /// Returns true if the paragraph has a field, definition or title on a line, which must not be joined with others.
  private func hasLinesByThemselves(_ leaf: LeafSource) -> Bool {
    style.wrapColumns != nil
      && leaf.lines.indices.contains { index in
        let line = leaf.trimmed(index)
        return ForeignSyntax.isLineByItself(line) || line.firstRange(of: "::".utf8) != nil
      }
  }

  /// Returns true for text that only looks like a paragraph: link definitions, raw HTML, MDX, templates, line blocks.
  private func isForeign(_ leaf: LeafSource) -> Bool {
    let first = leaf.trimmed(0)
    switch first.first {
    case ASCII.less: return leaf.lines.count > 1 || first.contains(ASCII.backtick)
    case ASCII.leftBrace: return true
    case ASCII.leftBracket: return isDefinition(first)
    // A line block of Pandoc begins at the margin only.
    case ASCII.pipe: return true
    case UInt8(ascii: "i"): return leaf.lines.count > 1 && first.starts(with: "import ".utf8)
    case UInt8(ascii: "e"): return leaf.lines.count > 1 && first.starts(with: "export ".utf8)
    default: return false
    }
  }

  private func isDefinition(_ line: ArraySlice<UInt8>) -> Bool {
    guard let close = line.firstIndex(of: ASCII.rightBracket) else { return false }
    return close + 1 < line.endIndex && line[close + 1] == ASCII.colon
  }

  /// Returns true if a code span, a tag or a template may continue past the end of a line.
  private func hasOpenConstructs(_ leaf: LeafSource) -> Bool {
    guard leaf.lines.count > 1, let first = leaf.lines.first, let last = leaf.lines.last else { return false }
    var offset = first.start
    var depth = 0
    while offset < last.end {
      switch leaf.bytes[offset] {
      case ASCII.less, ASCII.leftBrace: depth += 1
      case ASCII.greater, ASCII.rightBrace: depth = max(0, depth - 1)
      case ASCII.backtick:
        let end = codeSpanEnd(in: leaf.bytes, at: offset, to: last.end)
        if leaf.bytes[offset..<end].contains(ASCII.lineFeed) { return true }
        offset = end
        continue
      case ASCII.lineFeed:
        if depth > 0 { return true }
      default: break
      }
      offset += 1
    }
    return false
  }

  private func line(_ leaf: LeafSource, _ index: Int, keepsEnd: Bool) -> ArraySlice<UInt8> {
    let source = leaf.lines[index]
    let text = leaf.trimmed(index)
    if keepsEnd {
      // The indentation of a template or a tag is its author's; CommonMark drops it anyway.
      return leaf.verbatim(index)
    }
    var result = text
    // Programs with a style for each letter tell the boxes apart, and so may other readers than CommonMark.
    if index == 0, style.readers.isEmpty, text.starts(with: "[X] ".utf8) {
      result = Array("[x]".utf8) + text.dropFirst(3)
    }
    if index > 0, leaf.cursor(index).indentation >= 4, mayOpenBlock(text) {
      result = [UInt8](repeating: ASCII.space, count: 4)[...] + text
    }
    let isLast = index == leaf.lines.count - 1
    return !isLast && endsWithHardBreak(leaf.bytes, text.endIndex, source.end)
      ? result + [ASCII.space, ASCII.space] : result
  }

  private func endsWithHardBreak(_ bytes: [UInt8], _ textEnd: Int, _ end: Int) -> Bool {
    end - textEnd >= 2 && bytes[end - 1] == ASCII.space && bytes[end - 2] == ASCII.space
  }
}

/// Returns true if a text at the beginning of a line could begin a block other than a paragraph.
func mayOpenBlock(_ text: ArraySlice<UInt8>) -> Bool {
  guard let first = text.first else { return false }
  return ASCII.isDigit(first) || "#>-+*`~<=_|:[".utf8.contains(first)
}

/// Breaks the lines of a paragraph at spaces, never between two letters of Chinese or Japanese, which have none between
/// words; Korean has.
struct ParagraphWrapping {
  let columns: Int

  func wrapped(_ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    var width = 0
    for line in lines {
      let endsHard = endsWithHardBreak(line)
      for word in words(of: endsHard ? (line.last == ASCII.backslash ? line : line.dropLast(2)) : line) {
        let wordWidth = CellWidth.of(String(decoding: word, as: UTF8.self))
        if !current.isEmpty, width + 1 + wordWidth > columns, !mayOpenBlock(word[...]),
          !isBetweenIdeographs(current, word)
        {
          result.append(current)
          current = []
          width = 0
        }
        if !current.isEmpty {
          current.append(ASCII.space)
          width += 1
        }
        current += word
        width += wordWidth
      }
      if endsHard {
        result.append(current + (line.last == ASCII.backslash ? [] : [ASCII.space, ASCII.space]))
        current = []
        width = 0
      }
    }
    if !current.isEmpty { result.append(current) }
    return result.map { $0[...] }
  }

  private func endsWithHardBreak(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == ASCII.backslash || line.suffix(2).elementsEqual([ASCII.space, ASCII.space])
  }

  /// Splits a line into the pieces between which it may be broken. Protected text is one piece.
  private func words(of line: ArraySlice<UInt8>) -> [[UInt8]] {
    let text = Array(line)
    let protected = ProtectedText.ranges(in: text, from: 0, to: text.count)
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var next = 0
    var offset = 0
    while offset < text.count {
      while next < protected.count, protected[next].upperBound <= offset { next += 1 }
      let isProtected = next < protected.count && protected[next].lowerBound <= offset
      if text[offset] == ASCII.backtick, !isProtected {
        let end = codeSpanEnd(in: text, at: offset, to: text.count)
        word += text[offset..<end]
        offset = end
        continue
      }
      if text[offset] == ASCII.space, !isProtected, isSingleSpace(text, offset) {
        if !word.isEmpty { words.append(word) }
        word = []
      } else {
        word.append(text[offset])
      }
      offset += 1
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// Returns true for a single space. A line is not broken at two spaces, so that both are kept.
  private func isSingleSpace(_ text: [UInt8], _ offset: Int) -> Bool {
    (offset == 0 || text[offset - 1] != ASCII.space) && (offset + 1 == text.count || text[offset + 1] != ASCII.space)
  }

  /// Returns true if both letters are ideographs. Browsers would show a line break between them as an unintended space.
  private func isBetweenIdeographs(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    guard let last = String(decoding: before.suffix(4), as: UTF8.self).unicodeScalars.last,
      let first = String(decoding: after.prefix(4), as: UTF8.self).unicodeScalars.first
    else { return false }
    return Self.isIdeographic(last) && Self.isIdeographic(first)
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Letters of Korean are left out, as in CSS Text: a break between them is a space.
    case 0x2E80...0x312F, 0x3190...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFF9F, 0xFFE0...0xFFEF, 0x20000...0x3FFFD: true
    default: false
    }
  }
}
