import ByteBasics

/// Git's wildcards: `?`, `*`, `**`, `[a-z]` and backslash escapes.
enum Wildcard {
  private static let star = UInt8(ascii: "*")

  /// The places in the pattern and in the text at which the match is tried again.
  private typealias Retry = (pattern: Int, text: Int)

  /// Returns true if a pattern matches a whole text, like git's `wildmatch` for paths.
  ///
  /// Only the last `*`, and the last `**` that is a whole name, are tried again: the time is at most pattern × text.
  static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var index = pattern.startIndex
    var place = text.startIndex
    var lastStar: Retry?
    var lastFolders: Retry?
    while true {
      if index < pattern.endIndex, pattern[index] == star {
        let rest = pattern[index...].drop { $0 == star }
        if isWholeName(index..<rest.startIndex, of: pattern) {
          if rest.isEmpty { return true }
          index = rest.startIndex + 1
          lastFolders = (index, place)
          lastStar = nil
        } else {
          index = rest.startIndex
          lastStar = (index, place)
        }
      } else if index == pattern.endIndex, place == text.endIndex {
        return true
      } else if index < pattern.endIndex, place < text.endIndex, let next = step(pattern, index, text[place]) {
        index = next
        place += 1
      } else if let last = lastStar, last.text < text.endIndex, text[last.text] != ASCII.slash {
        (index, place) = (last.pattern, last.text + 1)
        lastStar = (index, place)
      } else if let last = lastFolders, let slash = text[last.text...].firstIndex(of: ASCII.slash) {
        (index, place) = (last.pattern, slash + 1)
        lastFolders = (index, place)
        lastStar = nil
      } else {
        return false
      }
    }
  }

  /// Returns true for `**` between slashes or the ends of the pattern. Elsewhere `**` is one `*`.
  private static func isWholeName(_ stars: Range<Int>, of pattern: ArraySlice<UInt8>) -> Bool {
    stars.count >= 2 && (stars.lowerBound == pattern.startIndex || pattern[stars.lowerBound - 1] == ASCII.slash)
      && (stars.upperBound == pattern.endIndex || pattern[stars.upperBound] == ASCII.slash)
  }

  /// Compares one byte of the text. Returns the offset after the matching part of the pattern, or nil.
  private static func step(_ pattern: ArraySlice<UInt8>, _ index: Int, _ byte: UInt8) -> Int? {
    switch pattern[index] {
    case ASCII.question: return byte == ASCII.slash ? nil : index + 1
    case ASCII.leftBracket: return classEnd(pattern, index + 1, byte)
    case ASCII.backslash where index + 1 < pattern.endIndex: return pattern[index + 1] == byte ? index + 2 : nil
    case let literal: return literal == byte ? index + 1 : nil
    }
  }

  /// Matches a byte with a class. Returns the offset after the `]`, or nil if it is malformed or lacks the byte.
  ///
  /// - Parameter index: The offset after the `[`.
  private static func classEnd(_ pattern: ArraySlice<UInt8>, _ index: Int, _ byte: UInt8) -> Int? {
    var rest = pattern[index...]
    let isNegated = rest.first == ASCII.bang || rest.first == ASCII.caret
    if isNegated { rest.removeFirst() }
    var isMember = false
    /// The byte that a range can begin with.
    var low: UInt8?
    var isFirst = true
    while let next = rest.popFirst() {
      if next == ASCII.rightBracket, !isFirst {
        return isMember != isNegated && byte != ASCII.slash ? rest.startIndex : nil
      }
      isFirst = false
      if next == ASCII.leftBracket, let name = className(&rest) {
        guard let contains = classes[name] else { return nil }
        if contains(byte) { isMember = true }
        low = nil
      } else if next == ASCII.hyphen, let start = low, rest.first != ASCII.rightBracket {
        if rest.first == ASCII.backslash { rest.removeFirst() }
        guard let end = rest.popFirst() else { return nil }
        if start <= byte, byte <= end { isMember = true }
        low = nil
      } else {
        guard let member = next == ASCII.backslash ? rest.popFirst() : next else { return nil }
        if member == byte { isMember = true }
        low = member
      }
    }
    return nil
  }

  /// Takes `:alpha:]` off the rest of a class. Returns the name. Nil if none follows.
  private static func className(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == ASCII.colon, let end = rest.firstIndex(of: ASCII.rightBracket),
      end >= rest.startIndex + 2, rest[end - 1] == ASCII.colon
    else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)
  }

  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { ASCII.isAlphanumeric($0) },
    "alpha": { ASCII.isLetter($0) },
    "blank": { ASCII.isBlank($0) },
    "cntrl": { $0 < 0x20 || $0 == 0x7F },
    "digit": { ASCII.isDigit($0) },
    "graph": { $0 > 0x20 && $0 < 0x7F },
    "lower": { ASCII.isLetter($0) && $0 & 0x20 != 0 },
    "print": { $0 >= 0x20 && $0 < 0x7F },
    "punct": { ASCII.isPunctuation($0) },
    "space": { ASCII.isWhiteSpace($0) },
    "upper": { ASCII.isLetter($0) && $0 & 0x20 == 0 },
    "xdigit": { ASCII.isDigit($0) || (0x61...0x66).contains($0 | 0x20) },
  ]
}
