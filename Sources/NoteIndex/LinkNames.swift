import NoteModel

/// What the index knows of where a link leads.
enum StoredLinkState: Int {
  /// Nobody has looked yet.
  case unresolved
  case resolved, ambiguous, broken
  /// Out of the repository.
  case external

  var state: LinkRow.State {
    switch self {
    case .resolved: .resolved
    case .ambiguous: .ambiguous
    case .external: .external
    case .broken, .unresolved: .broken
    }
  }
}

/// What became of a link.
struct LinkOutcome: Equatable, Sendable {
  /// Of the note or attachment that it leads to.
  let number: Int?
  let state: StoredLinkState
}

/// Who is meant by names: notes and attachments, by the folded names that links ask for.
struct LinkNames: Sendable {
  private struct Bearer: Sendable {
    let number: Int
    let candidate: LinkCandidateNote
  }

  private var bearers: [String: [Bearer]] = [:]

  mutating func add(_ name: NoteName, of path: NotePath, number: Int) {
    bearers[name.key, default: []].append(
      Bearer(number: number, candidate: LinkCandidateNote(path: path, rank: name.rank)))
  }

  /// Where a link leads; out of the repository where it has no target in it.
  func outcome(of target: LinkTarget?, from source: NotePath) -> LinkOutcome {
    guard let target else { return LinkOutcome(number: nil, state: .external) }
    switch resolution(of: target, from: source) {
    case .resolved(let path):
      let bearer = bearers[target.key]?.first { $0.candidate.path == path }
      return LinkOutcome(number: bearer?.number, state: .resolved)
    case .ambiguous: return LinkOutcome(number: nil, state: .ambiguous)
    case .broken: return LinkOutcome(number: nil, state: .broken)
    }
  }

  func resolution(of target: LinkTarget, from source: NotePath) -> LinkResolution {
    LinkResolution(
      target, from: source, candidates: (bearers[target.key] ?? []).map(\.candidate))
  }
}
