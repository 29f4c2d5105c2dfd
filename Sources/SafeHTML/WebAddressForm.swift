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
    let parts = rest[hostEnd...].split(
      separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    let queryStart = parts[0].firstIndex(of: UInt8(ascii: "?")) ?? parts[0].endIndex
    // A browser reads these in a path as slashes.
    let path = parts[0][..<queryStart].map { $0 == UInt8(ascii: "\\") ? slash : $0 }
    var valid = address[...colon] + [slash, slash] + rest[..<hostEnd]
    valid += escaped(path + parts[0][queryStart...], signs)
    if parts.count > 1 { valid += [UInt8(ascii: "#")] + escaped(Array(parts[1]), signs + "#") }
    return Array(valid)
  }

  private static func escaped(_ part: [UInt8], _ signs: String) -> [UInt8] {
    Array(
      percentEncoded(String(decoding: part, as: UTF8.self), signs, escapesUnicode: false).utf8)
  }

  /// What no part of an address may hold, besides control characters.
  private static let signs = " <>[]{}|\\^`\""
  private static let slash = UInt8(ascii: "/")
}
