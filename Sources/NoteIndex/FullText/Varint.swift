/// SQLite's integers of variable length: seven bits a byte, the highest first, the last byte without its highest
/// bit. Source: https://www.sqlite.org/fileformat2.html
enum Varint {
  /// `value`: Below 2⁵⁶; beyond that the form is another.
  @inline(__always)
  static func append(_ value: Int, to bytes: inout [UInt8]) {
    if value < 0x80 { return bytes.append(UInt8(truncatingIfNeeded: value)) }
    var shift = (Int.bitWidth - value.leadingZeroBitCount - 1) / 7 * 7
    while shift > 0 {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
      shift -= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value & 0x7F))
  }

  /// Reads the number at `offset` and goes behind it.
  @inline(__always)
  static func read(_ bytes: [UInt8], at offset: inout Int) -> Int {
    var value = 0
    while true {
      let byte = bytes[offset]
      offset += 1
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
  }

  /// How many bytes of whole numbers there are from `start` on, at least `count` of them, or none for none.
  static func length(of bytes: [UInt8], from start: Int, atLeast count: Int) -> Int {
    guard count > 0 else { return 0 }
    var end = start + count
    while bytes[end - 1] >= 0x80 { end += 1 }
    return end - start
  }
}
