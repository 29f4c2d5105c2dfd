import MarkdownFuzzing
import NoteTestSupport
import Testing

@testable import MarkdownFormatting
@testable import NoteSyntax

@Suite struct MarkdownFormatterTests {
  private func formatted(_ text: String, _ style: FormattingStyle = FormattingStyle()) -> String {
    String(
      decoding: MarkdownFormatter(style: style).format(Array(text.utf8)).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "----\nprivate: true\n----\n\n*  x\n", "----\nunseal: 2999-01-01\n----\n", "---\nprivate: true\n----\n",
    "private: true\n---\n\n* x\n", "private: true\n===\n", "\n----\ndraft: true\n----\n",
  ])
  func `lines that look like front matter and keep a note private stay as they are`(text: String) {
    #expect(DoubtfulFrontMatter.range(in: Array(text.utf8), after: nil) != nil)
    // Without the list after them.
    let lines = text.split(separator: "*")[0]
    var wrapped = FormattingStyle()
    wrapped.wrapColumns = 20
    for style in [FormattingStyle(), wrapped] {
      #expect(formatted(text, style).hasPrefix(lines))
    }
  }

  @Test func `a field in the text stays on its line`() {
    var style = FormattingStyle()
    style.wrapColumns = 20
    let texts = ["A text before it (private:: true) and after\n", "Text\npublish:: false\n"]
    for text in texts { #expect(formatted(text, style) == text) }
  }

  @Test(arguments: [
    ("Title\n=====\n", "# Title\n"),
    ("##   Title  ##  \n", "## Title\n"),
    ("text\n***\nmore\n", "text\n\n---\n\nmore\n"),
    ("***\n", "***\n"),
    ("* a\n* b\n", "- a\n- b\n"),
    ("- a\n\n+ b\n\n* c\n", "- a\n\n* b\n\n- c\n"),
    ("*   a\n\n    b\n", "- a\n\n  b\n"),
    ("3. a\n7. b\n", "3. a\n4. b\n"),
    ("1. a\n1. b\n1. c\n", "1. a\n1. b\n1. c\n"),
    ("-\n  text\n", "- text\n"),
    ("- a\n  - b\n\n        code\n", "- a\n  - b\n\n    ```\n    code\n    ```\n"),
    ("~~~js\nlet x\n~~~\n", "```js\nlet x\n```\n"),
    ("~~~\n```\n~~~\n", "````\n```\n````\n"),
    ("    code\n\n    more\n", "```\ncode\n\nmore\n```\n"),
    (">quote\nlazy\n", "> quote\n> lazy\n"),
    ("_a_ and __b__ and snake_case_name\n", "*a* and **b** and snake_case_name\n"),
    ("line   \nbreak  \n", "line  \nbreak\n"),
    ("\n\na\n\n\n\nb", "a\n\nb\n"),
    ("|a|b|\n|-|:-:|\n|한글|x|\n", "| a    |  b  |\n| ---- | :-: |\n| 한글 |  x  |\n"),
    ("- [ ] a 📅 2026-11-30\n", "- [ ] a 📅 2026-11-30\n"),
    ("- [X] a\n  1. [X] b\n", "- [x] a\n  1. [x] b\n"), ("[X] a\n\n- b\n\n  [X] c\n", "[X] a\n\n- b\n\n  [X] c\n"),
    ("a\r\n\r\n* b\r\n", "a\r\n\r\n- b\r\n"),
    ("$5 `x HOME` _a_ `y`\n", "$5 `x HOME` *a* `y`\n"),
    ("[a]( b ) ![c](\t<d e>  \"t\" ) `[x]( y )` _z_\n", "[a](b) ![c](<d e>  \"t\") `[x]( y )` *z*\n"),
    ("[a](b   \"t\") [c](<d>  \"t\") [e](f  g)\n", "[a](b \"t\") [c](<d>  \"t\") [e](f  g)\n"),
  ])
  func `each construct has one form`(before: String, after: String) {
    #expect(formatted(before) == after)
  }

  @Test(arguments: [
    "[[wiki_a|b_c]] ![[e.png]] #tag_a_ ^block-id\n", "$a_b_c$ and $$x * y$$ and ==_x_==\n",
    "%%\n* hidden\n_x_\n%%\n", "$$\n* a\n$$\n", "{{ _x_ }} {% _if_ %}\n",
    "> [!note]- Title\n> body\n", "[a]: /u \"t\"\n[b]: </v w>\n",
    "text[^1]\n\n[^1]: note\n    more\n",
    "[^unused]: kept\n\n    as it is\n", "<div>\n * raw\n</div>\n",
    "import X from 'x'\n  export y\n",
    "| a\\|b | [[n\\|x]] |\n| ---- | -------- |\n", "**마크다운(Markdown)**을\n",
    "$5 `x$HOME` _a_ `y`\n", "$$5 `x$$` _a_ `y`\n", "$a `_b_$` _c_$\n", "$a \\$ _c_$\n", "$a $ _c_$\n",
    "$$a `$$` _c_$$\n", "$a$1 _c_$\n",
    "[a]( b c ) and a ( b )\n", "# [a]( b )\n", "two  spaces &amp; [a](b)\n",
    "a http://x.y/_b_ www.a.b/c_d\n", "`a_b_` ``c `` \n".replacing(" \n", with: "\n"),
  ])
  func `what means something to others is not touched`(text: String) {
    #expect(formatted(text) == text)
  }

  @Test func `front matter stays byte for byte`() {
    let head = "---\ntitle:   'x'   # c  \nlist: [a,b]\n---\n"
    #expect(formatted(head + "* a\n") == head + "- a\n")
  }

  @Test func `TOML before the body is no text that code could join`() {
    let text = "+++\n+++\n\t #\n"
    #expect(formatted(text) == text)
    #expect(formatted("+++\na = 1\n+++\n\n* b\n") == "+++\na = 1\n+++\n\n- b\n")
  }

  /// Texts that fuzzing found.
  @Test(arguments: [
    "\n+++\na\n  +++\n", "\n\n\n+++\n</b>\n\n+++\nx\n> \n", "[^1_a_] b\n",
    "![www.x.y/_z_ a](i.png)  \n",
  ])
  func `what once broke the guarantee keeps it`(text: String) {
    #expect(FormatterJudge.faults(of: Array(text.utf8), style: FormattingStyle()).isEmpty)
  }

  @Test func `an empty comment hides nothing, a comment in a link goes on behind it`() {
    let comment = "%%%%__a](i.png) b__ %%c%%\n"
    #expect(formatted(comment) == comment)
    var style = FormattingStyle()
    style.wrapColumns = 10
    let overlap = "a ![[b %%e.png]] [c d` e`f %%c%%][^1] g\n"
    #expect(FormatterJudge.faults(of: Array(overlap.utf8), style: style).isEmpty)
  }

  @Test func `marks in footnote labels and in bare addresses stay`() {
    #expect(formatted("[__a [!notex__][^1] b\n") == "[__a [!notex__][^1] b\n")
    #expect(formatted("[^1_a_] b\n") == "[^1_a_] b\n")
    #expect(formatted("![www.x.y/_z_ a](i.png)  \n") == "![www.x.y/_z_ a](i.png)\n")
  }

  @Test func `a block that cannot be proved stays and is told`() {
    let text = "# ok  \n\n> foo\nbar\n===\n\n* a\n"
    let outcome = MarkdownFormatter().format(Array(text.utf8))
    #expect(String(decoding: outcome.bytes, as: UTF8.self) == "# ok\n\n> foo\nbar\n===\n\n- a\n")
    #expect(outcome.leftAlone == [.init(line: 3, reason: .meaning)])
    #expect(outcome.blockCount == 3)
  }

  /// Each part that cannot be proved costs several parses of the whole note where it is looked for by halving all.
  @Test
  func
    `however many blocks cannot be proved, one run formats the others and a second changes nothing`()
  {
    let part = "> foo\nbar\n===\n\n* a\n\ntext  \n\n"
    let padding = String(repeating: "word ", count: 100) + "\n\n"
    let text = String(repeating: part + padding, count: 2_000)
    let once = MarkdownFormatter().format(Array(text.utf8))
    #expect(once.leftAlone.count == 2_000)
    #expect(once.leftAlone.allSatisfy { $0.reason == .meaning })
    let expected = String(
      repeating: "> foo\nbar\n===\n\n- a\n\ntext\n\n" + padding.dropLast(3) + "\n\n", count: 2_000)
    #expect(String(decoding: once.bytes, as: UTF8.self) == String(expected.dropLast()))
    #expect(MarkdownFormatter().format(once.bytes).bytes == once.bytes)
  }

  /// Blocks that become one where they are formatted: nothing is known block by block.
  @Test(arguments: [
    "> foo\nbar\n===\n", "a\n***\n", "- a\n\n\n* b\n", "[a]: b\n- c\n", "**_a_**b 가\n\n",
    "![www.x.y/_z_ a](i.png)  \n\n", "<div>\n* a\n\n", "1. [ ] a\n\n    b\n\n* c\n",
    "x\\\n===\n", "*&#32;*  \n\n", "> <!-- x -->\n>     code\n\n",
  ])
  func `formatting a large note of one part again changes nothing`(part: String) {
    let text = String(repeating: part, count: 3_000)
    let once = MarkdownFormatter().format(Array(text.utf8)).bytes
    #expect(MarkdownFormatter().format(once).bytes == once)
  }

  @Test func `the style follows the settings`() {
    let style = FormattingStyle(
      bullet: "*", emphasis: "_", table: "compact", listIndent: "4", numbering: "same",
      wrapColumns: 0)
    let text = "- *a*\n- b\n\n  c\n\n1. x\n2. y\n\n| a | long |\n|---|---|\n"
    let expected = "*   _a_\n\n*   b\n\n    c\n\n1.  x\n1.  y\n\n| a | long |\n| --- | --- |\n"
    #expect(formatted(text, style) == expected)
  }

  @Test func `lines are wrapped at spaces, those of Korean too, but never between two ideographs`() {
    var style = FormattingStyle()
    style.wrapColumns = 20
    #expect(
      formatted("one two three four five six\n", style) == "one two three four\nfive six\n")
    #expect(formatted("가나다라 마바사아 자차카타 파하\n", style) == "가나다라 마바사아\n자차카타 파하\n")
    #expect(formatted("가나다라 마바사아\n자차카타\n파하\n", style) == "가나다라 마바사아\n자차카타 파하\n")
    #expect(formatted("漢字漢字 漢字漢字 漢字漢字 漢字\n", style) == "漢字漢字 漢字漢字 漢字漢字 漢字\n")
    #expect(
      formatted("[[a b c|d e f g h i j k l m]] x\n", style) == "[[a b c|d e f g h i j k l m]]\nx\n")
  }

  @Test(arguments: [
    "a $ b $$x + y$$ end", "$12 and then $x + y$ end of", "for $5 a $x *y z$ b *c d", "a $b `c $ d` e$ $f + g$ h",
  ])
  func `a formula is never broken by a line end, whatever dollar signs are before it`(text: String) {
    func formulas(_ bytes: [UInt8]) -> [String] {
      let document = Document(parsing: bytes)
      return document.marks.map { document.source.text(in: $0.range) }
    }
    var style = FormattingStyle()
    style.wrapColumns = 9
    let before = Array((text + "\n").utf8)
    #expect(formulas(MarkdownFormatter(style: style).format(before).bytes) == formulas(before))
  }

  @Test(arguments: ["<%* const a = 1 -%>\n---\ntags:   [x]\n---\n* a\n", "\n <% tp.file.title %>\n* a\n"])
  func `a file that begins with a command of Templater is a program and stays whole`(text: String) {
    #expect(formatted(text) == text)
    #expect(formatted("* a <% tp.date %>\n") == "- a <% tp.date %>\n")
  }

  @Test func `marks in headings stay, because links may name a heading by its source, and others do not`() {
    #expect(formatted("## _a:_ b\n\n_c_ d\n\n__e__\n---\n") == "## _a:_ b\n\n*c* d\n\n## __e__\n")
  }

  @Test func `hostile bodies are answered at once or left alone`() {
    let hostile = [
      String(repeating: "> ", count: 50_000) + "a\n", String(repeating: "* a\n  ", count: 20_000),
      String(repeating: "_a_ ", count: 40_000), String(repeating: "[a]: b\n- c\n", count: 10_000),
      String(repeating: "| a ", count: 900) + "|\n" + String(repeating: "|-", count: 900) + "|\n",
      String(repeating: "-\n  x\n", count: 30_000), String(repeating: "a `b\n", count: 1_500),
    ]
    for text in hostile {
      let time = processorTime { _ = MarkdownFormatter().format(Array(text.utf8)) }
      // A quadratic step takes minutes here.
      #expect(time < .seconds(60), "\(text.prefix(20))")
    }
  }
}
