package import ByteBasics

/// A regular expression, read once and used by many threads. It takes time in proportion to the text, whatever
/// the expression is.
package struct TextPattern: Sendable {
  fileprivate let program: PatternProgram
  fileprivate let required: RequiredText
  package let groups: PatternGroups

  /// `text` may be written in composed letters or in parts; both find both.
  ///
  /// - Throws: ``PatternError`` with the place.
  package init(_ text: String) throws(PatternError) {
    let node: PatternNode
    (node, groups) = try PatternParser.parse(composedName(text))
    required = RequiredText(node)
    do throws(PatternError.Reason) {
      program = try PatternProgram(node)
    } catch {
      throw PatternError(reason: error, offset: 0, text: text)
    }
  }

  /// Returns an expression that matches exactly this text.
  package static func literal(_ text: String) -> String {
    String(text.flatMap { $0.isASCII && !$0.isLetter && !$0.isNumber ? ["\\", $0] : [$0] })
  }
}

/// Finds the lines on which a pattern matches, as grep does. Each thread has one of its own.
package struct PatternMatcher {
  private var searching: PatternAutomaton
  private var anchored: PatternAutomaton
  /// Bytes with which a match can begin; all of them if it can be empty.
  private var firstBytes: [Bool]
  /// Few bytes can begin a match, and none is empty.
  private var canSkip = false
  private let required: RequiredText
  private let program: PatternProgram
  private let groupCount: Int

  package init(_ pattern: TextPattern) {
    program = pattern.program
    groupCount = pattern.groups.count
    searching = PatternAutomaton(pattern.program, isSearching: true)
    anchored = PatternAutomaton(pattern.program, isSearching: false)
    required = pattern.required
    firstBytes = []
    let starts = anchored.starts
    for byte in 0..<256 {
      var canBegin = false
      for start in starts {
        let transition = anchored.transition(start, byte)
        if transition & PatternAutomaton.matchFlag != 0 || !anchored.isDead(Int(transition >> 1)) {
          canBegin = true
        }
      }
      firstBytes.append(canBegin)
    }
    var canBeEmpty = false
    for start in starts {
      let transition = anchored.transition(start, PatternAutomaton.lineEnd)
      if transition & PatternAutomaton.matchFlag != 0 { canBeEmpty = true }
    }
    canSkip = !canBeEmpty && firstBytes.count(where: \.self) <= 128
  }

  /// Returns the lines with a match, in order. Letters in decomposed form are compared in composed form.
  package mutating func hits(in bytes: [UInt8], limit: Int = .max) -> [LineHit] {
    guard let composed = ComposedText(bytes) else { return writtenHits(in: bytes, limit: limit) }
    return writtenHits(in: composed.bytes, limit: limit).map { hit in
      LineHit(
        line: hit.line, range: composed.sourceRange(hit.range),
        matches: hit.matches.map(composed.sourceRange))
    }
  }

  /// Returns false if a quick search for the required texts shows that the pattern cannot match.
  package func canMatch(_ bytes: [UInt8]) -> Bool {
    guard required.isKnown, ComposedText(bytes) == nil else { return true }
    var places: [Int] = []
    return required.firstPlace(in: bytes, from: 0, &places) != nil
  }

  /// Returns all matches with their groups, in order.
  package mutating func matches(in bytes: [UInt8]) -> [PatternMatch] {
    let composed = ComposedText(bytes)
    let text = composed?.bytes ?? bytes
    return writtenHits(in: text, limit: .max).flatMap { hit in
      hit.matches.compactMap { range in
        GroupMatcher(program, groupCount, text, hit.range).groups(of: range).map { groups in
          PatternMatch(groups: groups.map { group in group.map { composed?.sourceRange($0) ?? $0 } })
        }
      }
    }
  }

  private mutating func writtenHits(in bytes: [UInt8], limit: Int) -> [LineHit] {
    if required.isKnown { return requiredHits(in: bytes, limit: limit) }
    var hits: [LineHit] = []
    var start = 0
    var line = 1
    while start < bytes.count, hits.count < limit {
      if canSkip { skipLines(bytes, &start, &line) }
      if start >= bytes.count { break }
      let (feed, isMatch) = searchLine(bytes, from: start)
      if isMatch { hits.append(hit(bytes, start, feed, line)) }
      start = feed + 1
      line += 1
    }
    return hits
  }

  /// Looks only at lines with a text that every match contains.
  private mutating func requiredHits(in bytes: [UInt8], limit: Int) -> [LineHit] {
    var hits: [LineHit] = []
    var start = 0
    var line = 1
    var counted = 0
    var places: [Int] = []
    while hits.count < limit, let place = required.firstPlace(in: bytes, from: start, &places) {
      let lineStart = (bytes[start..<place].lastIndex(of: 0x0A) ?? start - 1) + 1
      let (feed, isMatch) = searchLine(bytes, from: lineStart)
      if isMatch {
        line += bytes[counted..<lineStart].count { $0 == 0x0A }
        counted = lineStart
        hits.append(hit(bytes, lineStart, feed, line))
      }
      start = feed + 1
    }
    return hits
  }

  private mutating func hit(_ bytes: [UInt8], _ start: Int, _ feed: Int, _ line: Int) -> LineHit {
    let end = feed > start && bytes[feed - 1] == 0x0D ? feed - 1 : feed
    return LineHit(line: line, range: ByteRange(start, end), matches: matches(bytes, start, end))
  }

  /// Goes on to the first line with a byte with which a match can begin.
  private func skipLines(_ bytes: [UInt8], _ start: inout Int, _ line: inout Int) {
    firstBytes.withUnsafeBufferPointer { canBegin in
      bytes.withUnsafeBufferPointer { bytes in
        var index = start
        while index < bytes.count {
          let byte = bytes[index]
          if byte == 0x0A {
            start = index + 1
            line += 1
          } else if canBegin[Int(byte)] {
            return
          }
          index += 1
        }
        start = bytes.count
      }
    }
  }

  /// Returns the end of the line that begins at `start`, and whether the line contains a match.
  private mutating func searchLine(_ bytes: [UInt8], from start: Int) -> (end: Int, isMatch: Bool) {
    var state = searching.start(behind: nil)
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A { break }
      // A carriage return before the line feed belongs to the end of the line.
      if byte == 0x0D, index + 1 == bytes.count || bytes[index + 1] == 0x0A { break }
      let transition = searching.transition(state, Int(byte))
      if transition & PatternAutomaton.matchFlag != 0 { return (endOfLine(bytes, index), true) }
      state = Int(transition >> 1)
      index += 1
    }
    let transition = searching.transition(state, PatternAutomaton.lineEnd)
    return (endOfLine(bytes, index), transition & PatternAutomaton.matchFlag != 0)
  }

  private func endOfLine(_ bytes: [UInt8], _ index: Int) -> Int {
    bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
  }

  /// Returns the ranges of the line that match, each as early and as long as possible.
  ///
  /// If a line takes too long, everything after the last match is returned as one range.
  private mutating func matches(_ bytes: [UInt8], _ start: Int, _ end: Int) -> [ByteRange] {
    var ranges: [ByteRange] = []
    var budget = 64 * (end - start) + 4_096
    var index = start
    while index < end, budget > 0 {
      guard firstBytes[Int(bytes[index])] else {
        index += 1
        continue
      }
      let last = longestMatch(bytes, start, index, end, &budget)
      if let last, last > index {
        ranges.append(ByteRange(index, last))
        index = last
      } else {
        index += 1
        while index < end, bytes[index] & 0xC0 == 0x80 { index += 1 }
      }
    }
    if budget <= 0 { ranges.append(ByteRange(min(index, end), end)) }
    return ranges
  }

  /// Returns the end of the longest match that begins at `first`, or nil if no match begins there.
  private mutating func longestMatch(
    _ bytes: [UInt8], _ lineStart: Int, _ first: Int, _ end: Int, _ budget: inout Int
  ) -> Int? {
    var state = anchored.start(behind: first == lineStart ? nil : bytes[first - 1])
    var last: Int?
    var index = first
    while index < end {
      let transition = anchored.transition(state, Int(bytes[index]))
      if transition & PatternAutomaton.matchFlag != 0 { last = index }
      state = Int(transition >> 1)
      budget -= 1
      if anchored.isDead(state) || budget <= 0 { return last }
      index += 1
    }
    let transition = anchored.transition(state, PatternAutomaton.lineEnd)
    return transition & PatternAutomaton.matchFlag != 0 ? end : last
  }
}

