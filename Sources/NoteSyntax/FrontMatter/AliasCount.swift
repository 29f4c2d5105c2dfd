import ByteBasics

/// Finds front matter whose aliases stand for so much that reading it would not end.
///
/// A key made of aliases is compared while the text is still being read, so the values cannot be counted first.
enum AliasCount {
  /// More aliases than any front matter has; this number cannot stand for enough values to hurt.
  private static let limit = 30

  /// True for a text with an anchor and more aliases than that.
  static func isExcessive(_ text: ArraySlice<UInt8>) -> Bool {
    var anchors = 0
    var aliases = 0
    var previous = ASCII.lineFeed
    for (offset, byte) in zip(text.indices, text) {
      let isSign = byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*")
      if isSign, mayStandBefore(previous), offset + 1 < text.endIndex,
        text[offset + 1] > ASCII.space
      {
        if byte == UInt8(ascii: "*") { aliases += 1 } else { anchors += 1 }
      }
      previous = byte
    }
    return anchors > 0 && aliases > limit
  }

  private static func mayStandBefore(_ byte: UInt8) -> Bool {
    byte <= ASCII.space || "[{,:".utf8.contains(byte)
  }
}
