import NoteModel
import NoteSyntax
import Wording

/// An expression of Dataview's language or of Obsidian's Bases, read.
indirect enum Expression: Sendable {
  case literal(QueryValue)
  case name(String)
  case member(Expression, String)
  case index(Expression, Expression)
  case call(Expression, [Expression])
  case not(Expression)
  case negative(Expression)
  case binary(Operator, Expression, Expression)
  case list([Expression])
  case object([(key: String, value: Expression)])
  case lambda([String], Expression)
  /// `date(today)`: depends on when it is asked.
  case now(DateShorthand)

  enum Operator: Sendable {
    case and, or, equal, unequal, less, lessOrEqual, greater, greaterOrEqual, plus, minus, times, divided, modulo
  }

  /// `today`, `eom` and the like within `date(…)`.
  enum DateShorthand: String, Sendable, CaseIterable {
    case now, today, yesterday, tomorrow, sow, eow, som, eom, soy, eoy
    case startOfWeek = "start-of-week"
    case endOfWeek = "end-of-week"
    case startOfMonth = "start-of-month"
    case endOfMonth = "end-of-month"
    case startOfYear = "start-of-year"
    case endOfYear = "end-of-year"
  }
}

/// The dialect of an expression: the two languages differ in syntax and functions.
enum ExpressionLanguage: Sendable {
  case dataview, bases
}

/// A syntax error in an expression, with its position.
struct ExpressionMistake: Error {
  let message: Message
}

/// Reads expressions, from the loosest operator to the tightest.
struct ExpressionParser {
  let language: ExpressionLanguage
  private let text: [Character]
  private(set) var position = 0
  private var depth = 0
  /// The parameters of the lambdas around the position.
  private var bound: [String] = []

  /// The limit of nesting, and of the terms of one chain: no query that people write is deeper.
  private static let limit = 120
  private static let characterLimit = 20_000

  init(_ text: String, _ language: ExpressionLanguage) throws(ExpressionMistake) {
    self.text = Array(text)
    self.language = language
    guard self.text.count <= Self.characterLimit else {
      throw ExpressionMistake(message: Message("The query is too long", ko: "검색식이 너무 깁니다"))
    }
  }

  /// Parses a text that is one expression.
  static func parse(_ text: String, _ language: ExpressionLanguage) throws(ExpressionMistake) -> Expression {
    var parser = try ExpressionParser(text, language)
    let expression = try parser.expression()
    parser.skipSpaces()
    guard parser.isAtEnd else { throw parser.mistake }
    return expression
  }

  // MARK: - Characters

  var isAtEnd: Bool { position >= text.count }
  var next: Character? { position < text.count ? text[position] : nil }
  func character(_ offset: Int) -> Character? { position + offset < text.count ? text[position + offset] : nil }
  mutating func advance(_ count: Int = 1) { position += count }
  mutating func go(to place: Int) { position = place }
  func slice(from start: Int) -> String { String(text[start..<position]) }

  mutating func skipSpaces() {
    while let character = next, character.isWhitespace { position += 1 }
  }

  func isAt(_ word: String) -> Bool {
    var index = position
    for character in word {
      guard index < text.count, text[index] == character else { return false }
      index += 1
    }
    return true
  }

  /// Returns true at a word, in any case of its letters, that ends there.
  func isAtWord(_ word: String) -> Bool {
    var index = position
    for character in word {
      guard index < text.count, text[index].lowercased() == character.lowercased() else { return false }
      index += 1
    }
    return index >= text.count || !Self.isNamePart(text[index], language)
  }

  mutating func take(_ word: String) -> Bool {
    guard isAt(word) else { return false }
    position += word.count
    return true
  }

  mutating func takeWord(_ word: String) -> Bool {
    guard isAtWord(word) else { return false }
    position += word.count
    return true
  }

  mutating func expect(_ sign: String) throws(ExpressionMistake) {
    skipSpaces()
    guard take(sign) else { throw mistake }
  }

