import GRDB

/// Keeps FTS5 from merging the words of a first index again while somebody waits.
///
/// FTS5 adds new segments to level 0 and merges the whole level as soon as it has 16. With the large segments of a
/// first index among them, that took 2.3 s at 100,000 notes, once, after 14 changes. Here they are moved above empty
/// levels, which later changes fill first: only every 16 × 16 × 16 changes are they read again.
///
/// ```
/// after a first index   level 0: A B C D  (large)
/// with room below       level 0: -        1: -         2: -  3: A B C D
/// after 40 changes      level 0: 8 small  1: 2 merged  2: -  3: A B C D
/// ```
///
/// The structure record is described at the head of SQLite's `fts5_index.c`: four bytes; the numbers of levels, of
/// segments and of pages written; for each level how many segments are being merged and how many there are; the segments.
enum FullTextLevels {
  private static let structureRow = 10
  private static let emptyLevels = 3

  /// Moves the segments of a freshly written table to a higher level, and leaves any other structure alone.
  ///
  /// FTS5 writes them when the transaction ends, so this has to come after it. It keeps the structure in memory, so
  /// connections opened later see the change, not this one.
  static func makeRoom(_ database: Database) throws {
    let row = "WHERE id = \(structureRow)"
    guard
      let hex = try String.fetchOne(database, sql: "SELECT hex(block) FROM text_data \(row)"),
      let changed = withRoom(bytes(hex))
    else { return }
    let digits = changed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try database.execute(sql: "UPDATE text_data SET block = x'\(digits)' \(row)")
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  /// - Returns: nil where there is more than one level.
  private static func withRoom(_ structure: [UInt8]) -> [UInt8]? {
    guard structure.count > 5, structure[4] == 1 else { return nil }
    var offset = 4
    for _ in 0..<3 {
      while offset < structure.count, structure[offset] >= 0x80 { offset += 1 }
      offset += 1
    }
    guard offset < structure.count else { return nil }
    var structure = structure
    structure[4] += UInt8(emptyLevels)
    structure.insert(contentsOf: Array(repeating: 0, count: 2 * emptyLevels), at: offset)
    return structure
  }
}
