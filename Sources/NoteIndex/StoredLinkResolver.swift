import GRDB
import NoteModel

/// Resolves links in the index by the names that are stored there.
struct StoredLinkResolver {
  let database: Database

  init(_ database: Database) {
    self.database = database
  }

  private struct StoredLink {
    let note: Int
    let position: Int
    let source: NotePath
    let target: LinkTarget
    let outcome: LinkOutcome
  }

  /// Resolves the links that ask for one of `keys`: names that came or went, or that new links ask for.
  func resolve(keys: Set<String>) throws {
    if keys.isEmpty { return }
    let names = try names(keys)
    let update = try BulkStatement(
      database, "UPDATE link SET target = ?, state = ? WHERE note = ? AND position = ?")
    for link in try links(keys) {
      let outcome = names.outcome(of: link.target, from: link.source)
      guard outcome != link.outcome else { continue }
      update.bind(outcome.number)
      update.bind(outcome.state.rawValue)
      update.bind(link.note)
      update.bind(link.position)
      try update.run()
    }
    try resolveTaskFields(keys, names)
  }

  /// Where links lead that are not stored, by the names that are.
  func targets(of links: [LinkTarget?], from source: NotePath) throws -> [NotePath?] {
    let names = try names(Set(links.compactMap { $0?.key }))
    return links.map { link in
      guard let link, case .resolved(let path) = names.resolution(of: link, from: source) else {
        return nil
      }
      return path
    }
  }

  private func names(_ keys: Set<String>) throws -> LinkNames {
    var names = LinkNames()
    let statement = try BulkStatement(
      database,
      """
      SELECT rank, name.note, coalesce(note.path, attachment.path)
      FROM name LEFT JOIN note ON note.id = name.note
        LEFT JOIN attachment ON attachment.id = name.note WHERE key = ?
      """)
    for key in keys {
      statement.bind(key)
      while try statement.next() {
        let rank = NoteName.Rank(rawValue: Int(statement.integer(0))) ?? .fileName
        names.add(
          NoteName(key: key, rank: rank), of: NotePath(trusted: statement.text(2)),
          number: Int(statement.integer(1)))
      }
    }
    return names
  }

  private func links(_ keys: Set<String>) throws -> [StoredLink] {
    var links: [StoredLink] = []
    let statement = try BulkStatement(
      database,
      """
      SELECT link.note, position, note.path, link.path, link.target, link.state
      FROM link JOIN note ON note.id = link.note WHERE link.key = ?
      """)
    for key in keys {
      statement.bind(key)
      while try statement.next() {
        links.append(
          StoredLink(
            note: Int(statement.integer(0)), position: Int(statement.integer(1)),
            source: NotePath(trusted: statement.text(2)),
            target: LinkTarget(key: key, path: statement.optionalText(3)),
            outcome: LinkOutcome(
              number: statement.optionalInteger(4).map { Int($0) },
              state: StoredLinkState(rawValue: Int(statement.integer(5))) ?? .unresolved)))
      }
    }
    return links
  }
}
