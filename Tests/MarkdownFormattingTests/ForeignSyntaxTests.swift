import ByteBasics
import MarkdownFuzzing
import NoteTestSupport
import Testing

@testable import MarkdownFormatting

/// Syntax of other programs stays as it is written.
@Suite struct ForeignSyntaxTests {
  private func formatted(_ text: String, _ style: FormattingStyle = FormattingStyle()) -> String {
    String(
      decoding: MarkdownFormatter(style: style).format(Array(text.utf8)).bytes, as: UTF8.self)
  }

  private static let kept = ForeignSyntax.all.filter {
    if case .lineBreaks = $0.extent { false } else { true }
  }

  @Test(arguments: kept.map(\.example))
  func `each known syntax stays as written, alone, between blocks, in a quote`(example: String) {
    #expect(formatted(example) == example)
    let between = "Title\n=====\n\ntext  \n\n\(example)\n\n\nMore\n----\n"
    let result = formatted(between)
    #expect(result.contains("text\n\n" + example))
    #expect(result.hasPrefix("# Title\n") && result.hasSuffix("## More\n"))
    let quoted = example.textLines.dropLast().map { $0.isEmpty ? ">" : "> " + $0 }
      .joined(separator: "\n")
    #expect(formatted("* a\n\n" + quoted + "\n").contains(quoted))
  }

  /// Without what is known of them, CommonMark's reading would change most.
  @Test func `the examples are ones that would be changed`() {
    let harmless = Self.kept.filter { !ForeignRegions(in: Array($0.example.utf8)).lines.isEmpty }
    #expect(harmless.count == Self.kept.count)
  }

  @Test(arguments: [
    // MkDocs
    "!!! note\n\n    text\n\n    - a\n\n        b\n", "??? tip \"T\"\n    ```\n    x\n    ```\n",
    "=== \"A\"\n\n    === \"B\"\n\n        * text\n", "1.  a\n\n    !!! note\n        b\n\n2.  c\n",
    // Python-Markdown and kramdown
    "Term\n\n:   first\n\n    second\n\n:   third\n", "* a\n* b\n{:toc}\n",
    "1. TOC\n{:toc}\n", "# A #\n{: .x}\n".replacing(" #\n", with: "\n"),
    "{::comment}\n* a\n\n    b\n{:/comment}\n",
    // Pandoc
    " | no line block\n | of Pandoc\n",
    // Containers
    "::: tip\n* a\n* b\n:::\n", ":::note[Title]\n\ntext\n\n:::\n",
    "::::{grid} 2\n:gutter: 1\n\n:::{card}\n* a\n:::\n::::\n",
    // Templates
    "{{< figure\n   src=\"a.png\"\n   caption=\"_b_\" >}}\n",
    "{{< highlight go >}}\n* a\n\n    b\n{{< /highlight >}}\n",
    "{% highlight ruby %}\n* a\n\n    b\n{% endhighlight %}\n",
    "{% for a in b %}\n* {{ a }}\n{% endfor %}\n", "- a\n{% include b.md %}\n",
    "<%*\nlet a = 1\n  * 2\n%>\n", "<%* x %>\n---\ntitle: a\ntags:\n- b\n---\n",
    "{{#each a}}\n* {{ this }}\n{{/each}}\n", "{% quote() %}\n* a\n{% end %}\n",
    // JSX and HTML
    "<Tabs>\n  <Tab label=\"_a_\">\n\n    text\n\n    ```js\n    x\n    ```\n\n  </Tab>\n</Tabs>\n",
    "<div>\n\n    * a\n\n</div>\n", "<Card\n  title=\"a\"\n>\n\n    text\n</Card>\n",
    // Logseq
    "title:: a\n\n- b\n\t- c\n\t  id:: 1-2\n\t\t- d\n", "- ## H\n\t- a\n\t- b\n- c\n",
    "## H\n- a\n\t- b\n", "- a\n\t- b\n-", "## H\nid:: 1-2\ntext\n\t- a\n\t\t- b\n\t- c\n- d\n",
    // Pandoc
    "+---+---+\n| a | b |\n+===+===+\n| * c | d |\n+---+---+\n",
    "-------------\n a      b\n------ ------\n 1      2\n\n 3      4\n-------------\n",
    "\\begin{align}\n  a_1 &= _b_ \\\\\n\\end{align}\n", "(@a) one\n\n     two\n",
    "---\ntitle: x\nlist:\n  - a\n---\n",
    // Definitions that would become a part of the list
    "  * a\n  * b\n\n  [x]: /y\n",
    // Ours
    "- [r]\n  ---\n",
    // Engines differ about a tag on a lazy line, and about a tab after the mark of a quotation in code.
    "- one\n<br/>\n- two\n", "> a\n<span id=\"x\">\nb\n", "- a\n\n  b\n</kbd>\n- c\n",
    "> ```py\n>if x:\n>\ty()\n> ```\n",
  ])
  func `what other programs read stays as written`(text: String) {
    #expect(formatted(text) == text)
    #expect(FormatterJudge.faults(of: Array(text.utf8), style: FormattingStyle()).isEmpty)
  }

