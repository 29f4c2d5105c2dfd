import ByteBasics
import NoteSyntax
import NoteTestSupport
import RegularExpressions
import Testing
import Wording

@Suite struct TextPatternTests {
  /// The matches, line by line: `2:ab,cd`.
  private func find(_ pattern: String, _ text: String) throws -> [String] {
    let source = SourceBuffer(Array(text.utf8))
    return try PatternMatcher(TextPattern(pattern)).hits(in: source.bytes).map { hit in
      "\(hit.line):" + hit.matches.map { source.text(in: $0) }.joined(separator: ",")
    }
  }

  @Test(arguments: [
    ("b+", "abba\nx\nb", ["1:bb", "3:b"]),
    ("a|abc", "xabcx", ["1:a"]),
    ("^a", "aa\nba\na", ["1:a", "3:a"]),
    ("a$", "aa\nab\r\nba\r\n", ["1:a", "3:a"]),
    ("^$", "a\n\nb", ["2:"]),
    ("x*", "axxb\n", ["1:xx"]),
    ("[가-힣]+", "x 회의록 y 한", ["1:회의록,한"]),
    ("회.록", "회의록 회록", ["1:회의록"]),
    ("[^ㄱ-힣 ]+", "회의 work 1", ["1:work,1"]),
    ("\\bwork\\b", "work works rework 일work work", ["1:work,work"]),
    ("\\Bork", "work ork", ["1:ork"]),
    ("\\w+", "회의록 work", ["1:회의록,work"]),
    ("a\\sb", "a\u{3000}b", ["1:a\u{3000}b"]),
    ("\\d{3}-\\d{4}", "010-1234-5678 12-3456", ["1:010-1234"]),
    ("a{2,3}", "a aa aaaa", ["1:aa,aaa"]),
    ("(ab){2}c?", "ababc abab ab", ["1:ababc,abab"]),
    ("(?i)CAFÉ", "café Café CAFE", ["1:café,Café"]),
    ("x(?i:y)z", "xyz xYz xYZ", ["1:xyz,xYz"]),
    ("\\p{Hangul}+\\s\\w+", "회의 work", ["1:회의 work"]),
    ("[]a]+", "]a[", ["1:]a"]),
    ("[[:digit:]_-]+", "1_2-3", ["1:1_2-3"]),
    ("\\x{D68C}|\\u3042|[\\uAC00-\\uAC02]", "회あ각", ["1:회,あ,각"]),
    ("\\\\u3042", "\\u3042", ["1:\\u3042"]),
    ("🎉+", "x🎉🎉", ["1:🎉🎉"]),
    (".*", "ab\ncd", ["1:ab", "2:cd"]),
    ("<.+?>", "<a><b>", ["1:<a>,<b>"]),
    ("(?<=₩)\\d+(?=원)", "₩300원 ₩20 10원", ["1:300"]),
    ("(.)\\1", "book 바바", ["1:oo,바바"]),
    // A line is all that an expression sees, also where it looks around.
    ("a\\s+b|a(?![^b])", "a\nb\nax\nab", ["1:a", "4:a"]),
    ("(?<!\\n)^b|\\Ab", "a\nb", ["2:b"]),
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

  @Test func `damaged bytes match nothing, and all around them is found`() throws {
    let hits = try PatternMatcher(TextPattern("b.?|é")).hits(in: [0x61, 0xFF, 0x62, 0xC3, 0x0A, 0xC3, 0xA9, 0x80])
    #expect(hits.map(\.matches) == [[ByteRange(2, 3)], [ByteRange(5, 7)]])
  }

  @Test func `groups have numbers and names`() throws {
    let pattern = try TextPattern("(?<year>\\d+)-(\\d+)(x)?")
    #expect(pattern.group(named: "year") == 1 && pattern.group(named: "2") == 2 && pattern.group(named: "0") == 0)
    #expect(pattern.group(named: "4") == nil && pattern.group(named: "month") == nil && pattern.group(named: "") == nil)
    let matches = try PatternMatcher(pattern).matches(in: Array("a\n26-11".utf8))
    #expect(matches.map(\.groups) == [[ByteRange(2, 7), ByteRange(2, 4), ByteRange(5, 7), nil]])
  }

  @Test func `a text as a whole has one beginning and one end`() throws {
    let text = Array("a\nb".utf8)
    func whole(_ pattern: String) throws -> [ByteRange]? {
      try PatternMatcher(TextPattern(pattern)).matches(inWhole: text)?.map(\.range)
    }
    #expect(try whole("^b") == nil && whole("a$") == nil && whole("a.b") == nil)
    #expect(try whole("a\\nb$") == [ByteRange(0, 3)] && whole("(?m)^b") == [ByteRange(2, 3)] && whole("$") == [])
  }

  @Test func `a literal matches itself`() throws {
    let text = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ aZ0\t회의"
    #expect(try find(TextPattern.literal(text), "x" + text) == ["1:" + text])
  }

  @Test(arguments: [
    ("(a", "a parenthesis is not closed, near character 2"), ("a)", "a parenthesis is closed but was not opened"),
    ("[a", "a bracket is not closed"), ("회*+*", "there is nothing to repeat, near character"),
    ("a{3,2}", "a number of repetitions is invalid"), ("[b-a]", "a range runs backwards"), ("\\q", "unknown escape"),
    ("a\\", "unknown escape"), ("(?<=a+)b", "the length of a lookbehind is not fixed"),
    ("(a)\\2", "there is no such group"), ("\\p{Klingon}", "unknown property"), ("\\C", "\\C"),
  ])
  func `a mistake has a cause`(pattern: String, cause: String) {
    let error = #expect(throws: PatternError.self) { try TextPattern(pattern) }
    #expect(error?.explanation.english.contains(cause) == true, "\(error?.explanation.english ?? "")")
  }

  /// Reading each takes little time and memory, and so does matching those that can be read.
  @Test(arguments: [
    ("", "((((a{1000}){1000}){1000}){1000}){1000}", 1), ("", "((((){1000}){1000}){1000}){1000}", 1),
    ("", "(", 100_000), ("", "()", 9_000), ("", "(?:", 6_000), ("", "{", 100_000), ("a", "*", 100_000),
    ("", "(?R)?", 4_000), ("", "(?1)?", 3_000), ("", "(a|b|c)*", 1_000), ("", "(?<=a|bb|ccc)", 1_400),
    ("", "(?=", 240), ("", "\\p{L}", 4_000), ("(a)", "\\1", 5_000), ("", "(?:a?){0,200}", 20),
  ])
  func `an expression is no way to take time`(head: String, part: String, count: Int) {
    let pattern = head + String(repeating: part, count: count)
    let line = Array(String(repeating: "ab", count: 1_000).utf8)
    let time = processorTime {
      if let pattern = try? TextPattern(pattern) { _ = try? PatternMatcher(pattern).hits(in: line) }
    }
    #expect(time < .seconds(20))
  }

  /// Each would take from minutes to ages without a limit; a limit that counts anew from each place lets some of them through.
  @Test(arguments: [
    "(a+)+$", "(a*)*[cd]", "(a|aa)+[cd]", "a*a*a*a*[cd]", "(.*)(.*)(.*)[xy]", "(?:(?=.*[xy]).)*[cd]",
    "(?:(?=.*[bx]).)*[cd]", "(a*)\\1[cd]", "(?:a(?R)?)+[cd]", "(?>.*)[cd]|.(?<=[cd])", "(?:(?:a*+)*x?)*[cd]",
    String(repeating: "(a)?", count: 300) + "[cd]",
  ])
  func `what would never end is an error soon`(pattern: String) throws {
    let line = Array((String(repeating: "a", count: 20_000) + "b").utf8)
    let pattern = try TextPattern(pattern)
    var error: PatternError?
    let time = processorTime {
      let matcher = PatternMatcher(pattern)
      do throws(PatternError) {
        for _ in 0..<100 { _ = try matcher.hits(in: line) }
      } catch let tooLong {
        error = tooLong
      }
    }
    #expect(time < .seconds(20))
    #expect(error == nil || error?.explanation.english.contains("takes too long") == true)
  }

  @Test func `the first expression of every lesson on the subject takes too long`() throws {
    let matcher = PatternMatcher(try TextPattern("(a+)+$"))
    let error = #expect(throws: PatternError.self) {
      try matcher.hits(in: Array(String(repeating: "a", count: 40).utf8) + [0x62])
    }
    #expect(error?.hint != nil)
  }

  @Test func `a long text alone is no reason to stop`() throws {
    let text = Array((String(repeating: "word 회의 1, ", count: 100_000) + "\n").utf8)
    for pattern in ["\\w*\\d", "[^,]*1", "(\\w+) (\\w+)", "(?:a|o|r)+d", "(?<=d )\\p{Hangul}+"] {
      #expect(try PatternMatcher(TextPattern(pattern)).hits(in: text).count == 1, "\(pattern)")
    }
  }
}
