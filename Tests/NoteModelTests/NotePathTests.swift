import NoteModel
import Testing

@Suite struct NotePathTests {
  @Test func `a path is put into normal form`() {
    #expect(NotePath("./Memo//a/../b.md")?.string == "Memo/b.md")
  }

  @Test(arguments: ["", "/etc/passwd", "../a.md", "Memo/../../a.md", ".", "a\0b"])
  func `a path that is not inside the repository is refused`(text: String) {
    #expect(NotePath(text) == nil)
  }

  @Test func `a path knows its name, stem and folder`() {
    let path = NotePath(trusted: "Memo/주간 회의.v2.md")
    #expect(path.fileName == "주간 회의.v2.md")
    #expect(path.stem == "주간 회의.v2")
    #expect(path.folder == NotePath(trusted: "Memo"))
    #expect(NotePath(trusted: "a.md").folder == nil)
  }

  @Test func `the composed and the decomposed form of a name are two paths`() {
    let composed = NotePath(trusted: "\u{D68C}.md")
    let decomposed = NotePath(trusted: "\u{1112}\u{116C}.md")
    #expect(composed.string == decomposed.string)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(decomposed < composed)
  }
}
