import ByteBasics

/// Bare URLs in running text, ended where the user would end them.
///
/// In ASCII this follows GitHub Flavored Markdown: `http://`, `https://`, `ftp://`, or `www.` after a space,
/// the beginning of a line or one of `*_~(`; a host without an underscore in its last two labels; then everything up
/// to a space or `<`, without the stops at its end and without a `)` that nothing opens. If GFM says nothing or was
/// not made for it:
/// - A `]` ends the address if a bracket is open around it, and is dropped at the end if nothing opens it.
/// - A `|` ends it in a table.
/// - A host ends at the first letter of a script other than Latin, unless the label is a whole one: `한국.kr`.
/// - A path ends at CJK brackets, stops and curly quotes, and before a Korean particle that ends the word.
struct URLSyntax {
  let bytes: [UInt8]
  let start: Int
  let end: Int
  let isTable: Bool
  /// True if a `[` is open before the address.
  let isInBrackets: Bool

  private static let schemes: [[UInt8]] = ["http", "https", "ftp"].map { Array($0.utf8) }

  /// Returns a URL whose `:` (of `://`) or `w` (of `www.`) is at `offset`.
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

  /// Returns true if the end, a space or another script follows a character, which then closes an earlier one.
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

  /// Returns true at curly quotes, CJK brackets and stops, and full-width punctuation.
  private static func isClosing(_ bytes: [UInt8], at index: Int, to end: Int) -> Bool {
    guard index + 2 < end else { return false }
    switch (bytes[index], bytes[index + 1]) {
    case (0xE2, 0x80): return (0x98...0xA6).contains(bytes[index + 2])
    case (0xE3, 0x80): return bytes[index + 2] <= 0x82 || (0x88...0x9B).contains(bytes[index + 2])
    case (0xEF, 0xBC): return [0x81, 0x88, 0x89, 0x8C, 0x8E, 0x9A, 0x9B, 0x9F].contains(bytes[index + 2])
    default: return false
    }
  }

