import ByteBasics
import NoteModel
import NotePresentation
import NoteSyntax

/// The sentence around a link, as plain text.
enum LinkSentence {
  /// Bytes of a note that are looked at before and after the link.
  private static let reach = 400
  /// Characters of a longer sentence that are kept.
  private static let limit = 180

  /// Returns the sentence around a link.
  ///
  /// - Parameters:
  ///   - offset: The offset of the link in its file.
  ///   - source: The file.
  ///   - destination: The link's destination as written, from the index.
  ///   - words: The words of the page's language.
  ///   - keepsLineBreaks: A sentence ends with its line.
  /// - Returns: nil if the sentence says nothing more than the link, or if it might show something that is not text:
  ///   half a comment, half a tag.
  static func around(
    offset: Int, of source: [UInt8], destination: String, words: BodyWords, keepsLineBreaks: Bool
  ) -> String? {
    // A field says nothing in words.
    guard source.indices.contains(offset), offset >= Document.bodyStart(of: source),
      let written = written(around: offset, in: source, keepsLineBreaks), isWhole(written)
    else { return nil }
    let document = Document(
      parsing: Document.withoutComments(withoutRules(written) + [0x0A, 0x0A] + definitions(of: source)))
    // If the link is not recognised in its sentence alone, the sentence contains only half of a construct.
    guard document.links.contains(where: { destination.hasPrefix($0.destination) }) else { return nil }
    let surroundings = BodySurroundings(words: words) { link in
      let isReversed = destination == SiteLink.destination(link.destination, link.label, .reversed)
      return isReversed ? .swapped("") : .hidden
    }
    let body = NoteBody(document, in: surroundings)
    let text = PlainText.excerpt(
      of: body.html, letters: limit, parts: PlainText.Parts.all.subtracting([.mathematics, .footnotes]))
    return text.isEmpty ? nil : text
  }

  /// Returns the lines with the definitions of link labels.
  private static func definitions(of source: [UInt8]) -> [UInt8] {
    let start = Array("\n[".utf8)
    var lines: [UInt8] = []
    var place = 0
    while let found = ByteSearch(start)?.place(in: source, from: place), lines.count < 10 * reach {
      let line = source[(found + 1)...].prefix { $0 != 0x0A }
      if line.firstIndex(of: UInt8(ascii: "]")).map({ line[($0 + 1)...].first == UInt8(ascii: ":") }) == true {
        lines += line + [0x0A]
      }
      place = line.endIndex
    }
    return lines
  }

  /// Returns the text around a link, or, for a link that is defined on a separate line, the text around its first use.
  private static func written(around offset: Int, in source: [UInt8], _ keepsLineBreaks: Bool) -> [UInt8]? {
    let lineStart = source[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = source[lineStart...].prefix { $0 != 0x0A }.drop { $0 == 0x20 }
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
      line[(close + 1)...].first == UInt8(ascii: ":")
    else { return Array(source[range(around: offset, in: source, keepsLineBreaks)]) }
    let label = ByteSearch(Array(line[...close]))
    var start = 0
    while let use = label?.place(in: source, from: start) {
      start = use + 1
      guard use != line.startIndex else { continue }
      return Array(source[range(around: use, in: source, keepsLineBreaks)])
    }
    return nil
  }

  /// Returns the sentence's lines or parts of lines.
  private static func range(around offset: Int, in source: [UInt8], _ keepsLineBreaks: Bool) -> Range<Int> {
    var start = offset
    let first = max(0, offset - reach)
    while start > first, !isBreak(before: start, in: source, keepsLineBreaks) { start -= 1 }
    if start == first, first > 0 {
      // A long sentence begins at one of its words.
      while start < offset, !ASCII.isWhiteSpace(source[start]) { start += 1 }
    }
    var end = offset
    let last = min(source.count, offset + reach)
    while end < last, end == offset || !isBreak(before: end, in: source, keepsLineBreaks) { end += 1 }
    return start..<end
  }

  /// Returns true if a sentence, a line of a list or a paragraph ends right before `index`.
  private static func isBreak(before index: Int, in source: [UInt8], _ keepsLineBreaks: Bool) -> Bool {
    let byte = source[index - 1]
    if byte == 0x0A { return keepsLineBreaks || index < 2 || source[index - 2] == 0x0A || beginsBlock(index, source) }
    guard byte == 0x20, index >= 4 else { return false }
    let mark = source[index - 2]
    return mark == UInt8(ascii: ".") && !ASCII.isDigit(source[index - 3])
      || mark == UInt8(ascii: "!") || mark == UInt8(ascii: "?")
  }

  /// Returns true if a line that begins at `index` does not go on with the one before.
  private static func beginsBlock(_ index: Int, _ source: [UInt8]) -> Bool {
    guard let first = source[index...].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
    return "-*+#>|`~=:\n\r".utf8.contains(first) || ASCII.isDigit(first)
  }

  /// Removes the rows of tables that consist of bars and hyphens.
  private static func withoutRules(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: 0x0A)
    guard
      let rule = lines.firstIndex(where: { line in
        line.contains(UInt8(ascii: "|")) && line.contains(ASCII.hyphen) && line.allSatisfy { " |:-".utf8.contains($0) }
      })
    else { return text }
    let rows = lines[(rule + 1)...].map { row in
      row.split(separator: UInt8(ascii: "|")).map { trimmedBlanks($0) }.filter { !$0.isEmpty }.joined(
        separator: " · ".utf8)
    }
    return Array(rows.joined(separator: [0x0A]))
  }

  private static func isWhole(_ text: [UInt8]) -> Bool {
    count("<!--", in: text) == count("-->", in: text)
      && ["%%", "$$"].allSatisfy { count($0, in: text).isMultiple(of: 2) }
  }

  /// Counts how often a string occurs, without overlaps.
  private static func count(_ sign: String, in text: [UInt8]) -> Int {
    let search = ByteSearch(Array(sign.utf8))
    var count = 0
    var start = 0
    while let place = search?.place(in: text, from: start) {
      count += 1
      start = place + sign.utf8.count
    }
    return count
  }
}
