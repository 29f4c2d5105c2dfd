import ByteBasics

/// Cuts HTML, XML and their like.
enum MarkupTokenizer {
  static func run(_ tokens: inout CodeTokens) {
    while !tokens.isAtEnd {
      if tokens.starts(with: "<!--".utf8) {
        let end = WordTokenizer.end(
          after: Array("-->".utf8), from: tokens.index + 4, tokens, hasEscapes: false)
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
        let end = WordTokenizer.end(
          after: Array("*/".utf8), from: tokens.index + 2, tokens, hasEscapes: false)
        tokens.take(.comment, to: end)
      } else if tokens.starts(with: "//".utf8), tokens.at(tokens.index - 1) != UInt8(ascii: ":") {
        tokens.take(.comment, to: tokens.lineEnd)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        let end = WordTokenizer.stringEnd(tokens, hasEscapes: true)
      {
        WordTokenizer.takeString(to: end, hasEscapes: true, &tokens)
      } else if byte == UInt8(ascii: "@") {
        tokens.take(
          .keyword, to: tokens.wordEnd(from: tokens.index + 1, including: [UInt8(ascii: "-")]))
      } else if byte == UInt8(ascii: "#"), isValue {
        tokens.take(.number, to: tokens.wordEnd(from: tokens.index + 1))
      } else if CodeTokens.isWord(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".") && !isValue
      {
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
