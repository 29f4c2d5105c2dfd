/// Lines of a base that are replaced by lines of another text; either may be none.
struct LineChange: Hashable {
  let base: Range<Int>
  let other: Range<Int>
}

/// Finds the common lines of two texts, with few changes, in time that grows linearly with the texts.
///
/// Lines that only one text has are set aside. The rest goes through Myers' algorithm. If that would take too long,
/// lines that occur once in both texts divide the rest, and a part without such a line counts as changed.
struct LineDiff {
  private let old: [Int32]
  private let new: [Int32]
  private var isRemoved: [Bool]
  private var isAdded: [Bool]

  /// Returns the changes from `old` to `new`, in order. A line that both texts have is between any two changes.
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

  /// Returns the lines of a range that the other text has as well; the others are marked.
  private func shared(
    _ range: Range<Int>, of text: [Int32], with other: [Int32], _ marks: inout [Bool], _ tail: Int, _ head: Int
  ) -> [Int] {
    var known: Set<Int32> = []
    for index in head..<(other.count - tail) { known.insert(other[index]) }
    var indices: [Int] = []
    for index in range {
      if known.contains(text[index]) { indices.append(index) } else { marks[index] = true }
    }
    return indices
  }

  /// Moves each group of changed lines so that it meets a change of the other text, or else as far down as its meaning
  /// allows, as git does. Both sides of a merge then have equal changes in equal places.
  private mutating func slide() {
    SlidingGroup.settle(old, &isRemoved, beside: isAdded)
    SlidingGroup.settle(new, &isAdded, beside: isRemoved)
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

/// Changed lines of a text that follow each other. If the line after them equals the first of them, or the line before
/// them the last, they can be reported one line further down or up.
private struct SlidingGroup {
  private let text: [Int32]
  private var marks: [Bool]
  private var start: Int
  private var end: Int
  /// The number of lines before them that both texts have.
  private var shared: Int

  /// Moves every group of marked lines.
  ///
  /// - Parameter other: True for each changed line of the other text.
  static func settle(_ text: [Int32], _ marks: inout [Bool], beside other: [Bool]) {
    // True at each number of shared lines after which the other text has changed lines.
    var changes: [Bool] = [false]
    for isChanged in other {
      if isChanged { changes[changes.count - 1] = true } else { changes.append(false) }
    }
    var group = SlidingGroup(text: text, marks: marks, start: 0, end: 0, shared: 0)
    while group.next() { group.settle(changes) }
    marks = group.marks
  }

  private mutating func next() -> Bool {
    while end < text.count, !marks[end] {
      end += 1
      shared += 1
    }
    start = end
    while end < text.count, marks[end] { end += 1 }
    return end > start
  }

  private mutating func settle(_ changes: [Bool]) {
    var size = 0
    var last: Int?
    repeat {
      size = end - start
      while moveUp() {}
      last = changes[shared] ? end : nil
      while moveDown() { if changes[shared] { last = end } }
    } while size != end - start
    guard let last else { return }
    while end > last, moveUp() {}
  }

  private mutating func moveUp() -> Bool {
    guard start > 0, text[start - 1] == text[end - 1] else { return false }
    start -= 1
    end -= 1
    shared -= 1
    marks[start] = true
    marks[end] = false
    while start > 0, marks[start - 1] { start -= 1 }
    return true
  }

  private mutating func moveDown() -> Bool {
    guard end < text.count, text[start] == text[end] else { return false }
    marks[start] = false
    marks[end] = true
    start += 1
    end += 1
    shared += 1
    while end < text.count, marks[end] { end += 1 }
    return true
  }
}

/// Marks the lines that two texts do not share.
struct SharedLineSearch {
  private let old: [Int32]
  private let new: [Int32]
  private(set) var isRemoved: [Bool]
  private(set) var isAdded: [Bool]
  /// Parts that still have to be compared.
  private var parts: [LineChange] = []

  /// The most changes that Myers' algorithm looks for in one part.
  private static let changeLimit = 800
  /// The maximum number of comparisons in one part.
  private static let stepLimit = 4_000_000

  init(_ old: [Int32], _ new: [Int32]) {
    self.old = old
    self.new = new
    isRemoved = [Bool](repeating: false, count: old.count)
    isAdded = [Bool](repeating: false, count: new.count)
  }

  mutating func run() {
    parts = [LineChange(base: 0..<old.count, other: 0..<new.count)]
    while let part = parts.popLast() { compare(trimmed(part)) }
  }

  private func trimmed(_ part: LineChange) -> LineChange {
    var (left, right) = (part.base, part.other)
    while let first = left.first, let other = right.first, old[first] == new[other] {
      left.removeFirst()
      right.removeFirst()
    }
    while let last = left.last, let other = right.last, old[last] == new[other] {
      left.removeLast()
      right.removeLast()
    }
    return LineChange(base: left, other: right)
  }

  private mutating func compare(_ part: LineChange) {
    if part.base.isEmpty || part.other.isEmpty { return mark(part) }
    if markShortestScript(part) { return }
    let anchors = anchors(of: part)
    guard !anchors.isEmpty else { return mark(part) }
    var (left, right) = (part.base.lowerBound, part.other.lowerBound)
    for (old, new) in anchors {
      parts.append(LineChange(base: left..<old, other: right..<new))
      (left, right) = (old + 1, new + 1)
    }
    parts.append(LineChange(base: left..<part.base.upperBound, other: right..<part.other.upperBound))
  }

  private mutating func mark(_ part: LineChange) {
    for index in part.base { isRemoved[index] = true }
    for index in part.other { isAdded[index] = true }
  }

  // MARK: - Myers

  /// Marks the shortest edit script by Myers' greedy algorithm. The frontier of each round is kept for the way back.
  ///
  /// - Returns: False if the search reaches a limit. No line is marked then.
  private mutating func markShortestScript(_ part: LineChange) -> Bool {
    let (height, width) = (part.base.count, part.other.count)
    let limit = min(height + width, Self.changeLimit)
    var frontier = [Int32](repeating: 0, count: 2 * limit + 3)
    let middle = limit + 1
    var rounds: [ArraySlice<Int32>] = []
    var steps = 0
    for round in 0...limit {
      rounds.append(frontier[(middle - round)...(middle + round)])
      for diagonal in stride(from: -round, through: round, by: 2) {
        let isDown =
          diagonal == -round
          || diagonal != round
            && frontier[middle + diagonal - 1] < frontier[middle + diagonal + 1]
        var row = Int(isDown ? frontier[middle + diagonal + 1] : frontier[middle + diagonal - 1] + 1)
        var column = row - diagonal
        while row < height, column < width, old[part.base.lowerBound + row] == new[part.other.lowerBound + column] {
          row += 1
          column += 1
          steps += 1
        }
        frontier[middle + diagonal] = Int32(row)
        if row == height, column == width {
          markWayBack(part, rounds, round)
          return true
        }
      }
      steps += round
      if steps > Self.stepLimit { return false }
    }
    return false
  }

  /// - Parameter rounds: The frontier before each round, of its diagonals and no more.
  private mutating func markWayBack(_ part: LineChange, _ rounds: [ArraySlice<Int32>], _ last: Int) {
    var (row, column) = (part.base.count, part.other.count)
    for round in stride(from: last, to: 0, by: -1) {
      let frontier = rounds[round]
      let middle = frontier.startIndex + round
      let diagonal = row - column
      let isDown =
        diagonal == -round
        || diagonal != round
          && frontier[middle + diagonal - 1] < frontier[middle + diagonal + 1]
      let previous = isDown ? diagonal + 1 : diagonal - 1
      let previousRow = Int(frontier[middle + previous])
      let previousColumn = previousRow - previous
      if isDown {
        isAdded[part.other.lowerBound + previousColumn] = true
      } else {
        isRemoved[part.base.lowerBound + previousRow] = true
      }
      (row, column) = (previousRow, previousColumn)
    }
  }

  // MARK: - Lines that occur once

  /// Returns the pairs of lines that occur once in either part, as many as have the same order in both parts.
  private func anchors(of part: LineChange) -> [(old: Int, new: Int)] {
    let left = Self.single(part.base, of: old)
    let right = Self.single(part.other, of: new)
    let pairs = left.compactMap { number, index in right[number].map { (old: index, new: $0) } }
      .sorted { $0.old < $1.old }
    return Self.longestIncreasing(pairs)
  }

  private static func single(_ range: Range<Int>, of text: [Int32]) -> [Int32: Int] {
    var places: [Int32: Int] = [:]
    for index in range { places[text[index]] = places[text[index]] == nil ? index : -1 }
    return places.filter { $0.value >= 0 }
  }

  private static func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [(old: Int, new: Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
      result.append(pairs[index])
      index = before[index]
    }
    return result.reversed()
  }
}
