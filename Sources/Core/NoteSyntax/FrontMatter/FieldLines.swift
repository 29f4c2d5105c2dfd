package import ByteBasics

/// The one answer to which lines are a field's, for edits and merges alike.
extension FrontMatter {
  /// Returns the whole lines of a field, including indented comments below it.
  ///
  /// The lines end before the next field and before the blank lines and unindented comments that precede it.
  ///
  /// - Parameters:
  ///   - index: The index of the field in ``entries``.
  ///   - bytes: The bytes of the file.
  package func lines(ofEntryAt index: Int, in bytes: [UInt8]) -> ByteRange {
    let start = lineStart(before: entries[index].keyRange.lowerBound, in: bytes)
    let isLast = index + 1 == entries.count
    var end = isLast ? content.upperBound : entries[index + 1].keyRange.lowerBound
    while end > start {
      let last = lineStart(before: end - 1, in: bytes)
      let line = bytes[last..<end]
      guard last > start, line.first == ASCII.hash || line.allSatisfy({ $0 <= ASCII.space }) else { break }
      end = last
    }
    return ByteRange(start, end)
  }

  private func lineStart(before offset: Int, in bytes: [UInt8]) -> Int {
    bytes[content.lowerBound..<max(content.lowerBound, offset)].lastIndex(of: ASCII.lineFeed).map { $0 + 1 }
      ?? content.lowerBound
  }

  /// Parses a field alone to locate its value exactly. Returns nil if it is not plain or has another value then.
  package func plainEntry(at index: Int, in lines: ByteRange, of bytes: [UInt8]) -> Entry? {
    guard let alone = PlainFrontMatterReader.entries(of: lines, in: bytes), alone.count == 1,
      alone[0].value == entries[index].value
    else { return nil }
    return alone[0]
  }
}
