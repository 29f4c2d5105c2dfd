/// A numeric address of a host, and whether all the world may reach it.
package struct HostAddress: Hashable, Sendable {
  /// Four or sixteen.
  private let bytes: [UInt8]

  /// - Returns: nil for any other number of bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  package var isVersion6: Bool { bytes.count == 16 }

  /// False for this machine, private and shared networks, links, groups, documentation, and what is reserved.
  package var isPublic: Bool {
    isVersion6 ? isPublicVersion6 : Self.isPublic(bytes[...])
  }

  /// By the IANA registry of special-purpose addresses.
  private static func isPublic(_ bytes: ArraySlice<UInt8>) -> Bool {
    let part = Array(bytes)
    switch (part[0], part[1], part[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): return false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): return false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113):
      return false
    default: return true
    }
  }

  private var isPublicVersion6: Bool {
    // An address of version 4 in another dress: mapped, compatible, translated (NAT64), 6to4.
    let isZero = bytes[..<10].allSatisfy { $0 == 0 }
    if isZero, bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF {
      return bytes[10] == 0xFF && Self.isPublic(bytes[12...])
    }
    let isTranslated =
      bytes[..<4] == [0x00, 0x64, 0xFF, 0x9B] && bytes[4..<12].allSatisfy { $0 == 0 }
    if isTranslated { return Self.isPublic(bytes[12...]) }
    if bytes[..<2] == [0x20, 0x02] { return Self.isPublic(bytes[2..<6]) }
    // Of the rest only 2000::/3 is given out, without the protocols' 2001::/23 and the documentation.
    let isGivenOut = bytes[0] & 0xE0 == 0x20
    let isProtocol = bytes[..<2] == [0x20, 0x01] && bytes[2] < 2
    let isDocumentation =
      bytes[..<4] == [0x20, 0x01, 0x0D, 0xB8] || bytes[..<2] == [0x3F, 0xFF] && bytes[2] < 0x10
    return isGivenOut && !isProtocol && !isDocumentation
  }
}

extension HostAddress: CustomStringConvertible {
  /// `192.0.2.1`, or eight groups between colons.
  package var description: String {
    guard isVersion6 else { return bytes.map { String($0) }.joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2).map {
      String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
    }.joined(separator: ":")
  }
}
