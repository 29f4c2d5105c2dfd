import ByteBasics

package enum TagSyntax {
  /// Returns the end of the tag that begins at `start` (after the `#`), or `start` itself if there is no tag.
  ///
  /// A tag has letters, digits, `_`, `-` and `/`, at least one of them a letter. Punctuation of other scripts ends it,
  /// except the joiners of Persian and Sinhala and the dot of Catalan (`#il·lusió`) between two letters. `#_2022` and
  /// the colour `#e9f1f6` are not tags, `#cafe` and `#decade` are.
  package static func end(of bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    var index = start
    var hasLetter = false
    while index < limit {
      let byte = bytes[index]
      if byte >= 0x80 {
        guard !isPunctuation(bytes, at: index, limit) || joins(bytes, at: index, from: start, limit) else { break }
        hasLetter = true
        index += 1
        while index < limit, bytes[index] & 0xC0 == 0x80 { index += 1 }
        continue
      }
      guard
        ASCII.isAlphanumeric(byte) || byte == ASCII.underscore || byte == ASCII.hyphen
          || byte == ASCII.slash
      else { break }
      if ASCII.isLetter(byte) { hasLetter = true }
      index += 1
    }
    while index > start, bytes[index - 1] == ASCII.slash || bytes[index - 1] == ASCII.hyphen {
      index -= 1
    }
    guard hasLetter, bytes[start] != ASCII.slash, !isColor(bytes[start..<index]) else { return start }
    return index
  }

  /// Returns true at U+00B7, U+200C and U+200D if a letter is on both sides.
  private static func joins(_ bytes: [UInt8], at index: Int, from start: Int, _ limit: Int) -> Bool {
    let marks: [[UInt8]] = [[0xC2, 0xB7], [0xE2, 0x80, 0x8C], [0xE2, 0x80, 0x8D]]
    guard index > start, let mark = marks.first(where: { bytes[index..<limit].starts(with: $0) }) else { return false }
    let next = index + mark.count
    guard next < limit else { return false }
    return bytes[next] < 0x80 ? ASCII.isLetter(bytes[next]) : !isPunctuation(bytes, at: next, limit)
  }

  /// Returns true if a tag can begin at `offset`: at the start, after a space, an opening bracket or a separator, and
  /// after any punctuation of another script, because no space follows it: `회의했다。#일`.
  static func canBegin(in bytes: [UInt8], at offset: Int, from start: Int) -> Bool {
    guard offset > start else { return true }
    let before = bytes[offset - 1]
    guard before >= 0x80 else { return before <= ASCII.space || "([,;|>".utf8.contains(before) }
    var scalar = offset - 1
    while scalar > start, bytes[scalar] & 0xC0 == 0x80 { scalar -= 1 }
    return isPunctuation(bytes, at: scalar, offset)
  }

  /// Returns true for a colour in style sheets: 6 or 8 hexadecimal digits with at least one of 0 to 9, 3 or 4 with at
  /// least two, or one repeated letter (`fff`). Words have other letters, and `b2b` has one figure.
  private static func isColor(_ name: ArraySlice<UInt8>) -> Bool {
    guard [3, 4, 6, 8].contains(name.count),
      name.allSatisfy({ ASCII.isDigit($0) || ($0 | 0x20) &- 0x61 < 6 })
    else { return false }
    let figures = name.count { ASCII.isDigit($0) }
    return figures >= (name.count < 6 ? 2 : 1) || name.allSatisfy { $0 == name.first }
  }

  /// Returns true at general, CJK punctuation without 々, 〆, 〇 and 〻, full-width ASCII punctuation or no-break space.
  private static func isPunctuation(_ bytes: [UInt8], at index: Int, _ limit: Int) -> Bool {
    guard index + 1 < limit else { return true }
    let second = bytes[index + 1]
    switch bytes[index] {
    case 0xC2: return true
    case 0xE2: return second < 0xB0 && second != 0x83
    case 0xE3: return second == 0x80 && index + 2 < limit && ![0x85, 0x86, 0x87, 0xBB].contains(bytes[index + 2])
    case 0xEF: return second == 0xBC && index + 2 < limit && bytes[index + 2] < 0x90
    default: return false
    }
  }
}
