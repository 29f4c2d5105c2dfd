import ByteBasics

/// A page on the web that a link leads to, and the part of it that is meant.
package struct WebAddress: Hashable, Sendable {
  /// As it is asked for: without fragment, letters beyond ASCII escaped after the host.
  package let page: String
  /// In lower case, without port and user.
  package let host: String
  /// The element of the page that is meant, escapes resolved; nil where none is that could be looked for.
  package let element: String?
  /// True where a user's name or a password is before the host.
  package let hasUser: Bool

  /// - Parameter text: A destination as the index has it: `https://…`, `//host/…`, `www.…`.
  /// - Returns: nil for what is not asked for over HTTP: `mailto:`, a path.
  package init?(_ text: String, fragment: String? = nil) {
    var rest = text[...]
    var scheme = "https"
    if let found = Self.scheme(of: text) {
      guard found == "http" || found == "https" else { return nil }
      scheme = found
      rest = rest.dropFirst(found.utf8.count + 3)
    } else if text.hasPrefix("//") {
      rest = rest.dropFirst(2)
    } else if text.lowercased().hasPrefix("www.") {
      scheme = "http"
    } else {
      return nil
    }
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    let authority = rest.prefix { !"/?\\".contains($0) }
    guard let host = Self.host(in: authority) else { return nil }
    self.host = host
    hasUser = authority.contains("@")
    page = scheme + "://" + authority + Self.escaped(rest[authority.endIndex...])
    element = fragment.flatMap(Self.element)
  }

  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    return text[..<colon].lowercased()
  }

  private static func host(in authority: Substring) -> String? {
    var host = authority
    if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      host = host[...end]
    } else if let colon = host.firstIndex(of: ":") {
      host = host[..<colon]
    }
    let isSound = !host.isEmpty && !host.unicodeScalars.contains { $0.value <= 0x20 }
    return isSound ? host.lowercased() : nil
  }

  private static func escaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte > 0x20, byte < 0x7F {
        bytes.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Fragments that are no element: a place in a program's own terms, a quoted text, a page of a PDF, a line.
  private static func element(_ fragment: String) -> String? {
    let isOther =
      fragment.isEmpty || fragment.contains(":~:") || fragment.contains("=")
      || fragment.hasPrefix("!") || fragment.hasPrefix("/") || fragment.lowercased() == "top"
      || fragment.hasPrefix("L") && fragment.dropFirst().first?.isNumber == true
    return isOther ? nil : percentDecoded(fragment)
  }

  /// True for a place that only this machine or its network knows.
  package var isPrivate: Bool {
    if host.hasPrefix("[") {
      return ["[::", "[fc", "[fd", "[fe8", "[fe9", "[fea", "[feb"].contains(where: host.hasPrefix)
    }
    let parts = host.split(separator: ".").map(String.init)
    let numbers = parts.compactMap { UInt8($0) }
    if numbers.count == 4, parts.count == 4 { return Self.isPrivate(numbers) }
    let names = ["localhost", "local", "internal", "lan", "home", "test", "invalid", "arpa"]
    return parts.count < 2 || names.contains(parts[parts.count - 1])
  }

  private static func isPrivate(_ address: [UInt8]) -> Bool {
    switch (address[0], address[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168), (172, 16...31): true
    default: false
    }
  }
}
