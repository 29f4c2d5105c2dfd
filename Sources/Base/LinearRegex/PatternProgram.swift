import ByteBasics

/// A regular expression as steps over bytes, any number of which may be under way at once.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case bytes(ClosedRange<UInt8>, next: Int)
    case fork(Int, Int)
    case assertion(PatternNode.Assertion, next: Int)
    /// A group begins or ends: twice its number, and one more for its end.
    case save(Int, next: Int)
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
    case .group(let number, let inner):
      let end = try add(.save(2 * number + 1, next: next))
      return try add(.save(2 * number, next: compile(inner, then: end)))
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

/// A part of a regular expression.
indirect enum PatternNode {
  enum Assertion: Hashable {
    case lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  case set(ScalarSet)
  case assertion(Assertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// `(…)`, counted from 1.
  case group(Int, PatternNode)
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

/// The states that a program can be in, made when they are first met.
///
/// A state is the set of steps under way with what stood before them. From one to the next leads a byte or the
/// end of the line; what only the next byte decides (`$`, `\b`) is decided then, so that a match shows one byte late.
struct PatternAutomaton {
  /// The symbol after the last byte.
  static let lineEnd = 256
  private static let symbolCount = 257
  private static let stateLimit = 2_000
  /// Steps of all states together.
  private static let stepLimit = 4_000_000
  /// The bit of a transition that reports a match, besides the next state.
  static let matchFlag: Int32 = 1

  private struct State: Hashable {
    let steps: [Int]
    let isLineStart: Bool
    let isBehindWord: Bool
  }

  private let program: PatternProgram
  private var states: [State] = []
  private var stepCount = 0
  private var numbers: [State: Int] = [:]
  /// `state * symbolCount + symbol`: twice the next state, plus ``matchFlag``; -1 if it is not known yet.
  private var transitions: [Int32] = []
  /// True for each state without a step under way.
  private var isDead: [Bool] = []

  /// The states in which matching begins at the start of a line, after a letter of a word, and elsewhere.
  private(set) var starts: [Int] = []
  /// A new match may begin at every byte.
  private let isSearching: Bool

  init(_ program: PatternProgram, isSearching: Bool) {
    self.program = program
    self.isSearching = isSearching
    makeStarts()
  }

  private mutating func makeStarts() {
    starts = [(true, false), (false, true), (false, false)].map { isLineStart, isBehindWord in
      number(
        of: State(
          steps: [program.start], isLineStart: isLineStart, isBehindWord: isBehindWord))
    }
  }

  /// Returns the state in which to begin after `byte`, or, if `byte` is nil, at the beginning of a line.
  func start(behind byte: UInt8?) -> Int {
    guard let byte else { return starts[0] }
    return starts[Self.isWord(Int(byte)) ? 1 : 2]
  }

  /// Returns the transition from a state: twice the next state, plus ``matchFlag`` if a match ends before the symbol.
  @inline(__always)
  mutating func transition(_ state: Int, _ symbol: Int) -> Int32 {
    let known = transitions[state * Self.symbolCount + symbol]
    return known >= 0 ? known : makeTransition(state, symbol)
  }

  func isDead(_ state: Int) -> Bool { isDead[state] }

  /// Returns true if a byte is part of a word, as are all bytes beyond ASCII.
  static func isWord(_ symbol: Int) -> Bool {
    switch symbol {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }

  private mutating func number(of state: State) -> Int {
    if let number = numbers[state] { return number }
    states.append(state)
    stepCount += state.steps.count
    isDead.append(state.steps.isEmpty)
    transitions += repeatElement(-1, count: Self.symbolCount)
    numbers[state] = states.count - 1
    return states.count - 1
  }

  private mutating func makeTransition(_ state: Int, _ symbol: Int) -> Int32 {
    let from = states[state]
    var reached = Reached(count: program.steps.count)
    for step in from.steps { follow(step, from, symbol, &reached) }
    var next: [Int] = []
    var isMatch = false
    for index in reached.order {
      switch program.steps[index] {
      case .match: isMatch = true
      case .bytes(let range, let target) where symbol < 256 && range.contains(UInt8(symbol)):
        next.append(target)
      default: break
      }
    }
    if isSearching { next.append(program.start) }
    let target = State(
      steps: Set(next).sorted(), isLineStart: false, isBehindWord: Self.isWord(symbol))
    // Too many states: what was learnt is forgotten, and the one at hand begins again.
    let isFull = states.count >= Self.stateLimit || stepCount >= Self.stepLimit
    if isFull, numbers[target] == nil {
      forget()
      return Int32(number(of: target)) << 1 | (isMatch ? Self.matchFlag : 0)
    }
    let result = Int32(number(of: target)) << 1 | (isMatch ? Self.matchFlag : 0)
    transitions[state * Self.symbolCount + symbol] = result
    return result
  }

  private mutating func forget() {
    states.removeAll()
    stepCount = 0
    numbers.removeAll()
    transitions.removeAll()
    isDead.removeAll()
    makeStarts()
  }

  /// The steps that were reached without a byte.
  private struct Reached {
    private(set) var order: [Int] = []
    private var isKnown: [Bool]

    init(count: Int) {
      isKnown = Array(repeating: false, count: count)
    }

    mutating func insert(_ step: Int) -> Bool {
      if isKnown[step] { return false }
      isKnown[step] = true
      order.append(step)
      return true
    }
  }

  /// Collects all steps that can be reached from a step before `symbol` is read.
  private func follow(_ step: Int, _ from: State, _ symbol: Int, _ reached: inout Reached) {
    var pending = [step]
    while let step = pending.popLast() {
      guard reached.insert(step) else { continue }
      switch program.steps[step] {
      case .fork(let first, let second): pending += [first, second]
      case .assertion(let assertion, let next):
        if assertion.holds(isLineStart: from.isLineStart, isBehindWord: from.isBehindWord, before: symbol) {
          pending.append(next)
        }
      case .save(_, let next): pending.append(next)
      case .bytes, .match: break
      }
    }
  }

}

extension PatternNode.Assertion {
  /// Returns true if the assertion holds at this place.
  ///
  /// - Parameter symbol: The byte that follows, or ``PatternAutomaton/lineEnd``.
  func holds(isLineStart: Bool, isBehindWord: Bool, before symbol: Int) -> Bool {
    switch self {
    case .lineStart: isLineStart
    case .lineEnd: symbol == PatternAutomaton.lineEnd
    case .wordBoundary: isBehindWord != PatternAutomaton.isWord(symbol)
    case .noWordBoundary: isBehindWord == PatternAutomaton.isWord(symbol)
    }
  }
}
