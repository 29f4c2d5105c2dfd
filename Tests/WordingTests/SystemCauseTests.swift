import HostSystem
import Testing
import Wording

@Suite struct SystemCauseTests {
  @Test(arguments: [
    (ENOENT, "파일이나 폴더가 없습니다"), (EACCES, "접근 권한이 없습니다"), (ENOSPC, "디스크에 남은 공간이 없습니다"),
  ])
  func `a cause has a Korean sentence`(_ code: Int32, _ expected: String) {
    let cause = SystemCause.message(code: code, original: "as the system says it")
    #expect(cause.korean == expected)
    #expect(cause.english == "as the system says it")
  }

  @Test func `a cause without a Korean sentence quotes the original`() {
    let cause = SystemCause.message(code: 4_711, original: "Unknown error 4711")
    #expect(cause.korean == "시스템 오류 4711(Unknown error 4711)")
  }

  @Test(arguments: [
    ("“목차”", "“목차”를"), ("“회의록”", "“회의록”을"), ("“3월”", "“3월”을"), ("“Plan”", "“Plan” 메모를"),
    ("“🎉”", "“🎉” 메모를"), ("", " 메모를"),
  ])
  func `a particle fits the word, else the noun after it`(_ word: String, _ expected: String) {
    #expect(KoreanParticle.object.after(word, noun: "메모") == expected)
  }

  @Test func `a direction after ㄹ is 로`() {
    #expect(KoreanParticle.direction.after("“서울”", noun: "폴더") == "“서울”로")
    #expect(KoreanParticle.direction.after("“Memo”", noun: "파일") == "“Memo” 파일로")
    #expect(KoreanParticle.direction.after("“일”", noun: "폴더") == "“일”로")
  }
}
