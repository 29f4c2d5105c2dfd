package import ByteBasics

extension Document {
  /// Returns the text that a reader can find: the bytes of `range` with a space for each byte of a comment.
  package func visible(_ range: ByteRange) -> ArraySlice<UInt8> {
    let comments = comments(in: range)
    return comments.isEmpty ? source[range] : Self.blanked(source[range], comments)
  }

  /// Returns the bytes of `range` outside comments.
  package func withoutComments(_ range: ByteRange) -> [UInt8] {
    var result: [UInt8] = []
    var copied = range.lowerBound
    for comment in comments(in: range) {
      if comment.lowerBound > copied { result += source[ByteRange(copied, comment.lowerBound)] }
      copied = comment.upperBound
    }
    if copied < range.upperBound { result += source[ByteRange(copied, range.upperBound)] }
    return result
  }

  /// Returns the comments that share a byte with `range`, found by binary search, because there can be many.
  private func comments(in range: ByteRange) -> ArraySlice<ByteRange> {
    let first = comments.firstOrderedIndex { $0.upperBound > range.lowerBound }
    return comments[first...].prefix { $0.lowerBound < range.upperBound }
  }

  package func tags(in range: ByteRange) -> ArraySlice<TagOccurrence> {
    let first = tags.firstOrderedIndex { $0.range.lowerBound >= range.lowerBound }
    return tags[first...].prefix { $0.range.lowerBound < range.upperBound }
  }

  package func fields(in range: ByteRange) -> ArraySlice<BodyField> {
    let first = fields.firstOrderedIndex { $0.range.lowerBound >= range.lowerBound }
    return fields[first...].prefix { $0.range.lowerBound < range.upperBound }
  }

  package func blockIdentifier(in range: ByteRange) -> BlockIdentifier? {
    let next = blockIdentifiers.firstOrderedIndex { $0.range.lowerBound >= range.lowerBound }
    guard next < blockIdentifiers.count, range.contains(blockIdentifiers[next].range) else { return nil }
    return blockIdentifiers[next]
  }

  /// Returns the whole file, with a space for each byte of a comment. Parses it only if it may have a comment.
  package static func visibleBytes(of bytes: [UInt8]) -> [UInt8] {
    var index = 0
    while let found = firstOffset(of: InlineScanner.percent, in: bytes, from: index, to: bytes.count) {
      index = found + 1
      guard index < bytes.count, bytes[index] == bytes[found] else { continue }
      let document = Document(parsing: bytes)
      return Array(document.visible(ByteRange(0, bytes.count)))
    }
    return bytes
  }

  /// Replaces the bytes of comments by spaces. Line ends are kept, so that line numbers do not change.
  private static func blanked(_ slice: ArraySlice<UInt8>, _ comments: ArraySlice<ByteRange>) -> ArraySlice<UInt8> {
    var result = slice
    for comment in comments {
      let start = max(slice.startIndex, comment.lowerBound)
      for index in start..<min(slice.endIndex, comment.upperBound)
      where result[index] != ASCII.lineFeed && result[index] != ASCII.carriageReturn {
        result[index] = ASCII.space
      }
    }
    return result
  }
}
