import GRDB

extension IndexDatabase {
  /// The shortest beginning of each id that names its note and nothing else, by the whole id.
  ///
  /// It has four characters at least, and a letter, so that it is never taken for the number of a row.
  package func shortIdentifiers() throws -> [String: String] {
    let sql = "SELECT identifier FROM note WHERE identifier IS NOT NULL ORDER BY identifier"
    let identifiers = try writer.read { try String.fetchAll($0, sql: sql) }
    var short: [String: String] = [:]
    for (position, identifier) in identifiers.enumerated() {
      let shared = [position - 1, position + 1].filter(identifiers.indices.contains).map {
        Self.commonLength(identifier, identifiers[$0])
      }
      let letter = identifier.firstIndex { $0.isLetter }
        .map { identifier.distance(from: identifier.startIndex, to: $0) + 1 }
      let length = max(4, (shared.max() ?? 0) + 1, letter ?? .max)
      short[identifier] = String(identifier.prefix(length))
    }
    return short
  }

  private static func commonLength(_ left: String, _ right: String) -> Int {
    zip(left.lowercased(), right.lowercased()).prefix { $0 == $1 }.count
  }
}
