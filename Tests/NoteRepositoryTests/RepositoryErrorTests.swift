import HostSystem
import NoteRepository
import Testing
import Wording

@Suite struct RepositoryErrorTests {
  @Test func `an error of the system has its cause in both languages`() {
    let error = RepositoryError.system(
      path: "a.md", action: .read, code: EACCES, reason: "Permission denied")
    #expect(error.explanation.english == "a.md cannot be read: Permission denied")
    #expect(error.explanation.korean == "a.md 파일을 읽을 수 없습니다: 접근 권한이 없습니다")
  }

  @Test func `a move names both paths`() {
    let error = RepositoryError.system(
      path: "b.md", action: .move(from: "a.md"), code: EXDEV, reason: "Invalid cross-device link")
    #expect(error.explanation.english == "Cannot move a.md to b.md: Invalid cross-device link")
    #expect(error.explanation.korean == "옮길 수 없습니다: a.md → b.md(다른 파일 시스템입니다)")
  }
}
