import ByteBasics

/// The kind and the size of a picture, from its first bytes.
package struct PictureFile: Hashable, Sendable {
  /// `image/png` and its like.
  package let mediaType: String
  package let size: ImageSize?

  /// nil for bytes that are no PNG, GIF, JPEG or WebP.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      mediaType = "image/png"
      size = Self.size(bytes, width: 16, height: 20, bytesEach: 4)
    } else if bytes.starts(with: "GIF8".utf8) {
      mediaType = "image/gif"
      guard bytes.count >= 10 else { return nil }
      size = ImageSize(width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      mediaType = "image/jpeg"
      size = Self.jpegSize(bytes)
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      mediaType = "image/webp"
      size = Self.webpSize(bytes)
    } else {
      return nil
    }
  }

  /// Returns the address that contains the whole picture.
  package static func dataAddress(_ bytes: [UInt8], mediaType: String) -> String {
    "data:\(mediaType);base64," + Base64.text(bytes)
  }

  private static func size(_ bytes: [UInt8], width: Int, height: Int, bytesEach: Int) -> ImageSize? {
    guard max(width, height) + bytesEach <= bytes.count else { return nil }
    func number(at start: Int) -> Int { bytes[start..<start + bytesEach].reduce(0) { $0 << 8 | Int($1) } }
    return ImageSize(width: number(at: width), height: number(at: height))
  }

  /// Steps from segment to segment up to the one that begins a frame; a picture that is shown turned is as wide as its
  /// frame is high.
  private static func jpegSize(_ bytes: [UInt8]) -> ImageSize? {
    var index = 2
    var isTurned = false
    while index + 9 < bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame {
        let (width, height) = isTurned ? (index + 5, index + 7) : (index + 7, index + 5)
        return size(bytes, width: width, height: height, bytesEach: 2)
      }
      let content = bytes[(index + 4)...].prefix(1_024)
      if marker == 0xE1, content.starts(with: "Exif\0\0".utf8) {
        isTurned = (ExifOrientation.orientation(of: content.dropFirst(6)) ?? 1) >= 5
      }
      index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
    }
    return nil
  }

  private static func webpSize(_ bytes: [UInt8]) -> ImageSize? {
    guard bytes.count >= 30 else { return nil }
    func small(_ index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ": return ImageSize(width: small(26) & 0x3FFF, height: small(28) & 0x3FFF)
    case "VP8L":
      let bits = small(21) | small(23) << 16
      return ImageSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8X":
      return ImageSize(width: (small(24) | Int(bytes[26]) << 16) + 1, height: (small(27) | Int(bytes[29]) << 16) + 1)
    default: return nil
    }
  }
}
