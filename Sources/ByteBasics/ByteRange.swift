/// A half-open range of byte offsets from the start of a file, byte order mark and front matter included.
@usableFromInline
package struct ByteRange: Hashable, Sendable {
  @usableFromInline package let lowerBound: Int
  @usableFromInline package let upperBound: Int

  @inlinable package init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  @inlinable package var count: Int { upperBound - lowerBound }
  @inlinable package var isEmpty: Bool { upperBound == lowerBound }
  @inlinable package var indices: Range<Int> { lowerBound..<upperBound }

  @inlinable package func contains(_ offset: Int) -> Bool {
    offset >= lowerBound && offset < upperBound
  }
  @inlinable package func contains(_ other: ByteRange) -> Bool {
    other.lowerBound >= lowerBound && other.upperBound <= upperBound
  }
}

extension ByteRange: Comparable {
  @inlinable package static func < (left: ByteRange, right: ByteRange) -> Bool {
    (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
  }
}

/// One change of a file's bytes: the only way in which Sheaf changes a note.
package struct TextEdit: Hashable, Sendable {
  package let range: ByteRange
  package let replacement: [UInt8]

  package init(range: ByteRange, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  package init(range: ByteRange, replacement: String) {
    self.init(range: range, replacement: Array(replacement.utf8))
  }
}
