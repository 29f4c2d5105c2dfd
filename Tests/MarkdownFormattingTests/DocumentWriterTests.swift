import MarkdownFormatting
import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct DocumentWriterTests {
  private func written(_ tree: DocumentTree) throws -> String {
    String(decoding: try DocumentWriter().bytes(of: tree), as: UTF8.self)
  }

  private func written(_ blocks: DocumentTree.Block...) throws -> String {
    try written(DocumentTree(blocks: blocks))
  }

  @Test func `every sort of block is written in the canonical style`() throws {
    let tree = DocumentTree(
      fields: [
        .init("title", .text("회의: 가을")), .init("due", .typed("2026-11-30")),
        .init("tags", .list(["일", "no"])), .init("draft", .typed("true")),
      ],
      blocks: [
        .heading(level: 1, [.text("회의")]),
        .paragraph([
          .text("See "), .link([.text("the plan")], to: "plan (1).md", title: "a \"b\""),
          .text(" and "), .verbatim("[[노트|이름]]"), .text("."), .lineBreak,
          .strong([.text("중요(important)")]), .text("을 "), .code("a`b"),
          .footnote([.text("By hand.")]),
        ]),
        .list(
          .init(items: [
            .init([.paragraph([.text("milk")])], isChecked: true),
            .init(
              [
                .paragraph([.text("bread")]),
                .list(.init(start: 1, items: [.init([.paragraph([.text("rye")])])])),
              ], isChecked: false),
          ])),
        .list(.init(items: [.init([.paragraph([.text("another list")])])])),
        .code("let x = 1\n```\n", language: "swift"),
        .quote([.paragraph([.text("said")]), .list(.init(items: [.init([])]))]),
        .table(
          .init(
            head: [[.text("이름")], [.text("n|m")]],
            rows: [[[.text("가")], [.image(alt: "그림", from: "a.png")]], [[.text("b")]]],
            alignments: [.none, .right])),
        .thematicBreak,
      ])
    #expect(
      try written(tree) == """
        ---
        title: "회의: 가을"
        due: 2026-11-30
        tags: [일, "no"]
        draft: true
        ---

        # 회의

        See [the plan](<plan (1).md> "a \\"b\\"") and [[노트|이름]].\\
        <strong>중요(important)</strong>을 ``a`b``[^1]

        - [x] milk
        - [ ] bread
          1. rye

        * another list

        ````swift
        let x = 1
        ```
        ````

        > said
        >
        > -

        | 이름 |           n\\|m |
        | ---- | -------------: |
        | 가   | ![그림](a.png) |
        | b    |                |

        ---

        [^1]: By hand.

        """)
  }

  @Test(arguments: [
    ("1. no list", "1\\. no list\n"), ("# no heading", "\\# no heading\n"),
    ("snake_case a*b 2 * 3", "snake_case a*b 2 * 3\n"), ("*no emphasis*", "\\*no emphasis\\*\n"),
    ("see https://a.b/c_d and a@b.c", "see https://a.b/c_d and a@b.c\n"),
    ("- [ ] no task", "\\- \\[ \\] no task\n"), ("&amp; stays", "\\&amp; stays\n"),
    ("two  spaces\nand a line", "two spaces and a line\n"), ("[[노트]] $x$", "[[노트]] $x$\n"),
    ("<b>no tag</b>", "\\<b\\>no tag\\</b\\>\n"), ("---", "\\-\\-\\-\n"),
  ])
  func `text means itself and has no backslash that it does not need`(
    text: String, expected: String
  ) throws {
    #expect(try written(.paragraph([.text(text)])) == expected)
  }

  @Test func `what Markdown cannot say is refused`() {
    let link = DocumentTree.Inline.link([.text("a")], to: "b")
    #expect(throws: DocumentWriterError.unsayable(block: 2)) {
      try written(.thematicBreak, .paragraph([.link([link], to: "c")]))
    }
    #expect(throws: DocumentWriterError.unsayableField("a b: c")) {
      try written(DocumentTree(fields: [.init("a b: c", .text("x"))]))
    }
  }

  @Test func `made-up documents are written in a form that the formatter leaves alone`() throws {
    var random = SeededGenerator(seed: 11)
    var refused = 0
    for _ in 0..<400 {
      let tree = DocumentTree(blocks: blocks(depth: 0, &random))
      do {
        let bytes = try DocumentWriter().bytes(of: tree)
        #expect(MarkdownFormatter().format(bytes).bytes == bytes, "\(tree)")
      } catch {
        refused += 1
      }
    }
    #expect(refused <= 12, "\(refused) of 400 refused")
  }

  private func blocks(depth: Int, _ random: inout SeededGenerator) -> [DocumentTree.Block] {
    (0...Int.random(in: 0...3, using: &random)).map { _ in
      switch Int.random(in: 0..<(depth < 3 ? 9 : 6), using: &random) {
      case 0: .heading(level: Int.random(in: 1...6, using: &random), inlines(1, &random))
      case 1, 2: .paragraph(inlines(2, &random))
      case 3: .code(word(&random) + "\n\n" + word(&random), language: "js")
      case 4: .thematicBreak
      case 5:
        .table(
          .init(
            head: [inlines(0, &random), inlines(0, &random)],
            rows: [[inlines(1, &random)], [inlines(0, &random), inlines(0, &random)]]))
      case 6: .quote(blocks(depth: depth + 1, &random))
      default:
        .list(
          .init(
            start: [nil, 1, 7].randomElement(using: &random) ?? nil,
            isTight: Bool.random(using: &random),
            items: (0...1).map { _ in .init(blocks(depth: depth + 1, &random)) }))
      }
    }
  }

  private func inlines(_ depth: Int, _ random: inout SeededGenerator) -> [DocumentTree.Inline] {
    (0...Int.random(in: 0...3, using: &random)).map { _ in
      switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
      case 0, 1, 2: .text(word(&random) + " ")
      case 3: .code(word(&random))
      case 4: .emphasis(inlines(0, &random))
      case 5: .strong(inlines(0, &random))
      case 6: .link([.text(word(&random))], to: "/u v?a=1&b=(2)")
      case 7: .lineBreak
      default: .image(alt: word(&random), from: "é.png", title: "t")
      }
    }
  }

  private func word(_ random: inout SeededGenerator) -> String {
    let words = [
      "word", "한글", "마크다운(Markdown)을", "1. a", "- x", "# h", "a*b", "_c_", "`", "[x]", "<b>",
      "&lt;",
      "|", "a  b", "\\", "!", "~~", "==m==", "[[w|v]]", "https://a.b/c_d", "a@b.c", "=", "+", "$x$",
    ]
    return words.randomElement(using: &random) ?? ""
  }
}
