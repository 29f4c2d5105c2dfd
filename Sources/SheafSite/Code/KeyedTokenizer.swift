import ByteBasics

/// Cuts data: YAML, TOML and its like, JSON.
struct KeyedTokenizer {
  enum Style: Sendable { case yaml, toml, json }

  let style: Style

  private static let constants: Set<String> = [
    "true", "false", "null", "yes", "no", "on", "off", "inf", "nan", "~",
  ]

  func run(_ tokens: inout CodeTokens) {
    while !tokens.isAtEnd {
      if tokens.isAtLineStart, style != .json { takeKey(&tokens) }
      guard !tokens.isAtEnd else { return }
      takeValue(&tokens)
    }
  }

  /// `key:`, `- key:`, `key =`, `[section]` at the beginning of a line.
  private func takeKey(_ tokens: inout CodeTokens) {
    var start = tokens.index
    while tokens.at(start) == 0x20 || tokens.at(start) == 0x09 { start += 1 }
    if style == .yaml {
      while tokens.at(start) == UInt8(ascii: "-"), tokens.at(start + 1) == 0x20 {
        start += 2
        while tokens.at(start) == 0x20 { start += 1 }
      }
      if tokens.starts(with: "---".utf8) || tokens.starts(with: "...".utf8) {
        return tokens.take(.meta, to: tokens.index + 3)
      }
    }
    tokens.take(.plain, to: start)
    guard !tokens.isAtEnd else { return }
    if style == .toml, tokens.byte == UInt8(ascii: "[") {
      return tokens.take(.meta, to: tokens.lineEnd)
    }
    let separator = UInt8(ascii: style == .yaml ? ":" : "=")
    let lineEnd = min(tokens.lineEnd, tokens.index + 200)
    guard let end = tokens.code[tokens.index..<lineEnd].firstIndex(of: separator),
      end > tokens.index,
      style == .toml || end + 1 == tokens.code.count
        || ASCII.isWhiteSpace(tokens.at(end + 1)),
      !"#{[&*!|>".utf8.contains(tokens.byte)
    else { return }
    tokens.take(.name, to: end)
    tokens.takePlain()
  }

  private func takeValue(_ tokens: inout CodeTokens) {
    let byte = tokens.byte
    let isFirst = tokens.isAtLineStart || " \t[{,:=(".utf8.contains(tokens.at(tokens.index - 1))
    if byte == UInt8(ascii: "#") && isFirst && style != .json
      || byte == UInt8(ascii: ";") && tokens.isAtLineStart
      || style == .json && tokens.starts(with: "//".utf8) && isFirst
    {
      tokens.take(.comment, to: tokens.lineEnd)
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") && isFirst && style != .json {
      takeQuoted(&tokens)
    } else if style == .yaml, isFirst, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*") {
      tokens.take(.type, to: tokens.wordEnd(from: tokens.index + 1, including: [UInt8(ascii: "-")]))
    } else if byte &- 0x30 < 10, isFirst || tokens.at(tokens.index - 1) == UInt8(ascii: "-") {
      let end = tokens.wordEnd(from: tokens.index, including: Array(".:-+".utf8))
      let isNumber = tokens.at(end) == 0 || " \t\n,]}\r".utf8.contains(tokens.at(end))
      tokens.take(isNumber ? .number : .plain, to: end)
    } else if CodeTokens.isWord(byte) || byte == UInt8(ascii: "~") {
      let end = max(tokens.index + 1, tokens.wordEnd(from: tokens.index))
      let word = String(decoding: tokens.code[tokens.index..<end], as: UTF8.self)
      let isConstant = isFirst && Self.constants.contains(word.lowercased())
      tokens.take(isConstant ? .keyword : .plain, to: end)
    } else {
      tokens.takePlain()
    }
  }

  /// A text, which in JSON is a key where a colon follows.
  private func takeQuoted(_ tokens: inout CodeTokens) {
    let quote = [UInt8](repeating: tokens.byte, count: 3)
    let hasEscapes = tokens.byte == UInt8(ascii: "\"")
    if style == .toml, tokens.starts(with: quote) {
      let end = WordTokenizer.end(
        after: quote, from: tokens.index + 3, tokens, hasEscapes: hasEscapes)
      return tokens.take(.string, to: end)
    }
    guard let end = WordTokenizer.stringEnd(tokens, hasEscapes: hasEscapes) else {
      return tokens.takePlain()
    }
    var next = end
    while tokens.at(next) == 0x20 { next += 1 }
    if style == .json, tokens.at(next) == UInt8(ascii: ":") { return tokens.take(.name, to: end) }
    WordTokenizer.takeString(to: end, hasEscapes: hasEscapes, &tokens)
  }
}
