/// Cuts a query into words, phrases, operators and parentheses.
struct QueryLexer {
  struct Token: Hashable {
    enum Kind: Hashable {
      case word(String)
      case phrase(String)
      /// `key:` with what follows it, quotes removed.
      case field(key: String, value: String)
      case view(String)
      case and, or, not
      case open, close
    }

    let kind: Kind
    let offset: Int
  }

  private let text: [UInt8]
  private let source: String
  private var offset = 0
  private var tokens: [Token] = []

  static func tokens(of text: String) throws(QueryError) -> [Token] {
    var lexer = QueryLexer(text: Array(text.utf8), source: text)
    while try lexer.readToken() {}
    return lexer.tokens
  }

  private init(text: [UInt8], source: String) {
    self.text = text
    self.source = source
  }

  private mutating func readToken() throws(QueryError) -> Bool {
    while offset < text.count, text[offset] <= 0x20 { offset += 1 }
    guard offset < text.count else { return false }
    let start = offset
    switch text[offset] {
    case UInt8(ascii: "("): add(.open, start)
    case UInt8(ascii: ")"): add(.close, start)
    case UInt8(ascii: "-") where offset + 1 < text.count && text[offset + 1] > 0x20:
      add(.not, start)
    case UInt8(ascii: "\""):
      let phrase = try quoted()
      tokens.append(Token(kind: .phrase(phrase), offset: start))
    default: try readWord(start)
    }
    return true
  }

  private mutating func add(_ kind: Token.Kind, _ start: Int) {
    tokens.append(Token(kind: kind, offset: start))
    offset += 1
  }

  private mutating func quoted() throws(QueryError) -> String {
    let start = offset
    offset += 1
    let contentStart = offset
    while offset < text.count, text[offset] != UInt8(ascii: "\"") { offset += 1 }
    guard offset < text.count else {
      throw QueryError(reason: .unclosedQuote, offset: start, text: source)
    }
    offset += 1
    return String(decoding: text[contentStart..<(offset - 1)], as: UTF8.self)
  }

  private mutating func readWord(_ start: Int) throws(QueryError) {
    while offset < text.count, text[offset] > 0x20, !isDelimiter(text[offset]) {
      if text[offset] == UInt8(ascii: ":"), offset > start {
        let key = String(decoding: text[start..<offset], as: UTF8.self)
        offset += 1
        let value = try fieldValue()
        tokens.append(Token(kind: .field(key: key, value: value), offset: start))
        return
      }
      offset += 1
    }
    let word = String(decoding: text[start..<offset], as: UTF8.self)
    tokens.append(Token(kind: kind(of: word), offset: start))
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\"")
  }

  private func kind(of word: String) -> Token.Kind {
    switch word {
    case "AND": .and
    case "OR": .or
    case "NOT": .not
    default:
      word.hasPrefix("@") && word.utf8.count > 1 ? .view(String(word.dropFirst())) : .word(word)
    }
  }

  /// Up to the next space; quotes hold spaces together.
  private mutating func fieldValue() throws(QueryError) -> String {
    var value = ""
    while offset < text.count, text[offset] > 0x20, text[offset] != UInt8(ascii: ")") {
      if text[offset] == UInt8(ascii: "\"") {
        value += try quoted()
        continue
      }
      let start = offset
      while offset < text.count, text[offset] > 0x20, !isDelimiter(text[offset]) { offset += 1 }
      if offset == start { offset += 1 }
      value += String(decoding: text[start..<offset], as: UTF8.self)
    }
    return value
  }
}
