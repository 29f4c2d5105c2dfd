import ByteBasics
import SafeHTML

/// Colours code by what it is: comments, strings, keywords and numbers.
struct CodeHighlighter {
  private let code: [UInt8]
  private let language: CodeLanguage
  private var html: [UInt8] = []
  private var index = 0
  private var plainStart = 0

  /// The same code with `span` elements around what has a colour.
  ///
  /// `escaped` is HTML already. A language that is not known keeps its code as it is.
  static func coloured(_ escaped: ArraySlice<UInt8>, language: String) -> [UInt8] {
    guard let language = CodeLanguage.named(language) else { return Array(escaped) }
    var highlighter = CodeHighlighter(CharacterReferences.decoded(escaped), language)
    highlighter.run()
    return highlighter.html
  }

  private init(_ code: [UInt8], _ language: CodeLanguage) {
    self.code = code
    self.language = language
    html.reserveCapacity(code.count * 2)
  }

  private mutating func run() {
    while index < code.count {
      if let end = commentEnd() {
        mark("c", to: end)
      } else if let end = stringEnd() {
        mark("s", to: end)
      } else if isWordByte(code[index]) || code[index] == UInt8(ascii: "#") {
        readWord()
      } else {
        index += 1
      }
    }
    flushPlain()
  }

  private mutating func flushPlain() {
    appendCode(code[plainStart..<index])
    plainStart = index
  }

  private mutating func mark(_ style: String, to end: Int) {
    flushPlain()
    html += "<span class=\"\(style)\">".utf8
    appendCode(code[index..<end])
    html += "</span>".utf8
    index = end
    plainStart = end
  }

  private mutating func appendCode(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      default: html.append(byte)
      }
    }
  }

  private func commentEnd() -> Int? {
    if let block = language.blockComment, code[index...].starts(with: block.open) {
      return end(behind: block.close, from: index + block.open.count)
    }
    for sign in language.lineComments where code[index...].starts(with: sign) {
      // `$#` and `a#b` begin no comment.
      if sign == [UInt8(ascii: "#")], index > 0, !ASCII.isWhiteSpace(code[index - 1]) { continue }
      return code[index...].firstIndex(of: 0x0A) ?? code.count
    }
    return nil
  }

  private func stringEnd() -> Int? {
    for quote in language.longQuotes where code[index...].starts(with: quote) {
      return end(behind: quote, from: index + quote.count)
    }
    guard language.quotes.contains(code[index]) else { return nil }
    var end = index + 1
    let limit = min(code.count, index + Self.stringLimit)
    while end < limit, code[end] != 0x0A {
      if code[end] == code[index] { return end + 1 }
      end += code[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    // An apostrophe that is never closed is not a string.
    return nil
  }

  /// Bytes; a longer string on one line stays without a colour, so that reading stays linear.
  private static let stringLimit = 2_000

  private func end(behind sign: [UInt8], from start: Int) -> Int {
    var end = start
    while end < code.count {
      if code[end] == sign[0], code[end...].starts(with: sign) { return end + sign.count }
      end += 1
    }
    return code.count
  }

  private mutating func readWord() {
    var end = index + 1
    while end < code.count, isWordByte(code[end]) { end += 1 }
    if code[index] &- 0x30 < 10 {
      while end + 1 < code.count, code[end] == UInt8(ascii: "."), code[end + 1] &- 0x30 < 10 {
        end += 2
        while end < code.count, isWordByte(code[end]) { end += 1 }
      }
      return mark("n", to: end)
    }
    let word = String(decoding: code[index..<end], as: UTF8.self)
    if language.keywords.contains(language.ignoresCase ? word.lowercased() : word) {
      mark("k", to: end)
    } else {
      index = end
    }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
