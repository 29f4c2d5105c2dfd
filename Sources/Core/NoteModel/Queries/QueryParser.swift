package import CivilCalendar
package import Wording

/// Reads the query language: words, phrases, `key:value`, `AND`, `OR`, `NOT`, `-`, parentheses, `@view`.
package struct QueryParser {
  /// The greatest depth of nested parentheses and saved queries.
  package static let depthLimit = 20
  /// The greatest number of terms in a query, those of its saved queries included; a saved query and a key of the
  /// order count as one each.
  package static let termLimit = 400

  private let source: String
  private var tokens: ArraySlice<QueryLexer.Token>
  private let now: CivilMoment
  private let zone: LocalZone?
  private let ownKeys: Set<String>
  private let views: [String: String]
  /// The saved queries that are being read, from the outside in.
  private let openViews: [String]
  private var depth: Int
  /// The key of the words in the group that is being read.
  private var groupKey: String?
  private var termCount: Int
  private var sort: [SortKey] = []
  /// The order of saved queries counts after that of the query itself.
  private var viewSort: [SortKey] = []

  /// Reads `text`.
  ///
  /// - Parameters:
  ///   - now: Dates such as `yesterday` count from it.
  ///   - zone: The zone of clock times in the query; without one, the offset of `now` counts all the year.
  ///   - ownKeys: The keys of fields that notes have; one of them is meant as well if it is also a Korean name.
  ///   - views: Saved queries by name.
  /// - Throws: ``QueryError`` with the place.
  package static func parse(
    _ text: String, now: CivilMoment, zone: LocalZone? = nil, ownKeys: Set<String> = [], views: [String: String] = [:]
  ) throws(QueryError) -> ParsedQuery {
    var parser = QueryParser(
      source: text, tokens: try QueryLexer.tokens(of: text)[...], now: now, zone: zone,
      ownKeys: ownKeys, views: views,
      openViews: [], depth: 0, termCount: 0)
    return try parser.wholeQuery()
  }

  private init(
    source: String, tokens: ArraySlice<QueryLexer.Token>, now: CivilMoment,
    zone: LocalZone?, ownKeys: Set<String>, views: [String: String], openViews: [String],
    depth: Int, termCount: Int
  ) {
    self.source = source
    self.tokens = tokens
    self.now = now
    self.zone = zone
    self.ownKeys = ownKeys
    self.views = views
    self.openViews = openViews
    self.depth = depth
    self.termCount = termCount
  }

  private mutating func wholeQuery() throws(QueryError) -> ParsedQuery {
    let query = try disjunction()
    if let token = tokens.first { throw error(.unexpected(")"), at: token.offset) }
    return ParsedQuery(query: query?.withoutSigns ?? .all, sort: sort + viewSort)
  }

  private func error(_ reason: QueryError.Reason, at offset: Int) -> QueryError {
    QueryError(reason: reason, offset: offset, text: source)
  }

  /// Parses conjunctions with `OR` between them. Nil if there is no term.
  private mutating func disjunction() throws(QueryError) -> Query? {
    var alternatives: [Query] = []
    if let first = try conjunction() { alternatives.append(first) }
    while tokens.first?.kind == .or {
      let operatorToken = tokens.removeFirst()
      guard !alternatives.isEmpty, let next = try conjunction() else {
        throw error(.missingOperand("OR"), at: operatorToken.offset)
      }
      alternatives.append(next)
    }
    return alternatives.count > 1 ? .or(alternatives) : alternatives.first
  }

  private mutating func conjunction() throws(QueryError) -> Query? {
    var parts: [Query] = []
    while let token = tokens.first, token.kind != .or, token.kind != .close {
      if token.kind == .and {
        tokens.removeFirst()
        guard !parts.isEmpty, startsOperand(tokens.first) else {
          throw error(.missingOperand("AND"), at: token.offset)
        }
        continue
      }
      if let part = try operand() { parts.append(part) }
    }
    return parts.count > 1 ? .and(parts) : parts.first
  }

  private func startsOperand(_ token: QueryLexer.Token?) -> Bool {
    switch token?.kind {
    case nil, .and, .or, .close: false
    default: true
    }
  }

  /// Parses one term, negated or not. Returns nil for `sort:`, which is no condition.
  private mutating func operand() throws(QueryError) -> Query? {
    var isNegated = false
    var negation: QueryLexer.Token?
    while let token = tokens.first, token.kind == .not {
      isNegated.toggle()
      negation = tokens.removeFirst()
    }
    guard startsOperand(tokens.first) else { throw error(.missingOperand("NOT"), at: negation?.offset ?? 0) }
    let operand = try term(tokens.removeFirst())
    guard let negation else { return operand }
    guard let operand else { throw error(.missingOperand("NOT"), at: negation.offset) }
    return isNegated ? .not(operand) : operand
  }

  private mutating func term(_ token: QueryLexer.Token) throws(QueryError) -> Query? {
    switch token.kind {
    case .open: return try group(token)
    case .view(let name): return try view(name, at: token.offset)
    case .groupKey(let key):
      let outer = groupKey
      groupKey = key
      defer { groupKey = outer }
      guard tokens.dropFirst().first?.kind != .close else {
        throw error(.missingOperand(key + ":"), at: token.offset)
      }
      return try group(tokens.removeFirst())
    case .field(let key, let operands):
      do throws(QueryError) {
        return try field(key, operands, at: token.offset)
      } catch {
        throw withQuotes(error, key, operands)
      }
    case .word(let word):
      if let groupKey {
        let operands = word.split(separator: ",").map { QueryLexer.Operand(text: String($0)) }
        return try field(groupKey, operands, at: token.offset)
      }
      try count(1, at: token.offset)
      return word == "*" ? .all : .text(TextTerm(word: word))
    case .phrase(let phrase):
      if let groupKey {
        let operand = QueryLexer.Operand(text: phrase, startsQuoted: true)
        return try field(groupKey, [operand], at: token.offset)
      }
      try count(1, at: token.offset)
      return .text(TextTerm(words: phrase))
    case .and, .or, .not, .close: return nil
    }
  }

  private mutating func field(
    _ key: String, _ operands: [QueryLexer.Operand], at offset: Int
  ) throws(QueryError) -> Query? {
    if QueryKey(typed: key) == .sort {
      try count(operands.count, at: offset)
      sort += operands.map { SortKey($0.text) }
      return nil
    }
    try count(max(1, operands.count), at: offset)
    let reader = QueryTermReader(key: key, operands: operands, now: now, zone: zone, ownKeys: ownKeys)
    do throws(QueryError.Reason) {
      return try reader.query()
    } catch let reason {
      throw error(reason, at: offset)
    }
  }

  /// Returns a mistake in a date with the spelling that includes the words after it, `due:next friday`, and the nearest
  /// date.
  private func withQuotes(_ error: QueryError, _ key: String, _ operands: [QueryLexer.Operand]) -> QueryError {
    guard case .notADate(let word, _, _) = error.reason else { return error }
    let behind = tokens.prefix(4).map { if case .word(let word) = $0.kind { word } else { "" } }.prefix { !$0.isEmpty }
    let text = (0..<behind.count).reversed().map { count in
      ([operands.last?.text ?? ""] + behind[...count]).joined(separator: " ")
    }.first { DateExpression.parse($0, relativeTo: now, zone: zone) != nil }
    let (quoted, nearest) = (text.map { "\(key):\"\($0)\"" }, NearestDate.reading(word, now: now))
    return self.error(.notADate(word, quoted: quoted, nearest: nearest), at: error.offset)
  }

  private mutating func count(_ terms: Int, at offset: Int) throws(QueryError) {
    termCount += terms
    if termCount > Self.termLimit { throw error(.tooLong, at: offset) }
  }

  private mutating func group(_ token: QueryLexer.Token) throws(QueryError) -> Query {
    depth += 1
    if depth > Self.depthLimit { throw error(.tooDeep, at: token.offset) }
    let inner = try disjunction()
    guard tokens.first?.kind == .close else { throw error(.unclosedParenthesis, at: token.offset) }
    tokens.removeFirst()
    depth -= 1
    return inner ?? .all
  }

  private mutating func view(_ name: String, at offset: Int) throws(QueryError) -> Query {
    guard let text = views[name] else {
      throw error(.unknownView(name, nearest: nearestName(to: name, among: views.keys)), at: offset)
    }
    guard !openViews.contains(name) else { throw error(.viewInsideItself(name), at: offset) }
    guard depth < Self.depthLimit else { throw error(.tooDeep, at: offset) }
    try count(1, at: offset)
    var parser = QueryParser(
      source: text, tokens: try QueryLexer.tokens(of: text)[...], now: now, zone: zone,
      ownKeys: ownKeys, views: views,
      openViews: openViews + [name], depth: depth + 1, termCount: termCount)
    let parsed = try parser.wholeQuery()
    termCount = parser.termCount
    viewSort += parsed.sort
    return parsed.query
  }
}

