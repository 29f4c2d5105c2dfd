/// Git's wildcards: `?`, `*`, `**`, `[a-z]`, `[[:digit:]]` and backslash escapes, as git's wildmatch.c reads them.
///
/// A loop, whose time is a product of the two lengths at most for each name of a path: where a text cannot go on, only
/// the last `*` takes a byte more, and where that reaches the end of a name, the last `**/` a name more. What an
/// earlier one could still take, the last one can as well.
///
/// ```
/// **/d*/b       a/dx/c/dy/b
/// ^ ^                 ^       `**/` has taken a/dx/c/, and `*` y
/// ```
enum Wildcard {
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let backslash = UInt8(ascii: "\\")

  static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var (place, offset) = (pattern.startIndex, text.startIndex)
    /// The parts of the pattern after the last `*` and the last `**/`, and where in the text they are compared.
    var rest: (place: Int, offset: Int)?
    var path: (place: Int, offset: Int)?
    while true {
      if place == pattern.endIndex {
        if offset == text.endIndex { return true }
      } else if pattern[place] == star {
        let start = place
        place = pattern[place...].firstIndex { $0 != star } ?? pattern.endIndex
        let isPath =
          place - start > 1 && (start == pattern.startIndex || pattern[start - 1] == slash)
          && (place == pattern.endIndex || pattern[place] == slash)
        if isPath {
          if place == pattern.endIndex { return true }
          place += 1
          (path, rest) = ((place, offset), nil)
        } else {
          rest = (place, offset)
        }
        continue
      } else if offset < text.endIndex, let next = end(of: place, in: pattern, matching: text[offset]) {
        (place, offset) = (next, offset + 1)
        continue
      }
      if let last = rest, last.offset < text.endIndex, text[last.offset] != slash {
        (place, offset) = (last.place, last.offset + 1)
        rest = (place, offset)
      } else if let last = path, let next = text[last.offset...].firstIndex(of: slash) {
        (place, offset) = (last.place, next + 1)
        (path, rest) = ((place, offset), nil)
      } else {
        return false
      }
    }
  }

  /// Returns the end of what the pattern has for one byte; nil if it does not match.
  private static func end(of place: Int, in pattern: ArraySlice<UInt8>, matching byte: UInt8) -> Int? {
    switch pattern[place] {
    case UInt8(ascii: "?"): return byte == slash ? nil : place + 1
    case UInt8(ascii: "["): return byte == slash ? nil : end(ofSet: place, in: pattern, matching: byte)
    case backslash:
      return place + 1 < pattern.endIndex && pattern[place + 1] == byte ? place + 2 : nil
    default: return pattern[place] == byte ? place + 1 : nil
    }
  }

  /// Returns the end of `[…]`; nil if it is not closed, or if the byte is no member.
  private static func end(ofSet start: Int, in pattern: ArraySlice<UInt8>, matching byte: UInt8) -> Int? {
    var rest = pattern[(start + 1)...]
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var isMember = false
    /// The byte before, where a range can begin with it.
    var low: UInt8?
    var isFirst = true
    while let next = rest.popFirst(), isFirst || next != UInt8(ascii: "]") {
      isFirst = false
      if next == UInt8(ascii: "-"), let first = low, let last = rest.first, last != UInt8(ascii: "]") {
        rest.removeFirst()
        guard let high = last == backslash ? rest.popFirst() : last else { return nil }
        if first <= byte, byte <= high { isMember = true }
        low = nil
      } else if next == UInt8(ascii: "["), let name = className(rest) {
        guard let hasByte = belongs(byte, to: name) else { return nil }
        if hasByte { isMember = true }
        rest = rest.dropFirst(name.count + 3)
        low = nil
      } else {
        guard let literal = next == backslash ? rest.popFirst() : next else { return nil }
        if literal == byte { isMember = true }
        low = literal
      }
      if rest.isEmpty { return nil }
    }
    return isMember != isNegated ? rest.startIndex : nil
  }

  /// The name in `:name:]`.
  private static func className(_ text: ArraySlice<UInt8>) -> String? {
    guard text.first == UInt8(ascii: ":"), let close = text.firstIndex(of: UInt8(ascii: "]")),
      close - text.startIndex > 1, text[close - 1] == UInt8(ascii: ":")
    else { return nil }
    return String(decoding: text[(text.startIndex + 1)..<(close - 1)], as: UTF8.self)
  }

  /// Returns nil for a class that there is not.
  private static func belongs(_ byte: UInt8, to name: String) -> Bool? {
    let (isDigit, isUpper) = ((0x30...0x39).contains(byte), (0x41...0x5A).contains(byte))
    let isLower = (0x61...0x7A).contains(byte)
    let (isLetter, isVisible) = (isUpper || isLower, (0x21...0x7E).contains(byte))
    switch name {
    case "alnum": return isLetter || isDigit
    case "alpha": return isLetter
    case "blank": return byte == 0x20 || byte == 0x09
    case "cntrl": return byte < 0x20 || byte == 0x7F
    case "digit": return isDigit
    case "graph": return isVisible
    case "lower": return isLower
    case "print": return isVisible || byte == 0x20
    case "punct": return isVisible && !isLetter && !isDigit
    case "space": return byte == 0x20 || (0x09...0x0D).contains(byte)
    case "upper": return isUpper
    case "xdigit": return isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    default: return nil
    }
  }
}
