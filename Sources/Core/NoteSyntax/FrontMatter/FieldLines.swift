package import ByteBasics

/// The one answer to which lines are a field's, for edits and merges alike.
extension FrontMatter {
  /// The whole lines of a field, indented comments below it included.
  ///
  /// They end before the next field and before the blank lines and the comments at the margin that lead to it.
  ///
  /// - Parameters:
  ///   - index: The field's place in ``entries``.
  ///   - bytes: The file.
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

  /// A field read alone, so that its value is located exactly; nil if it is not plain or reads otherwise then.
  package func plainEntry(at index: Int, in lines: ByteRange, of bytes: [UInt8]) -> Entry? {
    guard let alone = PlainFrontMatterReader.entries(of: lines, in: bytes), alone.count == 1,
      alone[0].value == entries[index].value
    else { return nil }
    return alone[0]
  }
}
