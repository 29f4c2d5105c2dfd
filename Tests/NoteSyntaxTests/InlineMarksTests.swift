import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct InlineMarksTests {
  private func parse(_ text: String) -> Document { Document(parsing: Array(text.utf8)) }

  private func marks(_ text: String) -> [String] {
    let document = parse(text)
    return document.marks.map { mark in
      let kind =
        switch mark.kind {
        case .comment: "comment"
        case .mathematics(let isDisplay): isDisplay ? "display" : "math"
        case .highlightStart: "start"
        case .highlightEnd: "end"
        case .footnote: "footnote"
        case .attributes: "attributes"
        case .fieldStart, .fieldEnd: "field"
        case .callout(let kind, let fold): "callout \(kind) \(fold.map { "\($0)" } ?? "")"
        }
      return "\(kind) \(document.source.text(in: mark.range))"
    }
  }

  @Test(arguments: [
    ("a %%b%% c", ["comment %%b%%"]),
    ("%%a%%%%b%%", ["comment %%a%%", "comment %%b%%"]),
    ("%%\na\n\n# b\n%%\n", ["comment %%\na\n\n# b\n%%"]),
    ("100%% of a\n\nand 200%% of b\n", []),
    ("`%%a%%` \\%%b%%", []),
    ("> %%a\n\nb%% c", ["comment %%a\n\nb%%"]),
    ("%%\n```\n%%\n\n%%x%%\n", ["comment %%\n```\n%%", "comment %%x%%"]),
    ("%%a ` b%% c ` d", ["comment %%a ` b%%"]),
    ("{{< code lang=\"bat\" >}}\nFOR %%A IN (x) DO %%A\n{{< /code >}}\n", []),
    ("{{< highlight bat >}}\n%%A\n\n%%B\n{{< /highlight >}}\n\na %%b%%", ["comment %%b%%"]),
    ("{{< details >}}\n%%a%%\n{{< /details >}}\n", ["comment %%a%%"]),
    ("{{< code >}} %%a%%", ["comment %%a%%"]),
  ])
  func `comments end at the next pair of percent signs`(text: String, expected: [String]) {
    #expect(marks(text) == expected)
  }

  @Test(arguments: [
    ("$a*b$", ["math $a*b$"]), ("$5 and $10", []), ("it is $5, not $6.", []),
    ("$$a\nb$$", ["display $$a\nb$$"]), ("\\$a\\$", []), ("`$a$`", []), ("$x$는", ["math $x$"]),
    ("$ a$ and $a $", []), ("$$\na\n\nb\n$$\n", ["display $$\na\n\nb\n$$"]),
    ("$5 `x$HOME` a", []), ("Ticket $12 see [[Other]] and then $x$ later.", ["math $x$"]),
    ("From $5 to $10, or $20/month and $x$.", ["math $x$"]), ("$\\preceq $) if $R$ is", ["math $R$"]),
    ("A $HOME/bin and $PATH, then $x_1$ end.", ["math $x_1$"]), ("$a `$` b$", ["math $a `$` b$"]),
    ("$$a `$$` b$$", ["display $$a `$$` b$$"]),
    ("$\\text{``a\'\'}$", ["math $\\text{``a\'\'}$"]), ("$a$ `$b$` $c$", ["math $a$", "math $c$"]),
    ("|a|b|\n|-|-|\n|$x ` |$y$ ` z|\n", ["math $y$"]), ("|a|b|\n|-|-|\n|`$x$ \\| `|$y$|\n", ["math $y$"]),
  ])
  func `mathematics is between dollar signs without spaces inside`(
    text: String, expected: [String]
  ) {
    #expect(marks(text) == expected)
  }

  @Test(arguments: [
    ("==a== b", ["start ==", "end =="]), ("a == b == c", []), ("===a===", []),
    ("# T {#id .x}\n", ["attributes  {#id .x}"]), ("T {#id}\n", []), ("T { #id }\n", []),
    ("# T { #id x=\"a b\" }\n", ["attributes  { #id x=\"a b\" }"]), ("# T { id }\n", []),
    ("# T {: .x} ##\n", ["attributes  {: .x}"]), ("a\n{: .note}\n", ["attributes {: .note}"]),
    ("a^[b [[c]] d] e", ["footnote ^[b [[c]] d]"]), ("a ^[", []),
    ("> [!Note|wide]- T\n", ["callout note closed [!Note|wide]- "]), ("[!note] a\n", []),
    ("> a\n>\n> [!note] b\n", []), ("> [!참고]\n> a", ["callout 참고  [!참고]"]),
  ])
  func `marked text, attributes, inline footnotes and callouts`(text: String, expected: [String]) {
    #expect(marks(text) == expected)
  }

  @Test(arguments: [
    ("rating:: 4", ["rating=4"]), ("**Author**:: [[Kim]]\nx:: y z", ["Author=[[Kim]]", "x=y z"]),
    ("a [b:: c [[d]] e] (f:: g)", ["b=c [[d]] e", "f=g"]), ("std::vector", []),
    ("a :: b", []), ("[a:: b](c)", []),
    ("[a:: b][c:: d]", ["a=b", "c=d"]), ("[a:: b][c]", []), ("`x:: y`", []), ("평점:: 3", ["평점=3"]),
    ("- item:: 1\n- b", ["item=1"]),
  ])
  func `fields are a key, two colons and a value`(text: String, expected: [String]) {
    #expect(parse(text).fields.map { "\($0.key)=\($0.value)" } == expected)
  }

  @Test func `what is in a comment or in mathematics is neither link, tag, heading nor check box`() {
    let document = parse(
      """
      %%
      # Hidden
      - [ ] hidden [a](b.md) #hidden
      %%

      a %%[b](c.md) [[d]] #e%% $[f](g.md) #h$ [[seen]] #seen

      [r]: %%x%%
      """)
    #expect(document.headings.isEmpty)
    #expect(document.checkboxes.isEmpty)
    #expect(document.links.map(\.destination).contains("seen"))
    #expect(document.links.filter { $0.kind != .definition }.count == 1)
    #expect(document.tags.map(\.name) == ["seen"])
  }

  @Test(arguments: [
    ("# A {#b}\n", "A"), ("## A *b* ==c== {: .x #y}\n", "A b c"),
    ("# $a_b$ [[x|y]] ^id\n", "$a_b$ y"),
    ("# a %%b%%\n", "a"), ("# A `{#b}`\n", "A {#b}"), ("A {#b}\n===\n", "A"),
  ])
  func `the text of a heading is what a reader sees`(text: String, expected: String) {
    #expect(parse(text).headings.map(\.text) == [expected])
  }

  @Test(arguments: [
    ("#work [#work] (#home) \\#no", ["work", "work", "home"]),
    ("#e9f1f6 #fff #f00 #ffffff80 #_2022 #123 #1_2", []),
    ("#cafe #decade #ad #b2b #2024년 #face1", ["cafe", "decade", "ad", "b2b", "2024년", "face1"]),
    ("끝났다。#일 （#회의） “#말” a\u{A0}#b ！#c", ["일", "회의", "말", "b", "c"]),
    ("가#나 a#b a.#b 々#c ５#d #各〻 #二〇二六", ["各〻", "二〇二六"]),
    ("[x #no](b) `#no` <a title=\"#no\">", []),
  ])
  func `colours and numbers are no tags, words are`(text: String, expected: [String]) {
    #expect(parse(text).tags.map(\.name) == expected)
  }

  @Test func `ranges are those of the file where something is kept from cmark`() {
    let document = parse("---\nt: 1\n---\n\n%%\na\n\n%%\n\n# H $x$\n\n- [ ] b %%c%% [d](e.md)\n")
    #expect(document.headings.map { document.source.text(in: $0.range) } == ["# H $x$"])
    #expect(document.checkboxes.map(\.line) == [12])
    #expect(document.links.map(\.line) == [12])
    #expect(
      document.links.compactMap(\.range).map { document.source.text(in: $0) } == ["[d](e.md)"])
  }

  @Test(
    arguments: [
      "%%", "%% ", "$", "$a ", "$$", "$$\n\n", "==", "==a ", "{", "{:", "{#", "a:: ", "(a:: ",
      "%%\n\n",
      "^", "x::y", "> [!a]\n\n", "#a", "%%a%% ", "$a$ ", "#",
      "$a `b` ", "$a `b$` ", "$a ` ", "$$ `a$$` ", "`$$``a`` ",
    ])
  func `a hundred thousand of each delimiter take linear time`(text: String) {
    let count = 100_000
    let time = processorTime {
      let document = parse(String(repeating: text, count: count))
      #expect(document.source.count == text.utf8.count * count)
    }
    #expect(time < .seconds(20))
  }

  @Test func `comments beside HTML are looked up, not gone through`() {
    let count = 4_000
    let comments = String(repeating: "%%a%% ", count: count)
    for text in ["<div>\n" + comments.replacing(" ", with: "\n"), comments + String(repeating: "<b>", count: count)] {
      var document: Document?
      let time = processorTime { document = parse(text) }
      #expect(document?.marks.count { $0.kind == .comment } == count)
      #expect(time < .seconds(4), "\(time)")
    }
  }

  @Test(arguments: ["$a ", "$a `b` ", "$$ `a` ", "%% %", "` "])
  func `a hundred thousand in a cell of a table take linear time`(text: String) {
    let cell = String(repeating: text, count: 100_000)
    let time = processorTime { _ = parse("|a|b|\n|-|-|\n|\(cell)|b|\n") }
    #expect(time < .seconds(20))
  }
}
