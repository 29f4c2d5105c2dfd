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

  /// Every part that matches a name must pass the quick look at its letters.
  @Test func `no name that matches is turned away before`() {
    let names = [
      "Budget for 2026", "치과 예약", "여행/제주 걷기/제주", "주간 회의록", "회의록", "과일", "닭갈비", "값", "각오 2",
      "it's", "Café au lait", "ｗｉｄｅ 가나",
    ].map(foldedName)
    let typed = names.flatMap { name -> [String] in
      let letters = Array(name)
      return letters.indices.flatMap { start in
        (start..<min(letters.count, start + 5)).map { String(letters[start...$0]) }
      }
    }
    let more = [
      "ㅊㄱ", "ㅎㅇㄹ", "회ㅇ", "회으", "회의로", "달", "닭", "고", "ㅈㅈ", "ㄱ", "2026 bud", "가", "갑", "각",
    ]
    var matches = 0
    for text in typed + more {
      guard let part = NamePart(text) else { continue }
      for name in names where part.match(TypedName(name)) != nil {
        matches += 1
        #expect(part.mayMatch(folded: name), "\(text) in \(name)")
      }
    }
    #expect(matches > 300)
    #expect(NamePart("budgets")?.mayMatch(folded: "budget") == false)
    #expect(NamePart("ㅊㅂ")?.mayMatch(folded: "치과 예약") == false)
  }
}
