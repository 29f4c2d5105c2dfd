import ByteBasics
import NoteModel
import SafeHTML

/// Addresses of pages and of places in them.
package enum SiteAddress {
  /// A path as a relative address in a page (an IRI, RFC 3987): letters of every script stay as they are, which browsers
  /// show and ask for alike, and pages are a quarter shorter. What nobody sees is escaped. A name with a colon never
  /// reads as a scheme.
  package static func escaped(_ path: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count + 16)
    for scalar in path.unicodeScalars {
      let isKept = scalar.isASCII ? isPlain[Int(scalar.value)] : isVisible(scalar)
      if isKept {
        bytes += scalar.utf8
      } else {
        for byte in scalar.utf8 {
          bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same address in ASCII (a URI, RFC 3986), for feeds, lists for robots and headers of HTTP.
  package static func ascii(_ address: String) -> String {
    percentEncoded(address, "", escapesUnicode: true)
  }

  /// `#` and the anchor of a part.
  package static func fragment(_ text: String) -> String { "#" + escaped(identifier(of: text)) }

  /// The `id` of the heading or of the `^block` that a link names; of the last one in `heading#part`.
  static func identifier(of fragment: String) -> String {
    let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
    return PagePlace.identifier(last.hasPrefix("^") ? last : HeadingAnchors.linkSlug(last))
  }

  /// Most letters are found by their number, which is faster than their category.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xC0..<0x300, 0x3041..<0x3097, 0x30A1..<0x30FB, 0x4E00..<0x9FF0, 0xAC00..<0xD7A4: true
    default:
      !scalar.properties.isWhitespace && !scalar.properties.isNoncharacterCodePoint
        && scalar.properties.generalCategory != .format && scalar.value > 0xA0
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static let isPlain: [Bool] = (0..<256).map { number in
    let byte = UInt8(number)
    return byte < 0x80
      && (ASCII.isLetter(byte) || byte &- 0x30 < 10 || "-._~/".utf8.contains(byte))
  }
}
