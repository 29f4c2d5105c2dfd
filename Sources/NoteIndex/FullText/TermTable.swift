/// Terms and their numbers, in the order in which they were first met.
///
/// Open addressing; the first eight bytes of a term stand in its slot, so that most are found with one look.
struct TermTable {
  private struct Slot {
    /// The first eight bytes, the first one highest, zeros behind a shorter term.
    var head: UInt64 = 0
    /// 0 where the slot is free: no term is empty.
    var length: UInt32 = 0
    var number: UInt32 = 0
  }

  private struct Entry {
    let head: UInt64
    let hash: UInt32
    let length: UInt32
    let start: Int
  }

  private var slots = [Slot](repeating: Slot(), count: 1 << 12)
  private var entries: [Entry] = []
  private var bytes: [UInt8] = []

  var count: Int { entries.count }

  /// The number of a term of at least one byte, a new one where it was not met before.
  mutating func number(of term: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let head = unsafe Self.head(term)
    let hash = unsafe Self.hash(term, head)
    let mask = slots.count - 1
    var index = Int(hash) & mask
    while slots[index].length != 0 {
      let slot = slots[index]
      if slot.head == head, Int(slot.length) == term.count, unsafe isRest(of: slot.number, term) {
        return slot.number
      }
      index = (index + 1) & mask
    }
    let number = UInt32(entries.count)
    entries.append(Entry(head: head, hash: hash, length: UInt32(term.count), start: bytes.count))
    unsafe bytes.append(contentsOf: term)
    slots[index] = Slot(head: head, length: UInt32(term.count), number: number)
    if entries.count * 2 > slots.count { grow() }
    return number
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

  /// True where what stands behind the first eight bytes is the same.
  @inline(__always)
  private func isRest(of number: UInt32, _ term: UnsafeBufferPointer<UInt8>) -> Bool {
    if term.count <= 8 { return true }
    let start = entries[Int(number)].start
    for index in 8..<term.count {
      if unsafe bytes[start + index] != term[index] { return false }
    }
    return true
  }

  private mutating func grow() {
    slots = [Slot](repeating: Slot(), count: slots.count * 2)
    let mask = slots.count - 1
    for (number, entry) in entries.enumerated() {
      var index = Int(entry.hash) & mask
      while slots[index].length != 0 { index = (index + 1) & mask }
      slots[index] = Slot(head: entry.head, length: entry.length, number: UInt32(number))
    }
  }

  @inline(__always)
  private static func head(_ term: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if term.count >= 8, let start = unsafe UnsafeRawPointer(term.baseAddress) {
      return unsafe UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    }
    var head: UInt64 = 0
    for index in 0..<term.count { head = unsafe head << 8 | UInt64(term[index]) }
    return head << UInt64(8 * (8 - term.count) & 63)
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
