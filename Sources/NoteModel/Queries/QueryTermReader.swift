import CivilCalendar

/// What `key:value,value` asks for.
struct QueryTermReader {
  let key: String
  let operands: [QueryLexer.Operand]
  let now: CivilMoment

  func query() throws(QueryError.Reason) -> Query {
    guard let first = operands.first else { throw .missingOperand(key + ":") }
    switch key.lowercased() {
    case "tag", "tags": return try alternatives(tag)
    case "in", "path": return try alternatives(folder)
    case "title", "body", "headings": return try alternatives(text)
    case "kind": return try alternatives(kind)
    case "is": return try alternatives(state)
    case "has": return try alternatives(part)
    case "links-to", "linked-by", "mentions": return try alternatives(link)
    default: return .field(try fieldTerm(first))
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

  private func folder(_ operand: QueryLexer.Operand) -> Query {
    .folder(operand.text.hasSuffix("/") ? String(operand.text.dropLast()) : operand.text)
  }

  private func kind(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    guard let kind = NoteKind(rawValue: operand.text.lowercased()) else {
      throw .unknownKind(operand.text)
    }
    return .kind(kind)
  }

  private func state(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    guard let state = NoteState(rawValue: operand.text.lowercased()) else {
      throw .unknownState(operand.text)
    }
    return .state(state)
  }

  private func part(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    guard let part = NotePart(rawValue: operand.text.lowercased()) else {
      throw .unknownPart(operand.text)
    }
    return .has(part)
  }

  private func text(_ operand: QueryLexer.Operand) -> Query {
    let scope = TextTerm.Scope(rawValue: key.lowercased()) ?? .anywhere
    return .text(
      operand.startsQuoted
        ? TextTerm(words: operand.text, scope: scope)
        : TextTerm(word: operand.text, scope: scope))
  }

  private func link(_ operand: QueryLexer.Operand) throws(QueryError.Reason) -> Query {
    guard operand.text.contains(where: { !$0.isWhitespace }) else {
      throw .missingOperand(key + ":")
    }
    let direction = LinkTerm.Direction(rawValue: key.lowercased()) ?? .mentions
    return .link(LinkTerm(direction: direction, name: operand.text))
  }

  private func fieldTerm(_ first: QueryLexer.Operand) throws(QueryError.Reason) -> FieldTerm {
    let signs = [FieldTerm.Comparison.lessOrEqual, .greaterOrEqual, .less, .greater]
    let comparison =
      first.startsQuoted ? nil : signs.first { first.text.hasPrefix($0.rawValue) }
    var operands = operands
    operands[0].text.removeFirst(comparison?.rawValue.count ?? 0)
    let known = FieldCatalogue.field(for: key)
    var values: [FieldTerm.Value] = []
    for operand in operands where !operand.text.isEmpty || operand.startsQuoted {
      values.append(try value(operand, comparison, known?.type))
    }
    if values.isEmpty { throw .missingOperand(key + ":") }
    return FieldTerm(
      key: known?.key ?? key.lowercased(), comparison: comparison ?? .equal, values: values)
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
    guard type == nil else { return .literal(FieldTerm.Literal(text)) }
    // Words such as `friday` are days where something is before or behind them, else words.
    let mayBeDay = comparison != nil || text.utf8.first.map { $0 &- 0x30 < 10 } ?? false
    let days = mayBeDay ? DateExpression.parse(text, relativeTo: now) : nil
    return .literal(
      FieldTerm.Literal(
        text, number: comparableNumber(text),
        days: days.map { DayRange($0.firstDay, $0.lastDay) }))
  }

  private func date(_ text: String) throws(QueryError.Reason) -> FieldTerm.Value {
    guard let reading = DateExpression.parse(text, relativeTo: now) else {
      throw .notADate(text)
    }
    if case .moment(let moment) = reading { return .moment(moment) }
    return .days(DayRange(reading.firstDay, reading.lastDay))
  }
}

extension TextTerm {
  /// A word as typed: an asterisk at its end asks for words that begin so.
  init(word: String, scope: Scope = .anywhere) {
    let isPrefix = word.hasSuffix("*") && word.utf8.count > 1
    self.init(words: isPrefix ? String(word.dropLast()) : word, isPrefix: isPrefix, scope: scope)
  }
}
