import GRDB
import NoteModel

/// Resolves links in the index: one pass over links and names, both in the order of their keys.
struct StoredLinkResolver {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  private struct StoredName {
    let id: Int64
    let candidate: LinkCandidateNote
  }

  /// `keys`: Names that came or went; nil: every link is resolved.
  /// `unresolvedState`: The state of links that nobody has looked at.
  func resolve(keys: Set<String>?, unresolvedState: String) throws {
    let update = try database.makeStatement(
      sql: "UPDATE link SET target = ?, state = ? WHERE id = ?")
    var wanted: Set<String>?
    if let keys {
      let fresh = try String.fetchAll(
        database, sql: "SELECT DISTINCT key FROM link WHERE state = ? AND key IS NOT NULL",
        arguments: [unresolvedState])
      wanted = keys.union(fresh)
      if wanted?.isEmpty == true { return }
    }
    let names = try names(wanted)
    for row in try links(wanted) {
      let target = LinkTarget(key: row.key, path: row.path)
      let candidates = names[row.key] ?? []
      let resolution = LinkResolution(
        target, from: row.source, candidates: candidates.map(\.candidate))
      var id: Int64?
      let state: LinkRow.State
      switch resolution {
      case .resolved(let path):
        id = candidates.first { $0.candidate.path == path }?.id
        state = .resolved
      case .ambiguous: state = .ambiguous
      case .broken: state = .broken
      }
      guard id != row.target || state.rawValue != row.state else { continue }
      update.setUncheckedArguments([id, state.rawValue, row.id])
      try update.execute()
    }
  }

  private struct StoredLink {
    let id: Int64
    let source: NotePath
    let key: String
    let path: String?
    let target: Int64?
    let state: String
  }

  /// All rows of a table, or those whose key is wanted.
  private func rows(_ sql: String, _ wanted: Set<String>?) throws -> [Row] {
    guard let wanted else { return try Row.fetchAll(database, sql: sql) }
    let statement = try database.makeStatement(sql: sql + " AND key = ?")
    return try wanted.flatMap { try Row.fetchAll(statement, arguments: [$0]) }
  }

  private func names(_ wanted: Set<String>?) throws -> [String: [StoredName]] {
    var names: [String: [StoredName]] = [:]
    let sql =
      "SELECT key, rank, file.id, file.path FROM name JOIN file ON file.id = name.note WHERE 1"
    for row in try rows(sql, wanted) {
      let path = NotePath(trusted: row[3])
      let candidate = LinkCandidateNote(
        path: path, rank: NoteName.Rank(rawValue: row[1]) ?? .fileName)
      names[row[0], default: []].append(StoredName(id: row[2], candidate: candidate))
    }
    return names
  }

  private func links(_ wanted: Set<String>?) throws -> [StoredLink] {
    let sql = """
      SELECT link.id, file.path, link.key, link.path, link.target, link.state
      FROM link JOIN file ON file.id = link.note WHERE link.key IS NOT NULL
      """
    return try rows(sql, wanted).map { row in
      StoredLink(
        id: row[0], source: NotePath(trusted: row[1]), key: row[2], path: row[3], target: row[4],
        state: row[5])
    }
  }
}
