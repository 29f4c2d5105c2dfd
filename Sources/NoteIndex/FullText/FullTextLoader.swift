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

  init(_ database: Database, columns: Int) throws {
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

  /// Writes what one thread collected as a segment.
  func write(_ collector: PostingCollector) throws {
    guard !collector.isEmpty else { return }
    var writer = SegmentWriter(segment: segments.count + 1, data: data, terms: terms)
    try collector.forEachWord { try writer.append($0, $1) }
    segments.append(try writer.finish())
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
    let level = 1
    for count in [level, segments.count, segments.reduce(0, +)] {
      Varint.append(count, to: &structure)
    }
    let merging = 0
    for count in [merging, segments.count] { Varint.append(count, to: &structure) }
    for (index, lastLeaf) in segments.enumerated() {
      for number in [index + 1, 1, lastLeaf] { Varint.append(number, to: &structure) }
    }
    try write(structure, at: Self.structureRow)
  }

  private static let averagesRow = 1
  private static let structureRow = 10

  private func write(_ block: [UInt8], at row: Int) throws {
    data.bind(row)
    data.bind(blob: block)
    try data.run()
  }
}