/// A mistake in a regular expression, with its place.
package struct PatternError: Error, Hashable, Sendable {
  package enum Reason: Error, Hashable, Sendable {
    case unclosedGroup, unclosedClass, unexpectedClose, nothingToRepeat
    case badRange, badRepetition, badEscape
    /// Back references and looking around: not in linear time.
    case unsupported(String)
    case tooLarge
  }

  package let reason: Reason
  /// Scalars before the place.
  package let offset: Int
  package let text: String
}

/// Texts of which every match of an expression holds at least one: looking for them skips most lines much faster
/// than any automaton.
struct RequiredText: Sendable {
  /// Empty if nothing is known.
  private let texts: [ByteSearch]

  /// More alternatives are looked for as fast by the automaton.
  private static let limit = 8

  init(_ node: PatternNode) {
    texts = (Self.facts(of: node).required ?? []).compactMap { ByteSearch($0) }
  }

  var isKnown: Bool { !texts.isEmpty }

  /// Returns the first offset at or after `start` at which one of the texts begins, or nil if there is none.
  ///
  /// - Parameter next: The offset at which each text was found last, kept by the caller between calls; empty at first.
  func firstPlace(in bytes: [UInt8], from start: Int, _ next: inout [Int]) -> Int? {
    if next.isEmpty { next = texts.map { _ in -1 } }
    var first = Int.max
    for (number, text) in texts.enumerated() {
      if next[number] < start { next[number] = text.place(in: bytes, from: start) ?? .max }
      first = min(first, next[number])
    }
    return first == .max ? nil : first
  }

