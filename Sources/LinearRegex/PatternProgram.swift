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

/// What a regular expression consists of.
indirect enum PatternNode {
  enum Assertion: Hashable {
    case lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  case set(ScalarSet)
  case assertion(Assertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// `most` nil: as often as one likes.
  case repeated(PatternNode, least: Int, most: Int?)
}

/// A range of scalars as sequences of ranges of bytes: every scalar in it matches exactly one of them.
enum UTF8Sequences {
  static func sequences(of range: ClosedRange<UInt32>) -> [[ClosedRange<UInt8>]] {
    // Surrogates are not scalars.
    let parts = [
      (range.lowerBound, min(range.upperBound, 0xD7FF)),
      (max(range.lowerBound, 0xE000), range.upperBound),
    ]
    return parts.filter { $0.0 <= $0.1 }.flatMap { split($0.0, $0.1) }
  }

  private static func split(_ lower: UInt32, _ upper: UInt32) -> [[ClosedRange<UInt8>]] {
    for limit: UInt32 in [0x7F, 0x7FF, 0xFFFF] where lower <= limit && upper > limit {
      return split(lower, limit) + split(limit + 1, upper)
    }
    if upper < 0x80 { return [[UInt8(lower)...UInt8(upper)]] }
    // All but the first byte must be able to run through everything between the two.
    for shift: UInt32 in [6, 12, 18] {
      let mask = (UInt32(1) << shift) - 1
      guard lower & ~mask != upper & ~mask else { break }
      if lower & mask != 0 { return split(lower, lower | mask) + split((lower | mask) + 1, upper) }
      if upper & mask != mask {
        return split(lower, (upper & ~mask) - 1) + split(upper & ~mask, upper)
      }
    }
    return [zip(bytes(lower), bytes(upper)).map { $0...$1 }]
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    Array(String(Unicode.Scalar(value).map { Character($0) } ?? "\u{FFFD}").utf8)
  }
}
