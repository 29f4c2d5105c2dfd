import Testing
import Wording

@Suite struct KoreanParticleTests {
  @Test(arguments: [
    ("회의록", KoreanEnding.consonant), ("일지", .vowel), ("서울", .liquid), ("“목차”", .vowel),
    ("회의 (초안)", .consonant), ("2026", .consonant), ("7", .liquid), ("12", .vowel),
    ("20", .consonant),
    ("10000", .consonant), ("1000000000000", .vowel), ("0", .consonant), ("CSV", .vowel),
    ("URL", .liquid), ("ICN", .consonant), ("plan.md", .vowel), ("page.html", .liquid),
    ("\u{1112}\u{116C}\u{1105}\u{1169}\u{11A8}", .consonant), ("\u{110C}\u{1175}", .vowel),
  ])
  func `the end of a word is heard in its last spoken character`(
    _ word: String, _ ending: KoreanEnding
  ) {
    #expect(KoreanEnding(of: word) == ending)
  }

  @Test(arguments: ["Plan", "MacBook", "회의 🎉", "日誌", "", "…"])
  func `a word whose reading is unknown has no ending`(_ word: String) {
    #expect(KoreanEnding(of: word) == nil)
  }

  @Test(arguments: [
    ("회의록", "을", "일지", "를"), ("일지", "를", "회의록", "을"), ("회의록", "이", "일지", "가"),
    ("일지", "는", "회의록", "은"), ("회의록", "과", "일지", "와"), ("일지", "와는", "회의록", "과는"),
    ("일지", "로", "회의록", "으로"), ("회의록", "으로", "서울", "로"), ("회의록", "으로서", "일지", "로서"),
    ("서울", "로부터", "회의록", "으로부터"), ("회의록", "이다", "일지", "다"), ("일지", "였다", "회의록", "이었다"),
    ("일지", "예요", "회의록", "이에요"), ("길동", "아", "철수", "야"), ("일지", "라고", "회의록", "이라고"),
    ("3", "을", "5", "를"), ("보고서", "를", "2027", "을"), ("XML", "을", "CSV", "를"),
  ])
  func `a particle follows the word before it`(
    _ old: String, _ written: String, _ new: String, _ expected: String
  ) {
    #expect(KoreanParticle.corrected(written, after: old, nowAfter: new) == expected)
  }

  @Test(arguments: [
    // Another word, not a particle.
    ("회의록", "이름", "일지"), ("회의록", "이사", "일지"), ("발표", "자", "발표문"), ("일지", "가격", "회의록"),
    // Particles that have one form.
    ("회의록", "의", "일지"), ("회의록", "에서", "일지"), ("회의록", "입니다", "일지"),
    // Nothing to change, or wrong before.
    ("회의록", "을", "계획안"), ("회의록", "를", "일지"), ("서울", "로", "일지"),
    // An unknown reading.
    ("회의록", "을", "Minutes"), ("Minutes", "을", "일지"), ("회의록", "", "일지"),
  ])
  func `what is no particle, fits already or is unknown stays`(
    _ old: String, _ written: String, _ new: String
  ) {
    #expect(KoreanParticle.corrected(written, after: old, nowAfter: new) == nil)
  }
}
