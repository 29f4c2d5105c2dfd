/// A WebP file as its chunks.
enum WebPFile {
  private static let kept: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]
  private static let exifFlag: UInt8 = 0x08
  private static let xmpFlag: UInt8 = 0x04

  /// Returns the file without metadata. Nil if its chunks cannot be followed.
  static func cleaned(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 20 else { return nil }
    let limit = min(bytes.count, 8 + littleEndian(bytes, 4))
    var chunks: [UInt8] = []
    chunks.reserveCapacity(bytes.count)
    var flags: Int?
    var orientation: UInt8?
    var index = 12
    while index + 8 <= limit {
      let name = String(decoding: bytes[index..<index + 4], as: UTF8.self)
      let length = littleEndian(bytes, index + 4)
      let end = min(limit, index + 8 + length + length % 2)
      if name == "EXIF" {
        let content = bytes[(index + 8)..<end]
        let hasHead = content.starts(with: "Exif\0\0".utf8)
        orientation = ExifOrientation.orientation(of: hasHead ? content.dropFirst(6) : content)
      }
      if kept.contains(name) {
        if name == "VP8X", length >= 10, end <= bytes.count { flags = chunks.count + 8 }
        chunks += name == "ANMF" ? frame(bytes[(index + 8)..<end]) : Array(bytes[index..<end])
      }
      index = end
    }
    guard !chunks.isEmpty else { return nil }
    if let flags {
      chunks[flags] &= ~(exifFlag | xmpFlag)
      if let orientation {
        chunks[flags] |= exifFlag
        let exif = ExifOrientation.exif(saying: orientation)
        chunks += Array("EXIF".utf8) + littleEndian(exif.count) + exif
      }
    }
    return Array("RIFF".utf8) + littleEndian(chunks.count + 4) + Array("WEBP".utf8) + chunks
  }

  /// Returns the chunk of a frame without metadata and other chunks that are no picture data.
  private static func frame(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var (shown, rest) = (Array(content.prefix(16)), Array(content.dropFirst(16)))
    while rest.count >= 8 {
      let length = littleEndian(rest, 4)
      let chunk = rest.prefix(8 + length + length % 2)
      if ["ALPH", "VP8 ", "VP8L"].contains(String(decoding: chunk.prefix(4), as: UTF8.self)) { shown += chunk }
      rest.removeFirst(chunk.count)
    }
    return Array("ANMF".utf8) + littleEndian(shown.count) + shown
  }

  private static func littleEndian(_ bytes: [UInt8], _ start: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
