import NotePresentation
import NoteSyntax
import TerminalText
import Testing
import Wording

@Suite struct TerminalRendererTests {
  private func draw(_ text: String, columns: Int = 40, ascii: Bool = false) -> String {
    let page = Page(columns: columns, language: .english, asciiOnly: ascii, isTerminal: true)
    let lines = TerminalRenderer.lines(Document(parsing: Array(text.utf8)), page)
    return String(decoding: Theme.named.encode(lines).bytes, as: UTF8.self)
  }

  @Test func `headings, lists and check boxes`() {
    #expect(
      draw("# A\n\n- [ ] one\n- [x] two\n  - three\n\n1. a\n2. b\n") == """
        <heading># A</>

        <mark>☐ </>one
        <done>☑ </>two
          <mark>• </>three

        <mark>1. </>a
        <mark>2. </>b

        """)
  }

  @Test func `a table is aligned by cells`() {
    #expect(
      draw("| 이름 | n |\n|---|--:|\n| 가 | 10 |\n", ascii: true)
        == """
        이름<dim> | </> n
        <dim>-----+---</>
        가  <dim> | </>10

        """.replacing("<dim>-----+---</>", with: "<dim>-----+---</>"))
  }

  @Test func `cells wrap on a terminal, and no text of a table is ever left out`() {
    let text = "| a | b |\n|---|---|\n| one two three four five | x |\n| six | y |\n"
    let page = Page(columns: 16, language: .english, asciiOnly: true, isTerminal: true)
    let wrapped = TerminalRenderer.lines(Document(parsing: Array(text.utf8)), page).map(\.plainText)
    #expect(
      wrapped == [
        "a            | b", "-------------+--", "one two      | x", "three four   |  ", "five         |  ",
        "-------------+--", "six          | y",
      ])
    let pipe = Page(columns: 16, language: .english, asciiOnly: true, isTerminal: false)
    let lines = TerminalRenderer.lines(Document(parsing: Array(text.utf8)), pipe)
    #expect(lines.map(\.plainText).contains("one two three four five | x"))
  }

  @Test func `quotes have bars and code is kept`() {
    #expect(
      draw("> a\n> b\n\n```\nx  y\n```\n") == """
        <dim>│ </>a b

          <code>x  y</>

        """)
  }

  @Test func `wiki links are shown by their text`() {
    #expect(draw("see [[노트|글]] and [b](u)\n") == "see <link>글</> and <link>b</>\n")
    #expect(draw("![[a.png|300]]\n") == "⧉ <link>a.png</>\n")
  }
}