  /// The error for an unexpected token at the current position.
  var mistake: ExpressionMistake {
    let rest = String(text[min(position, text.count)...].prefix(20)).split(whereSeparator: \.isNewline).first.map(
      String.init)
    guard let rest, !rest.isEmpty else {
      return ExpressionMistake(message: Message("The query ends too early", ko: "검색식이 중간에 끝납니다"))
    }
    return ExpressionMistake(message: Message("Cannot read the query at “\(rest)”", ko: "검색식을 읽을 수 없는 곳: “\(rest)”"))
  }

  static func isNameStart(_ character: Character, _ language: ExpressionLanguage) -> Bool {
    switch language {
    case .dataview: character.isLetter || character == "_" || character.isEmojiSign
    case .bases: character.isLetter || character == "_" || character == "$"
    }
  }

  static func isNamePart(_ character: Character, _ language: ExpressionLanguage) -> Bool {
    isNameStart(character, language) || character.isNumber || language == .dataview && character == "-"
  }

  mutating func name() -> String? {
    guard let first = next, Self.isNameStart(first, language) else { return nil }
    let start = position
    while let character = next, Self.isNamePart(character, language) { position += 1 }
    return slice(from: start)
  }

  // MARK: - Operators

  private typealias Level = [(sign: String, operation: Expression.Operator)]

  private static let dataviewLevels: [Level] = [
    [("and", .and), ("or", .or), ("&", .and), ("|", .or)],
    [(">=", .greaterOrEqual), ("<=", .lessOrEqual), ("!=", .unequal), (">", .greater), ("<", .less), ("=", .equal)],
    [("+", .plus), ("-", .minus)],
    [("*", .times), ("/", .divided), ("%", .modulo)],
  ]

  private static let basesLevels: [Level] = [
    [("||", .or)],
    [("&&", .and)],
    [("==", .equal), ("!=", .unequal)],
    [(">=", .greaterOrEqual), ("<=", .lessOrEqual), (">", .greater), ("<", .less)],
    [("+", .plus), ("-", .minus)],
    [("*", .times), ("/", .divided), ("%", .modulo)],
  ]

  mutating func expression() throws(ExpressionMistake) -> Expression { try binary(0) }

  private mutating func binary(_ level: Int) throws(ExpressionMistake) -> Expression {
    let levels = language == .dataview ? Self.dataviewLevels : Self.basesLevels
    guard level < levels.count else { return try unary() }
    var left = try binary(level + 1)
    var terms = 0
    while let operation = takeOperator(levels[level]) {
      terms += 1
      guard terms <= Self.limit else { throw Self.tooDeep }
      left = .binary(operation, left, try binary(level + 1))
    }
    return left
  }

  private mutating func takeOperator(_ level: Level) -> Expression.Operator? {
    let start = position
    skipSpaces()
    // A comment begins.
    if language == .dataview, isAt("//") {
      position = start
      return nil
    }
    for (sign, operation) in level {
      let isWord = sign.first?.isLetter == true
      if isWord ? takeWord(sign) : take(sign) { return operation }
    }
    position = start
    return nil
  }

  static let tooDeep = ExpressionMistake(message: Message("The query is nested too deeply", ko: "검색식이 너무 깊이 중첩되었습니다"))

