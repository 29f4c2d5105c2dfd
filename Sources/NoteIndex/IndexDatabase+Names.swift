import GRDB
package import NoteModel

extension IndexDatabase {
  /// The notes that a name on the command line may mean: the best kind of name only.
  ///
  /// `name`: A path, an id or the beginning of one, a title, an alias or a file name.
  package func notes(named name: String) throws -> [NoteSummary] {
    let folded = foldedName(name)
    let stem = folded.hasSuffix(".md") ? String(folded.dropLast(3)) : folded
    return try writer.read { database in
      func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [NoteSummary] {
        let sql = "SELECT \(Self.summaryColumns) FROM note WHERE \(condition) ORDER BY note.path"
        return try Row.fetchAll(database, sql: sql, arguments: arguments).map(NoteSummary.init)
      }
      let byPath = try fetch(
        "id IN (SELECT id FROM file WHERE path IN (?, ?))", [name, name + ".md"])
      if !byPath.isEmpty { return byPath }
      let byIdentifier = try fetch(
        "id IN (SELECT note FROM name WHERE key = ? AND rank = 1)", [folded])
      if !byIdentifier.isEmpty { return byIdentifier }
      let ranks = try Row.fetchAll(
        database,
        sql:
          "SELECT note, rank FROM name JOIN note ON note.id = name.note WHERE key = ? ORDER BY rank",
        arguments: [stem])
      if let best = ranks.first.map({ $0[1] as Int }) {
        let ids = ranks.filter { ($0[1] as Int) == best }.map { String($0[0] as Int64) }
        return try fetch("note.id IN (\(ids.joined(separator: ",")))", [])
      }
      guard folded.utf8.count >= 2 else { return [] }
      return try fetch(
        "id IN (SELECT note FROM name WHERE rank = 1 AND key >= ? AND key < ?)",
        [folded, folded + "\u{10FFFF}"])
    }
  }
}
