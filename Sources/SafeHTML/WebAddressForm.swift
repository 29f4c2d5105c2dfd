import ByteBasics

/// The form of web addresses in pages: what readers of addresses forgive, judges of HTML do not.
package enum WebAddressForm {
  /// An `http` or `https` address with two slashes and with escapes for the characters that no address may hold; any other
  /// as it is. A browser asks for the same page.
  ///
  /// `address`: Without character references.
  package static func valid(_ address: [UInt8]) -> [UInt8] {
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return address }
    let scheme = String(decoding: address[..<colon], as: UTF8.self).lowercased()
    guard scheme == "http" || scheme == "https" else { return address }
    let rest = address[(colon + 1)...].drop { $0 == slash }
    let hostEnd = rest.firstIndex { "/?#\\".utf8.contains($0) } ?? rest.endIndex
    var valid = address[...colon] + [slash, slash] + rest[..<hostEnd]
    var (isPath, isFragment) = (true, false)
    for byte in rest[hostEnd...] {
      let isSecondFragment = byte == UInt8(ascii: "#") && isFragment
      if byte == UInt8(ascii: "#") { isFragment = true }
      if isFragment || byte == UInt8(ascii: "?") { isPath = false }
      if isPath, byte == UInt8(ascii: "\\") {
        valid.append(slash)
      } else if isSecondFragment || byte <= 0x20 || byte == 0x7F
        || "<>[]{}|\\^`\"".utf8.contains(byte)
      {
        valid += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        valid.append(byte)
      }
    }
    return Array(valid)
  }

  private static let slash = UInt8(ascii: "/")
  private static let digits = Array("0123456789ABCDEF".utf8)
}
