import NoteTestSupport
import TerminalText
import Testing

@Suite struct WrappingTests {
  private func wrap(_ text: String, _ columns: Int) -> [String] {
    StyledText(text).wrapped(to: columns).map(\.plainText)
  }

  @Test func `lines break at spaces, Korean words stay whole`() {
    #expect(wrap("프로젝트 회의를 합니다", 10) == ["프로젝트", "회의를", "합니다"])
  }

  @Test(arguments: [
    ("  jot          Add a line to the inbox.", 40, ["  jot          Add a line to the inbox."]),
    ("  jot          Add a line to the inbox.", 36, ["  jot          Add a line to the", "               inbox."]),
    ("  --color WHEN    auto, always or never", 30, ["  --color WHEN    auto, always", "    or never"]),
    ("    a line that begins with spaces", 28, ["    a line that begins with", "      spaces"]),
    ("words without a label", 14, ["words without", "a label"]),
  ])
  func `a line with a label goes on below its text, if there is room`(text: String, columns: Int, lines: [String]) {
    #expect(StyledText(text).hanging(to: columns).map(\.plainText) == lines)
  }

  @Test func `Chinese breaks between letters`() {
    #expect(wrap("漢字漢字", 4) == ["漢字", "漢字"])
  }

  @Test func `a word that is too long is cut`() {
    #expect(wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"])
  }

  /// The wide letter that is wider than the line stands alone.
  @Test func `parts of a long word are filled, whatever the width of its letters`() {
    #expect(wrap("가나다라a나b다", 5) == ["가나", "다라a", "나b다"])
    #expect(wrap("a가나", 1) == ["a가나"])
    #expect(wrap("xy 가나다라마", 4) == ["xy", "가나", "다라", "마"])
  }

  @Test func `a word of a hundred thousand letters is wrapped in one pass`() {
    var lines: [String] = []
    let time = processorTime { lines = wrap(String(repeating: "가", count: 100_000), 80) }
    #expect(time < .seconds(20))
    #expect(lines.count == 2_500)
    #expect(lines.allSatisfy { $0 == String(repeating: "가", count: 40) })
  }

  @Test func `a break in the text stays`() {
    #expect(wrap("a\nb", 10) == ["a", "b"])
  }

  @Test func `a cut text tells that something is missing and never splits a wide letter`() {
    #expect(StyledText("한글자").truncated(to: 4).plainText == "한…")
  }

  @Test func `control characters are shown, not sent`() {
    let bytes = Theme.plain.encode(StyledText("a\u{1B}[31mb\u{9B}c"))
    #expect(String(decoding: bytes.bytes, as: UTF8.self) == "a␛[31mb\u{FFFD}c")
  }
}
