import CivilCalendar

/// Reads the condition of `key:value,value`.
struct QueryTermReader {
  let key: String
  let operands: [QueryLexer.Operand]
  let now: CivilMoment
  let zone: LocalZone?
  /// Keys of the user's own that are also Korean names of something else.
  let ownKeys: Set<String>

  /// Returns the query of the term. A Korean name of a field also means a custom field of that name.
  func query() throws(QueryError.Reason) -> Query {
    let ownKey = FieldCatalogue.folded(key)
    guard !key.utf8.allSatisfy({ $0 < 0x80 }), ownKeys.contains(ownKey) else { return try standard() }
    let own = Query.field(try fieldTerm(key: ownKey, nil))
    guard let standard = try? standard(), standard != own else { return own }
    let asksForNone = operands.allSatisfy { !$0.startsQuoted && $0.text.lowercased() == "none" }
    return asksForNone ? .and([standard, own]) : .or([standard, own])
  }

  private func standard() throws(QueryError.Reason) -> Query {
    guard !operands.isEmpty else { throw .missingOperand(key + ":") }
    switch QueryKey(typed: key) {
    case .tag, .tags: return try alternatives(tag)
    case .in, .path: return try alternatives(folder)
    case .title: return try alternatives { text($0, .title) }
    case .body: return try alternatives { text($0, .body) }
    case .headings: return try alternatives { text($0, .headings) }
    case .kind: return try alternatives(kind)
    case .is: return try alternatives(state)
    case .has: return try alternatives(part)
    case .linksTo: return try alternatives { operand throws(QueryError.Reason) in try link(operand, .linksTo) }
    case .linkedBy: return try alternatives { operand throws(QueryError.Reason) in try link(operand, .linkedBy) }
    case .mentions: return try alternatives { operand throws(QueryError.Reason) in try link(operand, .mentions) }
    case .sort, nil:
      let known = FieldCatalogue.field(typed: key)
      if known?.key == "tags" { return try alternatives(category) }
      return .field(try fieldTerm(key: known?.key ?? FieldCatalogue.folded(key), known?.type))
    }
  }

