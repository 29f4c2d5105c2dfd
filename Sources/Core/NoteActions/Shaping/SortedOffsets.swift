import ByteBasics

/// Offsets in their order, found by halving.
struct SortedOffsets {
  private let offsets: [Int]

  /// - Parameter offsets: The offsets in ascending order.
  init(_ offsets: [Int]) { self.offsets = offsets }

  func positions(in range: ByteRange) -> Range<Int> {
    let start = offsets.firstOrderedIndex { $0 >= range.lowerBound }
    return start..<max(start, offsets.firstOrderedIndex { $0 >= range.upperBound })
  }

  /// Returns the position of the last offset that is at most `offset`.
  func last(upTo offset: Int) -> Int? {
    let next = offsets.firstOrderedIndex { $0 > offset }
    return next == 0 ? nil : next - 1
  }
}
