import NoteTestSupport
import Testing

@testable import NoteMerging

@Suite struct LineDiffTests {
  /// The text that changes make of another.
  private static func applied(_ changes: [LineChange], to old: [Int32], from new: [Int32])
    -> [Int32]
  {
    var result: [Int32] = []
    var position = 0
    for change in changes {
      result += old[position..<change.base.lowerBound]
      result += new[change.other]
      position = change.base.upperBound
    }
    return result + old[position...]
  }

  /// The length of the longest common subsequence, by the table of the textbook.
  private static func shared(_ old: [Int32], _ new: [Int32]) -> Int {
    var last = [Int](repeating: 0, count: new.count + 1)
    for line in old {
      var row = [0]
      for (column, other) in new.enumerated() {
        row.append(line == other ? last[column] + 1 : max(last[column + 1], row[column]))
      }
      last = row
    }
    return last[new.count]
  }

  @Test func `changes make one text of the other, and are as few as can be`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let letters = Int32.random(in: 1..<6, using: &random)
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0..<14, using: &random)).map { _ in
          Int32.random(in: 0...letters, using: &random)
        }
      }
      let changes = LineDiff.changes(from: texts[0], to: texts[1])
      #expect(Self.applied(changes, to: texts[0], from: texts[1]) == texts[1])
      let removed = changes.reduce(0) { $0 + $1.base.count }
      #expect(texts[0].count - removed == Self.shared(texts[0], texts[1]))
    }
  }

  @Test func `texts with thousands of changes are compared at once`() {
    var random = SeededGenerator(seed: 11)
    let old = (0..<40_000).map { _ in Int32.random(in: 0..<2_000, using: &random) }
    let new = old.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.reversed().map(\.self)
    let changes = LineDiff.changes(from: old, to: new)
    #expect(Self.applied(changes, to: old, from: new) == new)
  }

  @Test func `an inserted paragraph goes as far down as it can`() {
    // p1, blank, p2 and p1, blank, new, blank, p2
    let changes = LineDiff.changes(from: [1, 0, 2], to: [1, 0, 3, 0, 2])
    #expect(changes == [LineChange(base: 2..<2, other: 2..<4)])
  }
}
