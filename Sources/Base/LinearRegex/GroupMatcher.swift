package import ByteBasics

/// A place where a pattern matches, with its groups.
package struct PatternMatch: Hashable, Sendable {
  /// The whole match first, then each group. Nil for one that took no part.
  package let groups: [ByteRange?]

  package var range: ByteRange { groups[0] ?? ByteRange(0, 0) }
}

/// Finds the groups of a match whose ends are known: all ways through the program at once, the preferred one first.
struct GroupMatcher {
  private struct Thread {
    let step: Int
    /// Twice as many as there are groups; -1 if a group has not begun or ended.
    let places: [Int]
  }

  private let program: PatternProgram
  private let groupCount: Int
  private let bytes: [UInt8]
  private let line: ByteRange

  init(_ program: PatternProgram, _ groupCount: Int, _ bytes: [UInt8], _ line: ByteRange) {
    self.program = program
    self.groupCount = groupCount
    self.bytes = bytes
    self.line = line
  }

  /// Finds the groups of a match. Returns nil if the pattern does not match the range as a whole.
  func groups(of range: ByteRange) -> [ByteRange?]? {
    let none = [Int](repeating: -1, count: 2 * (groupCount + 1))
    var threads = [Thread(step: program.start, places: none)]
    for offset in range.lowerBound...range.upperBound {
      var reached: [Thread] = []
      var known: Set<Int> = []
      for thread in threads { follow(thread, at: offset, &known, &reached) }
      if offset == range.upperBound {
        let end = reached.first { if case .match = program.steps[$0.step] { true } else { false } }
        return end.map { ranges($0.places, range) }
      }
      threads = reached.compactMap { thread in
        guard case .bytes(let allowed, let next) = program.steps[thread.step], allowed.contains(bytes[offset])
        else { return nil }
        return Thread(step: next, places: thread.places)
      }
      if threads.isEmpty { return nil }
    }
    return nil
  }

  private func ranges(_ places: [Int], _ range: ByteRange) -> [ByteRange?] {
    [range]
      + (1..<(groupCount + 1)).map { group in
        let (start, end) = (places[2 * group], places[2 * group + 1])
        return start >= 0 && end >= start ? ByteRange(start, end) : nil
      }
  }

  /// Collects the threads that are reached before the next byte is read, the preferred first.
  private func follow(_ thread: Thread, at offset: Int, _ known: inout Set<Int>, _ reached: inout [Thread]) {
    var pending = [thread]
    while let thread = pending.popLast() {
      guard known.insert(thread.step).inserted else { continue }
      switch program.steps[thread.step] {
      case .bytes, .match: reached.append(thread)
      case .fork(let first, let second):
        pending.append(Thread(step: second, places: thread.places))
        pending.append(Thread(step: first, places: thread.places))
      case .save(let place, let next):
        var places = thread.places
        places[place] = offset
        pending.append(Thread(step: next, places: places))
      case .assertion(let assertion, let next):
        let symbol = offset < line.upperBound ? Int(bytes[offset]) : PatternAutomaton.lineEnd
        let isBehindWord = offset > line.lowerBound && PatternAutomaton.isWord(Int(bytes[offset - 1]))
        if assertion.holds(isLineStart: offset == line.lowerBound, isBehindWord: isBehindWord, before: symbol) {
          pending.append(Thread(step: next, places: thread.places))
        }
      }
    }
  }
}