  private func alternatives(
    _ make: (QueryLexer.Operand) throws(QueryError.Reason) -> Query
  ) throws(QueryError.Reason) -> Query {
    var parts: [Query] = []
    for operand in operands { parts.append(try make(operand)) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private func tag(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    switch operand.text.lowercased() {
    case "none" where !operand.startsQuoted: return .state(.untagged)
    case "any" where !operand.startsQuoted, "*": return .not(.state(.untagged))
    default:
      guard let tag = TagName(operand.text) else { throw .missingOperand(key + ":") }
      return .tag(tag)
    }
  }

  /// Returns the query for `categories:X`, `keywords:X` or `labels:X`: a tag, or a link in the field, `[[X]]`.
  private func category(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    let name = wikiLinkName(operand.text) ?? operand.text
    let value = try value(QueryLexer.Operand(text: name, startsQuoted: operand.startsQuoted), nil, .text)
    let link = Query.field(FieldTerm(key: FieldCatalogue.folded(key), comparison: .equal, values: [value]))
    guard wikiLinkName(operand.text) == nil, let tag = try? tag(operand) else { return link }
    return value == .none ? .and([tag, link]) : .or([tag, link])
  }

  private func folder(_ operand: QueryLexer.Operand) -> Query {
    // `./Memo` as a shell completes it, `/Memo` as links say it.
    var text = operand.text[...]
    while text.hasPrefix("./") { text = text.dropFirst(2) }
    if text.hasPrefix("/") { text = text.dropFirst() }
    if text.hasSuffix("/") { text = text.dropLast() }
    return .folder(String(text))
  }

  private func kind(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    guard let kind = NoteKind(typed: operand.text) else { throw .unknownKind(operand.text) }
    return .kind(kind)
  }

  private func state(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    guard let state = NoteState(typed: operand.text) else { throw .unknownState(operand.text) }
    return .state(state)
  }

  private func part(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    guard let part = NotePart(typed: operand.text) else { throw .unknownPart(operand.text) }
    return .has(part)
  }

  private func text(_ operand: QueryLexer.Operand, _ scope: TextTerm.Scope) -> Query {
    .text(
      operand.startsQuoted
        ? TextTerm(words: operand.text, scope: scope)
        : TextTerm(word: operand.text, scope: scope))
  }

  private func link(_ operand: QueryLexer.Operand, _ direction: LinkTerm.Direction) throws(QueryError.Reason) -> Query {
    guard operand.text.contains(where: { !$0.isWhitespace }) else { throw .missingOperand(key + ":") }
    return .link(LinkTerm(direction: direction, name: operand.text))
  }

  /// Returns the condition on a field; `type` is nil for one of the user's own.
  private func fieldTerm(key name: String, _ type: KnownField.ValueType?) throws(QueryError.Reason) -> FieldTerm {
    guard let first = operands.first else { throw .missingOperand(key + ":") }
    let signs = [FieldTerm.Comparison.lessOrEqual, .greaterOrEqual, .less, .greater]
    let comparison = first.startsQuoted ? nil : signs.first { first.text.hasPrefix($0.rawValue) }
    var operands = operands
    operands[0].text.removeFirst(comparison?.rawValue.count ?? 0)
    var values: [FieldTerm.Value] = []
    for operand in operands where !operand.text.isEmpty || operand.startsQuoted {
      values.append(try value(operand, comparison, type))
    }
    if values.isEmpty { throw .missingOperand(key + ":") }
    return FieldTerm(key: name, comparison: comparison ?? .equal, values: values)
  }

  private func value(
    _ operand: QueryLexer.Operand, _ comparison: FieldTerm.Comparison?,
    _ type: KnownField.ValueType?
  ) throws(QueryError.Reason) -> FieldTerm.Value {
    let text = operand.text
    if !operand.startsQuoted {
      switch text.lowercased() {
      case "none", "null": return .none
      case "any", "*": return .any
      default: break
      }
    }
    guard type != .date, type != .day else { return try date(text) }
    if text.hasSuffix("*"), text.utf8.count > 1, !operand.startsQuoted {
      return .literal(FieldTerm.Literal(String(text.dropLast()), isPrefix: true))
    }
    if type == .priority, let priority = TaskPriority(typed: text) {
      return .literal(FieldTerm.Literal(priority.name))
    }
    guard type == nil else { return .literal(FieldTerm.Literal(text)) }
    if !operand.startsQuoted, comparison == nil, let range = NumberRange(text) { return .numbers(range) }
    // Words such as `friday` are days if something is before or after them, else words.
    let mayBeDay = comparison != nil || text.utf8.first.map { $0 &- 0x30 < 10 } ?? false
    let days = mayBeDay ? DateExpression.parse(text, relativeTo: now, zone: zone) : nil
    return .literal(
      FieldTerm.Literal(text, number: comparableNumber(text), days: days.map { DayRange($0.firstDay, $0.lastDay) }))
  }

  private func date(_ text: String) throws(QueryError.Reason) -> FieldTerm.Value {
    if let span = span(text) { return span }
    if let range = openRange(text) { return .days(range) }
    guard let reading = DateExpression.parse(joined: text, relativeTo: now, zone: zone) else {
      throw .notADate(text)
    }
    if case .moment(let moment) = reading { return .moment(moment) }
    return .days(DayRange(reading.firstDay, reading.lastDay))
  }
}

extension QueryTermReader {
  /// Parses `2026-11-26T14:00..2026-11-26T16:00` or `..2026-11-26T16:00`, a range with times. Otherwise nil.
  private func span(_ text: String) -> FieldTerm.Value? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    func end(_ side: Substring) -> CivilMoment?? {
      if side.isEmpty { return .some(nil) }
      switch DateExpression.parse(side, relativeTo: now, zone: zone) {
      case .moment(let moment)?: return moment
      case .day(let day)? where side.startIndex == text.startIndex: return CivilMoment(day: day, time: .midnight)
      case .day(let day)?: return TimeOfDay(hour: 23, minute: 59, second: 59).map { CivilMoment(day: day, time: $0) }
      case .range?, nil: return nil
      }
    }
    let sides = [text[..<dots.lowerBound], text[dots.upperBound...]]
    let hasTime = sides.contains { side in
      if case .moment? = DateExpression.parse(side, relativeTo: now, zone: zone) { true } else { false }
    }
    guard hasTime, let first = end(sides[0]), let last = end(sides[1]) else { return nil }
    return .span(first, last)
  }

  /// Parses `2026-11..` and `..friday`: days without a last or a first one.
  private func openRange(_ text: String) -> DayRange? {
    guard text.utf8.count > 2 else { return nil }
    if text.hasSuffix("..") {
      let first = DateExpression.parse(joined: String(text.dropLast(2)), relativeTo: now, zone: zone)?.firstDay
      return first.map { DayRange($0, .latest) }
    }
    guard text.hasPrefix("..") else { return nil }
    let last = DateExpression.parse(joined: String(text.dropFirst(2)), relativeTo: now, zone: zone)?.lastDay
    return last.map { DayRange(.earliest, $0) }
  }
}

extension NumberRange {
  /// Parses `1..5`, `1..`, `..5`, `30m..2h`. Nil for any other text.
  fileprivate init?(_ text: String) {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let (left, right) = (text[..<dots.lowerBound], text[dots.upperBound...])
    let (first, last) = (comparableNumber(String(left)), comparableNumber(String(right)))
    guard first != nil || left.isEmpty, last != nil || right.isEmpty, first != nil || last != nil else { return nil }
    self.init(first: first, last: last)
  }
}

extension TextTerm {
  /// Creates the term of a typed word. An asterisk at its end searches for words that begin so.
  init(word: String, scope: Scope = .anywhere) {
    let isPrefix = word.hasSuffix("*") && word.utf8.count > 1
    self.init(words: isPrefix ? String(word.dropLast()) : word, isPrefix: isPrefix, scope: scope)
  }
}
