/// The addresses that a page may contain.
package enum AddressPolicy {
  package enum Use: Sendable {
    /// A link: the address is requested when somebody clicks.
    case link
    /// An image, a film or a sound: the address is requested with the page.
    case media
  }

  /// Returns false for an address that runs or embeds something: `javascript:`, `data:text/html`, `file:`.
  ///
  /// - Parameter address: An address without character references. Controls and spaces are read like in a browser.
  package static func allows(_ address: some Sequence<UInt8>, as use: Use) -> Bool {
    guard let scheme = scheme(of: address) else { return true }
    switch scheme {
    case "http", "https": return true
    case "tel", "sms", "ftp", "xmpp", "irc", "ircs", "geo": return use == .link
    case "mailto": return use == .link && !attachesFile(address)
    case "obsidian": return use == .link && opensNote(address)
    case "data": return use == .media && isPicture(address)
    default: return false
    }
  }

  /// Returns true for a complete address that terminals and desktop programs may open, and a page may link to.
  package static func opens(_ address: some Sequence<UInt8>) -> Bool {
    scheme(of: address) != nil && allows(address, as: .link)
  }

  /// Returns true for `mailto:a@b.c?attach=/etc/passwd`, which makes some programs attach a file.
  private static func attachesFile(_ address: some Sequence<UInt8>) -> Bool {
    percentDecoded(String(decoding: Array(address), as: UTF8.self)).lowercased().split { "?&;".contains($0) }
      .dropFirst().contains { $0.drop(while: \.isWhitespace).hasPrefix("attach") }
  }

  /// Returns the scheme in lower case, or nil for an address without a scheme.
  private static func scheme(of address: some Sequence<UInt8>) -> String? {
    var scheme: [UInt8] = []
    for byte in address {
      switch byte {
      // A browser drops these at the head, tabs and line ends everywhere.
      case 0...0x20 where scheme.isEmpty, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: ":"): return scheme.isEmpty ? nil : String(decoding: scheme, as: UTF8.self)
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if scheme.isEmpty { return nil }
        scheme.append(byte)
      case _ where ASCII.isLetter(byte): scheme.append(byte | 0x20)
      default: return nil
      }
    }
    return nil
  }

  /// Returns true for `obsidian://open` if it only finds a note. Other such addresses can write to notes.
  private static func opensNote(_ address: some Sequence<UInt8>) -> Bool {
    let bytes = Array(address.filter { $0 > 0x20 })
    let head = Array("obsidian://open?".utf8)
    guard bytes.count > head.count, bytes.prefix(head.count).elementsEqual(head) else { return false }
    return bytes[head.count...].split(separator: UInt8(ascii: "&")).allSatisfy { part in
      let key = String(decoding: part.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      return ["vault", "file", "path", "paneType"].contains(key)
    }
  }

  /// Returns true for `data:image/png;base64,…` and similar pictures, but not for SVG, which can contain scripts.
  private static func isPicture(_ address: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: address.lazy.filter { $0 > 0x20 }.prefix(24), as: UTF8.self).lowercased()
    return ["png", "gif", "jpeg", "jpg", "webp", "avif"].contains {
      text.hasPrefix("data:image/\($0);") || text.hasPrefix("data:image/\($0),")
    }
  }
}

/// The form of web addresses in pages: checkers of HTML are stricter than browsers.
package enum WebAddressForm {
  /// Corrects an address without changing the page that a browser requests. `http` and `https` addresses get two
  /// slashes and escapes for characters that an address must not contain; `mailto`, `tel`, `sms` and `xmpp` get the
  /// escapes. All other addresses are unchanged.
  ///
  /// - Parameter address: An address without character references.
  package static func valid(_ address: [UInt8]) -> [UInt8] {
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return address }
    let scheme = String(decoding: address[..<colon], as: UTF8.self).lowercased()
    guard scheme == "http" || scheme == "https" else {
      let isEscaped = ["mailto", "tel", "sms", "xmpp"].contains(scheme)
      return isEscaped ? address[...colon] + escaped(Array(address[(colon + 1)...]), signs) : address
    }
    let rest = address[(colon + 1)...].drop { $0 == slash }
    let hostEnd = rest.firstIndex { "/?#\\".utf8.contains($0) } ?? rest.endIndex
    let parts = rest[hostEnd...].split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    let queryStart = parts[0].firstIndex(of: UInt8(ascii: "?")) ?? parts[0].endIndex
    // A browser reads a backslash in a path as a slash.
    let path = parts[0][..<queryStart].map { $0 == UInt8(ascii: "\\") ? slash : $0 }
    var valid = address[...colon] + [slash, slash] + rest[..<hostEnd]
    valid += escaped(path + parts[0][queryStart...], signs)
    if parts.count > 1 { valid += [UInt8(ascii: "#")] + escaped(Array(parts[1]), signs + "#") }
    return Array(valid)
  }

  /// Returns `part` with escapes for the characters in `signs` and for percent signs that begin no escape.
  private static func escaped(_ part: [UInt8], _ signs: String) -> [UInt8] {
    let text = Array(percentEncoded(String(decoding: part, as: UTF8.self), signs, escapesUnicode: false).utf8)
    guard text.contains(percent) else { return text }
    var whole: [UInt8] = []
    for (index, byte) in text.enumerated() {
      whole.append(byte)
      let digits = text[(index + 1)...].prefix(2)
      let isHex = digits.count == 2 && digits.allSatisfy { ASCII.isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
      if byte == percent, !isHex { whole += "25".utf8 }
    }
    return whole
  }

  /// The characters that no part of an address may contain, besides control characters.
  private static let signs = " <>[]{}|\\^`\""
  private static let slash = UInt8(ascii: "/")
  private static let percent = UInt8(ascii: "%")
}
