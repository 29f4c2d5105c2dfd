import ByteBasics
import NoteModel
import SafeHTML

/// Addresses of pages and of places in them.
package enum SiteAddress {
  /// A path whose every character is safe in a relative URL. A name with a colon never reads as a scheme.
  package static func escaped(_ path: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count + 16)
    for byte in path.utf8 {
      if isPlain[Int(byte)] {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `#` and the anchor of a heading or of a `^block`; the last one of `heading#part`.
  package static func fragment(_ text: String) -> String {
    let last = text.split(separator: "#").last.map(String.init) ?? text
    let anchor = last.hasPrefix("^") ? last : HeadingAnchors.linkSlug(last)
    return "#" + escaped(PagePlace.identifier(anchor))
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static let isPlain: [Bool] = (0..<256).map { number in
    let byte = UInt8(number)
    return byte < 0x80
      && (ASCII.isLetter(byte) || byte &- 0x30 < 10 || "-._~/".utf8.contains(byte))
  }
}
