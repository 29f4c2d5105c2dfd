package import ByteBasics

/// Puts text into the body of a document, or into the section of a heading, and changes no other byte.
///
/// ```
/// # Plan          # Plan
///                            prepend to “Plan”: after the heading
/// first           new text
///            →
/// ## Later        first
///                            append to “Plan”: before the next heading of its level
/// ```
package struct TextInsertion {
  package enum Place: Sendable { case beginning, end }

  private let document: Document
  /// The range that the text can go into: from the end of the heading's line to the next heading.
  package let room: ByteRange
  private let lineEnd: [UInt8]

  /// Creates the insertion into the section of a heading of the document, or, for nil, into the whole body.
  package init(_ document: Document, section heading: Heading? = nil) {
    self.document = document
    let bytes = document.source.bytes
    lineEnd = ByteBasics.lineEnd(of: bytes)
    if let heading {
      let start = Self.nextLine(in: bytes, from: heading.range.upperBound)
      // A heading in a quotation or a list ends no section but that of another such heading.
      let outer = document.sectionHeadings
      let next = (outer.contains(heading) ? outer : document.headings).first {
        $0.range.lowerBound >= start && $0.level <= heading.level
      }
      room = ByteRange(start, next?.range.lowerBound ?? bytes.count)
    } else {
      let title = document.leadingHeading
      let start = title.map { Self.nextLine(in: bytes, from: $0.range.upperBound) }
      room = ByteRange(start ?? document.body.lowerBound, bytes.count)
    }
  }

  /// Inserts a text into the section.
  ///
  /// - Parameters:
  ///   - text: The Markdown to insert. Its line endings are converted to those of the file.
  ///   - place: The place within the section.
  /// - Returns: The new bytes, and the line at which the text begins, from 1.
  package func inserting(_ text: String, at place: Place) -> (bytes: [UInt8], line: Int) {
    let offset = place == .end ? endOfText : start
    let bytes = document.source.bytes
    let before = bytes[..<offset]
    let after = bytes[offset...]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Array($0.utf8) }
    let gapBefore = gap(before: lines.first ?? [], before)
    let gapAfter = gap(after: lines, after)
    let result = Array(before) + gapBefore + Array(lines.joined(separator: lineEnd)) + lineEnd + gapAfter + Array(after)
    let start = before.count + gapBefore.count
    return (result, result[..<start].count { $0 == 0x0A } + 1)
  }

  /// The place after the last line of the section that is not blank.
  private var endOfText: Int {
    let bytes = document.source.bytes
    var end = min(room.upperBound, bytes.count)
    while end > room.lowerBound, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return end == room.lowerBound ? start : Self.nextLine(in: bytes, from: end)
  }

  /// The place after the blank line that follows a heading or the front matter.
  private var start: Int {
    let bytes = document.source.bytes
    let next = Self.nextLine(in: bytes, from: room.lowerBound + 1)
    let isBlank =
      room.lowerBound < next && next <= bytes.count
      && bytes[room.lowerBound..<next].allSatisfy(Self.isBlank) && bytes[next - 1] == 0x0A
    return isBlank && next <= room.upperBound && room.lowerBound > 0 ? next : room.lowerBound
  }

  /// Returns the line endings needed between the text before and `line`. List items need no blank line.
  private func gap(before line: [UInt8], _ text: ArraySlice<UInt8>) -> [UInt8] {
    if text.isEmpty || text.count <= document.body.lowerBound && text.last == 0x0A { return [] }
    let start = text.last == 0x0A ? [] : lineEnd
    let last = text.split(separator: 0x0A).last ?? []
    if last.allSatisfy(Self.isBlank) { return start }
    let endsBlank = text.last == 0x0A && Self.endsWithBlankLine(text)
    if endsBlank || Self.isItem(last) && Self.isItem(line[...]) { return start }
    return start + lineEnd
  }

  private func gap(after lines: [[UInt8]], _ text: ArraySlice<UInt8>) -> [UInt8] {
    guard
      let next = text.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false).first,
      !text.isEmpty, !next.allSatisfy(Self.isBlank)
    else { return [] }
    // Code that is indented would become text of an item before it.
    if next.starts(with: "    ".utf8) || next.first == ASCII.tab, lines.contains(where: { Self.isItem($0[...]) }) {
      return lineEnd + Array("<!-- -->".utf8) + lineEnd + lineEnd
    }
    return Self.isItem((lines.last ?? [])[...]) && Self.isItem(next) ? [] : lineEnd
  }

  private static func endsWithBlankLine(_ text: ArraySlice<UInt8>) -> Bool {
    text.dropLast().last { $0 != 0x0D && $0 != 0x20 && $0 != 0x09 } == 0x0A
  }

  /// Returns true for `- `, `* `, `+ `, `1. ` and `1) `, also indented.
  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = text.first else { return false }
    if "-*+".utf8.contains(first) { return text.dropFirst().first == 0x20 }
    let rest = text.drop { (0x30...0x39).contains($0) }
    guard rest.startIndex > text.startIndex, let mark = rest.first else { return false }
    return (mark == 0x2E || mark == 0x29) && rest.dropFirst().first == 0x20
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func nextLine(in bytes: [UInt8], from offset: Int) -> Int {
    // A range of a heading may reach beyond its line feed.
    if offset > 0, offset <= bytes.count, bytes[offset - 1] == 0x0A { return offset }
    guard offset < bytes.count, let feed = bytes[offset...].firstIndex(of: 0x0A) else { return bytes.count }
    return feed + 1
  }
}

extension Document {
  /// Returns the line at which a block of code or HTML, or a comment, begins that continues past the start of another
  /// line, for example because it was never closed. Lines are counted from 1.
  package func opening(around line: Int) -> Int? {
    let feeds = source.bytes.indices.lazy.filter { source.bytes[$0] == ASCII.lineFeed }
    guard line > 1, let start = feeds.dropFirst(line - 2).first.map({ $0 + 1 }) else { return nil }
    let closed = blocks.filter { $0.kind == .codeBlock || $0.kind == .htmlBlock }.map(\.range) + comments
    return closed.first { $0.lowerBound < start && start < $0.upperBound }
      .map { source.position(at: $0.lowerBound).line }
  }
}
