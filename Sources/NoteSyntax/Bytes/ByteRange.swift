/// A half-open range of byte offsets from the start of a file, byte order mark and front matter included.
package struct ByteRange: Hashable, Sendable {
  package let lowerBound: Int
  package let upperBound: Int

  package init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  package var count: Int { upperBound - lowerBound }
  package var isEmpty: Bool { upperBound == lowerBound }
  package var indices: Range<Int> { lowerBound..<upperBound }

  package func contains(_ offset: Int) -> Bool { offset >= lowerBound && offset < upperBound }
  package func contains(_ other: ByteRange) -> Bool {
    other.lowerBound >= lowerBound && other.upperBound <= upperBound
  }
}

extension ByteRange: Comparable {
  package static func < (left: ByteRange, right: ByteRange) -> Bool {
    (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
  }
}
