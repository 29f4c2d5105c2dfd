package import ByteBasics

/// Edits that do not touch one another, kept in the order of their positions.
package struct DisjointEdits {
  private var ranges: [ByteRange] = []

  /// The fixes of which none touches an earlier one; fixes without edits are left out.
  package static func first(of fixes: [[TextEdit]]) -> [[TextEdit]] {
    var taken = DisjointEdits()
    return fixes.filter { edits in !edits.isEmpty && taken.add(edits.map(\.range)) }
  }

  /// - Returns: False, and nothing is added, where one of the ranges touches one that is there.
  private mutating func add(_ new: [ByteRange]) -> Bool {
    guard new.allSatisfy(isFree) else { return false }
    for range in new { ranges.insert(range, at: position(endingAt: range.upperBound)) }
    return true
  }

  /// Whatever begins before the range's end ends before its start.
  private func isFree(_ range: ByteRange) -> Bool {
    let position = position(endingAt: range.upperBound)
    return position == 0 || ranges[position - 1].upperBound <= range.lowerBound
  }

  /// How many of the ranges begin before an offset.
  private func position(endingAt end: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < end { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
