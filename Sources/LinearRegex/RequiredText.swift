import ByteBasics

/// Texts of which every match of an expression holds at least one: looking for them skips most lines much faster
/// than any automaton.
struct RequiredText: Sendable {
  /// Empty where nothing is known.
  private let texts: [ByteSearch]

  /// More alternatives are looked for as fast by the automaton.
  private static let limit = 8

  init(_ node: PatternNode) {
    texts = (Self.facts(of: node).required ?? []).compactMap { ByteSearch($0) }
  }

  var isKnown: Bool { !texts.isEmpty }

  /// Where the first of the texts begins at `start` or after it, nil where none does.
  ///
  /// - Parameter next: Where each text was found last, kept by the caller between calls; empty at first.
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
    /// The only text that matches, where there is only one.
    var exact: [UInt8]?
    /// One of these is in every match; nil where nothing is known.
    var required: [[UInt8]]?
  }

  /// An expression is at most ``PatternParser/depthLimit`` deep.
  private static func facts(of node: PatternNode) -> Facts {
    switch node {
    case .set(let set):
      let bytes = set.only.map { Array(String($0).utf8) }
      return Facts(exact: bytes, required: bytes.map { [$0] })
    case .assertion: return Facts(exact: [], required: nil)
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
