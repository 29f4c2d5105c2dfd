/// Selects the edits of a text that change only their own place, by bisection.
package protocol HalvingProof {
  associatedtype Edit

  /// The number of times that the text may still be read.
  var effort: Int { get set }

  /// Returns true if these edits can be made together.
  func isProved(_ edits: [Edit]) -> Bool
}

extension HalvingProof {
  /// Returns edits that can be made together: all of them, or as many as the proof allows, found by bisection.
  ///
  /// - Parameter edits: Edits that do not touch each other.
  package mutating func provable(_ edits: [Edit]) -> [Edit] {
    guard !edits.isEmpty, effort > 0 else { return [] }
    effort -= 1
    if isProved(edits) { return edits }
    guard edits.count > 1 else { return [] }
    let middle = edits.count / 2
    let halves = provable(Array(edits[..<middle])) + provable(Array(edits[middle...]))
    return halves.count < edits.count && isProved(halves) ? halves : []
  }
}
