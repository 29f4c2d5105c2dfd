import NotePresentation
import SheafSite
import Testing

@Suite struct PlainTextTests {
  private func lines(_ html: String) -> String {
    String(decoding: PlainText.lines(of: Array(html.utf8)), as: UTF8.self)
  }

  @Test func `a block is a line, spaces are one, references are signs`() {
    #expect(
      lines(
        "<h2 id=\"a\">A <a class=\"anchor\" href=\"#a\">#</a></h2>\n<p>b\n  &amp; <b>c</b>d<br>e</p><ul><li>f</li></ul>"
      )
        == "A\nb & cd\ne\nf")
    #expect(lines("<table><tr><td>a</td><td>b</td></tr></table>") == "a b")
  }

  @Test func `an excerpt ends at a word and leaves tasks out`() {
    let html = Array("<p>one two three</p><ul><li><input> do it</li></ul><p>four</p>".utf8)
    #expect(PlainText.excerpt(of: html, letters: 100) == "one two three four")
    #expect(PlainText.excerpt(of: html, letters: 9) == "one two…")
    #expect(PlainText.excerpt(of: Array("<p>가나다라마</p>".utf8), letters: 3) == "가나다…")
  }
}
