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

  /// Takes `key:`, `- key:`, `key =` or `[section]` at the beginning of a line.
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
    if style == .toml, tokens.byte == UInt8(ascii: "[") { return tokens.take(.meta, to: tokens.lineEnd) }
    let separator = UInt8(ascii: style == .yaml ? ":" : "=")
    let lineEnd = min(tokens.lineEnd, tokens.index + 200)
    guard let end = tokens.code[tokens.index..<lineEnd].firstIndex(of: separator),
      end > tokens.index,
      style == .toml || end + 1 == tokens.code.count || ASCII.isWhiteSpace(tokens.at(end + 1)),
      !"#{[&*!|>".utf8.contains(tokens.byte)
    else { return }
    tokens.take(.name, to: end)
    tokens.takePlain()
  }

  private func takeValue(_ tokens: inout CodeTokens) {
    let byte = tokens.byte
    let isFirst = tokens.isAtLineStart || " \t[{,:=(".utf8.contains(tokens.at(tokens.index - 1))
    if byte == UInt8(ascii: "#") && isFirst && style != .json || byte == UInt8(ascii: ";") && tokens.isAtLineStart
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

  /// Takes a quoted text, which in JSON is a key if a colon follows.
  private func takeQuoted(_ tokens: inout CodeTokens) {
    let quote = [UInt8](repeating: tokens.byte, count: 3)
    let hasEscapes = tokens.byte == UInt8(ascii: "\"")
    if style == .toml, tokens.starts(with: quote) {
      let end = WordTokenizer.end(after: quote, from: tokens.index + 3, tokens, hasEscapes: hasEscapes)
      return tokens.take(.string, to: end)
    }
    guard let end = WordTokenizer.stringEnd(tokens, hasEscapes: hasEscapes) else { return tokens.takePlain() }
    var next = end
    while tokens.at(next) == 0x20 { next += 1 }
    if style == .json, tokens.at(next) == UInt8(ascii: ":") { return tokens.take(.name, to: end) }
    WordTokenizer.takeString(to: end, hasEscapes: hasEscapes, &tokens)
  }
}

/// Splits HTML, XML and similar languages into tokens.
enum MarkupTokenizer {
  static func run(_ tokens: inout CodeTokens) {
    while !tokens.isAtEnd {
      if tokens.starts(with: "<!--".utf8) {
        let end = WordTokenizer.end(after: Array("-->".utf8), from: tokens.index + 4, tokens, hasEscapes: false)
        tokens.take(.comment, to: end)
      } else if tokens.byte == UInt8(ascii: "<"), beginsTag(tokens) {
        takeTag(&tokens)
      } else if tokens.byte == UInt8(ascii: "&"), let end = referenceEnd(tokens) {
        tokens.take(.escape, to: end)
      } else {
        tokens.takePlain()
      }
    }
  }

  private static func beginsTag(_ tokens: CodeTokens) -> Bool {
    let next = tokens.at(tokens.index + 1)
    return ASCII.isLetter(next) || "/!?".utf8.contains(next)
  }

  private static func referenceEnd(_ tokens: CodeTokens) -> Int? {
    let end = tokens.wordEnd(from: tokens.index + 1, including: [UInt8(ascii: "#")])
    return tokens.at(end) == UInt8(ascii: ";") && end > tokens.index + 1 ? end + 1 : nil
  }

  private static func takeTag(_ tokens: inout CodeTokens) {
    var nameStart = tokens.index + 1
    while "/!?".utf8.contains(tokens.at(nameStart)) { nameStart += 1 }
    tokens.take(.plain, to: nameStart)
    tokens.take(.keyword, to: tokens.wordEnd(from: nameStart, including: Array("-:".utf8)))
    while !tokens.isAtEnd, tokens.byte != UInt8(ascii: ">") {
      let isQuote = tokens.byte == UInt8(ascii: "\"") || tokens.byte == UInt8(ascii: "'")
      if isQuote, let end = WordTokenizer.stringEnd(tokens, hasEscapes: false) {
        tokens.take(.string, to: end)
      } else if CodeTokens.isWord(tokens.byte) {
        let isValue = tokens.at(tokens.index - 1) == UInt8(ascii: "=")
        let end = tokens.wordEnd(from: tokens.index, including: Array("-:.@".utf8))
        tokens.take(isValue ? .string : .name, to: end)
      } else if tokens.byte == UInt8(ascii: "<") {
        return
      } else {
        tokens.takePlain()
      }
    }
    tokens.takePlain()
  }
}

/// Cuts CSS and its like: selectors, properties, values.
enum StyleSheetTokenizer {
  static func run(_ tokens: inout CodeTokens) {
    var depth = 0
    var isValue = false
    while !tokens.isAtEnd {
      let byte = tokens.byte
      if tokens.starts(with: "/*".utf8) {
        let end = WordTokenizer.end(after: Array("*/".utf8), from: tokens.index + 2, tokens, hasEscapes: false)
        tokens.take(.comment, to: end)
      } else if tokens.starts(with: "//".utf8), tokens.at(tokens.index - 1) != UInt8(ascii: ":") {
        tokens.take(.comment, to: tokens.lineEnd)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        let end = WordTokenizer.stringEnd(tokens, hasEscapes: true)
      {
        WordTokenizer.takeString(to: end, hasEscapes: true, &tokens)
      } else if byte == UInt8(ascii: "@") {
        tokens.take(.keyword, to: tokens.wordEnd(from: tokens.index + 1, including: [UInt8(ascii: "-")]))
      } else if byte == UInt8(ascii: "#"), isValue {
        tokens.take(.number, to: tokens.wordEnd(from: tokens.index + 1))
      } else if CodeTokens.isWord(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") && !isValue {
        takeWord(&tokens, depth, isValue)
      } else {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        if byte == UInt8(ascii: ":"), depth > 0 { isValue = true }
        if "{};".utf8.contains(byte) { isValue = false }
        tokens.takePlain()
      }
    }
  }

  private static func takeWord(_ tokens: inout CodeTokens, _ depth: Int, _ isValue: Bool) {
    let start = tokens.byte == UInt8(ascii: ".") ? tokens.index + 1 : tokens.index
    let end = max(tokens.index + 1, tokens.wordEnd(from: start, including: [UInt8(ascii: "-")]))
    if isValue {
      let isNumber = tokens.byte &- 0x30 < 10
      let numberEnd = isNumber ? WordTokenizer.numberEnd(tokens) : end
      return tokens.take(isNumber ? .number : .plain, to: numberEnd)
    }
    var next = end
    while tokens.at(next) == 0x20 { next += 1 }
    let isProperty = depth > 0 && tokens.at(next) == UInt8(ascii: ":")
    tokens.take(isProperty ? .name : .type, to: end)
  }
}
