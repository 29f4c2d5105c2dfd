import Foundation
import NoteMerging
import NoteSyntax
import NoteTestSupport
import Testing

/// Properties of every merge, tested on notes that are made up.
///
/// `SHEAF_MERGE_CASES=100000` tries that many, from the seed `SHEAF_MERGE_FIRST` on; without them there are some
/// thousands. Every failure names its seed, and long runs print how far they are.
@Suite struct MergePropertyTests {
  private static let count = number("SHEAF_MERGE_CASES") ?? 1_000
  private static let first = number("SHEAF_MERGE_FIRST") ?? 1
  /// The number of cases between two reports.
  private static let chunk: UInt64 = 5_000

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }

  private static let merge = NoteMerge(rules: MergeScenario.rules)

  private struct Counts {
    var clean = 0
    var conflicts = 0
    var left: [UInt64] = []
    var failed: [UInt64] = []
  }

  @Test func `merges lose nothing, read as they should and know no sides`() {
    var counts = Counts()
    let end = Self.first + Self.count
    for seed in Self.first..<end {
      let faults = Self.faults(seed, &counts)
      if !faults.isEmpty {
        counts.failed.append(seed)
        Issue.record("seed \(seed): \(faults)")
      }
      if (seed + 1 - Self.first) % Self.chunk == 0 || seed + 1 == end {
        print(
          "merges \(Self.first)-\(seed): \(counts.clean) clean, \(counts.conflicts) conflicts,",
          "\(counts.left.count) left to git \(counts.left), failed \(counts.failed)")
      }
    }
    #expect(counts.clean * 2 > Int(Self.count), "\(counts.clean) merges were clean")
    #expect(counts.left.count * 1_000 <= Int(Self.count) * 2, "left to git: \(counts.left)")
  }

  /// The faults in the merge of a seed; empty for none.
  private static func faults(_ seed: UInt64, _ counts: inout Counts) -> String {
    let made = MergeCase(seed: seed)
    guard let outcome = merge.merge(base: made.base, ours: made.ours, theirs: made.theirs) else {
      counts.left.append(seed)
      return ""
    }
    if outcome.isClean { counts.clean += 1 } else { counts.conflicts += 1 }
    let judge = MergeJudge(made, MergeScenario.rules)
    var faults = judge.faults(of: outcome)
    let swapped = merge.merge(base: made.base, ours: made.theirs, theirs: made.ours)
    if !judge.isSymmetric(outcome, swapped) { faults.append("other fields with the sides swapped") }
    return faults.isEmpty ? "" : faults.joined(separator: "; ") + "\n" + judge.shown(outcome)
  }

  @Test func `a merge without changes of one side is the other side`() {
    for seed in Self.first..<(Self.first + Self.count) {
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
    for seed in Self.first..<(Self.first + Self.count) {
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
