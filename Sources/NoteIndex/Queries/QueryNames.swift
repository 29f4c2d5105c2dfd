import GRDB
import NoteModel

/// What the names of `links-to:` and `linked-by:` in a query mean, looked up before it becomes SQL.
struct QueryNames {
  /// The numbers of the notes that each name means.
  private(set) var notes: [String: [Int]] = [:]

  init() {}

  init(_ query: Query, _ database: Database, roots: [NotePath]) throws {
    let asked = Self.names(in: query)
    if asked.isEmpty { return }
    let names = try StoredNames(database)
    for name in asked {
      notes[name] = try names.notes(called: name, from: LinkStart(folder: nil, roots: roots))
    }
  }

  private static func names(in query: Query) -> Set<String> {
    switch query {
    case .and(let parts), .or(let parts): Set(parts.flatMap(names))
    case .not(let inner): names(in: inner)
    case .link(let term): [term.name]
    default: []
    }
  }
}

extension IndexDatabase {
  /// What the names in a query mean.
  func names(in query: Query) throws -> QueryNames {
    try writer.read { try QueryNames(query, $0, roots: linkRoots) }
  }
}
