/// Cuts a query into words, phrases, operators and parentheses.
struct QueryLexer {
  /// One of the values after `key:`, between commas that no quotes hold.
  struct Operand: Hashable {
    var text = ""
    /// True if the operand begins with a quote: `none`, `any` and comparison signs are then ordinary words.
    var startsQuoted = false
  }

  struct Token: Hashable {
    enum Kind: Hashable {
      case word(String)
      case phrase(String)
      case field(key: String, [Operand])
      /// `key:` before a parenthesis: the key of each word in the group.
      case groupKey(String)
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
    case UInt8(ascii: "-") where offset + 1 < text.count && text[offset + 1] > 0x20: add(.not, start)
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
    guard offset < text.count else { throw QueryError(reason: .unclosedQuote, offset: start, text: source) }
    offset += 1
    return String(decoding: text[contentStart..<(offset - 1)], as: UTF8.self)
  }

  private mutating func readWord(_ start: Int) throws(QueryError) {
    while offset < text.count, text[offset] > 0x20, !isDelimiter(text[offset]) {
      if text[offset] == UInt8(ascii: ":"), offset > start {
        let key = String(decoding: text[start..<offset], as: UTF8.self)
        offset += 1
        let isGroup = offset < text.count && text[offset] == UInt8(ascii: "(")
        tokens.append(Token(kind: isGroup ? .groupKey(key) : .field(key: key, try operands()), offset: start))
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
    default: word.hasPrefix("@") && word.utf8.count > 1 ? .view(String(word.dropFirst())) : .word(word)
    }
  }

  /// Reads operands up to the next space or the end of the surrounding group. Quotes protect spaces and commas.
  private mutating func operands() throws(QueryError) -> [Operand] {
    var operands = [Operand()]
    var depth = 0
    while offset < text.count, text[offset] > 0x20 {
      let byte = text[offset]
      if byte == UInt8(ascii: "\"") {
        if operands[operands.count - 1].text.isEmpty { operands[operands.count - 1].startsQuoted = true }
        operands[operands.count - 1].text += try quoted()
        continue
      }
      if byte == UInt8(ascii: ",") {
        operands.append(Operand())
        offset += 1
        continue
      }
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        if depth == 0 { break }
        depth -= 1
      }
      operands[operands.count - 1].text += plainRun()
    }
    return operands.filter { !$0.text.isEmpty || $0.startsQuoted }
  }

  /// Reads the present byte and the following bytes without a special meaning.
  private mutating func plainRun() -> String {
    let start = offset
    offset += 1
    while offset < text.count, text[offset] > 0x20, !isDelimiter(text[offset]), text[offset] != UInt8(ascii: ",") {
      offset += 1
    }
    return String(decoding: text[start..<offset], as: UTF8.self)
  }
}
