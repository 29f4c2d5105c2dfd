/// Numbers, each once, without an order: a table that takes millions of hashes and is asked once.
struct KeySet {
  /// 0 where there is none.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  private var hasZero = false
  private(set) var count = 0

  mutating func insert(_ key: UInt32) {
    if key == 0 {
      count += hasZero ? 0 : 1
      hasZero = true
      return
    }
    var slot = Self.slot(of: key, in: slots.count)
    while slots[slot] != 0 {
      if slots[slot] == key { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = key
    count += 1
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    for key in slots where key != 0 {
      var slot = Self.slot(of: key, in: larger.count)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = key
    }
    slots = larger
  }

  private static func slot(of key: UInt32, in size: Int) -> Int {
    Int((key &* 0x9E37_79B1) >> 7) & (size - 1)
  }

  func forEach(_ body: (UInt32) -> Void) {
    if hasZero { body(0) }
    for key in slots where key != 0 { body(key) }
  }
}
