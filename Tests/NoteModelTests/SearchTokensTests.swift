import NoteModel
import Testing

@Suite struct SearchTokensTests {
  private func cut(_ text: String, initials: Bool = false) -> [String] {
    let tokens = SearchTokens(text.utf8, addsInitials: initials)
    return tokens.tokens.map { String(decoding: tokens.bytes[$0.start..<$0.end], as: UTF8.self) }
  }

  @Test func `Latin words are folded, CJK letters stand alone`() {
    #expect(cut("Café ÜBER 회의록 漢字 x1") == ["cafe", "uber", "회", "의", "록", "漢", "字", "x1"])
  }

  @Test func `decomposed Korean is composed`() {
    #expect(cut("\u{1112}\u{116C}\u{110B}\u{1174}") == ["회", "의"])
    #expect(cut("\u{1105}\u{1169}\u{11A8}") == ["록"])
  }

  @Test func `a decomposed accent is dropped`() {
    #expect(cut("cafe\u{301}") == ["cafe"])
  }

  @Test func `full and half width are one`() {
    #expect(cut("ＡＢＣ１") == ["abc1"])
    #expect(cut("ｶﾅ") == ["カ", "ナ"])
  }

  @Test func `the initial consonants stand at the head of a Korean word`() {
    #expect(cut("회의록 x", initials: true) == ["회", "ㅎㅇㄹ", "의", "록", "x"])
  }

  @Test func `a token tells where it stood`() {
    let tokens = SearchTokens("ab 회의".utf8, addsInitials: false)
    #expect(tokens.tokens.map { [$0.sourceStart, $0.sourceEnd] } == [[0, 2], [3, 6], [6, 9]])
  }

  @Test func `broken UTF-8 separates words`() {
    let tokens = SearchTokens([0x61, 0xFF, 0x62, 0xEA], addsInitials: false)
    #expect(tokens.tokens.count == 2)
  }
}
