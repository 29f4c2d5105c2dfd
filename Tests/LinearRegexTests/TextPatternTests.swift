import ByteBasics
import LinearRegex
import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct TextPatternTests {
  /// The matches, line by line: `2:ab,cd`.
  private func find(_ pattern: String, _ text: String) throws -> [String] {
    var matcher = PatternMatcher(try TextPattern(pattern))
    let source = SourceBuffer(Array(text.utf8))
    return matcher.hits(in: source.bytes).map { hit in
      "\(hit.line):" + hit.matches.map { source.text(in: $0) }.joined(separator: ",")
    }
  }

  @Test(arguments: [
    ("b+", "abba\nx\nb", ["1:bb", "3:b"]),
    ("a|abc", "xabcx", ["1:abc"]),
    ("^a", "aa\nba\na", ["1:a", "3:a"]),
    ("a$", "aa\nab\r\nba\r\n", ["1:a", "3:a"]),
    ("^$", "a\n\nb", ["2:"]),
    ("[가-힣]+", "x 회의록 y 한", ["1:회의록,한"]),
    ("회.록", "회의록 회록", ["1:회의록"]),
    ("[^ㄱ-힣 ]+", "회의 work 1", ["1:work,1"]),
    ("\\bwork\\b", "work works rework 일work work", ["1:work,work"]),
    ("\\Bork", "work ork", ["1:ork"]),
    ("\\d{3}-\\d{4}", "010-1234-5678 12-3456", ["1:010-1234"]),
    ("a{2,3}", "a aa aaaa", ["1:aa,aaa"]),
    ("(ab){2}c?", "ababc abab ab", ["1:ababc,abab"]),
    ("(?i)CAFÉ", "café Café CAFE", ["1:café,Café"]),
    ("x(?i:y)z", "xyz xYz xYZ", ["1:xyz,xYz"]),
    ("\\p{Hangul}+\\s\\w+", "회의 work", ["1:회의 work"]),
    ("[]a]+", "]a[", ["1:]a"]),
    ("[[:digit:]_-]+", "1_2-3", ["1:1_2-3"]),
    ("\\x{D68C}|\\u3042", "회あ", ["1:회,あ"]),
    ("a{,2}", "a{,2}", ["1:a{,2}"]),
    ("🎉+", "x🎉🎉", ["1:🎉🎉"]),
    (".*", "ab\ncd", ["1:ab", "2:cd"]),
    (
      "회.록 [가-힣]", "\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8} \u{1102}\u{1161}무",
      [
        "1:\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8} \u{1102}\u{1161}"
      ]
    ),
    ("\u{1112}\u{116C}의$", "x 회의\r\n회의 y", ["1:회의"]),
    ("caf.!", "cafe\u{301}! cafe!", ["1:cafe\u{301}!,cafe!"]),
  ])
  func `lines are found as grep finds them`(pattern: String, text: String, lines: [String]) throws {
    #expect(try find(pattern, text) == lines)
  }

  /// Each would take hours, or more stack than there is, without a bound.
  @Test(
    arguments: [
      ("", "((((){1000}){1000}){1000}){1000}", 1),
      ("", "((((|){1000}){1000}){1000}){1000}", 1),
      ("", "(((^{1000}){1000}){1000}){1000}", 1),
      ("", "((((a{0,1000}){0,1000}){0,1000}){0,1000}){0,1000}", 1),
      ("", "(", 100_000), ("", "()", 50_000), ("", "(?:", 6_000), ("", "{", 100_000),
      ("a", "*", 100_000), ("a", "*", 19_000), ("a", "{1}", 6_000),
    ])
  func `an expression that would never end is too large`(
    head: String, part: String, count: Int
  ) {
    let pattern = head + String(repeating: part, count: count)
    let time = processorTime {
      let error = #expect(throws: PatternError.self) { try TextPattern(pattern) }
      #expect(error?.reason == .tooLarge)
    }
    #expect(time < .seconds(20))
  }

  @Test func `what repeats nothing is no work`() throws {
    #expect(try find("(){1000}a", "a\nb") == ["1:a"])
    #expect(try find("a{2}{3}", "aaaaaaa") == ["1:aaaaaa"])
  }

  /// An alternative of which no text is known, and which stands nowhere, takes away what is known of the rest.
  @Test func `looking for a text that must be there changes nothing`() throws {
    let atoms = [
      "a", "b", "ab", "회", "회의", "[ab]", ".", "a+", "(ab)*", "(?:ab|의)", "b?", "(?i:A)", "^", "$",
      "\\b", "(ba){2}",
    ]
    let letters = ["a", "b", "회", "의", " ", "\n", "\r\n", "\u{1112}\u{116C}", "A"]
    var random = SeededGenerator(seed: 11)
    for _ in 0..<600 {
      var parts: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        parts.append(atoms.randomElement(using: &random) ?? "")
      }
      var text = ""
      for _ in 0..<Int.random(in: 0...80, using: &random) {
        text += letters.randomElement(using: &random) ?? ""
      }
      let pattern = parts.joined(separator: Bool.random(using: &random) ? "" : "|")
      let whole = try find("(?:\(pattern))|[\\x{E000}\\x{E001}]", text)
      #expect(try find(pattern, text) == whole, "\(pattern) in \(text)")
    }
  }

  @Test(arguments: [
    ("(a", 0), ("a)", 1), ("[a", 0), ("*a", 0), ("a{3,2}", 1), ("[b-a]", 2), ("\\q", 0),
    ("(a)\\1", 3), ("a(?=b)", 1), ("(?<!a)b", 0), ("((a{1000}){1000}){1000}", 0),
  ])
  func `a mistake has a place`(pattern: String, offset: Int) {
    let error = #expect(throws: PatternError.self) { try TextPattern(pattern) }
    #expect(error?.offset == offset)
  }

  @Test func `deep parentheses are refused, not followed`() {
    #expect(throws: PatternError.self) { try TextPattern(String(repeating: "(", count: 100_000)) }
  }

  @Test func `a hostile expression on a hostile line ends`() throws {
    let line = String(repeating: "a", count: 20_000)
    #expect(try find("(a*)*b", line).isEmpty)
    #expect(try find("(a|aa)+$", line).count == 1)
    #expect(try find("a.*z|a", line).count == 1)
  }

  /// Every expression of a few signs, beside trying every place by hand.
  @Test(arguments: 0..<300)
  func `random expressions match what they spell out`(seed: Int) throws {
    var material = RandomPattern(seed: UInt64(seed))
    let pattern = material.pattern(depth: 0)
    var matcher = PatternMatcher(try TextPattern(pattern.text))
    for _ in 0..<20 {
      let line = material.line()
      let letters = Array(line)
      let isThere =
        letters.indices.contains { !pattern.ends(letters, $0).isEmpty }
        || !pattern.ends(letters, letters.count).isEmpty
      let hits = matcher.hits(in: Array(line.utf8))
      #expect((hits.count == 1) == isThere, "\(pattern.text) on \(line)")
    }
  }
}

