import GRDB
import NoteModel
import NoteSyntax

/// Resolves links in the index by the names that are stored there.
struct StoredLinkResolver {
  let database: Database
  private let roots: LinkRoots

  init(_ database: Database, roots: LinkRoots) {
    self.database = database
    self.roots = roots
  }

  fileprivate struct StoredLink {
    let note: Int
    let position: Int
    let source: NotePath
    let target: LinkTarget?
    let outcome: LinkOutcome
  }

  /// Resolves the links that ask for one of `keys`: names that came or went, or that new links ask for.
  func resolve(keys: Set<String>) throws {
    if keys.isEmpty { return }
    let links = try links(keys)
    var follower = try follower(keys.union(links.flatMap { $0.target?.keys(in: roots) ?? [] }))
    let update = try BulkStatement(
      database,
      "UPDATE link SET target = ?, state = ?, rank = ?, form = ? WHERE note = ? AND position = ?")
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

  /// Where links lead that are not stored, by the names that are.
  func targets(of links: [LinkTarget?], from source: NotePath) throws -> [LinkGoal?] {
    var follower = try follower(Set(links.flatMap { $0?.keys(in: roots) ?? [] }))
    return links.map { link in
      link.flatMap { follower.resolution(of: $0, from: source).goal }
    }
  }

  private func follower(_ keys: Set<String>) throws -> LinkFollower {
    var names = LinkNames()
    let stored = try StoredNames(database)
    for key in keys {
      for candidate in try stored.candidates(key: key) {
        names.add(
          NoteName(key: key, rank: candidate.rank), of: candidate.path, number: candidate.number)
      }
    }
    return LinkFollower(names, roots: roots)
  }

  private func links(_ keys: Set<String>) throws -> [StoredLink] {
    var links: [StoredLink] = []
    let statement = try BulkStatement(
      database,
      """
      SELECT link.note, position, coalesce(note.path, canvas.path), link.kind, destination,
        fragment, text, definition, link.target, link.state, link.rank, link.form
      FROM link \(IndexDatabase.linkSource) WHERE link.key = ?1 OR link.otherKey = ?1
      """)
    for key in keys {
      statement.bind(key)
      while try statement.next() { links.append(StoredLink(statement)) }
    }
    return links
  }
}

extension StoredLinkResolver.StoredLink {
  fileprivate init(_ row: BulkStatement) {
    note = Int(row.integer(0))
    position = Int(row.integer(1))
    source = NotePath(trusted: row.text(2))
    target = LinkTarget(
      kind: Link.Kind(rawValue: row.text(3)) ?? .wiki, destination: row.text(4),
      fragment: row.optionalText(5), text: row.optionalText(6), definition: row.optionalText(7))
    outcome = LinkOutcome(
      number: row.optionalInteger(8).map { Int($0) },
      state: StoredLinkState(rawValue: Int(row.integer(9))) ?? .unresolved,
      rank: row.optionalInteger(10).flatMap { NoteName.Rank(rawValue: Int($0)) },
      form: LinkGoal.Form(rawValue: Int(row.integer(11))) ?? .asWritten)
  }
}
