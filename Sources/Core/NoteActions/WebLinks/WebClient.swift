package struct WebRequest: Hashable, Sendable {
  package let page: String
  /// True for the head alone.
  package let isHead: Bool
  /// True if the text of the page is needed.
  package let wantsText: Bool
  /// The only address that is connected to, whatever the name of the host means by then. Nil for any.
  package let address: HostAddress?

  package init(page: String, isHead: Bool, wantsText: Bool, address: HostAddress? = nil) {
    self.page = page
    self.isHead = isHead
    self.wantsText = wantsText
    self.address = address
  }
}

/// The response of a page.
package struct WebAnswer: Hashable, Sendable {
  package enum Failure: Hashable, Sendable {
    case unknownHost, privatePlace, noConnection, tooSlow, certificate, tooLarge, other
  }

  /// 0 if no answer came.
  package var status: Int
  /// The target of a redirect; absolute.
  package var redirect: String?
  package var isHTML: Bool
  /// Empty unless it was wanted.
  package var text: [UInt8]
  package var failure: Failure?

  package init(
    status: Int = 0, redirect: String? = nil, isHTML: Bool = false, text: [UInt8] = [], failure: Failure? = nil
  ) {
    self.status = status
    self.redirect = redirect
    self.isHTML = isHTML
    self.text = text
    self.failure = failure
  }
}

/// Asks for pages; follows no redirect by itself.
package typealias WebClient = @Sendable (WebRequest) async -> WebAnswer

/// The addresses of a host by its name in ASCII, the best first; none if there is no such host.
package typealias HostLookup = @Sendable (String) async -> [HostAddress]

/// The web, as far as it is asked for pages.
package struct Web: Sendable {
  package let client: WebClient
  package let lookup: HostLookup

  package init(client: @escaping WebClient, lookup: @escaping HostLookup) {
    self.client = client
    self.lookup = lookup
  }
}

/// A numeric address of a host; public if all the world may reach it.
package struct HostAddress: Hashable, Sendable {
  /// Four or sixteen.
  private let bytes: [UInt8]

  /// Creates an IP address. Nil for any number of bytes except 4 and 16.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  package var isVersion6: Bool { bytes.count == 16 }

  /// False for this machine, private and shared networks, links, groups, documentation, and reserved addresses.
  package var isPublic: Bool { isVersion6 ? isPublicVersion6 : Self.isPublic(bytes[...]) }

  /// Returns true for a public IPv4 address, by the IANA registry of special-purpose addresses.
  private static func isPublic(_ bytes: ArraySlice<UInt8>) -> Bool {
    let part = Array(bytes)
    switch (part[0], part[1], part[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): return false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): return false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113): return false
    default: return true
    }
  }

  private var isPublicVersion6: Bool {
    // An address of version 4 in another dress: mapped, translated (NAT64), 6to4.
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12] == [0xFF, 0xFF]
    if isMapped { return Self.isPublic(bytes[12...]) }
    let isTranslated = bytes[..<4] == [0x00, 0x64, 0xFF, 0x9B] && bytes[4..<12].allSatisfy { $0 == 0 }
    if isTranslated { return Self.isPublic(bytes[12...]) }
    if bytes[..<2] == [0x20, 0x02] { return Self.isPublic(bytes[2..<6]) }
    // Of the rest only 2000::/3 is given out, without the protocols' 2001::/23 and the documentation.
    let isGivenOut = bytes[0] & 0xE0 == 0x20
    let isProtocol = bytes[..<2] == [0x20, 0x01] && bytes[2] < 2
    let isDocumentation = bytes[..<4] == [0x20, 0x01, 0x0D, 0xB8] || bytes[..<2] == [0x3F, 0xFF] && bytes[2] < 0x10
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
