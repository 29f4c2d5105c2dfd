package import CivilCalendar

/// A query of the user, as parsed.
package indirect enum Query: Hashable, Sendable {
  /// Every note.
  case all
  case and([Query])
  case or([Query])
  case not(Query)
  case text(TextTerm)
  case field(FieldTerm)
  case tag(TagName)
  case folder(String)
  case kind(NoteKind)
  case state(NoteState)
  case has(NotePart)
  case link(LinkTerm)
}

extension Query {
  /// The terms that must or may match: those outside of `NOT`.
  package var terms: [Query] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.terms)
    case .not, .all: []
    default: [self]
    }
  }

  /// Replaces the last words of the query, other than those after `NOT`, by another condition.
  ///
  /// - Parameter replacement: Returns the condition for the words, or nil to keep them.
  /// - Returns: nil if the query has no words or they are kept.
  /// - Throws: Any error of `replacement`.
  package func replacingLastWords(_ replacement: (TextTerm) throws -> Query?) rethrows -> Query? {
    func replaced(in parts: [Query]) throws -> [Query]? {
      guard let last = parts.lastIndex(where: { $0.terms.contains { $0.text != nil } }),
        let part = try parts[last].replacingLastWords(replacement)
      else { return nil }
      return parts[..<last] + [part] + parts[(last + 1)...]
    }
    return switch self {
    case .text(let term): try replacement(term)
    case .and(let parts): try replaced(in: parts).map { .and($0) }
    case .or(let parts): try replaced(in: parts).map { .or($0) }
    default: nil
    }
  }

  /// The query with all conditions except the words. Nil if the query has no words.
  package var withoutWords: Query? {
    let parts = flattened.conjuncts
    let words = parts.filter { $0.terms.contains { $0.text != nil } }
    return words.isEmpty ? nil : .and(parts.filter { !words.contains($0) } + [.not(.and(words))])
  }

  package var text: TextTerm? { if case .text(let term) = self { term } else { nil } }
  package var folder: String? { if case .folder(let folder) = self { folder } else { nil } }
}

/// Words to find in a note.
package struct TextTerm: Hashable, Sendable {
  package enum Scope: String, Sendable, CaseIterable {
    case anywhere, title, body, headings
  }

  package let words: String
  /// True for `word*`.
  package let isPrefix: Bool
  package let scope: Scope

  package init(words: String, isPrefix: Bool = false, scope: Scope = .anywhere) {
    self.words = words
    self.isPrefix = isPrefix
    self.scope = scope
  }

  /// True for Korean consonants alone, which match words that begin with them.
  package var isInitials: Bool {
    !words.isEmpty && words.unicodeScalars.allSatisfy { (0x3131...0x314E).contains($0.value) }
  }
}

