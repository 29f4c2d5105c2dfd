import GRDB

/// Fills the full-text table of a first index with whole segments, beside FTS5, in the form that it would write.
///
/// FTS5 has to have seen nothing of the table but its making when ``finish()`` is called.
final class FullTextLoader {
  private let database: Database
  private let data, terms, sizes: BulkStatement
  private var documents = 0
  /// How many tokens each column has in all documents.
  private var totals: [Int]
  /// The last leaf of each segment; segments count from 1.
  private var segments: [Int] = []

  init(_ database: Database, columns: Int = FullTextColumn.allCases.count) throws {
    self.database = database
    totals = Array(repeating: 0, count: columns)
    data = try BulkStatement(database, "REPLACE INTO text_data(id, block) VALUES (?,?)")
    terms = try BulkStatement(database, "INSERT INTO text_idx(segid, term, pgno) VALUES (?,?,?)")
    sizes = try BulkStatement(database, "INSERT INTO text_docsize(id, sz) VALUES (?,?)")
  }

  /// Notes how many tokens each column of a document has.
  func add(_ document: Int, _ columnSizes: [Int]) throws {
    documents += 1
    var encoded: [UInt8] = []
    for (column, size) in columnSizes.enumerated() {
      totals[column] += size
      Varint.append(size, to: &encoded)
    }
    sizes.bind(document)
    sizes.bind(blob: encoded)
    try sizes.run()
  }

  func write(_ segment: Segment) throws {
    let number = segments.count + 1
    for row in segment.rows { try write(row.block, at: number << 37 | row.number) }
    for page in segment.termPages {
      terms.bind(number)
      terms.bind(blob: page.separator)
      terms.bind(page.place)
      try terms.run()
    }
    segments.append(segment.lastLeaf)
  }

  /// Writes how many documents and tokens there are, and which segments.
  func finish() throws {
    var averages: [UInt8] = []
    for count in [documents] + totals { Varint.append(count, to: &averages) }
    try write(averages, at: Self.averagesRow)
    guard !segments.isEmpty else { return }
    // The first four bytes tell which configuration it belongs to.
    let before = try BulkStatement(
      database, "SELECT substr(block, 1, 4) FROM text_data WHERE id = \(Self.structureRow)")
    var structure = try before.next() ? before.blob(0) : []
    // The segments stand on as many levels as may be, below one for those that are still to come: where a level has
    // but one, FTS5 has no reason to merge them bit by bit whenever a note changes.
    let onLevel = (segments.count + Self.levelLimit - 1) / Self.levelLimit
    let levels = (segments.count + onLevel - 1) / onLevel
    for count in [1 + levels, segments.count, segments.reduce(0, +)] {
      Varint.append(count, to: &structure)
    }
    let merging = 0
    for count in [merging, 0] { Varint.append(count, to: &structure) }
    for level in 0..<levels {
      let numbers = onLevel * level..<min(onLevel * (level + 1), segments.count)
      for count in [merging, numbers.count] { Varint.append(count, to: &structure) }
      for index in numbers {
        for number in [index + 1, 1, segments[index]] { Varint.append(number, to: &structure) }
      }
    }
    try write(structure, at: Self.structureRow)
  }

  /// FTS5 takes no more than 64.
  private static let levelLimit = 32
  private static let averagesRow = 1
  private static let structureRow = 10

  private func write(_ block: [UInt8], at row: Int) throws {
    data.bind(row)
    data.bind(blob: block)
    try data.run()
  }
}
