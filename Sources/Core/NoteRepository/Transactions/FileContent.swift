/// The future content of a large file, read in pieces when it is written, so that it never has to fit into memory.
package struct FileContent: Sendable {
  package let size: Int
  package let digest: ContentDigest
  private let piece: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

  private static let pieceSize = 1 << 18

  /// Reads it once, to know it again.
  ///
  /// - Parameter piece: At most `count` bytes from `offset`; none at the end.
  /// - Throws: Any error of reading.
  package init(piece: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]) throws {
    self.piece = piece
    var digest = ContentDigest()
    while true {
      let next = try piece(digest.count, Self.pieceSize)
      if next.isEmpty { break }
      digest.combine(next)
    }
    self.digest = digest
    size = digest.count
  }

  package init(_ bytes: [UInt8]) {
    digest = ContentDigest(bytes)
    size = bytes.count
    piece = { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
  }

  func forEachPiece(for path: String, _ body: ([UInt8]) throws(RepositoryError) -> Void) throws(RepositoryError) {
    var offset = 0
    while offset < size {
      let next: [UInt8]
      do { next = try piece(offset, Self.pieceSize) } catch { throw .missingFile(path) }
      guard !next.isEmpty else { throw .missingFile(path) }
      offset += next.count
      try body(next)
    }
  }

  func bytes(for path: String) throws(RepositoryError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece(for: path) { bytes += $0 }
    return bytes
  }
}

extension FileContent: Hashable {
  package static func == (left: FileContent, right: FileContent) -> Bool { left.digest == right.digest }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
