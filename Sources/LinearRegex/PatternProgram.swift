/// A regular expression as steps over bytes, any number of which may be under way at once.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case bytes(ClosedRange<UInt8>, next: Int)
    case fork(Int, Int)
    case assertion(PatternNode.Assertion, next: Int)
    case match
  }

  static let sizeLimit = 20_000
  /// Parts of an expression that are compiled, also those that need no step.
  private static let workLimit = 200_000

  private(set) var steps: [Step] = [.match]
  private(set) var start = 0
  private var work = 0

  /// - Throws: ``PatternError/Reason/tooLarge`` for an expression of too many steps.
  init(_ node: PatternNode) throws(PatternError.Reason) {
    start = try compile(node, then: 0)
  }

  private mutating func add(_ step: Step) throws(PatternError.Reason) -> Int {
    guard steps.count < Self.sizeLimit else { throw .tooLarge }
    steps.append(step)
    return steps.count - 1
  }

  /// Steps from the end to the beginning; gives the first.
  private mutating func compile(
    _ node: PatternNode, then next: Int
  ) throws(PatternError.Reason) -> Int {
    work += 1
    guard work <= Self.workLimit else { throw .tooLarge }
    switch node {
    case .assertion(let assertion): return try add(.assertion(assertion, next: next))
    case .sequence(let parts):
      var entry = next
      for part in parts.reversed() { entry = try compile(part, then: entry) }
      return entry
    case .choice(let alternatives):
      var entry = try compile(alternatives[alternatives.count - 1], then: next)
      for alternative in alternatives.dropLast().reversed() {
        entry = try add(.fork(try compile(alternative, then: next), entry))
      }
      return entry
    case .set(let set): return try compile(set, then: next)
    case .repeated(let inner, let least, let most):
      return try compile(inner, least, most, then: next)
    }
  }

  private mutating func compile(
    _ inner: PatternNode, _ least: Int, _ most: Int?, then next: Int
  ) throws(PatternError.Reason) -> Int {
    var entry = next
    if let most {
      for _ in least..<max(least, most) {
        entry = try add(.fork(try compile(inner, then: entry), next))
      }
    } else {
      // The way back is known only when the loop is there.
      let loop = try add(.fork(next, next))
      steps[loop] = .fork(try compile(inner, then: loop), next)
      entry = loop
    }
    for _ in 0..<least { entry = try compile(inner, then: entry) }
    return entry
  }

  private mutating func compile(
    _ set: ScalarSet, then next: Int
  ) throws(PatternError.Reason) -> Int {
    var entry: Int?
    for range in set.ranges {
      for sequence in UTF8Sequences.sequences(of: range) {
        var first = next
        for bytes in sequence.reversed() { first = try add(.bytes(bytes, next: first)) }
        entry = if let other = entry { try add(.fork(first, other)) } else { first }
      }
    }
    // An empty set matches nothing: no byte is in the range from 0x0A to itself within a line.
    return if let entry { entry } else { try add(.bytes(0x0A...0x0A, next: next)) }
  }
}
