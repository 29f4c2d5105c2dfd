package import CivilCalendar

/// Reads the query language: words, phrases, `key:value`, `AND`, `OR`, `NOT`, `-`, parentheses, `@view`.
package struct QueryParser {
  private let source: String
  private var tokens: ArraySlice<QueryLexer.Token>
  private let now: CivilMoment
  private let views: [String: String]
  private let openViews: [String]
  private var sort: [SortKey] = []

  /// Reads `text`.
  ///
  /// `now`: Dates such as `yesterday` count from it.
  /// `views`: Saved queries by name.
  /// `Throws`: ``QueryError`` with the place.
  package static func parse(
    _ text: String, now: CivilMoment, views: [String: String] = [:]
  ) throws(QueryError) -> ParsedQuery {
    try parse(text, now: now, views: views, openViews: [])
  }

  private static func parse(
    _ text: String, now: CivilMoment, views: [String: String], openViews: [String]
  ) throws(QueryError) -> ParsedQuery {
    var parser = QueryParser(
      source: text, tokens: try QueryLexer.tokens(of: text)[...], now: now, views: views,
      openViews: openViews)
    let query = try parser.disjunction()
    if let token = parser.tokens.first {
      throw parser.error(.unexpected(")"), at: token.offset)
    }
    return ParsedQuery(query: query ?? .all, sort: parser.sort)
  }

  private init(
    source: String, tokens: ArraySlice<QueryLexer.Token>, now: CivilMoment,
    views: [String: String], openViews: [String]
  ) {
    self.source = source
    self.tokens = tokens
    self.now = now
    self.views = views
    self.openViews = openViews
  }

  private func error(_ reason: QueryError.Reason, at offset: Int) -> QueryError {
    QueryError(reason: reason, offset: offset, text: source)
  }

  /// Conjunctions with `OR` between them; nil where there is nothing.
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
        guard !parts.isEmpty, tokens.first != nil else {
          throw error(.missingOperand("AND"), at: token.offset)
        }
        continue
      }
      if let part = try operand() { parts.append(part) }
    }
    return parts.count > 1 ? .and(parts) : parts.first
  }

  /// One term; nil for `sort:`, which asks for nothing.
  private mutating func operand() throws(QueryError) -> Query? {
    let token = tokens.removeFirst()
    switch token.kind {
    case .not:
      guard tokens.first != nil, let negated = try operand() else {
        throw error(.missingOperand("NOT"), at: token.offset)
      }
      return .not(negated)
    case .open:
      let inner = try disjunction()
      guard tokens.first?.kind == .close else {
        throw error(.unclosedParenthesis, at: token.offset)
      }
      tokens.removeFirst()
      return inner ?? .all
    case .word(let word): return word == "*" ? .all : .text(term(word))
    case .phrase(let phrase): return .text(TextTerm(words: phrase))
    case .field(let key, let value): return try field(key, value, at: token.offset)
    case .view(let name): return try view(name, at: token.offset)
    case .and, .or, .close: throw error(.unexpected("\(token.kind)"), at: token.offset)
    }
  }

  private func term(_ word: String, scope: TextTerm.Scope = .anywhere) -> TextTerm {
    let isPrefix = word.hasSuffix("*")
    return TextTerm(
      words: isPrefix ? String(word.dropLast()) : word, isPrefix: isPrefix, scope: scope)
  }

  private func view(_ name: String, at offset: Int) throws(QueryError) -> Query {
    guard let text = views[name] else { throw error(.unknownView(name), at: offset) }
    guard !openViews.contains(name) else { throw error(.viewInsideItself(name), at: offset) }
    return try Self.parse(text, now: now, views: views, openViews: openViews + [name]).query
  }

  private mutating func field(
    _ key: String, _ value: String, at offset: Int
  ) throws(QueryError) -> Query? {
    switch key.lowercased() {
    case "sort":
      sort += value.split(separator: ",").map { SortKey($0) }
      return nil
    case "tag", "tags":
      guard value.contains(where: { !"#,/ ".contains($0) }) else {
        throw error(.missingOperand(key + ":"), at: offset)
      }
      return alternatives(value, tag)
    case "in", "path": return .folder(value.hasSuffix("/") ? String(value.dropLast()) : value)
    case "title", "body", "headings":
      return .text(term(value, scope: TextTerm.Scope(rawValue: key.lowercased()) ?? .anywhere))
    case "kind":
      guard let kind = NoteKind(rawValue: value) else {
        throw error(.unknownKind(value), at: offset)
      }
      return .kind(kind)
    case "is":
      guard let state = NoteState(rawValue: value) else {
        throw error(.unknownState(value, nearest: nearest(value)), at: offset)
      }
      return .state(state)
    case "has":
      guard let part = NotePart(rawValue: value) else {
        throw error(.unknownPart(value), at: offset)
      }
      return .has(part)
    case "links-to", "linked-by", "mentions":
      let direction = LinkTerm.Direction(rawValue: key.lowercased()) ?? .mentions
      return .link(LinkTerm(direction: direction, name: value))
    default: return .field(try fieldTerm(key, value, at: offset))
    }
  }

  private func tag(_ name: Substring) -> Query {
    switch name.lowercased() {
    case "none": .state(.untagged)
    case "any", "*": .not(.state(.untagged))
    default: TagName(name).map { .tag($0) } ?? .all
    }
  }

  private func alternatives(_ value: String, _ make: (Substring) -> Query) -> Query {
    let parts = value.split(separator: ",").map(make)
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .all : .or(parts)
  }

  private func nearest(_ word: String) -> String? {
    NoteState.allCases.map(\.rawValue).first { $0.prefix(2) == word.prefix(2) }
  }

  private func fieldTerm(
    _ key: String, _ text: String, at offset: Int
  ) throws(QueryError) -> FieldTerm {
    var rest = text[...]
    var comparison = FieldTerm.Comparison.equal
    for candidate in [FieldTerm.Comparison.lessOrEqual, .greaterOrEqual, .less, .greater]
    where rest.hasPrefix(candidate.rawValue) {
      comparison = candidate
      rest = rest.dropFirst(candidate.rawValue.count)
      break
    }
    let canonical = FieldCatalogue.field(for: key)
    let isDate = canonical?.type == .date || canonical?.type == .day
    var values: [FieldTerm.Value] = []
    for part in rest.split(separator: ",") {
      values.append(try value(part, isDate: isDate, comparison, at: offset))
    }
    if values.isEmpty { throw error(.missingOperand(key + ":"), at: offset) }
    return FieldTerm(key: canonical?.key ?? key, comparison: comparison, values: values)
  }

  private func value(
    _ text: Substring, isDate: Bool, _ comparison: FieldTerm.Comparison, at offset: Int
  ) throws(QueryError) -> FieldTerm.Value {
    switch text.lowercased() {
    case "none", "null": return .none
    case "any", "*": return .any
    default: break
    }
    if isDate {
      guard let reading = DateExpression.parse(text, relativeTo: now) else {
        throw error(.notADate(String(text)), at: offset)
      }
      return .days(DayRange(reading.firstDay, reading.lastDay))
    }
    if comparison != .equal {
      if let number = Double(text) ?? Duration(reading: text)?.seconds { return .number(number) }
      if let reading = DateExpression.parse(text, relativeTo: now) {
        return .days(DayRange(reading.firstDay, reading.lastDay))
      }
    }
    return .text(String(text))
  }
}
