/// Many lists of bytes that grow at the same time, in one piece of memory.
///
/// A list is a chain of pieces, each twice as long as the one before up to a limit, so that nothing is moved when a
/// list grows and little is left empty.
struct ByteLists {
  struct List {
    fileprivate var first: UInt32 = 0
    /// Where the next byte goes.
    fileprivate var end: UInt32 = 0
    /// How many more bytes the last piece takes.
    fileprivate var room: UInt32 = 0
    fileprivate var pieces: UInt32 = 0
    fileprivate(set) var count = 0
  }

  private var bytes: [UInt8] = []

  /// The memory that is in use.
  var byteCount: Int { bytes.count }

  mutating func append(_ data: [UInt8], to list: inout List) {
    var offset = 0
    while offset < data.count {
      if list.room == 0 { addPiece(to: &list) }
      let length = min(Int(list.room), data.count - offset)
      for index in 0..<length { bytes[Int(list.end) + index] = data[offset + index] }
      list.end += UInt32(length)
      list.room -= UInt32(length)
      offset += length
    }
    list.count += data.count
  }

  /// Puts the bytes of a list in place of what `contents` holds.
  func read(_ list: List, into contents: inout [UInt8]) {
    contents.removeAll(keepingCapacity: true)
    var start = Int(list.first)
    var piece: UInt32 = 0
    while contents.count < list.count {
      let length = min(Self.length(ofPiece: piece), list.count - contents.count)
      contents += bytes[start..<start + length]
      let link = start + Self.length(ofPiece: piece)
      if contents.count < list.count {
        start = (0..<4).reduce(0) { $0 << 8 | Int(bytes[link + $1]) }
      }
      piece += 1
    }
  }

  /// A piece, and behind it room for the place of the next.
  private mutating func addPiece(to list: inout List) {
    let start = UInt32(bytes.count)
    let length = Self.length(ofPiece: list.pieces)
    bytes.append(contentsOf: repeatElement(0, count: length + 4))
    if list.pieces == 0 {
      list.first = start
    } else {
      for index in 0..<4 {
        bytes[Int(list.end) + index] = UInt8(truncatingIfNeeded: start >> UInt32(24 - 8 * index))
      }
    }
    list.end = start
    list.room = UInt32(length)
    list.pieces += 1
  }

  private static func length(ofPiece piece: UInt32) -> Int {
    12 << Int(min(piece, 6))
  }
}
