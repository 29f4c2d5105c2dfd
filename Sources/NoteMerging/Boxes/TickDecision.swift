/// Decides what is ticked where a check box says the same on both sides.
struct TickDecision {
  /// The line that stays.
  enum Answer: Equatable {
    case ours, theirs
    /// Both sides ticked it in different ways.
    case conflict
  }

  /// `base`: nil where there is none; a tick then counts more than its absence.
  static func decide(
    base: ArraySlice<UInt8>?, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>
  ) -> Answer {
    guard let left = CheckboxLine(ours), let right = CheckboxLine(theirs) else { return .conflict }
    let old = base.flatMap { CheckboxLine($0) }
    if left == right || old == right { return .ours }
    if old == left { return .theirs }
    if left.isTicked != right.isTicked, old == nil { return left.isTicked ? .ours : .theirs }
    // A task that comes back is finished once, on the day on which that was first done.
    guard left.repeats, left.state == right.state, old?.isTicked != true,
      let first = ClosingFields.day(in: left.closing),
      let second = ClosingFields.day(in: right.closing)
    else { return .conflict }
    return second.lexicographicallyPrecedes(first) ? .theirs : .ours
  }
}

/// Tells whether two check boxes are the same task in other words.
enum TextLikeness {
  /// Longer texts are compared as far as this, in scalars.
  private static let limit = 300

  /// The scalars that both texts share in order, as a part of the shorter one: 0 … 1.
  static func share(_ one: [UInt8], _ other: [UInt8]) -> Double {
    let left = scalars(one)
    let right = scalars(other)
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    var last = [Int](repeating: 0, count: right.count + 1)
    for scalar in left {
      var corner = 0
      for (column, otherScalar) in right.enumerated() {
        let above = last[column + 1]
        last[column + 1] = scalar == otherScalar ? corner + 1 : max(above, last[column])
        corner = above
      }
    }
    return Double(last[right.count]) / Double(min(left.count, right.count))
  }

  private static func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0.value > 0x20 }
      .prefix(limit).map(\.self)
  }
}
