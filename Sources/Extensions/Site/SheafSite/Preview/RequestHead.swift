/// The head of an HTTP request: its first line and the host that it asks for.
struct RequestHead: Sendable, Equatable {
  let method: String
  /// The target as written: `/notes/a%20b.html?x=y`.
  let target: String
  /// The host; nil if there is no host, or more than one.
  let host: String?

  /// The bytes that are wanted of a file; nil if it is wanted whole.
  let range: ByteRangeRequest?

  /// A longer head is not from a browser.
  static let sizeLimit = 16_384

  /// - Parameter text: Up to the empty line; nil if it is not a request.
  init?(_ text: String) {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(first[0])
    target = String(first[1])
    let ranges = lines.dropFirst().filter { $0.lowercased().hasPrefix("range:") }
    range = ranges.count == 1 ? ranges.first.flatMap { ByteRangeRequest(String($0.dropFirst("range:".count))) } : nil
    let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
    host =
      hosts.count == 1
      ? hosts.first.map { String($0.dropFirst("host:".count).filter { $0 != " " && $0 != "\t" }) }
      : nil
  }

  /// The path without `?` and the part after it.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// Returns the value of `name` after the `?`, with its escapes.
  func parameter(_ name: String) -> String? {
    target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
      .first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}

/// A part of a file that a browser asks for, as players do to jump in a film.
struct ByteRangeRequest: Sendable, Equatable {
  private let first: Int?
  private let last: Int?

  /// `bytes=0-99`, `bytes=100-`, `bytes=-100`; nil for anything else, also for several ranges: then the whole file is
  /// sent, as RFC 9110 allows.
  init?(_ text: String) {
    let value = text.filter { $0 != " " && $0 != "\t" }
    guard value.hasPrefix("bytes="), !value.contains(",") else { return nil }
    let ends = value.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let numbers = ends.map { end in end.allSatisfy { $0.isASCII && $0.isNumber } ? Int(end) : nil }
    guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    first = numbers[0]
    last = numbers[1]
    guard first != nil || last != nil else { return nil }
    if let first, let last, last < first { return nil }
  }

  /// Returns the requested range of a file with `size` bytes. Nil if the file has no such bytes.
  func range(in size: Int) -> Range<Int>? {
    guard let first else {
      guard let last, last > 0, size > 0 else { return nil }
      return max(0, size - last)..<size
    }
    guard first < size else { return nil }
    return first..<min(size, (last ?? size - 1) + 1)
  }
}

/// The host names that a preview answers to.
///
/// A page of somebody else can make a browser ask this machine under a name of its own (DNS rebinding); such a
/// request carries that name, and is refused.
package struct HostGate: Sendable {
  private let names: Set<String>

  /// - Parameter names: Names besides the computer's own names for itself.
  package init(_ names: [String]) {
    self.names = Set(["localhost", "127.0.0.1", "[::1]"] + names.map { $0.lowercased() })
  }

  /// Returns true if the header `Host`, with or without a port, names a host that the preview allows.
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
