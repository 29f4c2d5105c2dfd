/// The one place in which two versions of a file differ: small, and good for both directions.
struct BytePatch: Hashable, Sendable {
  let offset: Int
  let removed: [UInt8]
  let inserted: [UInt8]

  init(offset: Int, removed: [UInt8], inserted: [UInt8]) {
    self.offset = offset
    self.removed = removed
    self.inserted = inserted
  }

  init(from before: [UInt8], to after: [UInt8]) {
    let shorter = min(before.count, after.count)
    var head = 0
    while head < shorter, before[head] == after[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, before[before.count - 1 - tail] == after[after.count - 1 - tail] {
      tail += 1
    }
    self.init(
      offset: head, removed: Array(before[head..<(before.count - tail)]),
      inserted: Array(after[head..<(after.count - tail)]))
  }

  var inverse: BytePatch { BytePatch(offset: offset, removed: inserted, inserted: removed) }

  /// - Returns: nil where `bytes` are not those that the patch was made for.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    let end = offset + removed.count
    guard offset >= 0, end <= bytes.count, bytes[offset..<end].elementsEqual(removed) else {
      return nil
    }
    return bytes[..<offset] + inserted + bytes[end...]
  }
}
