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
