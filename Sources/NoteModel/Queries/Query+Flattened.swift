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
