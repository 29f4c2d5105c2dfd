import GRDB
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
  /// By which kind of name; nil where it leads to no file.
  var rank: NoteName.Rank?
  var form = LinkGoal.Form.asWritten

  static let external = LinkOutcome(number: nil, state: .external)
}

/// Who is meant by names: notes and attachments, by the keys that links ask for.
struct LinkNames: Sendable {
  private var candidates: [String: [LinkCandidateNote]] = [:]

  mutating func add(_ name: NoteName, of path: NotePath, number: Int) {
    candidates[name.key, default: []].append(
      LinkCandidateNote(path: path, rank: name.rank, number: number))
  }

  func candidates(of key: String) -> [LinkCandidateNote] { candidates[key] ?? [] }
}

/// Finds where links lead, and keeps what it worked out about names that many links ask for.
struct LinkFollower {
  private let names: LinkNames
  private let roots: LinkRoots
  private var files: [String: NamedFiles] = [:]

  init(_ names: LinkNames, roots: LinkRoots) {
    self.names = names
    self.roots = roots
  }

  /// Where a link of the note `number` at `source` leads; out of the repository where it has no target in it.
  mutating func outcome(
    of target: LinkTarget?, from source: NotePath, number: Int
  ) -> LinkOutcome {
    guard let target else { return .external }
    if target.isOwnNote { return LinkOutcome(number: number, state: .resolved, rank: .path) }
    switch resolution(of: target, from: source) {
    case .resolved(let goal):
      return LinkOutcome(
        number: goal.number, state: .resolved, rank: goal.rank, form: goal.form)
    case .ambiguous: return LinkOutcome(number: nil, state: .ambiguous)
    case .broken: return LinkOutcome(number: nil, state: .broken)
    case .external: return .external
    }
  }

  private mutating func files(of key: String) -> NamedFiles {
    if let known = files[key] { return known }
    let named = NamedFiles(names.candidates(of: key))
    files[key] = named
    return named
  }

  mutating func resolution(of target: LinkTarget, from source: NotePath) -> LinkResolution {
    LinkResolution(target, from: source, roots: roots) { files(of: $0) }
  }
}

/// Reads who has which names.
struct StoredNames {
  let database: Database
  private let statement: BulkStatement

  init(_ database: Database) throws {
    self.database = database
    statement = try BulkStatement(
      database,
      """
      SELECT rank, name.note, coalesce(note.path, attachment.path)
      FROM name LEFT JOIN note ON note.id = name.note
        LEFT JOIN attachment ON attachment.id = name.note WHERE key = ?
      """)
  }

  /// The notes and attachments that have a name of this key.
  func candidates(key: String) throws -> [LinkCandidateNote] {
    var candidates: [LinkCandidateNote] = []
    statement.bind(key)
    while try statement.next() {
      let rank = NoteName.Rank(rawValue: Int(statement.integer(0))) ?? .fileName
      candidates.append(
        LinkCandidateNote(
          path: NotePath(trusted: statement.text(2)), rank: rank,
          number: Int(statement.integer(1))))
    }
    return candidates
  }
}
