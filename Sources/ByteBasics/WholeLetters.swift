extension RandomAccessCollection<UInt8> {
  /// As much of a text from its beginning as `limit` bytes hold without cutting a letter in two.
  @inlinable package func wholeLetters(upTo limit: Int) -> SubSequence {
    guard var end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self[...]
    }
    var length = limit
    while length > 0, self[end] & 0xC0 == 0x80 {
      length -= 1
      end = index(startIndex, offsetBy: length)
    }
    return self[..<end]
  }
}