  @Test(arguments: [
    ("!!! note\n    a\n\n*  b\n*  c\n", "!!! note\n    a\n\n*  b\n*  c\n"),
    ("!!! note\n    a\n\nB\n-\n\nc   \n", "!!! note\n    a\n\n## B\n\nc\n"),
    ("import A from 'a'\n\n    b\n\n* c\n", "import A from 'a'\n\n    b\n\n- c\n"),
    ("<A>\n\n    b\n\n</A>\n\n* c\n\n    d\n", "<A>\n\n    b\n\n</A>\n\n- c\n\n  d\n"),
    ("::: tip\n\n* a\n\n:::\n", "::: tip\n\n- a\n\n:::\n"),
    ("a\n***\nb\n\n=== \"C\"\n    d\n", "a\n***\nb\n\n=== \"C\"\n    d\n"),
  ])
  func `the rest of a note is formatted as far as its reader allows`(before: String, after: String) {
    #expect(formatted(before) == after)
  }

  @Test(arguments: ["python-markdown", "kramdown", "pandoc"])
  func `for another reader lists, tables and empty lines stay everywhere`(reader: String) {
    var style = FormattingStyle()
    style.readers = [MarkdownReader(rawValue: reader) ?? .commonMark]
    let text = "*   a\n\n    - b\n\ntext\n* c\n\n|a|b|\n|-|-|\n\n    code\n"
    #expect(formatted(text, style) == text)
    #expect(formatted("Title\n===\n\n\n_a_  \n", style) == "# Title\n\n_a_\n")
  }

  @Test func `what looks alike is formatted`() {
    #expect(formatted("a < b and c > d\n\n* e\n") == "a < b and c > d\n\n- e\n")
    #expect(formatted("Array<T>\n\n* e\n") == "Array<T>\n\n- e\n")
    #expect(formatted("wow!!! yes\n\n* e\n") == "wow!!! yes\n\n- e\n")
    #expect(formatted("```\n!!! note\n{% if %}\n<div>\n```\n\n* e\n\n</div>\n").contains("- e"))
    #expect(formatted("* a\n\t* b\n\n* c\n").hasPrefix("- a\n\n  - b\n"))
  }

  @Test func `wrapping joins no fields, callout titles or definitions`() {
    var style = FormattingStyle()
    style.wrapColumns = 60
    for text in [
      "> [!note] Title\n> body\n", "key:: one\nother:: two\n", "*[A]: b\n*[C]: d\n",
      "| a\n| b\n", "% Title\n% Author\n", "SCHEDULED: <2026-11-23 Mon>\ntext\n",
    ] {
      #expect(formatted(text, style) == text)
    }
    #expect(formatted("one\ntwo\n", style) == "one two\n")
  }

  @Test func `a file that a plug-in writes stays as it is`() {
    let drawing = "---\nexcalidraw-plugin: parsed\n---\n* a\n\n\n\nb ^x\n"
    #expect(formatted(drawing) == drawing)
    #expect(formatted("---\nplugin: x\n---\n\n* a\n") == "---\nplugin: x\n---\n\n- a\n")
  }

  @Test func `hostile text is read in linear time`() {
    let hostile = [
      String(repeating: "{{", count: 20_000), String(repeating: "{%", count: 20_000),
      String(repeating: "<a ", count: 10_000), String(repeating: "<a {", count: 10_000),
      String(repeating: "```\n~~~~\n", count: 10_000), String(repeating: "\\[\n", count: 10_000),
      String(repeating: "!!! a\n", count: 10_000), String(repeating: "---\n", count: 10_000),
      String(repeating: "---\na: b\n\n", count: 10_000),
      String(repeating: "{% a %}", count: 10_000) + String(repeating: "{% enda %}", count: 10_000),
      String(repeating: "-- --\nx\n", count: 10_000), String(repeating: "`<a>", count: 10_000),
    ]
    for text in hostile {
      let bytes = Array(text.utf8)
      let time = processorTime { _ = ForeignRegions(in: bytes) }
      // A quadratic step takes minutes here.
      #expect(time < .seconds(10), "\(text.prefix(20))")
    }
  }
}