  private mutating func unary() throws(ExpressionMistake) -> Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.limit / 4 else { throw Self.tooDeep }
    skipSpaces()
    if next == "!", character(1) != "[" || character(2) != "[" {
      position += 1
      return .not(try unary())
    }
    if language == .bases, next == "-" {
      position += 1
      return .negative(try unary())
    }
    return try postfix(try atom())
  }

  private mutating func postfix(_ start: Expression) throws(ExpressionMistake) -> Expression {
    var expression = start
    var count = 0
    while true {
      count += 1
      guard count <= Self.limit else { throw Self.tooDeep }
      if next == ".", let first = character(1), Self.isNameStart(first, language) {
        position += 1
        guard let name = name() else { throw mistake }
        expression = .member(expression, name)
      } else if next == "[" {
        position += 1
        let index = try self.expression()
        try expect("]")
        expression = .index(expression, index)
      } else if next == "(" {
        try checkFunction(expression)
        position += 1
        expression = .call(expression, try arguments(until: ")"))
      } else {
        return expression
      }
    }
  }

  /// Checks that a called function exists, so that a query reports an unknown one at once.
  private func checkFunction(_ function: Expression) throws(ExpressionMistake) {
    let (name, isKnown): (String, Bool) =
      switch (function, language) {
      case (.name(let name), .dataview): (name, bound.contains(name) || DataviewFunctions.named(name) != nil)
      case (.name(let name), .bases): (name, BasesFunctions.named(name) != nil)
      case (.member(_, let name), .bases): (name, BasesFunctions.hasMethod(name))
      default: ("", true)
      }
    guard !isKnown else { return }
    throw ExpressionMistake(message: Message("there is no function “\(name)”", ko: "“\(name)” 함수가 없습니다"))
  }

  private mutating func arguments(until end: String) throws(ExpressionMistake) -> [Expression] {
    var found: [Expression] = []
    skipSpaces()
    if take(end) { return found }
    while true {
      found.append(try expression())
      skipSpaces()
      if take(end) { return found }
      guard take(",") else { throw mistake }
      skipSpaces()
      if language == .bases, take(end) { return found }
    }
  }

  // MARK: - Atoms

  private mutating func atom() throws(ExpressionMistake) -> Expression {
    guard let first = next else { throw mistake }
    switch first {
    case "\"": return .literal(.text(try string("\"")))
    case "'" where language == .bases: return .literal(.text(try string("'")))
    case "[" where character(1) == "[": return .literal(.link(try link()))
    case "!":
      position += 1
      var link = try link()
      link.isEmbed = true
      return .literal(.link(link))
    case "[":
      position += 1
      return .list(try arguments(until: "]"))
    case "{": return try object()
    case "(": return try parentheses()
    case "#" where language == .dataview: return .literal(.text(tag()))
    case "/" where language == .bases: return try pattern()
    case "-", "0"..."9": return .literal(.number(try number()))
    default: return try word()
    }
  }

  private mutating func number() throws(ExpressionMistake) -> Double {
    let start = position
    if next == "-" { position += 1 }
    while let digit = next, digit.isASCII, digit.isNumber { position += 1 }
    if next == ".", let digit = character(1), digit.isASCII, digit.isNumber {
      position += 1
      while let digit = next, digit.isASCII, digit.isNumber { position += 1 }
    }
    guard let number = Double(slice(from: start)) else {
      position = start
      throw mistake
    }
    return number
  }

  /// Reads a string. For regular expressions, Dataview keeps a backslash except before quotes and backslashes.
  mutating func string(_ quote: Character) throws(ExpressionMistake) -> String {
    let start = position
    position += 1
    var result = ""
    while let character = next {
      position += 1
      if character == quote { return result }
      guard character == "\\", let escaped = next else {
        result.append(character)
        continue
      }
      position += 1
      switch escaped {
      case "\"", "\\", "'": result.append(escaped)
      case "n" where language == .bases: result.append("\n")
      case "t" where language == .bases: result.append("\t")
      default: result += "\\" + String(escaped)
      }
    }
    position = start
    throw mistake
  }

  mutating func link() throws(ExpressionMistake) -> QueryLink {
    let start = position
    guard take("[[") else { throw mistake }
    let inner = position
    while !isAtEnd, !isAt("]]") { position += 1 }
    let link = QueryLink(inner: slice(from: inner))
    guard take("]]") else {
      position = start
      throw mistake
    }
    return link
  }

  /// Reads a tag, including its `#`.
  mutating func tag() -> String {
    let start = position
    position += 1
    while let character = next,
      character.isLetter || character.isNumber || "/-_".contains(character) || character.isEmojiSign
    {
      position += 1
    }
    return slice(from: start)
  }

  private mutating func object() throws(ExpressionMistake) -> Expression {
    position += 1
    var members: [(key: String, value: Expression)] = []
    skipSpaces()
    if take("}") { return .object(members) }
    while true {
      skipSpaces()
      guard let key = next == "\"" ? try string("\"") : name() else { throw mistake }
      try expect(":")
      members.append((key, try expression()))
      skipSpaces()
      if take("}") { return .object(members) }
      guard take(",") else { throw mistake }
    }
  }

  /// Reads `(a, b) => …`, or an expression in parentheses.
  private mutating func parentheses() throws(ExpressionMistake) -> Expression {
    let start = position
    position += 1
    if let parameters = parameters() {
      bound += parameters
      defer { bound.removeLast(parameters.count) }
      return .lambda(parameters, try expression())
    }
    position = start + 1
    let inner = try expression()
    try expect(")")
    return inner
  }

  private mutating func parameters() -> [String]? {
    var names: [String] = []
    skipSpaces()
    while let name = name() {
      names.append(name)
      skipSpaces()
      guard take(",") else { break }
      skipSpaces()
    }
    guard take(")") else { return nil }
    skipSpaces()
    return take("=>") ? names : nil
  }

  /// Reads a regular expression: `/a+/i`.
  private mutating func pattern() throws(ExpressionMistake) -> Expression {
    let start = position
    position += 1
    var isClass = false
    while let character = next, isClass || character != "/" {
      if character == "\\" { position += 1 }
      if character == "[" { isClass = true }
      if character == "]" { isClass = false }
      position += 1
    }
    let text = String(slice(from: start).dropFirst())
    guard take("/") else {
      position = start
      throw mistake
    }
    do {
      return .literal(.pattern(try QueryPattern(text, flags: name() ?? "")))
    } catch {
      throw ExpressionMistake(message: error.message)
    }
  }

  static let keywords: Set<String> = ["FROM", "WHERE", "LIMIT", "GROUP", "FLATTEN", "SORT"]

  private mutating func word() throws(ExpressionMistake) -> Expression {
    let start = position
    guard let name = name() else { throw mistake }
    switch name {
    case "true", "True": return .literal(.boolean(true))
    case "false", "False": return .literal(.boolean(false))
    case "null": return .literal(.null)
    default: break
    }
    guard language == .dataview else { return .name(name) }
    // `sort` is a function as well.
    if Self.keywords.contains(name.uppercased()), next != "(" || name.uppercased() != "SORT" {
      position = start
      throw mistake
    }
    if next == "(", let literal = dateOrDuration(name) { return literal }
    return .name(name)
  }

  /// Reads `date(2021-01-14)`, `date(today)` or `dur(8 minutes)`. Returns nil for any other call.
  private mutating func dateOrDuration(_ name: String) -> Expression? {
    guard name == "date" || name == "dur", let close = text[position...].firstIndex(of: ")") else { return nil }
    let inner = trimmedSpaces(String(text[(position + 1)..<close]))
    let literal: Expression?
    if name == "dur" {
      literal = TimeSpan(reading: inner).map { .literal(.duration($0)) }
    } else if let shorthand = Expression.DateShorthand(rawValue: inner) {
      literal = .now(shorthand)
    } else {
      literal = QueryDate.read(inner).map { .literal(.date($0)) }
    }
    if literal != nil { position = close + 1 }
    return literal
  }
}

extension Character {
  /// True for a picture, which Dataview allows in names.
  var isEmojiSign: Bool {
    guard let scalar = unicodeScalars.first, scalar.value > 0x2000 else { return false }
    return scalar.properties.isEmoji
  }
}
