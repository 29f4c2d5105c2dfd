extension Document {
  /// What a reader can find: the bytes of `range` with a space for each byte of a comment.
  package func visible(_ range: ByteRange) -> ArraySlice<UInt8> {
    let slice = source[range]
    let comments = marks.filter {
      $0.kind == .comment && $0.range.upperBound > slice.startIndex
        && $0.range.lowerBound < slice.endIndex
    }
    return comments.isEmpty ? slice : Self.blanked(slice, comments)
  }

  /// The bytes of `range` that are in no comment.
  package func withoutComments(_ range: ByteRange) -> [UInt8] {
    var result: [UInt8] = []
    var copied = range.lowerBound
    for mark in marks where mark.kind == .comment && mark.range.lowerBound < range.upperBound {
      guard mark.range.upperBound > copied else { continue }
      if mark.range.lowerBound > copied {
        result += source[ByteRange(copied, mark.range.lowerBound)]
      }
      copied = mark.range.upperBound
    }
    if copied < range.upperBound { result += source[ByteRange(copied, range.upperBound)] }
    return result
  }

  /// The whole file, with a space for each byte of a comment; parsed only where it can hold one.
  package static func visibleBytes(of bytes: [UInt8]) -> [UInt8] {
    var index = 0
    while let found = firstOffset(
      of: InlineScanner.percent, in: bytes, from: index, to: bytes.count)
    {
      index = found + 1
      guard index < bytes.count, bytes[index] == bytes[found] else { continue }
      let document = Document(parsing: bytes)
      return Array(document.visible(ByteRange(0, bytes.count)))
    }
    return bytes
  }

  /// Line ends stay, so that a line keeps its number.
  private static func blanked(
    _ slice: ArraySlice<UInt8>, _ comments: [InlineMark]
  ) -> ArraySlice<UInt8> {
    var result = slice
    for comment in comments {
      let start = max(slice.startIndex, comment.range.lowerBound)
      for index in start..<min(slice.endIndex, comment.range.upperBound)
      where result[index] != ASCII.lineFeed && result[index] != ASCII.carriageReturn {
        result[index] = ASCII.space
      }
    }
    return result
  }
}
