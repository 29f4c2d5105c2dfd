import Foundation
import NoteMerging
import NoteSyntax
import NoteTestSupport
import Testing

/// What holds for every merge, tried on notes that are made up.
///
/// `SHEAF_MERGE_CASES=100000` tries that many; without it there are some thousands.
@Suite struct MergePropertyTests {
  private static let count = number("SHEAF_MERGE_CASES") ?? 1_000
  /// The first seed, so that several processes can share the work.
  private static let first = number("SHEAF_MERGE_FIRST") ?? 1

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }

  private static let merge = NoteMerge(rules: MergeScenario.rules)

  @Test func `merges lose nothing, read as they should and know no sides`() {
    var clean = 0
    var left = 0
    for seed in Self.first..<(Self.first + Self.count) {
      let made = MergeCase(seed: seed)
      guard let outcome = Self.merge.merge(base: made.base, ours: made.ours, theirs: made.theirs)
      else {
        left += 1
        print("left to git: seed \(seed)")
        continue
      }
      clean += outcome.isClean ? 1 : 0
      let judge = MergeJudge(made, MergeScenario.rules)
      for fault in judge.faults(of: outcome) {
        Issue.record("seed \(seed): \(fault)\n\(judge.shown(outcome))")
        if judge.isFirstFault { return }
      }
      let swapped = Self.merge.merge(base: made.base, ours: made.theirs, theirs: made.ours)
      #expect(judge.isSymmetric(outcome, swapped), "seed \(seed)\n\(judge.shown(outcome))")
    }
    #expect(clean * 2 > Int(Self.count), "\(clean) of \(Self.count) merges were clean")
    #expect(left * 1_000 <= Int(Self.count) * 2, "\(left) of \(Self.count) merges were left to git")
    print("\(Self.count) merges: \(clean) clean, \(left) left to git")
  }

  @Test func `a merge without changes of one side is the other side`() {
    for seed in Self.first..<(Self.first + Self.count / 4 + 1) {
      let made = MergeCase(seed: seed)
      for side in [made.ours, made.theirs] {
        let pairs = [(side, made.base), (made.base, side), (side, side)]
        for (left, right) in pairs {
          let merged = Self.merge.merge(base: made.base, ours: left, theirs: right)
          #expect(merged?.bytes == side && merged?.isClean == true, "seed \(seed)")
        }
      }
    }
  }

  @Test func `a merge without a base keeps every line of both sides`() {
    for seed in Self.first..<(Self.first + Self.count / 4 + 1) {
      let made = MergeCase(seed: seed)
      guard let merged = Self.merge.merge(base: nil, ours: made.ours, theirs: made.theirs),
        merged.isClean
      else { continue }
      let judge = MergeJudge(made, MergeScenario.rules)
      let lost = judge.linesLost(in: merged.bytes, withBase: false)
      #expect(lost.isEmpty, "seed \(seed): \(lost)\n\(judge.shown(merged))")
    }
  }
}
