/// A range of scalars as sequences of ranges of bytes: every scalar in it matches exactly one of them.
enum UTF8Sequences {
  static func sequences(of range: ClosedRange<UInt32>) -> [[ClosedRange<UInt8>]] {
    // Surrogates are not scalars.
    let parts = [
      (range.lowerBound, min(range.upperBound, 0xD7FF)),
      (max(range.lowerBound, 0xE000), range.upperBound),
    ]
    return parts.filter { $0.0 <= $0.1 }.flatMap { split($0.0, $0.1) }
  }

  private static func split(_ lower: UInt32, _ upper: UInt32) -> [[ClosedRange<UInt8>]] {
    for limit: UInt32 in [0x7F, 0x7FF, 0xFFFF] where lower <= limit && upper > limit {
      return split(lower, limit) + split(limit + 1, upper)
    }
    if upper < 0x80 { return [[UInt8(lower)...UInt8(upper)]] }
    // All but the first byte must be able to run through everything between the two.
    for shift: UInt32 in [6, 12, 18] {
      let mask = (UInt32(1) << shift) - 1
      guard lower & ~mask != upper & ~mask else { break }
      if lower & mask != 0 { return split(lower, lower | mask) + split((lower | mask) + 1, upper) }
      if upper & mask != mask {
        return split(lower, (upper & ~mask) - 1) + split(upper & ~mask, upper)
      }
    }
    return [zip(bytes(lower), bytes(upper)).map { $0...$1 }]
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    Array(String(Unicode.Scalar(value).map { Character($0) } ?? "\u{FFFD}").utf8)
  }
}
