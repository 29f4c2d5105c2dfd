/// Which names a preview answers to.
///
/// A page of somebody else can make a browser ask this machine under a name of its own (DNS rebinding); such a
/// request carries that name, and is refused.
package struct HostGate: Sendable {
  private let names: Set<String>

  /// `names`: Besides the machine's own names for itself.
  package init(_ names: [String]) {
    self.names = Set(["localhost", "127.0.0.1", "[::1]"] + names.map { $0.lowercased() })
  }

  /// `host`: The header `Host`, with or without a port.
  func admits(_ host: String?) -> Bool {
    guard let host, !host.isEmpty else { return false }
    return names.contains(Self.withoutPort(host).lowercased())
  }

  private static func withoutPort(_ host: String) -> Substring {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return host[...] }
      let rest = host[host.index(after: end)...]
      return rest.isEmpty || isPort(rest) ? host[...end] : host[...]
    }
    guard let colon = host.firstIndex(of: ":") else { return host[...] }
    return isPort(host[colon...]) ? host[..<colon] : host[...]
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }
}
