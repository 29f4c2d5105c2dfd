import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

@Suite struct LineMatcherTests {
  /// What matches, line by line: `2:ab,cd`.
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
    ("\"one two three\"", "> one\n> two\n> three\n", ["1:one", "2:> two", "3:> three"]),
    ("회의", "주간회\n의\n회의록", ["3:회의"]),
    ("work -plan", "Work\nplan works\n", ["1:Work"]),
    ("mentions:\"two words\"", "two\nwords", ["1:two", "2:words"]),
  ])
  func `words are marked where they stand, over the end of a line too`(
    query: String, text: String, lines: [String]
  ) throws {
    #expect(try find(query, text) == lines)
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
