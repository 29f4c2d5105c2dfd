import ByteBasics

/// Offsets in their order, found by halving.
struct SortedOffsets {
  private let offsets: [Int]

  /// - Parameter offsets: The offsets in ascending order.
  init(_ offsets: [Int]) { self.offsets = offsets }

  func positions(in range: ByteRange) -> Range<Int> {
    let start = position(from: range.lowerBound)
    return start..<max(start, position(from: range.upperBound))
  }

  /// Returns the position of the last offset that is at most `offset`.
  func last(upTo offset: Int) -> Int? {
    let position = position(from: offset + 1)
    return position == 0 ? nil : position - 1
  }

  /// Returns the position of the first offset that is at least `offset`.
  private func position(from offset: Int) -> Int {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
