/// Terms and their numbers, in the order in which they were first met.
///
/// Open addressing; the first eight bytes of a term stand in its entry, so that most are compared at once.
struct TermTable {
  private struct Entry {
    /// The first eight bytes, the first one highest, zeros behind a shorter term.
    let head: UInt64
    let hash: UInt32
    let length: UInt32
    let start: Int
  }

  /// The number of a term and one more; 0 where the slot is free.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  private var entries: [Entry] = []
  private var bytes: [UInt8] = []

  var count: Int { entries.count }

  /// The number of a term, a new one where it was not met before.
  mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int {
    let head = unsafe Self.head(term)
    let hash = unsafe Self.hash(term, head)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if unsafe isEntry(number, term, head, hash) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    entries.append(
      Entry(head: head, hash: hash, length: UInt32(term.count), start: bytes.count))
    unsafe bytes.append(contentsOf: term)
    slots[slot] = UInt32(entries.count)
    if entries.count * 2 > slots.count { grow() }
    return entries.count - 1
  }

  func term(_ number: Int) -> ArraySlice<UInt8> {
    let entry = entries[number]
    return bytes[entry.start..<entry.start + Int(entry.length)]
  }

  /// The numbers in the order of the terms' bytes.
  func sortedNumbers() -> [Int] {
    entries.indices.sorted { left, right in
      if entries[left].head != entries[right].head {
        return entries[left].head < entries[right].head
      }
      return term(left).lexicographicallyPrecedes(term(right))
    }
  }

  @inline(__always)
  private func isEntry(
    _ number: Int, _ term: UnsafeBufferPointer<UInt8>, _ head: UInt64, _ hash: UInt32
  ) -> Bool {
    let entry = entries[number]
    guard entry.head == head, entry.hash == hash, Int(entry.length) == term.count else {
      return false
    }
    for index in stride(from: 8, to: term.count, by: 1) {
      if unsafe bytes[entry.start + index] != term[index] { return false }
    }
    return true
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (number, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  @inline(__always)
  private static func head(_ term: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    for index in 0..<min(8, term.count) {
      head |= unsafe UInt64(term[index]) << UInt64(56 - 8 * index)
    }
    return head
  }

  @inline(__always)
  private static func hash(_ term: UnsafeBufferPointer<UInt8>, _ head: UInt64) -> UInt32 {
    var hash = (head ^ UInt64(term.count)) &* 0x9E37_79B9_7F4A_7C15
    if term.count > 8 {
      for index in 8..<term.count {
        hash = unsafe (hash ^ UInt64(term[index])) &* 0x100_0000_01B3
      }
      hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}
