import NotePresentation
import NoteSyntax
import NoteTestSupport
import SheafSite
import Testing
import Wording

@Suite struct CodeHighlighterTests {
  private func html(_ language: String, _ code: String) -> String {
    let surroundings = BodySurroundings(words: BodyWords(.english)) { _ in .asWritten }
    let body = NoteBody(
      Document(parsing: Array("```\(language)\n\(code)\n```\n".utf8)), in: surroundings)
    let text = String(decoding: body.html, as: UTF8.self)
    return String(text.drop { $0 != ">" }.dropFirst().drop { $0 != ">" }.dropFirst().dropLast(15))
  }

  @Test(arguments: [
    ("swift", "/* a\nb */ x", "<span class=\"c\">/* a\nb */</span> x"),
    (
      "python", "def f(): # don't",
      "<span class=\"k\">def</span> f(): <span class=\"c\"># don't</span>"
    ),
    ("sh", "echo $# 'a b'", "<span class=\"k\">echo</span> $# <span class=\"s\">'a b'</span>"),
    ("sql", "SELECT 1.5", "<span class=\"k\">SELECT</span> <span class=\"n\">1.5</span>"),
    (
      "js", "let s = 'it\\'s'", "<span class=\"k\">let</span> s = <span class=\"s\">'it\\'s'</span>"
    ),
    ("rust", "'a 'static", "'a '<span class=\"k\">static</span>"),
    ("nothing", "if 1 < 2", "if 1 &lt; 2"),
  ])
  func `code has its colours and stays the same code`(
    language: String, code: String, expected: String
  ) {
    #expect(html(language, code) == expected)
  }

  @Test func `quotes that are never closed take linear time`() {
    let code = String(repeating: "\\'", count: 100_000)
    #expect(processorTime { _ = html("python", code) } < .seconds(20))
  }
}
