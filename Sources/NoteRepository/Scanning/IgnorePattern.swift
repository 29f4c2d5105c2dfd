/// One line of a `.gitignore`.
struct IgnorePattern: Sendable {
  let isNegated: Bool
  private let foldersOnly: Bool
  /// Compared with the whole path below the file's folder, not with the last name alone.
  private let isAnchored: Bool
  private let pattern: [UInt8]

  /// - Returns: nil for a blank line or a comment.
  init?(line: some Sequence<UInt8>) {
    var bytes = Array(line)
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    while bytes.last == 0x20, bytes.dropLast().last != UInt8(ascii: "\\") { bytes.removeLast() }
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { bytes.removeFirst() }
    foldersOnly = bytes.last == UInt8(ascii: "/")
    if foldersOnly { bytes.removeLast() }
    isAnchored = bytes.contains(UInt8(ascii: "/"))
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    guard !bytes.isEmpty else { return nil }
    pattern = bytes
  }

  /// Whether it speaks of a path.
  ///
  /// `path` is relative to the folder of the `.gitignore`; `nameStart` is where its last name begins.
  func matches(_ path: ArraySlice<UInt8>, nameStart: Int, isFolder: Bool) -> Bool {
    if foldersOnly, !isFolder { return false }
    return Wildcard.matches(pattern[...], isAnchored ? path : path[nameStart...])
  }
}

/// Git's wildcards: `?`, `*`, `**`, `[a-z]` and backslash escapes.
enum Wildcard {
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var pattern = pattern
    var text = text
    while let byte = pattern.first {
      switch byte {
      case star: return matchesStar(pattern, text)
      case UInt8(ascii: "?"):
        guard let next = text.first, next != slash else { return false }
        text.removeFirst()
        pattern.removeFirst()
      case UInt8(ascii: "["):
        guard let next = text.first, next != slash, let rest = matchClass(&pattern, next), rest
        else {
          return false
        }
        text.removeFirst()
      default:
        if byte == UInt8(ascii: "\\"), pattern.count > 1 { pattern.removeFirst() }
        guard pattern.first == text.first else { return false }
        pattern.removeFirst()
        text.removeFirst()
      }
    }
    return text.isEmpty
  }

  private static func matchesStar(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    let rest = pattern.drop { $0 == star }
    let isDouble = rest.startIndex - pattern.startIndex >= 2
    if isDouble, rest.first == slash, matches(rest.dropFirst(), text) { return true }
    var text = text
    while true {
      if matches(rest, text) { return true }
      guard let next = text.first, isDouble || next != slash else { return false }
      text.removeFirst()
    }
  }

  /// Takes `[…]` off the pattern; nil where it is not closed.
  private static func matchClass(_ pattern: inout ArraySlice<UInt8>, _ byte: UInt8) -> Bool? {
    var rest = pattern.dropFirst()
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var isMember = false
    var isFirst = true
    while let low = rest.popFirst(), isFirst || low != UInt8(ascii: "]") {
      isFirst = false
      var high = low
      if rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first, end != UInt8(ascii: "]")
      {
        high = end
        rest = rest.dropFirst(2)
      }
      if low <= byte, byte <= high { isMember = true }
      if rest.isEmpty { return nil }
    }
    pattern = rest
    return isMember != isNegated
  }
}
