extension Query {
  /// The same question with `NOT` before single terms only, and nothing nested that need not be.
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
}

extension Query {
  /// The query without words that have no letter, such as a dash between words, where more than those is asked for:
  /// the index has no signs, so that nothing would be found.
  var withoutSigns: Query {
    switch self {
    case .and(let parts):
      let kept = parts.filter { !$0.isSign }.map(\.withoutSigns)
      return kept.isEmpty ? self : kept.count == 1 ? kept[0] : .and(kept)
    case .or(let parts): return .or(parts.map(\.withoutSigns))
    case .not(let inner): return .not(inner.withoutSigns)
    default: return self
    }
  }

  private var isSign: Bool {
    guard let text else { return false }
    return SearchTokens(text.words.utf8, addsInitials: false).tokens.isEmpty
  }
}

extension Query {
  /// True where it asks for tasks by what only closed ones have, or by their status: then closed ones are meant too.
  package var speaksOfClosedTasks: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.speaksOfClosedTasks)
    case .not(let part): part.speaksOfClosedTasks
    case .state(.done): true
    case .field(let term): term.key == "status" || term.key == "closed"
    default: false
    }
  }

  /// True where it asks when tasks can be started: then those that cannot be yet are meant too.
  package var speaksOfStarts: Bool {
    switch self {
    case .and(let parts), .or(let parts): parts.contains(where: \.speaksOfStarts)
    case .not(let part): part.speaksOfStarts
    case .field(let term): term.key == "start"
    default: false
    }
  }
}