/// A mistake in a query, with its place.
package struct QueryError: Error, Hashable, Sendable {
  package enum Reason: Error, Hashable, Sendable {
    case unclosedQuote
    case unclosedParenthesis
    case unexpected(String)
    case missingOperand(String)
    case unknownState(String)
    case unknownKind(String)
    case unknownPart(String)
    /// A word that is no date, and the term with the quotes that make it one with the words after it.
    case notADate(String, quoted: String? = nil, nearest: String? = nil)
    case unknownView(String, nearest: String? = nil)
    case viewInsideItself(String)
    /// Parentheses and saved queries inside one another, more than ``QueryParser/depthLimit``.
    case tooDeep
    /// More terms than ``QueryParser/termLimit``, those of saved queries included.
    case tooLong
  }

  package let reason: Reason
  /// UTF-8 offset in the query's text.
  package let offset: Int
  package let text: String
}

extension QueryError {
  /// The error, without its position.
  package var explanation: Message {
    switch reason {
    case .unclosedQuote: Message("A quote is not closed", ko: "따옴표가 닫히지 않았습니다")
    case .unclosedParenthesis: Message("Missing closing parenthesis", ko: "괄호가 닫히지 않았습니다")
    case .unexpected(let word): Message("“\(word)” cannot be here", ko: "여기에 쓸 수 없습니다: “\(word)”")
    case .missingOperand(let word):
      word.hasSuffix(":")
        ? Message("\(word) needs a value", ko: "\(word) 뒤에 값이 없습니다")
        : Message("A term is missing before or after \(word)", ko: "\(word) 앞이나 뒤에 조건이 없습니다")
    case .unknownState(let word): Message("is: unknown value “\(word)”", ko: "is:에 쓸 수 없는 값입니다: “\(word)”")
    case .unknownKind(let word): Message("kind: unknown value “\(word)”", ko: "kind:에 쓸 수 없는 값입니다: “\(word)”")
    case .unknownPart(let word): Message("has: unknown value “\(word)”", ko: "has:에 쓸 수 없는 값입니다: “\(word)”")
    case .notADate(let word, _, _): Message("Invalid date “\(word)”", ko: "날짜로 읽을 수 없습니다: “\(word)”")
    case .unknownView(let name, let nearest):
      Message("Unknown saved query @\(name)", ko: "저장한 검색식이 아닙니다: @\(name)").orMeant(nearest.map { "@" + $0 })
    case .viewInsideItself(let name):
      Message("The saved query @\(name) refers to itself", ko: "자기 자신을 사용하는 검색식입니다: @\(name)")
    case .tooDeep:
      Message(
        "Parentheses and saved queries are nested more than \(QueryParser.depthLimit) deep",
        ko: "괄호와 저장한 검색식이 \(QueryParser.depthLimit)단계보다 깊습니다")
    case .tooLong:
      Message(
        "A query can have at most \(QueryParser.termLimit) terms",
        ko: "검색식의 조건은 최대 \(QueryParser.termLimit)개입니다")
    }
  }
}

/// All words of the query language, from the declarations of keys, fields and values.
package enum QueryWords {
  /// The keys before a colon: those of the language, then those of fields, in English and in Korean.
  package static let keys = QueryKey.names + FieldCatalogue.fields.map(\.key) + FieldCatalogue.koreanNames

  /// Returns the words that a key accepts, or none for a key that accepts any text.
  package static func values(of key: String) -> [String] {
    values.filter { $0.keys.contains(key) }.flatMap(\.values)
  }

  /// The words for values, with the names of the keys that take them.
  private static let values: [(keys: [String], values: [String])] = [
    (names(of: .is), NoteState.names), (names(of: .has), NotePart.names),
    (names(of: .kind), NoteKind.names), (names(ofField: "status"), TaskStatus.typedNames),
    (names(ofField: "priority"), TaskPriority.allCases.reversed().flatMap { [$0.name, $0.koreanName] }),
  ]

  private static func names(of key: QueryKey) -> [String] { [key.rawValue] + key.koreanNames }

  private static func names(ofField key: String) -> [String] {
    [key] + (FieldCatalogue.field(for: key)?.koreanNames ?? [])
  }
}
