/// The hash by which git names objects (FIPS 180-4); here it recognises contents and protects nothing.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  private var pending: [UInt8] = []
  private var length = 0
  private var words = [UInt32](repeating: 0, count: 80)

  mutating func update(_ bytes: ArraySlice<UInt8>) {
    length += bytes.count
    pending += bytes
    var start = 0
    while pending.count - start >= 64 {
      hashBlock(at: start)
      start += 64
    }
    pending.removeFirst(start)
  }

  /// The first 64 bits of the hash of all that was given.
  mutating func finish() -> UInt64 {
    let bits = UInt64(length) * 8
    pending.append(0x80)
    while pending.count % 64 != 56 { pending.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      pending.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: pending.count, by: 64) { hashBlock(at: start) }
    return UInt64(state.0) << 32 | UInt64(state.1)
  }

  private mutating func hashBlock(at start: Int) {
    expandBlock(at: start)
    var (a, b, c, d, e) = state
    for round in 0..<80 {
      let (mix, constant): (UInt32, UInt32) =
        switch round {
        case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = Self.rotated(a, 5) &+ mix &+ e &+ constant &+ words[round]
      (a, b, c, d, e) = (next, a, Self.rotated(b, 30), c, d)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  private mutating func expandBlock(at start: Int) {
    for index in 0..<16 {
      let place = start + index * 4
      words[index] =
        UInt32(pending[place]) << 24 | UInt32(pending[place + 1]) << 16
        | UInt32(pending[place + 2]) << 8 | UInt32(pending[place + 3])
    }
    for index in 16..<80 {
      words[index] = Self.rotated(
        words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
    }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
