import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

@Suite struct LineMatcherTests {
  /// The matches, line by line: `2:ab,cd`.
  private func find(_ query: String, _ text: String) throws -> [String] {
    let now = CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .midnight)
    let matcher = LineMatcher(try QueryParser.parse(query, now: now).query)
    let source = SourceBuffer(Array(text.utf8))
    return matcher.hits(in: source.bytes).map { hit in
      "\(hit.line):" + hit.matches.map { source.text(in: $0) }.joined(separator: ",")
    }
  }

  @Test(arguments: [
    (
      "\"exact phrase\"", "an exact\n  phrase here\nexact phrase\n",
      ["1:exact", "2:phrase", "3:exact phrase"]
    ),
    ("\"주간 회의\"", "이번 주간\r\n회의는\r\n주간회의\r\n", ["1:주간", "2:회의"]),
    ("\"one two three\"", "> one\n> two\n> three\n", ["1:one", "2:two", "3:three"]),
    ("회의", "주간회\n의\n회의록", ["3:회의"]),
    ("work -plan", "Work\nplan works\n", ["1:Work"]),
    ("mentions:\"two words\"", "two\nwords", ["1:two", "2:words"]),
    ("\"a b\" \"b c\"", "a\nb\nc\n", ["1:a", "2:b", "3:c"]),
  ])
  func `words are marked where they stand, over the end of a line too`(
    query: String, text: String, lines: [String]
  ) throws {
    #expect(try find(query, text) == lines)
  }

  @Test(arguments: [
    ("\"붉은 얼룩말 한 마리\"", "붉은 얼룩말 한 마리", "word "), ("\"one zebra\"", "One zebra", "낱말 "),
    ("얼룩말이", "얼룩말이", "글"), ("ㅇㄹㅁ", "얼룩말", "word "), ("\"one zebra\"", "one\nzebra", "낱말\n"),
  ])
  func `a large text is searched as a whole, wherever it is cut`(
    query: String, words: String, filler: String
  ) throws {
    // Words at every offset around the end of the first piece.
    for shift in stride(from: 0, to: 48, by: 3) {
      let count = ((1 << 16) - 40 + shift) / filler.utf8.count
      let before =
        String(repeating: "x", count: shift % 7) + " " + String(repeating: filler, count: count)
      let text = before + " " + words + " " + String(repeating: filler, count: 500)
      let found = try find(query, text).map { $0.drop { $0 != ":" }.dropFirst() }
      #expect(found.map { String($0) } == words.split(separator: "\n").map { String($0) })
    }
  }

  @Test func `ranges count bytes of the file, behind a byte order mark and with CRLF`() throws {
    let text = "\u{FEFF}첫 줄\r\n둘째 회의 줄\r\n"
    let now = CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .midnight)
    let bytes = Array(text.utf8)
    let hits = LineMatcher(try QueryParser.parse("회의 OR 첫", now: now).query).hits(in: bytes)
    #expect(hits.map(\.line) == [1, 2])
    let texts = hits.flatMap(\.matches).map { String(decoding: bytes[$0.indices], as: UTF8.self) }
    #expect(texts == ["첫", "회의"])
    #expect(hits.map { bytes[$0.range.upperBound] } == [0x0D, 0x0D])
  }
}
