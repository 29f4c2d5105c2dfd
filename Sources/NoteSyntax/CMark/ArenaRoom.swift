import Glibc

/// The chunks of an arena and what is left of the last.
@safe struct ArenaRoom {
  private var chunks: [ArenaChunk] = []
  private var next: UnsafeMutableRawPointer?
  private var left = 0

  /// Before each piece is its size, so that it can be made larger.
  private static let headSize = 16

  /// A piece with zeros in it.
  mutating func zeroed(_ size: Int) -> UnsafeMutableRawPointer? {
    let piece = unsafe piece(size)
    unsafe piece?.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return unsafe piece
  }

  mutating func enlarged(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let old = unsafe old else { return unsafe piece(size) }
    let oldSize = unsafe (old - Self.headSize).load(as: Int.self)
    guard size > oldSize else { return unsafe old }
    let growth = Self.rounded(size) - Self.rounded(oldSize)
    if unsafe old + Self.rounded(oldSize) == next, growth <= left {
      // It is the last piece, so it grows where it is.
      unsafe next = old + Self.rounded(size)
      left -= growth
      unsafe (old - Self.headSize).storeBytes(of: size, as: Int.self)
      return unsafe old
    }
    let new = unsafe piece(size)
    unsafe new?.copyMemory(from: old, byteCount: oldSize)
    return unsafe new
  }

  /// Gives all chunks back.
  mutating func empty() {
    ArenaChunk.putBack(chunks)
    chunks = []
  }

  private mutating func piece(_ size: Int) -> UnsafeMutableRawPointer? {
    let needed = Self.rounded(size) + Self.headSize
    if needed > left { addChunk(atLeast: needed) }
    guard let start = unsafe next else { return nil }
    unsafe next = start + needed
    left -= needed
    unsafe start.storeBytes(of: size, as: Int.self)
    return unsafe start + Self.headSize
  }

  private mutating func addChunk(atLeast size: Int) {
    let chunk = ArenaChunk.take(atLeast: size)
    unsafe next = chunk?.start
    left = chunk?.size ?? 0
    if let chunk { chunks.append(chunk) }
  }

  private static func rounded(_ size: Int) -> Int { (size + 15) & ~15 }
}
