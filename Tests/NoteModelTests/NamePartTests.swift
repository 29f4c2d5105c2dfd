import NoteModel
import Testing

@Suite struct NamePartTests {
  private func match(_ typed: String, _ name: String) -> NamePart.Match? {
    NamePart(typed)?.match(TypedName(name))
  }

  @Test func aNameThatBeginsAsTypedMatchesBest() {
    #expect(match("bud", "Budget for 2026") == .beginning)
    #expect(match("Budget for", "budget FOR 2026") == .beginning)
    #expect(match("2026", "Budget for 2026") == .words)
    #expect(match("dge", "Budget for 2026") == .inside)
    #expect(match("budgets", "Budget for 2026") == nil)
  }

  @Test func wordsMatchInAnyOrder() {
    #expect(match("2026 bud", "Budget for 2026") == .words)
    #expect(match("2026 get", "Budget for 2026") == .inside)
    #expect(match("2026 tax", "Budget for 2026") == nil)
  }

  @Test(arguments: [
    ("ㅊㄱ", "치과 예약"), ("ㅇㅇ", "치과 예약"), ("ㅊㄱ ㅇ", "치과 예약"), ("ㅈㅈ", "여행/제주 걷기/제주"), ("ㅎㅇㄹ", "주간 회의록"),
  ])
  func initialConsonantsMatchFromTheStartOfAWord(typed: String, name: String) {
    #expect(match(typed, name) != nil)
  }

  @Test func initialConsonantsInsideAWordDoNotMatch() {
    #expect(match("ㅇㄹ", "회의록") == nil)
    #expect(match("ㅎㅇㄹ", "회원") == nil)
  }

  @Test(arguments: [
    ("회", "회의록"), ("회ㅇ", "회의록"), ("회으", "회의록"), ("회의로", "회의록"), ("도움", "도우미"), ("달", "다리"),
    ("닭", "달걀"),
    ("고", "과일"), ("의록", "회의록"),
  ])
  func theLastSyllableMayBeHalfTyped(typed: String, name: String) {
    #expect(match(typed, name) != nil)
  }

  @Test func aSyllableDoesNotMatchInsideAnother() {
    #expect(match("ㅏ", "가방") == nil)
    #expect(match("회의룩", "회의록") == nil)
  }

  @Test func caseWidthAndNormalFormDoNotCount() {
    #expect(match("ＢＵＤ", "budget") == .beginning)
    #expect(match("회의", "\u{1112}\u{116C}\u{110B}\u{1174}록") == .beginning)
  }

  @Test func nothingTypedIsNoPart() {
    #expect(NamePart("  ") == nil)
  }
}
