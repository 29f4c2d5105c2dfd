import TerminalText
import Testing

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("abc", 3), ("한글", 4), ("e\u{301}", 1), ("👨‍👩‍👧", 2), ("漢字", 4), ("ＡＢ", 4), ("ｶﾅ", 2), ("☐", 1),
    ("❤️", 2), ("🇰🇷", 2), ("\u{1112}\u{116C}", 2), ("–…", 2),
  ])
  func `a text takes as many cells as a terminal gives it`(text: String, width: Int) {
    #expect(CellWidth.of(text) == width, "\(text)")
  }
}
