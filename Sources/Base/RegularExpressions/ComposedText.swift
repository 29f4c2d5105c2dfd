import ByteBasics

/// A text whose letters are composed (NFC), with the way back. A pattern of composed letters is matched with it if the
/// text is written in parts, as other systems write file names.
struct ComposedText {
  let bytes: [UInt8]
  /// The offsets from which the two texts are shifted: in ``bytes`` and in the text that was composed, in order.
  private var places: [(composed: Int, source: Int)] = []

  init(_ source: [UInt8]) {
    guard Self.mayHoldParts(source) else {
      bytes = source
      return
    }
    var composed: [UInt8] = []
    composed.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      let next = Self.endOfLetter(source, from: index)
      if next == Self.endOfScalar(source, from: index) {
        composed += source[index..<next]
      } else {
        let letter = Array(composedName(String(decoding: source[index..<next], as: UTF8.self)).utf8)
        composed += letter
        places.append((composed.count, next))
      }
      index = next
    }
    bytes = composed
  }

  /// Converts an offset in ``bytes`` to the offset in the source.
  func sourceOffset(_ offset: Int) -> Int {
    let next = places.firstOrderedIndex { $0.composed > offset }
    guard next > 0 else { return offset }
    return places[next - 1].source + offset - places[next - 1].composed
  }

  func sourceRange(_ range: ByteRange) -> ByteRange {
    ByteRange(sourceOffset(range.lowerBound), sourceOffset(range.upperBound))
  }

  /// Returns true if the bytes may contain combining accents (CC, CD), parts of Korean syllables (E1 84 … E1 87) or
  /// voicing characters (E3 82 99, E3 82 9A).
  private static func mayHoldParts(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var index = 0
      // Most texts contain no byte that can begin a part, so sixteen bytes are compared at a time.
      while index + 16 <= buffer.count {
        let row = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let begins = row .== 0xCC .| row .== 0xCD .| row .== 0xE1 .| row .== 0xE3
        if any(begins), (index..<index + 16).contains(where: { isPart(bytes, at: $0) }) { return true }
        index += 16
      }
      return (index..<buffer.count).contains { isPart(bytes, at: $0) }
    }
  }

  private static func isPart(_ bytes: [UInt8], at index: Int) -> Bool {
    let byte = bytes[index]
    if byte == 0xCC || byte == 0xCD { return true }
    guard byte == 0xE1 || byte == 0xE3, index + 2 < bytes.count else { return false }
    return byte == 0xE1
      ? (0x84...0x87).contains(bytes[index + 1])
      : bytes[index + 1] == 0x82 && (0x99...0x9A).contains(bytes[index + 2])
  }

  /// Returns the end of the letter at `index` and all parts that belong to it. A byte that is not UTF-8 is one letter.
  private static func endOfLetter(_ bytes: [UInt8], from index: Int) -> Int {
    var end = endOfScalar(bytes, from: index)
    while end < bytes.count, bytes[end] >= 0xC0, isPart(bytes, at: end), !isLeadingConsonant(bytes, at: end) {
      end = endOfScalar(bytes, from: end)
    }
    return end
  }

  private static func isLeadingConsonant(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == 0xE1 && (bytes[index + 1] == 0x84 || bytes[index + 1] == 0x85 && bytes[index + 2] < 0xA0)
  }

  private static func endOfScalar(_ bytes: [UInt8], from index: Int) -> Int {
    guard bytes[index] >= 0xC0 else { return index + 1 }
    var end = index + 1
    while end < bytes.count, end < index + 4, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
