import NoteModel
import NotePresentation
import NoteSyntax
import SheafSite
import Testing
import Wording

@Suite struct HTMLPageTests {
  private func page(_ text: String) -> HTMLPage {
    let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "a.md"))
    return HTMLPage(note, in: BodySurroundings(words: BodyWords(.english)) { _ in .asWritten })
  }

  @Test func `raw HTML stays where it is safe`() {
    #expect(
      page("H<sub>2</sub>O <b onclick=x>y</b>\n\n<div class=x>z</div>\n").fragment
        == "<p>H<sub>2</sub>O <b>y</b></p>\n<div>z</div>\n")
  }

  @Test func `a page is whole and has its title and language`() {
    let page = page("---\ntitle: 장 <보기>\nlang: ko\n---\n우유\n").page
    #expect(page.contains("<html lang=\"ko\">"))
    #expect(page.contains("<title>장 &lt;보기&gt;</title>"))
    #expect(page.contains("<h1>장 &lt;보기&gt;</h1>\n<p>우유</p>"))
  }
}
