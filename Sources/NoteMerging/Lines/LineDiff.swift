/// Lines of a base that are replaced by lines of another text; either may be none.
struct LineChange: Hashable {
  let base: Range<Int>
  let other: Range<Int>
}

/// Finds which lines two texts share, as few changes as can be found in time that grows with the texts.
///
/// Lines that only one text has are set aside. The rest goes through Myers' algorithm; where that would take too
/// long, lines that occur once in both texts divide it, and what has none of these counts as changed.
struct LineDiff {
  private let old: [Int32]
  private let new: [Int32]
  private var isRemoved: [Bool]
  private var isAdded: [Bool]

  /// The changes that make `new` of `old`, in order; two are always parted by a line that both texts have.
  static func changes(from old: [Int32], to new: [Int32]) -> [LineChange] {
    var diff = LineDiff(old, new)
    diff.run()
    diff.slide()
    return diff.changes
  }

  private init(_ old: [Int32], _ new: [Int32]) {
    self.old = old
    self.new = new
    isRemoved = [Bool](repeating: false, count: old.count)
    isAdded = [Bool](repeating: false, count: new.count)
  }

  private mutating func run() {
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    let oldIndices = shared(head..<(old.count - tail), of: old, with: new, &isRemoved, tail, head)
    let newIndices = shared(head..<(new.count - tail), of: new, with: old, &isAdded, tail, head)
    var search = SharedLineSearch(oldIndices.map { old[$0] }, newIndices.map { new[$0] })
    search.run()
    for (index, isChanged) in zip(oldIndices, search.isRemoved) where isChanged {
      isRemoved[index] = true
    }
    for (index, isChanged) in zip(newIndices, search.isAdded) where isChanged {
      isAdded[index] = true
    }
  }

  /// The lines of a range that the other text has as well; the others are marked.
  private func shared(
    _ range: Range<Int>, of text: [Int32], with other: [Int32], _ marks: inout [Bool],
    _ tail: Int, _ head: Int
  ) -> [Int] {
    var known: Set<Int32> = []
    for index in head..<(other.count - tail) { known.insert(other[index]) }
    var indices: [Int] = []
    for index in range {
      if known.contains(text[index]) { indices.append(index) } else { marks[index] = true }
    }
    return indices
  }

  /// Moves each group of changed lines down as far as it means the same, as git does; so both sides of a merge
  /// put the same change in the same place.
  private mutating func slide() {
    Self.slide(old, &isRemoved)
    Self.slide(new, &isAdded)
  }

  private static func slide(_ text: [Int32], _ marks: inout [Bool]) {
    var end = text.count
    // From the end, so that a group that moves can take the next one with it.
    while end > 0 {
      guard marks[end - 1] else {
        end -= 1
        continue
      }
      var start = end - 1
      while start > 0, marks[start - 1] { start -= 1 }
      var (first, last) = (start, end)
      while last < text.count, !marks[last], text[first] == text[last] {
        marks[first] = false
        marks[last] = true
        first += 1
        last += 1
        while last < text.count, marks[last] { last += 1 }
      }
      end = start
    }
  }

  private var changes: [LineChange] {
    var changes: [LineChange] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let (start, otherStart) = (left, right)
      while left < old.count, isRemoved[left] { left += 1 }
      while right < new.count, isAdded[right] { right += 1 }
      if left > start || right > otherStart {
        changes.append(LineChange(base: start..<left, other: otherStart..<right))
      }
      // Both lines are shared here; the counts of shared lines are equal.
      left += 1
      right += 1
    }
    return changes
  }
}
