import NoteSyntax

/// Finds in all blocks at once which groups of a plan keep the meaning.
///
/// Each block is halved by itself, and one parse of the whole body tells about the halves of all of them. So the number
/// of parses depends on the block with the most groups, not on how many blocks fail.
struct BlockwiseSearch {
  /// What is not decided yet of one block: slices of its groups, the next one last.
  private typealias Pending = [ArraySlice<Int>]

  private let plan: FormattingPlan
  private let text: [UInt8]
  private let proof: FormattingProof
  private let before: [FormattedBlock]
  private var pending: [Int: Pending] = [:]
  private(set) var found: GroupSearch

  /// - Returns: nil for a body whose blocks cannot be told apart by lines.
  init?(
    _ plan: FormattingPlan, _ text: [UInt8], tree: borrowing MarkdownTree, _ proof: FormattingProof
  ) {
    self.plan = plan
    self.text = text
    self.proof = proof
    before = proof.blocks(of: text, tree: tree)
    found = GroupSearch(count: plan.groups.count)
    guard before.count > 1 else { return nil }
    for (block, groups) in Self.groups(plan, before) { pending[block] = [groups[...]] }
  }

  /// The groups of each block, in order.
  private static func groups(_ plan: FormattingPlan, _ blocks: [FormattedBlock]) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for group in plan.usedGroups {
      let line = plan.groups[group].line
      var low = 0
      var high = blocks.count
      while low + 1 < high {
        let middle = (low + high) / 2
        if blocks[middle].firstLine <= line { low = middle } else { high = middle }
      }
      result[low, default: []].append(group)
    }
    return result
  }

  /// Decides about every group, as long as there is effort.
  ///
  /// - Returns: False where the change of one block makes more or fewer blocks, so that nothing is known.
  mutating func run(effort: inout Int) -> Bool {
    while !pending.isEmpty {
      guard effort > 0 else {
        let rest = pending.values.joined().joined().sorted()
        found.rejected += rest.map { ($0, .effort) }
        return true
      }
      for group in pending.values.compactMap(\.last).joined() { found.taken[group] = true }
      let candidate = plan.applied(to: text) { found.taken[$0] }
      effort -= candidate.count
      guard let tree = MarkdownTree(parsing: candidate[...]) else { return false }
      let after = proof.blocks(of: candidate, tree: tree)
      guard after.count == before.count else { return false }
      for (block, slices) in pending {
        pending[block] = decided(slices, before[block].failure(of: after[block]))
      }
    }
    return true
  }

  /// What remains to be decided of a block whose last slice was tried; nil for nothing.
  private mutating func decided(
    _ slices: Pending, _ failure: FormattingProof.Failure?
  ) -> Pending? {
    var rest = slices
    guard let slice = rest.popLast() else { return nil }
    if let failure {
      for group in slice { found.taken[group] = false }
      if slice.count == 1 {
        found.rejected += slice.map { ($0, failure == .words ? .words : .meaning) }
      } else {
        let middle = slice.startIndex + slice.count / 2
        rest += [slice[middle...], slice[..<middle]]
      }
    }
    return rest.isEmpty ? nil : rest
  }
}

/// The groups that have been found to keep the meaning together.
struct GroupSearch {
  var taken: [Bool]
  var rejected: [(group: Int, reason: MarkdownFormatter.LeftAlone.Reason)] = []

  init(count: Int) {
    taken = [Bool](repeating: false, count: count)
  }
}
