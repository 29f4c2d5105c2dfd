@_spi(_Unicode) import Swift

/// Reads a regular expression: alternatives, groups, classes, `* + ? {m,n}`, `^ $ \b`, `\d \w \s \p{Hangul}`, `(?i)`.
struct PatternParser {
  private let source: String
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var ignoresCase = false
  private var depth = 0
  private(set) var groups = PatternGroups()

  static let depthLimit = 100
  /// Quantifiers one after the other, each of which repeats what the ones before it made.
  private static let quantifierLimit = 8
  static let repetitionLimit = 1_000

  static func parse(_ text: String) throws(PatternError) -> (node: PatternNode, groups: PatternGroups) {
    var parser = PatternParser(source: text, scalars: Array(text._nfc))
    guard parser.scalars.count <= PatternProgram.sizeLimit else {
      throw parser.error(.tooLarge, at: PatternProgram.sizeLimit)
    }
    let node = try parser.choice()
    if parser.index < parser.scalars.count { throw parser.error(.unexpectedClose) }
    return (node, parser.groups)
  }

  private init(source: String, scalars: [Unicode.Scalar]) {
    self.source = source
    self.scalars = scalars
  }

  private func error(_ reason: PatternError.Reason, at offset: Int? = nil) -> PatternError {
    PatternError(reason: reason, offset: offset ?? index, text: source)
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func choice() throws(PatternError) -> PatternNode {
    var alternatives = [try sequence()]
    while take("|") { alternatives.append(try sequence()) }
    return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = try atom() else { continue }
      parts.append(try quantified(part))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func quantified(_ atom: PatternNode) throws(PatternError) -> PatternNode {
    var node = atom
    var count = 0
    let start = index
    while let (least, most) = try quantifier() {
      count += 1
      guard count <= Self.quantifierLimit else { throw error(.tooLarge, at: start) }
      // Lazy and possessive marks change nothing where the longest match is taken.
      if next == "?" || next == "+" { index += 1 }
      node = .repeated(node, least: least, most: most)
    }
    return node
  }

  private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
    switch next {
    case "*":
      index += 1
      return (0, nil)
    case "+":
      index += 1
      return (1, nil)
    case "?":
      index += 1
      return (0, 1)
    case "{": return try counts()
    default: return nil
    }
  }

  /// Parses `{3}`, `{3,}`, `{3,5}`. Returns nil for a brace before anything else, which is an ordinary character.
  private mutating func counts() throws(PatternError) -> (Int, Int?)? {
    let start = index
    guard let close = scalars[start...].firstIndex(of: "}") else { return nil }
    let inside = scalars[(start + 1)..<close].map { Character($0) }
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard let least = Int(parts[0]), parts.count <= 2 else { return nil }
    var most: Int? = least
    if parts.count == 2 {
      most = parts[1].isEmpty ? nil : Int(parts[1])
      guard parts[1].isEmpty || most != nil else { return nil }
    }
    guard least <= most ?? .max, max(least, most ?? 0) <= Self.repetitionLimit else {
      throw error(.badRepetition, at: start)
    }
    index = close + 1
    return (least, most)
  }

  /// Parses one element that can be repeated. Returns nil for an element that only changes how the rest is parsed.
  private mutating func atom() throws(PatternError) -> PatternNode? {
    let start = index
    guard let scalar = next else { return nil }
    index += 1
    switch scalar {
    case ".": return .set(.any)
    case "^": return .assertion(.lineStart)
    case "$": return .assertion(.lineEnd)
    case "(": return try group(start)
    case "[": return .set(cased(try characterClass(start)))
    case "\\": return try escape(start)
    case "*", "+", "?": throw error(.nothingToRepeat, at: start)
    default: return .set(cased(ScalarSet([scalar.value...scalar.value])))
    }
  }

  private func cased(_ set: ScalarSet) -> ScalarSet { ignoresCase ? set.ignoringCase : set }

  private mutating func group(_ start: Int) throws(PatternError) -> PatternNode? {
    let outerCase = ignoresCase
    var number: Int?
    if take("?") {
      if take("i") {
        ignoresCase = true
        if take(")") { return nil }
        guard take(":") else { throw error(.unsupported("(?…"), at: start) }
      } else if take("P") || next == "<" {
        guard take("<"), next != "=", next != "!",
          let end = scalars[index...].firstIndex(of: ">")
        else { throw error(.unsupported("(?<…"), at: start) }
        number = groups.add(String(String.UnicodeScalarView(scalars[index..<end])))
        index = end + 1
      } else if !take(":") {
        throw error(.unsupported("(?" + (next.map { String($0) } ?? "")), at: start)
      }
    } else {
      number = groups.add(nil)
    }
    depth += 1
    guard depth <= Self.depthLimit else { throw error(.tooLarge, at: start) }
    let inner = try choice()
    depth -= 1
    ignoresCase = outerCase
    guard take(")") else { throw error(.unclosedGroup, at: start) }
    return number.map { .group($0, inner) } ?? inner
  }

  private mutating func escape(_ start: Int) throws(PatternError) -> PatternNode {
    switch next {
    case "b":
      index += 1
      return .assertion(.wordBoundary)
    case "B":
      index += 1
      return .assertion(.noWordBoundary)
    case .some(let digit) where ("1"..."9").contains(digit):
      throw error(.unsupported("\\\(digit)"), at: start)
    default: return .set(cased(try escapedSet(start)))
    }
  }

  /// Parses the set after a backslash, inside a class or outside.
  private mutating func escapedSet(_ start: Int) throws(PatternError) -> ScalarSet {
    guard let scalar = next else { throw error(.badEscape, at: start) }
    index += 1
    switch scalar {
    case "d": return .digit
    case "D": return ScalarSet.digit.inverted
    case "w": return .word
    case "W": return ScalarSet.word.inverted
    case "s": return .space
    case "S": return ScalarSet.space.inverted
    case "t": return ScalarSet([0x09...0x09])
    case "n": return ScalarSet([0x0A...0x0A])
    case "r": return ScalarSet([0x0D...0x0D])
    case "p", "P":
      guard take("{"), let end = scalars[index...].firstIndex(of: "}") else {
        throw error(.badEscape, at: start)
      }
      let name = String(String.UnicodeScalarView(scalars[index..<end]))
      guard let set = ScalarSet.named[name] else { throw error(.badEscape, at: start) }
      index = end + 1
      return scalar == "P" ? set.inverted : set
    case "x", "u": return try hexadecimal(start, digits: scalar == "x" ? 2 : 4)
    default:
      guard !scalar.properties.isAlphabetic else { throw error(.badEscape, at: start) }
      return ScalarSet([scalar.value...scalar.value])
    }
  }

  private mutating func hexadecimal(_ start: Int, digits: Int) throws(PatternError) -> ScalarSet {
    var end = min(index + digits, scalars.count)
    var first = index
    if take("{") {
      first = index
      guard let close = scalars[index...].firstIndex(of: "}") else {
        throw error(.badEscape, at: start)
      }
      end = close
    }
    let text = String(String.UnicodeScalarView(scalars[first..<end]))
    guard let value = UInt32(text, radix: 16), value <= 0x10FFFF else {
      throw error(.badEscape, at: start)
    }
    index = first == end ? end : (end < scalars.count && scalars[end] == "}" ? end + 1 : end)
    return ScalarSet([value...value])
  }

  private mutating func characterClass(_ start: Int) throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    let isInverted = take("^")
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      if scalar == "[", let posix = posixClass() {
        set.formUnion(posix)
        continue
      }
      let item = try classItem()
      guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
        set.formUnion(item)
        continue
      }
      let place = index
      index += 1
      let last = try classItem()
      guard let lower = item.single, let upper = last.single, lower <= upper else {
        throw error(.badRange, at: place)
      }
      set.insert(lower...upper)
    }
    guard take("]") else { throw error(.unclosedClass, at: start) }
    let whole = cased(set)
    return isInverted ? whole.inverted : whole
  }

  private mutating func classItem() throws(PatternError) -> ScalarSet {
    let start = index
    guard let scalar = next else { throw error(.unclosedClass) }
    index += 1
    guard scalar == "\\" else { return ScalarSet([scalar.value...scalar.value]) }
    if take("b") { return ScalarSet([0x08...0x08]) }
    return try escapedSet(start)
  }

  /// Parses `[:alpha:]` inside a class.
  private mutating func posixClass() -> ScalarSet? {
    guard index + 1 < scalars.count, scalars[index + 1] == ":",
      let close = scalars[(index + 2)...].firstIndex(of: ":"), close + 1 < scalars.count,
      scalars[close + 1] == "]"
    else { return nil }
    let name = String(String.UnicodeScalarView(scalars[(index + 2)..<close]))
    guard let set = ScalarSet.posix[name] else { return nil }
    index = close + 2
    return set
  }
}

/// The groups of an expression that can be asked for.
package struct PatternGroups: Hashable, Sendable {
  /// The number of groups; the whole match is group 0 and not counted.
  package private(set) var count = 0
  private var numbers: [String: Int] = [:]

  fileprivate mutating func add(_ name: String?) -> Int {
    count += 1
    if let name, numbers[name] == nil { numbers[name] = count }
    return count
  }

  /// Returns the number of a group by its name or number, or nil if there is no such group.
  package func number(of name: String) -> Int? {
    if let number = Int(name), (0...count).contains(number) { return number }
    return numbers[name]
  }
}

extension ScalarSet {
  /// The only scalar, nil for several.
  fileprivate var single: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}