/// An expression that is matched by spelling out all that it stands for.
private indirect enum SpelledPattern {
  case letter(Character)
  case any
  case start, end
  case both(SpelledPattern, SpelledPattern)
  case either(SpelledPattern, SpelledPattern)
  case many(SpelledPattern)

  var text: String {
    switch self {
    case .letter(let letter): String(letter)
    case .any: "."
    case .start: "^"
    case .end: "$"
    case .both(let left, let right): left.text + right.text
    case .either(let left, let right): "(\(left.text)|\(right.text))"
    case .many(let inner): "(\(inner.text))*"
    }
  }

  /// The ends of the matches that begin at `place`.
  func ends(_ letters: [Character], _ place: Int) -> Set<Int> {
    switch self {
    case .letter(let letter):
      return place < letters.count && letters[place] == letter ? [place + 1] : []
    case .any: return place < letters.count ? [place + 1] : []
    case .start: return place == 0 ? [0] : []
    case .end: return place == letters.count ? [place] : []
    case .both(let left, let right):
      var ends: Set<Int> = []
      for middle in left.ends(letters, place) { ends.formUnion(right.ends(letters, middle)) }
      return ends
    case .either(let left, let right):
      return left.ends(letters, place).union(right.ends(letters, place))
    case .many(let inner):
      var reached: Set<Int> = [place]
      var edge = reached
      while !edge.isEmpty {
        var next: Set<Int> = []
        for place in edge { next.formUnion(inner.ends(letters, place)) }
        edge = next.subtracting(reached)
        reached.formUnion(edge)
      }
      return reached
    }
  }
}

private struct RandomPattern {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func pattern(depth: Int) -> SpelledPattern {
    switch number(depth > 3 ? 5 : 9) {
    case 0...2: .letter(Array("ab회")[number(3)])
    case 3: .any
    case 4: number(2) == 0 ? .start : .end
    case 5, 6: .both(pattern(depth: depth + 1), pattern(depth: depth + 1))
    case 7: .either(pattern(depth: depth + 1), pattern(depth: depth + 1))
    default: .many(pattern(depth: depth + 1))
    }
  }

  mutating func line() -> String {
    String((0..<(1 + number(6))).map { _ in Array("ab회c")[number(4)] })
  }
}
