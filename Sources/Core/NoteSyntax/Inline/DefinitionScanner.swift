import ByteBasics

/// Finds `[label]: destination` lines, which cmark takes out of its tree.
struct DefinitionScanner {
  struct Definition {
    let label: String
    let range: ByteRange
    let destinationRange: ByteRange
    let line: Int

    /// Returns true for a comment in the form of a definition: `[//]: # (words)`, `[comment]: <> (words)`.
    func isComment(in bytes: [UInt8]) -> Bool {
      ["//", "comment"].contains(label)
        && (destinationRange.isEmpty || bytes[destinationRange.indices].elementsEqual([ASCII.hash]))
    }
  }

  /// Returns the end of a comment in the form of a definition. Nil if no such comment begins at `start`.
  static func endOfComment(at start: Int, in bytes: [UInt8], to limit: Int) -> Int? {
    let head = bytes[..<start].reversed().first { !ASCII.isBlank($0) && $0 != ASCII.greater }
    func lineEnd(_ place: Int) -> Int { bytes[place..<limit].firstIndex(of: ASCII.lineFeed) ?? limit }
    // A long line may have a bracket in every second place.
    guard head == nil || head == ASCII.lineFeed else { return nil }
    let end = lineEnd(start)
    guard let found = definition(bytes, from: start, to: end, line: 0), found.isComment(in: bytes) else { return nil }
    // The words may continue on the next lines.
    let words = bytes[found.destinationRange.upperBound..<end].drop { ASCII.isBlank($0) || $0 == ASCII.greater }
    let marks: [UInt8: UInt8] = [ASCII.leftParenthesis: ASCII.rightParenthesis, ASCII.doubleQuote: ASCII.doubleQuote]
    guard let mark = words.first.flatMap({ marks[$0] }), !words.dropFirst().contains(mark),
      let close = bytes[end..<limit].firstIndex(of: mark)
    else { return end }
    return lineEnd(close)
  }

  /// Returns the link definitions on lines outside `opaque` ranges (code, raw HTML).
  ///
  /// A definition must begin a paragraph or follow another definition.
  static func definitions(in bytes: [UInt8], lines: LineTable, opaque: [ByteRange], firstLine: Int) -> [Definition] {
    var found: [Definition] = []
    var opaqueIndex = 0
    var mayBegin = true
    let blocks = opaque.sorted()
    for line in 0..<lines.count {
      let range = lines.range(of: line)
      while opaqueIndex < blocks.count, blocks[opaqueIndex].upperBound <= range.lowerBound {
        opaqueIndex += 1
      }
      if opaqueIndex < blocks.count, blocks[opaqueIndex].lowerBound < range.upperBound {
        mayBegin = true
        continue
      }
      let end = contentEnd(of: range, in: bytes)
      let start = contentStart(bytes, range.lowerBound, end)
      if start == end {
        mayBegin = true
      } else if mayBegin, bytes[start] == ASCII.leftBracket,
        let definition = definition(bytes, from: start, to: end, line: firstLine + line)
      {
        found.append(definition)
      } else {
        mayBegin = bytes[start] == ASCII.hash
      }
    }
    return found
  }

  private static func contentStart(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, ASCII.isBlank(bytes[index]) || bytes[index] == ASCII.greater { index += 1 }
    return index
  }

  private static func definition(_ bytes: [UInt8], from start: Int, to end: Int, line: Int) -> Definition? {
    var index = start + 1
    while index < end, bytes[index] != ASCII.rightBracket {
      if bytes[index] == ASCII.leftBracket { return nil }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    guard index + 1 < end, index > start + 1, bytes[index + 1] == ASCII.colon,
      bytes[start + 1] != ASCII.caret
    else { return nil }
    let label = foldedLabel(bytes[(start + 1)..<index])
    index += 2
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    guard index < end else { return nil }
    let isAngle = bytes[index] == ASCII.less
    let destinationStart = isAngle ? index + 1 : index
    var destinationEnd = destinationStart
    while destinationEnd < end {
      let byte = bytes[destinationEnd]
      if isAngle ? byte == ASCII.greater : byte <= ASCII.space { break }
      destinationEnd += 1
    }
    guard !label.isEmpty else { return nil }
    return Definition(
      label: label, range: ByteRange(start, end),
      destinationRange: ByteRange(destinationStart, destinationEnd), line: line)
  }
}
