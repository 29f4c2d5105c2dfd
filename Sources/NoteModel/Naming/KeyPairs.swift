/// Which keys follow each other in a name: each pair is one of 64 bits, and several pairs share one.
struct KeyPairs: Sendable {
  private var bits: UInt64 = 0

  init() {}

  /// `marked`: As ``TypedName`` marks it, or without marks.
  init(_ marked: Span<UInt32>) {
    for position in marked.indices.dropFirst() {
      let pair = UInt64(marked[position - 1].key) << 32 | UInt64(marked[position].key)
      bits |= 1 << ((pair &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }
  }

  mutating func formUnion(_ other: KeyPairs) { bits |= other.bits }

  /// True also where a name has other pairs that share the bits.
  func hasAll(of other: KeyPairs) -> Bool { bits & other.bits == other.bits }
}
