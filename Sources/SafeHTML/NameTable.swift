/// Finds what a name of HTML means; a page asks it for every tag.
struct NameTable<Value: Sendable>: Sendable {
  private var slots: [(key: UInt128, value: Value)?]

  init(_ values: [Value], name: (Value) -> String) {
    var size = 16
    while size < values.count * 4 { size *= 2 }
    slots = Array(repeating: nil, count: size)
    for value in values {
      let key = Self.packed(Array(name(value).utf8)[...])
      var slot = place(of: key)
      while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = (key, value)
    }
  }

  /// Whatever the case of its letters.
  subscript(name: ArraySlice<UInt8>) -> Value? {
    let key = Self.packed(name)
    var slot = place(of: key)
    while let found = slots[slot] {
      if found.key == key { return found.value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func place(of key: UInt128) -> Int {
    let folded = UInt64(truncatingIfNeeded: key ^ key >> 64)
    return Int((folded &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count - 1)
  }

  /// A name of up to 16 letters as a number, its letters in lower case; 0 for a longer one.
  private static func packed(_ name: ArraySlice<UInt8>) -> UInt128 {
    guard name.count <= 16 else { return 0 }
    var packed: UInt128 = 0
    for byte in name { packed = packed << 8 | UInt128(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
    return packed
  }
}
