import ByteBasics
import HostSystem

/// A text as lines that are numbered: equal lines have equal numbers in all texts of one ``LineNumbering``.
///
/// The lines of check boxes have the number of their text, whatever is ticked, so that a tick is no change of
/// a line; ``exact`` tells them apart.
struct LineText {
  private let bytes: [UInt8]
  /// The offset of each line; a last entry for the end.
  private let starts: [Int]
  let numbers: [Int32]
  let exact: [Int32]

  /// - Parameter bytes: Lines that each end in LF.
  init(_ bytes: [UInt8], _ numbering: inout LineNumbering) {
    self.bytes = bytes
    var starts: [Int] = [0]
    starts.reserveCapacity(bytes.count / 32 + 2)
    var numbers: [Int32] = []
    var exact: [Int32] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? bytes.count
      let number = numbering.number(of: bytes, start, end)
      exact.append(number)
      if let box = CheckboxLine(bytes[start..<end]) {
        let text = box.untickedLine
        numbers.append(numbering.number(of: text, 0, text.count))
      } else {
        numbers.append(number)
      }
      starts.append(end)
      start = end
    }
    self.starts = starts
    self.numbers = numbers
    self.exact = exact
  }

  var count: Int { numbers.count }

  /// A line with its LF.
  subscript(line: Int) -> ArraySlice<UInt8> { bytes[starts[line]..<starts[line + 1]] }

  /// The bytes of some lines.
  subscript(lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[lines.lowerBound]..<starts[lines.upperBound]]
  }

  /// Returns a line, nil before the first and after the last.
  func line(at index: Int) -> ArraySlice<UInt8>? { index >= 0 && index < count ? self[index] : nil }
}

/// Gives equal lines equal numbers.
struct LineNumbering {
  private var storage: [UInt8] = []
  /// The end in `storage` of the line of each number.
  private var ends: [Int] = []
  /// Open addressing; -1 for a free slot. The size is a power of two.
  private var slots = [Int32](repeating: -1, count: 1_024)
  private var hashes: [UInt64] = []

  /// Returns the number of the line `bytes[start..<end]`.
  mutating func number(of bytes: [UInt8], _ start: Int, _ end: Int) -> Int32 {
    if ends.count * 2 >= slots.count { grow() }
    let hash = Self.hash(bytes, start, end)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, isLine(number, bytes, start, end) { return Int32(number) }
      slot = (slot + 1) & mask
    }
    let number = Int32(ends.count)
    slots[slot] = number
    storage += bytes[start..<end]
    ends.append(storage.count)
    hashes.append(hash)
    return number
  }

  private func isLine(_ number: Int, _ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    let first = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - first == end - start else { return false }
    return storage.withUnsafeBytes { known in
      bytes.withUnsafeBytes { asked in
        guard let left = known.baseAddress, let right = asked.baseAddress else { return true }
        return memcmp(left + first, right + start, end - start) == 0
      }
    }
  }

  private mutating func grow() {
    let mask = slots.count * 4 - 1
    slots = [Int32](repeating: -1, count: mask + 1)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(number)
    }
  }

  private static func hash(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt64 {
    bytes.withUnsafeBufferPointer { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for index in start..<end { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
      return hash ^ (hash >> 31)
    }
  }
}