  /// Drops the characters that GitHub drops at the end: `?!.,:*_~'"`, an entity, a `)` or a `]` that nothing opens.
  private func trimmed(from start: Int, to end: Int) -> Int {
    var index = end
    var unopened = Self.unopened(bytes[start..<end], ASCII.leftParenthesis, ASCII.rightParenthesis)
    var unopenedBrackets = Self.unopened(bytes[start..<end], ASCII.leftBracket, ASCII.rightBracket)
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

  /// Returns the number of closing characters in excess of opening ones.
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

/// The host of a URL in running text.
struct URLHost {
  let bytes: [UInt8]
  let start: Int
  let limit: Int

  /// The end of the host. Nil if there is none, or an underscore in its last two labels.
  var end: Int? {
    guard start < limit, ASCII.isAlphanumeric(bytes[start]) || bytes[start] >= 0x80 else { return nil }
    var index = start
    while index < limit, let next = next(behind: index) { index = next }
    while index > start, bytes[index - 1] == ASCII.period { index -= 1 }
    return index > start && !hasWrongUnderscore(to: index) ? index : nil
  }

  /// Returns the offset after the letter, character or whole label at `index`, or nil if the host ends.
  private func next(behind index: Int) -> Int? {
    let byte = bytes[index]
    if byte < 0x80 {
      let isHost =
        ASCII.isAlphanumeric(byte) || byte == ASCII.hyphen || byte == ASCII.period || byte == ASCII.underscore
      return isHost ? index + 1 : nil
    }
    // Latin letters with a mark, but neither × nor ÷.
    if (0xC3...0xC9).contains(byte), index + 1 < limit {
      let isSign = byte == 0xC3 && (bytes[index + 1] == 0x97 || bytes[index + 1] == 0xB7)
      return isSign ? nil : index + 2
    }
    // Signs such as the no-break space begin with C2.
    guard byte != 0xC2, index == start || bytes[index - 1] == ASCII.period else { return nil }
    return endOfForeignLabel(from: index)
  }

  /// Labels of other scripts that end a host.
  private static let topLevels = ["한국", "닷컴", "닷넷", "中国", "中國", "日本", "みんな", "рф"].map { Array($0.utf8) }

  /// Returns the end of a label like `한국` or `도메인`, if it is a top-level domain or followed by `.`, `/` or `:`.
  private func endOfForeignLabel(from begin: Int) -> Int? {
    var index = begin
    while index < limit, bytes[index] >= 0x80 || ASCII.isAlphanumeric(bytes[index]) || bytes[index] == ASCII.hyphen {
      index += 1
    }
    for topLevel in Self.topLevels where begin > start {
      if bytes[begin..<index].starts(with: topLevel) { return begin + topLevel.count }
    }
    guard index < limit else { return nil }
    if bytes[index] == ASCII.slash, begin > start { return index }
    let isLabel =
      bytes[index] == ASCII.period && index + 1 < limit
      && (ASCII.isAlphanumeric(bytes[index + 1]) || bytes[index + 1] >= 0x80)
    return isLabel ? index : nil
  }

  private func hasWrongUnderscore(to end: Int) -> Bool {
    let labels = bytes[start..<end].split(separator: ASCII.period, omittingEmptySubsequences: false)
    return labels.count <= 11 && labels.suffix(2).contains { $0.contains(ASCII.underscore) }
  }
}

/// The particles and endings that Korean writes after a word without a space.
enum Particles {
  private static let all: [[UInt8]] = [
    "에서", "에게", "에는", "에도", "에", "으로는", "으로", "로", "을", "를", "은", "는", "이", "가", "과", "와", "의", "도",
    "만", "까지", "부터", "처럼", "보다", "이나", "나", "이라고", "라고", "이라는", "라는", "입니다", "이다", "인데", "이며",
    "이고", "고", "랑", "하고",
  ].map { Array($0.utf8) }

  /// Returns true if a Korean particle begins at `start` and the word ends after it.
  ///
  /// - Parameter isLong: True if only particles of several syllables count.
  static func endsWord(_ bytes: [UInt8], from start: Int, to end: Int, isLong: Bool = false) -> Bool {
    guard (0xEA...0xED).contains(bytes[start]) else { return false }
    return all.contains { particle in
      let next = start + particle.count
      guard !isLong || particle.count > 3, next <= end, bytes[start..<next].elementsEqual(particle)
      else { return false }
      return next == end || bytes[next] <= ASCII.space || ".,!?)]\"'".utf8.contains(bytes[next])
    }
  }
}

/// E-mail addresses in running text, by the rules of GitHub Flavored Markdown: with `mailto:` before, or `xmpp:` and
/// a resource after.
enum EmailSyntax {
  /// Returns an email address whose `@` is at `offset` and that begins at or after `start`.
  static func address(in bytes: [UInt8], at offset: Int, from start: Int, to end: Int) -> ByteRange? {
    var begin = offset
    while begin > start,
      ASCII.isAlphanumeric(bytes[begin - 1]) || ".+-_".utf8.contains(bytes[begin - 1])
    {
      begin -= 1
    }
    guard begin < offset, begin == start || bytes[begin - 1] != ASCII.slash,
      let domainEnd = domainEnd(bytes, from: offset + 1, to: end)
    else { return nil }
    if bytes[start..<begin].hasSuffix("mailto:") { return ByteRange(begin - 7, domainEnd) }
    if bytes[start..<begin].hasSuffix("xmpp:") {
      return ByteRange(begin - 5, resourceEnd(bytes, from: domainEnd, to: end))
    }
    return ByteRange(begin, domainEnd)
  }

  /// Returns the end of labels of letters, digits, `-` and `_` with at least one dot and a letter at the end.
  private static func domainEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    var index = start
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
    let isFollowedByAt = index < end && bytes[index] == ASCII.at
    return dots > 0 && ASCII.isLetter(bytes[index - 1]) && !isFollowedByAt ? index : nil
  }

  private static func resourceEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    guard start + 1 < end, bytes[start] == ASCII.slash else { return start }
    var index = start + 1
    while index < end, ASCII.isAlphanumeric(bytes[index]) || bytes[index] == ASCII.period || bytes[index] == ASCII.at {
      index += 1
    }
    while index > start, !ASCII.isAlphanumeric(bytes[index - 1]) { index -= 1 }
    return index
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    let text = text.description.utf8
    return count >= text.count && suffix(text.count).elementsEqual(text)
  }
}
