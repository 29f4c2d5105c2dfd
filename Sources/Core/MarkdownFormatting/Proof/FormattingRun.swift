import ByteBasics
import NoteSyntax

/// Formats one body until nothing changes any more.
struct FormattingRun {
  let style: FormattingStyle
  /// The front matter.
  let head: [UInt8]
  /// The parts that were left unchanged, with 0-based lines of the body.
  private(set) var leftAlone: [MarkdownFormatter.LeftAlone] = []
  private(set) var blockCount = 0
  /// Bytes that may still be parsed to find out which blocks fail.
  private var effort = 0

  init(style: FormattingStyle, head: [UInt8]) {
    self.style = style
    self.head = head
  }

  private static let roundLimit = 6
  private static let leastEffort = 32 << 20
  /// A body of more blocks is left unchanged: two trees of that size take three quarters of a gigabyte.
  private static let blockLimit = 1_000_000

  /// Formats `body` until formatting changes nothing more. Returns `body` if this takes too many rounds.
  ///
  /// Each round is proved against the one before, so the last result has the same meaning as `body`. Formatting the
  /// result again is one more round without changes.
  mutating func fixedPoint(of body: [UInt8]) -> [UInt8] {
    guard var present = ParsedBody(trusting: body) else { return body }
    for _ in 0..<Self.roundLimit {
      leftAlone = []
      // The effort is counted again in each round, so that a round depends only on its text: the last round, which
      // changes nothing, equals the first round of another run.
      effort = 16 * present.bytes.count + Self.leastEffort
      guard let next = improved(present) else { return present.bytes }
      present = next
    }
    leftAlone = [MarkdownFormatter.LeftAlone(line: 0, reason: .effort)]
    return body
  }

  /// Formats once. Returns nil if there is nothing to change.
  private mutating func improved(_ body: borrowing ParsedBody) -> ParsedBody? {
    let text = body.bytes
    var planner = FormattingPlanner(body, style: style, isWholeFile: head.isEmpty)
    guard planner.size <= Self.blockLimit else {
      leftAlone = [MarkdownFormatter.LeftAlone(line: 0, reason: .size)]
      return nil
    }
    var plan = planner.planned(isDetailed: false)
    blockCount = planner.blockCount
    leftAlone = plan.unaccounted.map { MarkdownFormatter.LeftAlone(line: $0, reason: .lines) }
    if plan.isEmpty { return nil }
    let proof = FormattingProof(body, after: head, allowsRewrapping: style.wrapColumns != nil)
    if let whole = proved(plan.applied(to: text) { _ in true }, proof) { return whole }
    plan = planner.planned(isDetailed: true)
    let search = search(plan, body, proof)
    report(search.rejected, plan)
    let result = plan.applied(to: text) { search.taken[$0] }
    return result == text ? nil : ParsedBody(parsing: result)
  }

  /// Finds as many groups as the proof allows: block by block or, if that is impossible, by bisection of all.
  private mutating func search(
    _ plan: FormattingPlan, _ body: borrowing ParsedBody, _ proof: FormattingProof
  ) -> GroupSearch {
    let text = body.bytes
    var candidates = plan.usedGroups
    var rejected: [(group: Int, reason: MarkdownFormatter.LeftAlone.Reason)] = []
    if var blockwise = BlockwiseSearch(plan, text, tree: body.tree, proof), blockwise.run(effort: &effort) {
      let found = blockwise.found
      if failure(proof, plan.applied(to: text) { found.taken[$0] }) == nil { return found }
      candidates = candidates.filter { found.taken[$0] }
      rejected = found.rejected
    }
    var search = GroupSearch(count: plan.groups.count)
    search.rejected = rejected
    find(candidates[...], plan, text, proof, &search)
    return search
  }

  /// Returns `result` with its tree if it has the same meaning.
  private mutating func proved(_ result: [UInt8], _ proof: FormattingProof) -> ParsedBody? {
    effort -= result.count
    guard let body = ParsedBody(parsing: result), proof.failure(of: body) == nil else { return nil }
    return body
  }

  /// Takes as many of `groups` as the proof allows, by halving.
  private mutating func find(
    _ groups: ArraySlice<Int>, _ plan: FormattingPlan, _ text: [UInt8], _ proof: FormattingProof,
    _ search: inout GroupSearch
  ) {
    guard !groups.isEmpty else { return }
    guard effort > 0 else {
      search.rejected += groups.map { ($0, .effort) }
      return
    }
    for group in groups { search.taken[group] = true }
    let failure = failure(proof, plan.applied(to: text) { search.taken[$0] })
    guard let failure else { return }
    for group in groups { search.taken[group] = false }
    if groups.count == 1 {
      search.rejected += groups.map { ($0, failure == .words ? .words : .meaning) }
      return
    }
    let middle = groups.startIndex + groups.count / 2
    find(groups[..<middle], plan, text, proof, &search)
    find(groups[middle...], plan, text, proof, &search)
  }

  private mutating func failure(_ proof: FormattingProof, _ result: [UInt8]) -> FormattingProof.Failure? {
    effort -= result.count
    guard let body = ParsedBody(parsing: result) else { return .meaning }
    return proof.failure(of: body)
  }

  /// Counts a block once, whatever number of its pieces failed.
  private mutating func report(
    _ rejected: [(group: Int, reason: MarkdownFormatter.LeftAlone.Reason)], _ plan: FormattingPlan
  ) {
    var seen: Set<Int> = []
    for (group, reason) in rejected where seen.insert(plan.groups[group].root).inserted {
      leftAlone.append(MarkdownFormatter.LeftAlone(line: plan.groups[group].line, reason: reason))
    }
    leftAlone.sort { $0.line < $1.line }
  }
}

/// Finds in all blocks at once which groups of a plan keep the meaning.
///
/// Each block is halved by itself, and one parse of the whole body tells about the halves of all of them. So the number
/// of parses depends on the block with the most groups, not on how many blocks fail.
struct BlockwiseSearch {
  /// The undecided groups of one block, in slices, the next one last.
  private typealias Pending = [ArraySlice<Int>]

  private let plan: FormattingPlan
  private let text: [UInt8]
  private let proof: FormattingProof
  private let before: [FormattedBlock]
  private var pending: [Int: Pending] = [:]
  private(set) var found: GroupSearch

  /// Creates a search. Nil for a body whose blocks cannot be separated by lines.
  init?(_ plan: FormattingPlan, _ text: [UInt8], tree: borrowing MarkdownTree, _ proof: FormattingProof) {
    self.plan = plan
    self.text = text
    self.proof = proof
    before = proof.blocks(of: text, tree: tree)
    found = GroupSearch(count: plan.groups.count)
    guard before.count > 1 else { return nil }
    for (block, groups) in Self.groups(plan, before) { pending[block] = [groups[...]] }
  }

  /// Assigns the groups to their blocks, in order.
  private static func groups(_ plan: FormattingPlan, _ blocks: [FormattedBlock]) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for group in plan.usedGroups {
      let line = plan.groups[group].line
      let block = max(0, blocks.firstOrderedIndex { $0.firstLine > line } - 1)
      result[block, default: []].append(group)
    }
    return result
  }

  /// Decides about every group, as long as there is effort.
  ///
  /// - Returns: False if the change of one block makes more or fewer blocks, so that nothing is known.
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

  /// Removes the tried slice from a block's undecided slices, or bisects it after a failure. Nil if none is left.
  private mutating func decided(_ slices: Pending, _ failure: FormattingProof.Failure?) -> Pending? {
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

  init(count: Int) { taken = [Bool](repeating: false, count: count) }
}
