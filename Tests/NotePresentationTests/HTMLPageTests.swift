import NoteModel
import NotePresentation
import NoteSyntax
import Testing

@Suite struct HTMLPageTests {
  private func fragment(_ text: String) -> String {
    let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "a.md"))
    return HTMLPage(note, address: { $0 == "b" ? "b.html" : nil }).fragment
  }

  @Test func `wiki links are links, broken ones are not, code is left alone`() {
    #expect(
      fragment("[[b|글]] [[c]] `[[b]]`\n")
        == "<p><a href=\"b.html\">글</a> <span class=\"broken\">c</span> <code>[[b]]</code></p>\n")
  }

  @Test func `raw HTML and dangerous addresses are left out`() {
    let html = fragment(
      "<script>alert(1)</script>\n\n[x](javascript:alert(1)) <b onclick=x>y</b>\n")
    #expect(!html.contains("<script"))
    #expect(!html.contains("javascript:"))
    #expect(!html.contains("onclick"))
  }
}
