/// FNV-1a over the UTF-16 of a text in UTF-8: the units that the page's script sees.
struct UnitHash {
  private(set) var value: UInt32 = 0x811C_9DC5

  /// `each`: Takes the hash after every unit.
  @inline(__always)
  mutating func combine(
    _ text: UnsafeBufferPointer<UInt8>, _ each: (UInt32) -> Void = { _ in }
  ) {
    var index = 0
    while index < text.count {
      let lead = UInt32(text[index])
      let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
      for next in (index + 1)..<max(index + 1, min(index + length, text.count)) {
        scalar = scalar << 6 | UInt32(text[next]) & 0x3F
      }
      index += length
      if scalar < 0x10000 {
        step(scalar, each)
      } else {
        step(0xD800 + (scalar - 0x10000) >> 10, each)
        step(0xDC00 + (scalar - 0x10000) & 0x3FF, each)
      }
    }
  }

  @inline(__always)
  private mutating func step(_ unit: UInt32, _ each: (UInt32) -> Void) {
    value = (value ^ unit) &* 0x0100_0193
    each(value)
  }
}
