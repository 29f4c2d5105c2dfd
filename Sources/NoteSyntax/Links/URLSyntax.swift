/// Bare URLs and e-mail addresses in running text, ended where a person would end them.
///
/// Where GitHub's autolink rules speak (ASCII) this agrees with them. Beyond ASCII a host ends at the first
/// letter of another script, and a path before a particle that follows a closing bracket or quote.
enum URLSyntax {
  private static let schemes: [[UInt8]] = ["http", "https", "ftp"].map { Array($0.utf8) }

  /// A URL whose `:` (of `://`) or `w` (of `www.`) stands at `offset`.
  static func url(in bytes: [UInt8], at offset: Int, from start: Int, to end: Int) -> ByteRange? {
    if bytes[offset] == ASCII.colon {
      guard offset + 3 < end, bytes[offset + 1] == ASCII.slash, bytes[offset + 2] == ASCII.slash,
        let scheme = schemeStart(in: bytes, before: offset, from: start)
      else { return nil }
      return finish(bytes, scheme, host: offset + 3, to: end)
    }
    guard offset + 4 < end, matches(bytes, offset, "www."),
      offset == start || isBoundary(bytes[offset - 1])
    else { return nil }
    return finish(bytes, offset, host: offset + 4, to: end)
  }

  private static func schemeStart(in bytes: [UInt8], before offset: Int, from start: Int) -> Int? {
    for scheme in schemes where offset - scheme.count >= start {
      let begin = offset - scheme.count
      let isScheme = zip(bytes[begin..<offset], scheme).allSatisfy { $0 | 0x20 == $1 }
      if isScheme, begin == start || !ASCII.isAlphanumeric(bytes[begin - 1]) { return begin }
    }
    return nil
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    byte <= ASCII.space || byte >= 0x80 || "*_~(\"'[".utf8.contains(byte)
  }

  private static func matches(_ bytes: [UInt8], _ offset: Int, _ text: StaticString) -> Bool {
    var index = offset
    for byte in text.description.utf8 {
      guard bytes[index] | 0x20 == byte | 0x20 else { return false }
      index += 1
    }
    return true
  }

  private static func finish(
    _ bytes: [UInt8], _ begin: Int, host: Int, to end: Int
  ) -> ByteRange? {
    let hostEnd = hostEnd(bytes, from: host, to: end)
    guard hostEnd > host else { return nil }
    var index = hostEnd
    if index < end, "/?#".utf8.contains(bytes[index]) {
      index = pathEnd(bytes, from: index, to: end)
    }
    index = trimmed(bytes, from: hostEnd, to: index)
    return ByteRange(begin, index)
  }

  /// ASCII letters, digits, `.`, `-`, `_`, a port and user information; another script where a known top-level domain follows.
  private static func hostEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let byte = bytes[index]
      if ASCII.isAlphanumeric(byte) || byte == ASCII.hyphen || byte == ASCII.period
        || byte == ASCII.underscore || byte == ASCII.colon || byte == ASCII.at
      {
        index += 1
      } else if byte >= 0x80, index == start || bytes[index - 1] == ASCII.period,
        let labelEnd = internationalLabelEnd(bytes, from: index, to: end)
      {
        index = labelEnd
      } else {
        break
      }
    }
    while index > start, ".-_:@".utf8.contains(bytes[index - 1]) { index -= 1 }
    return index
  }

  /// The end of a label like `한국` or `도메인`, where it is a top-level domain or a dot and more follow.
  private static func internationalLabelEnd(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) -> Int? {
    var index = start
    while index < end, bytes[index] >= 0x80 { index += 1 }
    let isTopLevel = ["한국", "닷컴", "닷넷", "中国", "日本"].contains {
      bytes[start..<index].starts(with: $0.utf8)
    }
    if isTopLevel, start > 0, bytes[start - 1] == ASCII.period {
      return start + 6
    }
    let followedByLabel =
      index + 1 < end && bytes[index] == ASCII.period
      && (ASCII.isAlphanumeric(bytes[index + 1]) || bytes[index + 1] >= 0x80)
    return followedByLabel ? index : nil
  }

  private static func pathEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var index = start
    var depth = 0
    while index < end {
      let byte = bytes[index]
      if byte <= ASCII.space || byte == ASCII.less || byte == ASCII.greater
        || byte == ASCII.doubleQuote
        || byte == ASCII.backtick || byte == ASCII.pipe
      {
        break
      }
      if byte == ASCII.leftParenthesis { depth += 1 }
      if byte == ASCII.rightParenthesis {
        if depth == 0, index + 1 == end || bytes[index + 1] >= 0x80 || bytes[index + 1] <= 0x20 {
          break
        }
        depth -= 1
      }
      if byte >= 0x80, isClosing(bytes, at: index, to: end) { break }
      if byte >= 0x80, ASCII.isAlphanumeric(bytes[index - 1]),
        Particles.endsWord(bytes, from: index, to: end)
      {
        break
      }
      index += 1
      if byte >= 0x80 { while index < end, bytes[index] & 0xC0 == 0x80 { index += 1 } }
    }
    return index
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

  /// Drops what GitHub drops at the end: `?!.,:*_~'"`, an entity, an unbalanced `)`.
  private static func trimmed(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var index = end
    var opening = 0
    var closing = 0
    for byte in bytes[start..<end] {
      if byte == ASCII.leftParenthesis { opening += 1 }
      if byte == ASCII.rightParenthesis { closing += 1 }
    }
    while index > start {
      let byte = bytes[index - 1]
      if byte == ASCII.rightParenthesis, closing > opening {
        closing -= 1
      } else if byte == UInt8(ascii: ";"),
        let entity = entityStart(bytes, before: index, from: start)
      {
        index = entity
        continue
      } else if !"?!.,:*_~'\";]".utf8.contains(byte) {
        break
      }
      index -= 1
    }
    return index
  }

  private static func entityStart(_ bytes: [UInt8], before end: Int, from start: Int) -> Int? {
    var index = end - 1
    while index > start, ASCII.isAlphanumeric(bytes[index - 1]) { index -= 1 }
    guard index > start, index < end - 1, bytes[index - 1] == UInt8(ascii: "&") else { return nil }
    return index - 1
  }

  /// An e-mail address whose `@` stands at `offset`.
  static func email(in bytes: [UInt8], at offset: Int, from start: Int, to end: Int) -> ByteRange? {
    var begin = offset
    while begin > start,
      ASCII.isAlphanumeric(bytes[begin - 1]) || ".+-_".utf8.contains(bytes[begin - 1])
    {
      begin -= 1
    }
    var index = offset + 1
    var dots = 0
    while index < end {
      let byte = bytes[index]
      if byte == ASCII.period {
        guard index + 1 < end, ASCII.isAlphanumeric(bytes[index + 1]) else { break }
        dots += 1
      } else if !ASCII.isAlphanumeric(byte), byte != ASCII.hyphen, byte != ASCII.underscore {
        break
      }
      index += 1
    }
    guard begin < offset, dots > 0, ASCII.isAlphanumeric(bytes[index - 1]),
      begin == start || bytes[begin - 1] != ASCII.slash
    else { return nil }
    return ByteRange(begin, index)
  }
}
