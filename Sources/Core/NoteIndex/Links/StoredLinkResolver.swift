import GRDB
import NoteModel
import NoteSyntax

/// Resolves links in the index by the names that are stored there.
struct StoredLinkResolver {
  let database: Database
  let roots: LinkRoots

  fileprivate struct StoredLink {
    let note: Int
    let position: Int
    let source: NotePath
    let target: LinkTarget?
    let outcome: LinkOutcome
  }

  /// Resolves the links to a name in `keys`: names that were added or removed, and names in new links.
  func resolve(keys: Set<String>) throws {
    if keys.isEmpty { return }
    let links = try links(keys)
    var follower = try follower(keys.union(links.flatMap { $0.target?.keys(in: roots) ?? [] }))
    let update = try BulkStatement(
      database, "UPDATE link SET target = ?, state = ?, rank = ?, form = ? WHERE note = ? AND position = ?")
    for link in links {
      let outcome = follower.outcome(of: link.target, from: link.source, number: link.note)
      guard outcome != link.outcome else { continue }
      update.bind(outcome.number)
      update.bind(outcome.state.rawValue)
      update.bind(outcome.rank?.rawValue)
      update.bind(outcome.form.rawValue)
      update.bind(link.note)
      update.bind(link.position)
      try update.run()
    }
    try resolveTaskFields(keys, &follower)
  }

  /// Resolves links that are not stored, by the names that are.
  func targets(of links: [LinkTarget?], from source: NotePath) throws -> [LinkGoal?] {
    var follower = try follower(Set(links.flatMap { $0?.keys(in: roots) ?? [] }))
    return links.map { link in link.flatMap { follower.resolution(of: $0, from: source).goal } }
  }

  private func follower(_ keys: Set<String>) throws -> LinkFollower {
    var names = LinkNames()
    let stored = try StoredNames(database)
    for key in keys {
      for candidate in try stored.candidates(key: key) {
        names.add(NoteName(key: key, rank: candidate.rank), of: candidate.path, number: candidate.number)
      }
    }
    return LinkFollower(names, roots: roots)
  }

  private func links(_ keys: Set<String>) throws -> [StoredLink] {
    var links: [StoredLink] = []
    let statement = try BulkStatement(
      database,
      """
      SELECT \(StoredLinkColumn.list)
      FROM link \(IndexedLinks.source) WHERE link.key = ?1 OR link.otherKey = ?1
      """)
    var seen: Set<SIMD2<Int>> = []
    for key in keys {
      statement.bind(key)
      while try statement.next() {
        let link = StoredLink(statement)
        // By one of its names it was found before.
        if seen.insert(SIMD2(link.note, link.position)).inserted { links.append(link) }
      }
    }
    return links
  }
}

extension StoredLinkResolver.StoredLink {
  fileprivate init(_ row: BulkStatement) {
    let row = BulkRow<StoredLinkColumn>(row)
    note = row.number(.note)
    position = row.number(.position)
    source = row.path(.source)
    target = LinkTarget(
      kind: Link.Kind(rawValue: row.text(.kind)) ?? .wiki, destination: row.text(.destination),
      fragment: row.optionalText(.fragment), text: row.optionalText(.text), definition: row.optionalText(.definition))
    outcome = LinkOutcome(
      number: row.optionalNumber(.target),
      state: StoredLinkState(rawValue: row.number(.state)) ?? .unresolved,
      rank: row.optionalNumber(.rank).flatMap { NoteName.Rank(rawValue: $0) },
      form: LinkGoal.Form(rawValue: row.number(.form)) ?? .asWritten)
  }
}

/// The result of a link's resolution.
struct LinkOutcome: Equatable, Sendable {
  /// The number of the note or attachment to which the link leads.
  let number: Int?
  let state: StoredLinkState
  /// The kind of name by which the target was found; nil for a link without a target.
  var rank: NoteName.Rank?
  var form = LinkGoal.Form.asWritten

  static let external = LinkOutcome(number: nil, state: .external)
}

/// The owners of names: notes and attachments, by the keys that links ask for.
struct LinkNames: Sendable {
  private var candidates: [String: [LinkCandidateNote]] = [:]

  mutating func add(_ name: NoteName, of path: NotePath, number: Int) {
    candidates[name.key, default: []].append(LinkCandidateNote(path: path, rank: name.rank, number: number))
  }

  func candidates(of key: String) -> [LinkCandidateNote] { candidates[key] ?? [] }
}

/// Resolves links, and keeps the files of names that were asked for a short while ago.
struct LinkFollower {
  /// The files of more names take memory and are seldom asked for again.
  private static let keptNames = 4_096

  private let names: LinkNames
  private let roots: LinkRoots
  private var files: [String: NamedFiles] = [:]

  init(_ names: LinkNames, roots: LinkRoots) {
    self.names = names
    self.roots = roots
  }

  /// Resolves a link of the note `number` at `source`; one without a `target` leads out of the repository.
  mutating func outcome(of target: LinkTarget?, from source: NotePath, number: Int) -> LinkOutcome {
    guard let target else { return .external }
    if target.isOwnNote { return LinkOutcome(number: number, state: .resolved, rank: .path) }
    switch resolution(of: target, from: source) {
    case .resolved(let goal):
      return LinkOutcome(number: goal.number, state: .resolved, rank: goal.rank, form: goal.form)
    case .ambiguous: return LinkOutcome(number: nil, state: .ambiguous)
    case .broken: return LinkOutcome(number: nil, state: .broken)
    case .external: return .external
    }
  }

  private mutating func files(of key: String) -> NamedFiles {
    if let known = files[key] { return known }
    let named = NamedFiles(names.candidates(of: key))
    if files.count == Self.keptNames { files = [:] }
    files[key] = named
    return named
  }

  mutating func resolution(of target: LinkTarget, from source: NotePath) -> LinkResolution {
    LinkResolution(target, from: source, roots: roots) { files(of: $0) }
  }
}
