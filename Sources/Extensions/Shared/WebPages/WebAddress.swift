import ByteBasics

/// A page on the web that a link leads to, and the part of it that is meant.
package struct WebAddress: Hashable, Sendable {
  /// The address that is requested: without fragment, letters beyond ASCII escaped after the host.
  package let page: String
  /// The host in lower case, without port and user.
  package let host: String
  /// The element of the page that is meant, escapes resolved. Nil if none is that could be looked for.
  package let element: String?
  /// True if a user's name or a password is before the host.
  package let hasUser: Bool

  /// - Parameter text: A destination from the index: `https://…`, `//host/…`, `www.…`.
  /// - Returns: nil if it is not requested over HTTP: `mailto:`, a path.
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

  /// Returns the element of a fragment; nil for a quoted text, a page of a PDF, a line, or a place of a program.
  private static func element(_ fragment: String) -> String? {
    let isOther =
      fragment.isEmpty || fragment.contains(":~:") || fragment.contains("=")
      || fragment.hasPrefix("!") || fragment.hasPrefix("/") || fragment.lowercased() == "top"
      || fragment.hasPrefix("L") && fragment.dropFirst().first?.isNumber == true
    return isOther ? nil : percentDecoded(fragment)
  }

  /// True for an address on this machine or in its network.
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

/// The name of a host as it is looked up.
package enum HostName {
  /// Converts a host like a browser: escapes resolved, full-width forms and dots folded, in lower case, letters beyond
  /// ASCII in Punycode, brackets and a final dot removed.
  ///
  /// - Returns: nil if it cannot be a host.
  package static func ascii(_ written: String) -> String? {
    var host = percentDecoded(written)
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    let dots: Set<Unicode.Scalar> = ["\u{3002}", "\u{FF0E}", "\u{FF61}"]
    var scalars = String.UnicodeScalarView()
    for scalar in host.unicodeScalars where scalar.value != 0xAD && scalar.value != 0x200B {
      scalars.append(dots.contains(scalar) ? "." : narrow(scalar))
    }
    host = composedName(String(scalars).lowercased())
    if host.hasSuffix(".") { host.removeLast() }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : "xn--" + punycode(label.unicodeScalars)
    }
    let name = labels.joined(separator: ".")
    let isSound = name.utf8.allSatisfy { byte in
      byte &- 0x30 < 10 || byte &- 0x61 < 26 || "-._:".utf8.contains(byte)
    }
    return isSound && !name.isEmpty && name.utf8.count < 254 ? name : nil
  }

  /// Converts full-width forms of ASCII to ASCII.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }

  /// Encodes a label by RFC 3492.
  private static func punycode(_ label: Substring.UnicodeScalarView) -> String {
    let values = label.map { Int($0.value) }
    var output = values.filter { $0 < 0x80 }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append(0x2D) }
    var (threshold, delta, bias) = (128, 0, 72)
    while handled < values.count {
      let next = values.filter { $0 >= threshold }.min() ?? 0
      delta += (next - threshold) * (handled + 1)
      threshold = next
      for value in values {
        if value < threshold { delta += 1 }
        guard value == threshold else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      threshold += 1
    }
    return String(decoding: output.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Appends a number in digits of a changing base: a–z, 0–9.
  private static func append(_ delta: Int, _ bias: Int, to output: inout [Int]) {
    func letter(_ digit: Int) -> Int { digit < 26 ? digit + 0x61 : digit - 26 + 0x30 }
    var rest = delta
    var base = 36
    while true {
      let limit = base <= bias ? 1 : min(26, base - bias)
      guard rest >= limit else { break }
      output.append(letter(limit + (rest - limit) % (36 - limit)))
      rest = (rest - limit) / (36 - limit)
      base += 36
    }
    output.append(letter(rest))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}
