/// What a browser asks for: the first line of a request and the name that it asks under.
struct RequestHead: Sendable, Equatable {
  let method: String
  /// As written: `/notes/a%20b.html?x=y`
  let target: String
  /// nil where there is none, or more than one.
  let host: String?

  /// A longer head is not from a browser.
  static let sizeLimit = 16_384

  /// `text`: Up to the empty line; nil where it is not a request.
  init?(_ text: String) {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(first[0])
    target = String(first[1])
    let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
    host =
      hosts.count == 1
      ? hosts.first.map { String($0.dropFirst("host:".count).filter { $0 != " " && $0 != "\t" }) }
      : nil
  }

  /// Without what is after `?`.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// The value of `name` after the `?`, with its escapes.
  func parameter(_ name: String) -> String? {
    target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
      .first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
