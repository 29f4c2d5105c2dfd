import ByteBasics

/// Bare URLs in running text, ended where the user would end them.
///
/// In ASCII this is what GitHub Flavored Markdown says: `http://`, `https://`, `ftp://`, or `www.` after a space,
/// the beginning of a line or one of `*_~(`; a host without an underscore in its last two labels; then everything up
/// to a space or `<`, without the stops at its end and without a `)` that nothing opens. Where GFM is silent or was
/// not made for it:
/// - A `]` ends the address where a bracket is open around it, and is dropped at the end where nothing opens it.
/// - A `|` ends it in a table.
/// - A host ends at the first letter of a script other than Latin, unless the label is a whole one: `한국.kr`.
/// - A path ends at CJK brackets, stops and curly quotes, and before a Korean particle that ends the word.
struct URLSyntax {
  let bytes: [UInt8]
  let start: Int
  let end: Int
  let isTable: Bool
  /// A `[` is open before.
  let isInBrackets: Bool

  /// True for an address with a scheme, as CommonMark counts them: `https:`, `notion:`.
  static func hasScheme(_ address: ArraySlice<UInt8>) -> Bool {
    guard let colon = address.firstIndex(of: ASCII.colon), let first = address.first else {
      return false
    }
    let scheme = address[..<colon]
    return scheme.count >= 2 && scheme.count <= 32 && ASCII.isLetter(first)
      && scheme.allSatisfy { ASCII.isAlphanumeric($0) || "+.-".utf8.contains($0) }
  }

  private static let schemes: [[UInt8]] = ["http", "https", "ftp"].map { Array($0.utf8) }

  /// A URL whose `:` (of `://`) or `w` (of `www.`) is at `offset`.
  func url(at offset: Int) -> ByteRange? {
    if bytes[offset] == ASCII.colon {
      guard offset + 3 < end, bytes[offset + 1] == ASCII.slash, bytes[offset + 2] == ASCII.slash,
        let scheme = schemeStart(before: offset)
      else { return nil }
      return finish(scheme, host: offset + 3)
    }
    guard offset + 4 < end, bytes[offset..<(offset + 4)].elementsEqual("www.".utf8),
      offset == start || Self.mayPrecede(bytes[offset - 1])
    else { return nil }
    return finish(offset, host: offset)
  }

  private func schemeStart(before offset: Int) -> Int? {
    for scheme in Self.schemes where offset - scheme.count >= start {
      let begin = offset - scheme.count
      let isScheme = zip(bytes[begin..<offset], scheme).allSatisfy { $0 | 0x20 == $1 }
      if isScheme, begin == start || !ASCII.isAlphanumeric(bytes[begin - 1]) { return begin }
    }
    return nil
  }

  private static func mayPrecede(_ byte: UInt8) -> Bool {
    byte <= ASCII.space || byte >= 0x80 || "*_~(".utf8.contains(byte)
  }

  private func finish(_ begin: Int, host: Int) -> ByteRange? {
    guard let hostEnd = URLHost(bytes: bytes, start: host, limit: end).end else { return nil }
    var index = hostEnd
    // After a host of another script nothing follows but a path, a port, a query.
    if index < end, bytes[index] < 0x80 { index = pathEnd(from: index) }
    index = trimmed(from: hostEnd, to: index)
    return ByteRange(begin, index)
  }

  private func pathEnd(from start: Int) -> Int {
    var index = start
    var depth = 0
    var brackets = 0
    while index < end {
      let byte = bytes[index]
      if byte <= ASCII.space || byte == ASCII.less || byte == ASCII.pipe && isTable { break }
      switch byte {
      case ASCII.leftParenthesis: depth += 1
      case ASCII.rightParenthesis:
        if depth == 0, isWordEnd(behind: index) { return index }
        depth -= 1
      case ASCII.leftBracket: brackets += 1
      case ASCII.rightBracket:
        if brackets == 0, isInBrackets || isWordEnd(behind: index) { return index }
        brackets -= 1
      case ASCII.doubleQuote: if isWordEnd(behind: index) { return index }
      case 0x80...: if endsBeforeLetter(at: index) { return index }
      default: break
      }
      index += 1
      if byte >= 0x80 { while index < end, bytes[index] & 0xC0 == 0x80 { index += 1 } }
    }
    return index
  }

  /// After this character comes nothing, a space or a letter of another script: it closes what was open before.
  private func isWordEnd(behind index: Int) -> Bool {
    index + 1 == end || bytes[index + 1] >= 0x80 || bytes[index + 1] <= ASCII.space
  }

  private func endsBeforeLetter(at index: Int) -> Bool {
    if Self.isClosing(bytes, at: index, to: end) { return true }
    let before = bytes[index - 1]
    guard ASCII.isAlphanumeric(before) || before == ASCII.rightParenthesis || before == ASCII.slash
    else { return false }
    return Particles.endsWord(bytes, from: index, to: end, isLong: before == ASCII.slash)
  }

  /// Curly quotes, CJK brackets and stops, full-width punctuation.
  private static func isClosing(_ bytes: [UInt8], at index: Int, to end: Int) -> Bool {
    guard index + 2 < end else { return false }
    switch (bytes[index], bytes[index + 1]) {
    case (0xE2, 0x80): return (0x98...0xA6).contains(bytes[index + 2])
    case (0xE3, 0x80): return bytes[index + 2] <= 0x82 || (0x88...0x9B).contains(bytes[index + 2])
    case (0xEF, 0xBC):
      return [0x81, 0x88, 0x89, 0x8C, 0x8E, 0x9A, 0x9B, 0x9F].contains(bytes[index + 2])
    default: return false
    }
  }

  /// Drops what GitHub drops at the end: `?!.,:*_~'"`, an entity, a `)` or a `]` that nothing opens.
  private func trimmed(from start: Int, to end: Int) -> Int {
    var index = end
    var unopened = Self.unopened(bytes[start..<end], ASCII.leftParenthesis, ASCII.rightParenthesis)
    var unopenedBrackets = Self.unopened(
      bytes[start..<end], ASCII.leftBracket, ASCII.rightBracket)
    while index > start {
      let byte = bytes[index - 1]
      if byte == ASCII.rightParenthesis, unopened > 0 {
        unopened -= 1
      } else if byte == ASCII.rightBracket, unopenedBrackets > 0 {
        unopenedBrackets -= 1
      } else if byte == UInt8(ascii: ";") {
        index = Self.entityStart(bytes, before: index, from: start) ?? index - 1
        continue
      } else if !"?!.,:*_~'\"".utf8.contains(byte) {
        break
      }
      index -= 1
    }
    return index
  }

  /// How many more closing characters than opening ones there are.
  private static func unopened(_ bytes: ArraySlice<UInt8>, _ open: UInt8, _ close: UInt8) -> Int {
    bytes.reduce(0) { $0 + ($1 == close ? 1 : $1 == open ? -1 : 0) }
  }

  private static func entityStart(_ bytes: [UInt8], before end: Int, from start: Int) -> Int? {
    var index = end - 1
    while index > start, ASCII.isAlphanumeric(bytes[index - 1]) { index -= 1 }
    guard index > start, index < end - 1, bytes[index - 1] == UInt8(ascii: "&") else { return nil }
    return index - 1
  }
}
