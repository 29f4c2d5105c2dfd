import ByteBasics

/// Splits code into words, strings, numbers and comments.
struct WordTokenizer {
  let language: CodeLanguage

  func run(_ tokens: inout CodeTokens) {
    while !tokens.isAtEnd {
      if let end = commentEnd(tokens) {
        tokens.take(.comment, to: end)
      } else if let string = string(tokens) {
        Self.takeString(to: string.end, hasEscapes: string.hasEscapes, &tokens)
      } else if language.hasVariables, tokens.byte == UInt8(ascii: "$"),
        let end = variableEnd(tokens)
      {
        tokens.take(.name, to: end)
      } else if CodeTokens.isWord(tokens.byte) || language.wordMarks.contains(tokens.byte) {
        takeWord(&tokens)
      } else {
        tokens.takePlain()
      }
    }
  }

  private func commentEnd(_ tokens: CodeTokens) -> Int? {
    if let block = language.blockComment, tokens.starts(with: block.open) {
      return Self.end(after: block.close, from: tokens.index + block.open.count, tokens, hasEscapes: false)
    }
    for mark in language.lineComments where tokens.starts(with: mark) {
      // `$#` and `a#b` begin no comment.
      if mark == [UInt8(ascii: "#")], !tokens.isAtLineStart, !ASCII.isWhiteSpace(tokens.at(tokens.index - 1)) {
        continue
      }
      return tokens.lineEnd
    }
    return nil
  }

  private func string(_ tokens: CodeTokens) -> (end: Int, hasEscapes: Bool)? {
    for quote in language.longQuotes where tokens.starts(with: quote) {
      let end = Self.end(after: quote, from: tokens.index + quote.count, tokens, hasEscapes: true)
      return (end, true)
    }
    guard language.quotes.contains(tokens.byte) else { return nil }
    let isRaw = tokens.byte == UInt8(ascii: "'") && language.hasRawApostrophes
    return Self.stringEnd(tokens, hasEscapes: !isRaw).map { ($0, !isRaw) }
  }

  /// The longest string that is coloured, in bytes. The limit keeps the time linear.
  private static let stringLimit = 2_000

  /// Returns the end of the string that begins here; nil for a quote that is never closed on its line.
  static func stringEnd(_ tokens: CodeTokens, hasEscapes: Bool) -> Int? {
    var end = tokens.index + 1
    let limit = min(tokens.code.count, tokens.index + stringLimit)
    while end < limit, tokens.code[end] != 0x0A {
      if tokens.code[end] == tokens.byte { return end + 1 }
      end += hasEscapes && tokens.code[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Splits a string literal into its text and its escapes.
  static func takeString(to end: Int, hasEscapes: Bool, _ tokens: inout CodeTokens) {
    guard hasEscapes else { return tokens.take(.string, to: end) }
    var next = tokens.index
    while next < end {
      guard tokens.code[next] == UInt8(ascii: "\\"), next + 1 < end else {
        next += 1
        continue
      }
      tokens.take(.string, to: next)
      tokens.take(.escape, to: min(end, next + escapeLength(tokens, at: next)))
      next = tokens.index
    }
    tokens.take(.string, to: end)
  }

  /// Returns the length of an escape: `\n`, `\x41`, `\u0041`, `\u{1F600}`.
  private static func escapeLength(_ tokens: CodeTokens, at start: Int) -> Int {
    var length = 2
    // A character of several bytes stays whole.
    while tokens.at(start + length) & 0xC0 == 0x80 { length += 1 }
    switch tokens.at(start + 1) {
    case UInt8(ascii: "x"): return length + digits(tokens, from: start + length, most: 2)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      guard tokens.at(start + 2) == UInt8(ascii: "{") else {
        return length + digits(tokens, from: start + length, most: 8)
      }
      let count = digits(tokens, from: start + 3, most: 8)
      return tokens.at(start + 3 + count) == UInt8(ascii: "}") ? count + 4 : length
    default: return length
    }
  }

  private static func digits(_ tokens: CodeTokens, from start: Int, most: Int) -> Int {
    var count = 0
    while count < most, isHexDigit(tokens.at(start + count)) { count += 1 }
    return count
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }

  static func end(after mark: [UInt8], from start: Int, _ tokens: CodeTokens, hasEscapes: Bool) -> Int {
    var end = start
    while end < tokens.code.count {
      if tokens.code[end] == mark[0], tokens.code[end...].starts(with: mark) { return end + mark.count }
      end += hasEscapes && tokens.code[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return tokens.code.count
  }

  private func variableEnd(_ tokens: CodeTokens) -> Int? {
    let start = tokens.index + 1
    if tokens.at(start) == UInt8(ascii: "{") {
      let limit = min(tokens.code.count, start + 100)
      return tokens.code[start..<limit].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 }
    }
    guard ASCII.isLetter(tokens.at(start)) || tokens.at(start) == UInt8(ascii: "_") else { return nil }
    return tokens.wordEnd(from: start)
  }

  private func takeWord(_ tokens: inout CodeTokens) {
    if tokens.byte &- 0x30 < 10 { return tokens.take(.number, to: Self.numberEnd(tokens)) }
    let end = tokens.wordEnd(from: tokens.index + 1)
    let word = String(decoding: tokens.code[tokens.index..<end], as: UTF8.self)
    if language.keywords.contains(language.ignoresCase ? word.lowercased() : word) {
      tokens.take(.keyword, to: end)
    } else if language.hasCapitalTypes, isType(word) {
      tokens.take(.type, to: end)
    } else {
      tokens.take(.plain, to: end)
    }
  }

  /// Returns true for a capital at first and a small letter later: `String`, not `LIMIT`.
  private func isType(_ word: String) -> Bool {
    guard let first = word.utf8.first, first &- 0x41 < 26 else { return false }
    return word.utf8.contains { $0 &- 0x61 < 26 }
  }

  /// Returns the end of a number with its unit: `1_000`, `0xFF`, `1.5e-9`, `10px`.
  static func numberEnd(_ tokens: CodeTokens) -> Int {
    var end = tokens.wordEnd(from: tokens.index)
    let isHex = tokens.at(tokens.index + 1) | 0x20 == UInt8(ascii: "x")
    while end + 1 < tokens.code.count, tokens.at(end) == UInt8(ascii: "."), tokens.at(end + 1) &- 0x30 < 10 {
      end = tokens.wordEnd(from: end + 1)
    }
    let hasExponent = !isHex && tokens.at(end - 1) | 0x20 == UInt8(ascii: "e")
    let isSigned = tokens.at(end) == UInt8(ascii: "-") || tokens.at(end) == UInt8(ascii: "+")
    if hasExponent, isSigned, tokens.at(end + 1) &- 0x30 < 10 { end = tokens.wordEnd(from: end + 1) }
    return end
  }
}
