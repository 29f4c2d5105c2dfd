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

/// Resolves links in the index: one pass over links and names, both in the order of their keys.
struct StoredLinkResolver {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  private struct StoredName {
    let id: Int
    let candidate: LinkCandidateNote
  }

  private struct StoredLink {
    let note: Int
    let position: Int
    let source: NotePath
    let key: String
    let path: String?
    let target: Int?
    let state: Int
  }

  /// `wanted`: Names that came or went, or that new links ask for; nil: every link is resolved.
  func resolve(keys wanted: Set<String>?) throws {
    if wanted?.isEmpty == true { return }
    let names = try names(wanted)
    let update = try BulkStatement(
      database, "UPDATE link SET target = ?, state = ? WHERE note = ? AND position = ?")
    for link in try links(wanted) {
      let (id, state) = outcome(link, names[link.key] ?? [])
      guard id != link.target || state.rawValue != link.state else { continue }
      update.bind(id)
      update.bind(state.rawValue)
      update.bind(link.note)
      update.bind(link.position)
      try update.run()
    }
  }

  /// Where links lead that are not stored, by the names that are.
  func targets(of links: [LinkTarget?], from source: NotePath) throws -> [NotePath?] {
    let names = try names(Set(links.compactMap { $0?.key }))
    return links.map { link in
      guard let link else { return nil }
      let resolution = LinkResolution(
        link, from: source, candidates: (names[link.key] ?? []).map(\.candidate))
      return if case .resolved(let path) = resolution { path } else { nil }
    }
  }

  private func outcome(_ link: StoredLink, _ names: [StoredName]) -> (Int?, StoredLinkState) {
    let resolution = LinkResolution(
      LinkTarget(key: link.key, path: link.path), from: link.source,
      candidates: names.map(\.candidate))
    return switch resolution {
    case .resolved(let path): (names.first { $0.candidate.path == path }?.id, .resolved)
    case .ambiguous: (nil, .ambiguous)
    case .broken: (nil, .broken)
    }
  }

  /// All rows of a query, or those whose key is wanted.
  private func forEachRow(
    _ sql: String, _ wanted: Set<String>?, _ body: (BulkStatement) -> Void
  ) throws {
    guard let wanted else {
      let statement = try BulkStatement(database, sql)
      while try statement.next() { body(statement) }
      return
    }
    let statement = try BulkStatement(database, sql + " AND key = ?")
    for key in wanted {
      statement.bind(key)
      while try statement.next() { body(statement) }
    }
  }

  private func names(_ wanted: Set<String>?) throws -> [String: [StoredName]] {
    var names: [String: [StoredName]] = [:]
    let sql = """
      SELECT name.key, rank, name.note, coalesce(note.path, attachment.path)
      FROM name LEFT JOIN note ON note.id = name.note
        LEFT JOIN attachment ON attachment.id = name.note WHERE 1
      """
    try forEachRow(sql, wanted) { row in
      let candidate = LinkCandidateNote(
        path: NotePath(trusted: row.text(3)),
        rank: NoteName.Rank(rawValue: Int(row.integer(1))) ?? .fileName)
      names[row.text(0), default: []].append(
        StoredName(id: Int(row.integer(2)), candidate: candidate))
    }
    return names
  }

  private func links(_ wanted: Set<String>?) throws -> [StoredLink] {
    var links: [StoredLink] = []
    let sql = """
      SELECT link.note, position, note.path, link.key, link.path, link.target, link.state
      FROM link JOIN note ON note.id = link.note WHERE link.key IS NOT NULL
      """
    try forEachRow(sql, wanted) { row in
      links.append(
        StoredLink(
          note: Int(row.integer(0)), position: Int(row.integer(1)),
          source: NotePath(trusted: row.text(2)), key: row.text(3), path: row.optionalText(4),
          target: row.optionalInteger(5).map { Int($0) }, state: Int(row.integer(6))))
    }
    return links
  }
}
