/// Keeps both a tick of one side and the other side's edit of the same check box.
struct TickTransfer {
  let base: LineText
  /// Lines of the base that one side edited.
  let lines: Range<Int>
  /// The side that changed no text in these lines, but may have ticked something.
  let ticked: LineText
  let tickedStart: Int
  let edited: LineText
  let editedLines: Range<Int>

  struct Merged {
    var bytes: [UInt8]
    /// Lines of either side that became one.
    var decided: [[UInt8]]
  }

  /// The minimum share of common words by which a box that was both ticked and edited is recognised.
  private static let sameBox = 0.75

  /// Merges ticks into moved boxes. Nil if a tick finds no box.
  func merged() -> Merged? {
    let ticks = lines.filter { ticked.exact[tickedLine($0)] != base.exact[$0] }
    guard !ticks.isEmpty else { return Merged(bytes: Array(edited[editedLines]), decided: []) }
    var replaced: [Int: [UInt8]] = [:]
    var decided: [[UInt8]] = []
    var free = editedLines.lowerBound
    for line in ticks {
      while replaced[free] != nil { free += 1 }
      let candidates = (free..<editedLines.upperBound).lazy.filter { replaced[$0] == nil }.prefix(200)
      guard let target = counterpart(of: line, among: candidates),
        let merged = merged(line, into: target)
      else { return nil }
      replaced[target] = merged
      decided += [Array(edited[target]), Array(ticked[tickedLine(line)])]
    }
    let bytes = editedLines.flatMap { replaced[$0] ?? Array(edited[$0]) }
    return Merged(bytes: bytes, decided: decided)
  }

  private func tickedLine(_ line: Int) -> Int { tickedStart + line - lines.lowerBound }

  /// Returns the box that the other side made of a line: the first of the most alike, and at least half alike.
  private func counterpart(of line: Int, among candidates: some Sequence<Int>) -> Int? {
    guard let box = CheckboxLine(base[line]) else { return nil }
    var best: (line: Int, share: Double)?
    for index in candidates {
      // A task that comes back does not become one that does not without being asked for.
      guard let other = CheckboxLine(edited[index]), other.repeats == box.repeats else { continue }
      let share = TextLikeness.share(box.words, other.words)
      if share > best?.share ?? -1 { best = (index, share) }
      if share == 1 { break }
    }
    return best.flatMap { $0.share >= 0.5 ? $0.line : nil }
  }

  private func merged(_ line: Int, into target: Int) -> [UInt8]? {
    guard let old = CheckboxLine(base[line]), let tick = CheckboxLine(ticked[tickedLine(line)]),
      let edit = CheckboxLine(edited[target])
    else { return nil }
    let isUntouched = edit.state == old.state && edit.closing == old.closing
    if isUntouched { return edit.taking(tickOf: tick) }
    // The editor ticked it as well, if it is the same box at all: another one that is only alike must not swallow it.
    let isSame = TextLikeness.share(old.words, edit.words) >= Self.sameBox
    return edit.state == tick.state && isSame ? Array(edited[target]) : nil
  }
}

/// Decides which box is ticked if a check box has the same text on both sides.
struct TickDecision {
  /// The line of the result.
  enum Answer: Equatable {
    case ours, theirs
    /// Both sides ticked the box in different ways.
    case conflict
  }

  /// - Parameter base: nil if there is none; a tick then counts more than its absence.
  static func decide(base: ArraySlice<UInt8>?, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) -> Answer {
    guard let left = CheckboxLine(ours), let right = CheckboxLine(theirs) else { return .conflict }
    let old = base.flatMap { CheckboxLine($0) }
    if left == right || old == right { return .ours }
    if old == left { return .theirs }
    if left.isTicked != right.isTicked, old == nil { return left.isTicked ? .ours : .theirs }
    // A task is finished once, on the day on which that was first done.
    guard left.state == right.state, old?.isTicked != true,
      let first = ClosingFields.day(in: left.closing),
      let second = ClosingFields.day(in: right.closing)
    else { return .conflict }
    return second.lexicographicallyPrecedes(first) ? .theirs : .ours
  }
}

/// Determines whether two check boxes are the same task in other words.
enum TextLikeness {
  /// The number of scalars that are compared of a text.
  private static let limit = 300

  /// Returns the scalars that both texts share in order, as a part of the shorter one: 0 … 1.
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
    String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0.value > 0x20 }.prefix(limit).map(\.self)
  }
}