/// A comparison with a front-matter field, or with a date of the note.
package struct FieldTerm: Hashable, Sendable {
  package enum Comparison: String, Sendable {
    case equal = ""
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  package enum Value: Hashable, Sendable {
    /// `due:none`: no such field.
    case none
    /// `due:any`: the field is there.
    case any
    case literal(Literal)
    case days(DayRange)
    case moment(CivilMoment)
    /// A range from one moment to another. A nil end is open.
    case span(CivilMoment?, CivilMoment?)
    /// `1..5`, also of lengths of time in seconds.
    case numbers(NumberRange)
  }

  /// The typed value, with its other readings in a field of the user's own.
  package struct Literal: Hashable, Sendable {
    /// The text without the asterisk of ``isPrefix``.
    package let text: String
    /// True for `WR*`, which matches the beginning of a value.
    package let isPrefix: Bool
    /// `2`, `2.0`; a length of time in seconds.
    package let number: Double?
    package let days: DayRange?

    package init(_ text: String, isPrefix: Bool = false, number: Double? = nil, days: DayRange? = nil) {
      self.text = text
      self.isPrefix = isPrefix
      self.number = number
      self.days = days
    }
  }

  /// The key in Sheaf's spelling. The key of a custom field is in lower case.
  package let key: String
  package let comparison: Comparison
  /// One of them suffices: `status:todo,doing`.
  package let values: [Value]

  package init(key: String, comparison: Comparison, values: [Value]) {
    self.key = key
    self.comparison = comparison
    self.values = values
  }
}

/// Numbers from one to another, both included. Nil if it has no end.
package struct NumberRange: Hashable, Sendable {
  package let first: Double?
  package let last: Double?
}

/// `is:…`
package enum NoteState: String, Sendable, CaseIterable {
  case task, open, done, overdue, blocked, ready, draft, pinned, orphan, untagged, sealed
}

/// `has:…`
package enum NotePart: String, Sendable, CaseIterable {
  case attachment, link, tag, task, alias, due, backlink
}

/// `links-to:…`, `linked-by:…`, `mentions:…`
package struct LinkTerm: Hashable, Sendable {
  package enum Direction: String, Sendable {
    case linksTo = "links-to"
    case linkedBy = "linked-by"
    case mentions
  }

  package let direction: Direction
  package let name: String
}

/// A query and how its results are to be put in order.
package struct ParsedQuery: Hashable, Sendable {
  package var query: Query
  package var sort: [SortKey]
}

/// One field of an order.
package struct SortKey: Hashable, Sendable {
  package let field: String
  package let isDescending: Bool

  package init(field: String, isDescending: Bool) {
    self.field = field
    self.isDescending = isDescending
  }

  /// Parses `due`, `-due`, `due+`, `updated-`.
  package init(_ text: some StringProtocol) {
    if text.hasPrefix("-") || text.hasSuffix("-") {
      field = String(text.hasPrefix("-") ? text.dropFirst() : text.dropLast())
      isDescending = true
    } else {
      field = String(text.hasSuffix("+") ? text.dropLast() : text[...])
      isDescending = false
    }
  }
}

extension Query {
  /// The query with `NOT` only before single terms, and without unnecessary nesting.
  package var flattened: Query { flattened(isNegated: false) }

  private func flattened(isNegated: Bool) -> Query {
    switch self {
    case .not(let inner): return inner.flattened(isNegated: !isNegated)
    case .and(let parts), .or(let parts):
      let isConjunction = if case .and = self { !isNegated } else { isNegated }
      return isConjunction
        ? .and(parts.flatMap { $0.flattened(isNegated: isNegated).conjuncts })
        : .or(parts.flatMap { $0.flattened(isNegated: isNegated).alternatives })
    default: return isNegated ? .not(self) : self
    }
  }

  private var conjuncts: [Query] { if case .and(let parts) = self { parts } else { [self] } }
  private var alternatives: [Query] { if case .or(let parts) = self { parts } else { [self] } }

  /// The query without words that have no letter, such as a dash between words, if more than those is asked for:
  /// the index has no signs, so that nothing would be found.
  var withoutSigns: Query {
    switch self {
    case .and(let parts):
      let kept = parts.filter { !$0.isSign }.map(\.withoutSigns)
      return kept.isEmpty ? self : kept.count == 1 ? kept[0] : .and(kept)
    case .or(let parts): return .or(parts.map(\.withoutSigns))
    // `->` is an arrow.
    case .not(let inner): return inner.isSign ? inner : .not(inner.withoutSigns)
    default: return self
    }
  }

  private var isSign: Bool {
    if case .not(let inner) = self { return inner.isSign }
    guard let text else { return false }
    return SearchTokens(text.words.utf8, addsInitials: false).tokens.isEmpty
  }

  /// True if it asks for tasks by fields of closed ones, or by their status: then closed ones are included too.
  package var speaksOfClosedTasks: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.speaksOfClosedTasks)
    case .not(let part): part.speaksOfClosedTasks
    case .state(.done): true
    case .field(let term): term.key == "status" || term.key == "closed"
    default: false
    }
  }

  /// True if cancelled tasks are among those that it asks for: by their status in any spelling, or by `is:done`.
  package var asksForCancelledTasks: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.asksForCancelledTasks)
    case .state(.done): true
    case .field(let term) where term.key == "status":
      term.values.contains { value in
        if case .literal(let literal) = value { TaskStatus(known: literal.text) == .cancelled } else { false }
      }
    default: false
    }
  }

  /// True if it asks for the start of tasks: then those that cannot be started yet are included too.
  package var speaksOfStarts: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.speaksOfStarts)
    case .not(let part): part.speaksOfStarts
    case .field(let term): term.key == "start"
    default: false
    }
  }
}
