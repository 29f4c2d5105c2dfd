/// A zip file that grows at its end: stored entries without compression, which every reader takes (APPNOTE 4.3).
struct ZipWriter {
  private struct Entry {
    let name: [UInt8]
    let checksum: UInt32
    let size: Int
    let offset: Int
  }

  private var entries: [Entry] = []
  private var offset = 0

  /// The bytes of an entry, to be appended.
  mutating func entry(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let entry = Entry(
      name: Array(name.utf8), checksum: CRC32.checksum(bytes), size: bytes.count, offset: offset)
    entries.append(entry)
    var head = Self.number(0x0403_4B50, 4) + Self.number(20, 2)
    head += Self.shared(entry) + Self.number(entry.name.count, 2) + Self.number(0, 2) + entry.name
    offset += head.count + bytes.count
    return head + bytes
  }

  /// The directory that ends the file.
  mutating func end() -> [UInt8] {
    var directory: [UInt8] = []
    for entry in entries {
      directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.number(20, 2)
      directory += Self.shared(entry) + Self.number(entry.name.count, 2)
      directory += Self.number(0, 12) + Self.number(entry.offset, 4) + entry.name
    }
    return directory + Self.number(0x0605_4B50, 4) + Self.number(0, 4)
      + Self.number(entries.count, 2) + Self.number(entries.count, 2)
      + Self.number(directory.count, 4) + Self.number(offset, 4) + Self.number(0, 2)
  }

  /// UTF-8 names, no compression, 1980-01-01, checksum and sizes.
  private static func shared(_ entry: Entry) -> [UInt8] {
    number(0x0800, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
      + number(Int(entry.checksum), 4) + number(entry.size, 4) + number(entry.size, 4)
  }

  /// Little endian.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
  }
}

/// The checksum of zip files (polynomial EDB88320).
enum CRC32 {
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)] }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { number in
    var value = UInt32(number)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    return value
  }
}
