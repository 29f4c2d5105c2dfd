/// A JPEG file as its segments.
enum JPEGFile {
  private static let startOfScan: UInt8 = 0xDA
  private static let endOfImage: UInt8 = 0xD9

  /// Returns the file without metadata. Nil if its segments cannot be followed.
  ///
  /// Data after the end of the image is left out: films, second pictures and the notes of telephones.
  static func cleaned(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(bytes.count)
    var orientation: UInt8?
    var hasScan = false
    var index = 2
    while index < bytes.count {
      // A marker may have any number of filling bytes before it.
      while index + 1 < bytes.count, bytes[index] == 0xFF, bytes[index + 1] == 0xFF { index += 1 }
      guard index + 1 < bytes.count, bytes[index] == 0xFF else { return hasScan ? result : nil }
      let marker = bytes[index + 1]
      if marker == endOfImage {
        guard hasScan else { return nil }
        return withOrientation(orientation, result + [0xFF, endOfImage])
      }
      if (marker == 0x01 || (0xD0...0xD8).contains(marker)) {
        result += [0xFF, marker]
        index += 2
        continue
      }
      guard index + 3 < bytes.count else { break }
      let end = index + 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
      guard end >= index + 4, end <= bytes.count else { break }
      let content = bytes[(index + 4)..<end]
      if marker == 0xE1, content.starts(with: exifHead) {
        orientation = orientation ?? ExifOrientation.orientation(of: content.dropFirst(6))
      }
      if let kept = kept(marker, content) { append(marker, kept, to: &result) }
      index = end
      if marker == startOfScan {
        hasScan = true
        index = endOfScan(from: index, in: bytes)
        result += bytes[end..<index]
      }
    }
    return hasScan ? withOrientation(orientation, result) : nil
  }

  private static let exifHead = Array("Exif\0\0".utf8)

  private static func append(_ marker: UInt8, _ content: [UInt8], to result: inout [UInt8]) {
    let length = content.count + 2
    result += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
    result += content
  }

  /// Returns the part of a segment that is kept: all that decides about pixels and colours, nothing about the maker.
  private static func kept(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> [UInt8]? {
    switch marker {
    case 0xE0:
      // The head of JFIF without its thumbnail; every other segment of this kind is one.
      guard content.starts(with: "JFIF\0".utf8), content.count >= 14 else { return nil }
      return Array(content.prefix(12)) + [0, 0]
    case 0xE2: return content.starts(with: "ICC_PROFILE\0".utf8) ? Array(content) : nil
    case 0xEE: return content.starts(with: "Adobe".utf8) ? Array(content) : nil
    case 0xE1, 0xE3...0xED, 0xEF, 0xFE: return nil
    default: return Array(content)
    }
  }

  /// Returns the next marker that is not part of the scan's data; the end of the file where it was cut off.
  private static func endOfScan(from start: Int, in bytes: [UInt8]) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == 0xFF {
        let next = bytes[index + 1]
        if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return index }
      }
      index += 1
    }
    return bytes.count
  }

  /// Writes the orientation of a picture as Exif data, which come first or directly after the JFIF header.
  private static func withOrientation(_ orientation: UInt8?, _ bytes: [UInt8]) -> [UInt8] {
    guard let orientation else { return bytes }
    var segment: [UInt8] = []
    append(0xE1, exifHead + ExifOrientation.exif(saying: orientation), to: &segment)
    let hasHead = bytes.count > 6 && bytes[2] == 0xFF && bytes[3] == 0xE0
    let place = hasHead ? 4 + (Int(bytes[4]) << 8 | Int(bytes[5])) : 2
    return bytes[..<place] + segment + bytes[place...]
  }
}
