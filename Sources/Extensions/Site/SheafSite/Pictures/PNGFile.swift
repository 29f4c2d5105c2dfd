/// A PNG file as its chunks.
enum PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Chunks that decide about pixels, colours, size and movement.
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs",
    "sPLT", "hIST", "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT",
  ]

  /// Returns the file without metadata. Nil if its chunks cannot be followed.
  static func cleaned(_ bytes: [UInt8]) -> [UInt8]? {
    var result = signature
    result.reserveCapacity(bytes.count)
    var orientation: UInt8?
    var dataStart: Int?
    var index = signature.count
    while index + 8 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
      guard index > signature.count || name == "IHDR" else { return nil }
      let end = index + 12 + length
      // A file that was cut off shows as much as there is of it.
      guard end <= bytes.count else {
        if name == "IDAT" { result += bytes[index...] }
        break
      }
      if name == "eXIf" { orientation = ExifOrientation.orientation(of: bytes[(index + 8)..<(end - 4)]) }
      if name == "IDAT", dataStart == nil { dataStart = result.count }
      if kept.contains(name) { result += bytes[index..<end] }
      if name == "IEND" { break }
      index = end
    }
    guard result.count > signature.count else { return nil }
    guard let orientation, let dataStart else { return result }
    let chunk = chunk("eXIf", ExifOrientation.exif(saying: orientation))
    return result[..<dataStart] + chunk + result[dataStart...]
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(UInt32(content.count)) + named + bigEndian(checksum(of: named))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