  private struct Facts {
    /// The only text that matches, if there is only one.
    var exact: [UInt8]?
    /// One of these is in every match. Nil if nothing is known.
    var required: [[UInt8]]?
  }

  /// Computes the texts that every match contains. The recursion is limited, because an expression is at most
  /// ``PatternParser/depthLimit`` deep.
  private static func facts(of node: PatternNode) -> Facts {
    switch node {
    case .set(let set):
      let bytes = set.only.map { Array(String($0).utf8) }
      return Facts(exact: bytes, required: bytes.map { [$0] })
    case .assertion: return Facts(exact: [], required: nil)
    case .group(_, let inner): return facts(of: inner)
    case .sequence(let parts): return facts(ofSequence: parts.map(facts))
    case .choice(let alternatives):
      var all: [[UInt8]] = []
      for alternative in alternatives {
        guard let texts = facts(of: alternative).required else { return Facts() }
        all += texts
      }
      return Facts(exact: nil, required: all.count <= limit ? all : nil)
    case .repeated(let inner, let least, let most):
      let known = facts(of: inner)
      guard least > 0 else { return Facts() }
      return Facts(exact: least == 1 && most == 1 ? known.exact : nil, required: known.required)
    }
  }

  private static func facts(ofSequence parts: [Facts]) -> Facts {
    var candidates: [[[UInt8]]] = []
    var run: [UInt8] = []
    var isExact = true
    for part in parts {
      if let exact = part.exact {
        run += exact
        continue
      }
      isExact = false
      if !run.isEmpty { candidates.append([run]) }
      run = []
      if let required = part.required { candidates.append(required) }
    }
    if !run.isEmpty { candidates.append([run]) }
    // The longer the shortest text, the rarer it is.
    let best = candidates.max { shortest($0) < shortest($1) }
    return Facts(exact: isExact ? run : nil, required: best)
  }

  private static func shortest(_ texts: [[UInt8]]) -> Int { texts.map(\.count).min() ?? 0 }
}

extension ScalarSet {
  /// The only scalar, nil for several.
  fileprivate var only: Unicode.Scalar? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return Unicode.Scalar(ranges[0].lowerBound)
  }
}
