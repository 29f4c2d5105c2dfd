/// How a destination becomes the bytes of a file.
extension LinkDestinationStyle {
  /// The bytes of a destination in the file.
  ///
  /// - Returns: nil where this style cannot write it.
  package func encoded(_ destination: String) -> String? {
    switch encoding {
    case .plain:
      let hasMeaning = destination.utf8.contains { "[]|#^\n".utf8.contains($0) }
      return hasMeaning ? nil : destination
    case .angle(let escapesUnicode):
      return Self.percentEncoded(destination, Self.angleSigns, escapesUnicode: escapesUnicode)
    case .bare(let escapesUnicode):
      return Self.percentEncoded(destination, Self.bareSigns, escapesUnicode: escapesUnicode)
    }
  }

  /// The bytes of what follows `#`: `Plan#Aim`, `^block`, an anchor.
  ///
  /// - Returns: nil where this style cannot write it.
  package func encodedFragment(_ fragment: String) -> String? {
    switch encoding {
    case .plain: return fragment.utf8.contains { "[]|\n".utf8.contains($0) } ? nil : fragment
    case .angle, .bare:
      let parts = fragment.split(separator: "#", omittingEmptySubsequences: false)
      let encodedParts = parts.compactMap { encoded(String($0)) }
      return encodedParts.count == parts.count ? encodedParts.joined(separator: "#") : nil
    }
  }

  private static let angleSigns = "%#?<>\\|"
  private static let bareSigns = angleSigns + " ()&\""

  /// A destination as a new Markdown link writes it: `a%20b.md`.
  package static func markdown(_ destination: String) -> String {
    percentEncoded(destination, bareSigns, escapesUnicode: false)
  }

  private static func percentEncoded(
    _ text: String, _ meaningful: String, escapesUnicode: Bool
  ) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isEscaped =
        byte < 0x20 || byte == 0x7F || meaningful.utf8.contains(byte)
        || (escapesUnicode && byte >= 0x80)
      if isEscaped {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
