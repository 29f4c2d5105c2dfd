import Foundation
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
    let start =
      text.range(of: "<code class=\"language-\(language)\">")?.upperBound ?? text.startIndex
    return String(text[start...].dropLast("\n</code></pre></div>\n".count))
  }

  @Test(arguments: [
    ("swift", "/* a\nb */ x", "[c|/* a\nb */] x"),
    ("swift", "let a: Int = 0x1F", "[k|let] a: [t|Int] = [n|0x1F]"),
    ("swift", "\"a\\n\\u{41}\"", "[s|\"a][x|\\n][x|\\u{41}][s|\"]"),
    ("python", "def f(): # don't", "[k|def] f(): [c|# don't]"),
    ("sh", "echo $# 'a\\b' $HOME", "[k|echo] $# [s|'a\\b'] [y|$HOME]"),
    ("sql", "SELECT 1.5e-9", "[k|SELECT] [n|1.5e-9]"),
    ("js", "let s = 'it\\'s'", "[k|let] s = [s|'it][x|\\'][s|s']"),
    ("rust", "'a 'static", "'a '[k|static]"),
    ("nothing", "if 1 < 2", "if 1 &lt; 2"),
    (
      "yaml", "- a b: 1 # c\n  d: \"x\"\n  e: yes",
      "- [y|a b]: [n|1] [c|# c]\n  [y|d]: [s|\"x\"]\n  [y|e]: [k|yes]"
    ),
    (
      "yaml", "url: https://a.b/c#d\nday: 2026-11-21",
      "[y|url]: https://a.b/c#d\n[y|day]: [n|2026-11-21]"
    ),
    ("toml", "[a.b]\nc = 'd'", "[m|[a.b]]\n[y|c ]= [s|'d']"),
    ("json", "{\"a\": \"b\", \"c\": -1}", "{[y|\"a\"]: [s|\"b\"], [y|\"c\"]: -[n|1]}"),
    (
      "html", "<a href=\"x\" id=y>&amp;</a><!-- c -->",
      "&lt;[k|a] [y|href]=[s|\"x\"] [y|id]=[s|y]&gt;[x|&amp;amp;]&lt;/[k|a]&gt;[c|&lt;!-- c --&gt;]"
    ),
    ("css", ".a { color: #fff; } /* c */", "[t|.a] { [y|color]: [n|#fff]; } [c|/* c */]"),
    ("diff", "@@ 1 @@\n-a\n+b\n c", "[m|@@ 1 @@]\n[d|-a]\n[i|+b]\n c"),
    (
      "console", "$ ls -a 'x'\nfile\nme@host:~$ pwd",
      "[p|$ ][k|ls] -a [s|'x']\nfile\n[p|me@host:~$ ][k|pwd]"
    ),
  ])
  func `code has its colours and stays the same code`(
    language: String, code: String, expected: String
  ) {
    let shown = html(language, code).replacing(#/<span class="(\w)">/#) { "[\($0.1)|" }
      .replacing("</span>", with: "]")
    #expect(shown == expected)
  }

  @Test func `quotes that are never closed take linear time`() {
    func time(_ count: Int) -> Duration {
      processorTime { _ = html("python", String(repeating: "\\'", count: count)) }
    }
    let small = time(2_000)
    let large = time(8_000)
    #expect(large < small * 8 + .milliseconds(100), "\(small), \(large)")
  }
}
