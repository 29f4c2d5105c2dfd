import ByteBasics
import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct DocumentTests {
  private func parse(_ text: String) -> Document { Document(parsing: Array(text.utf8)) }

  private func links(_ text: String) -> [String] {
    let document = parse(text)
    return document.links.map { link in
      "\(link.kind.rawValue) \(link.range.map { document.source.text(in: $0) } ?? "?")"
    }
  }

  @Test func `every kind of link is found where it stands`() {
    #expect(
      links("[a](b.md) ![i](p.png) <https://x.kr> [[노트#장|글]] ![[그림]] [t][ref]\n\n[ref]: <c d.md>\n")
        == [
          "definition [ref]: <c d.md>", "inline [a](b.md)", "image ![i](p.png)",
          "autolink <https://x.kr>", "wiki [[노트#장|글]]", "embed ![[그림]]", "reference [t][ref]",
        ])
  }

  /// cmark ends raw HTML that says where it ends with the line before.
  @Test(arguments: [
    ("<!-- a -->\n", "<!-- a -->"), ("<!-- a\nb -->\n\ntext\n", "<!-- a\nb -->"),
    ("<!-- a\nb -->", "<!-- a\nb -->"), ("text\n\n<?x\ny?>\nz\n", "<?x\ny?>"),
    ("> <!-- a\n> b -->\n>\n> c\n", "<!-- a\n> b -->"), ("- <!-- a\n  b -->\n- c\n", "<!-- a\n  b -->"),
    ("<div>\na\n</div>\n\nb\n", "<div>\na\n</div>"), ("<div>\na", "<div>\na"),
    ("<!-- a\r\nb -->\r\n\r\nc\r\n", "<!-- a\r\nb -->"), ("<!-- a\n\nb\n", "<!-- a\n\nb"),
  ])
  func `raw HTML ends where it says`(text: String, block: String) {
    let document = parse(text)
    let found = document.blocks.filter { $0.kind == .htmlBlock }.map { document.source.text(in: $0.range) }
    #expect(found == [block])
  }

  @Test(arguments: [
    ("Z [[a]]\n---\ntext [[b]]\n", "Z [[a]]\n---"),
    ("Z [[a]]\n===\n- [ ] text [[b]]\n", "Z [[a]]\n==="),
    ("Z [[a]]\nzz\n-\n\ntext [[b]]\n", "Z [[a]]\nzz\n-"),
    ("> Z [[a]]\n> -\n[[b]]\n", "Z [[a]]\n> -"),
    ("Z [[a]]\r\n---\r\ntext [[b]]\r\n", "Z [[a]]\r\n---"),
    ("- Z [[a]]\n  ---\n  [[b]]", "Z [[a]]\n  ---"),
    ("[[b]]\n\n#z [[a]]\n---", "#z [[a]]\n---"),
    ("[[b]]\n\nZ [[a]]\nzz\n---\n", "Z [[a]]\nzz\n---"),
    ("[[b]]\n\nZ [[a]]\n---\n---\n", "Z [[a]]\n---"),
    // cmark ends a heading before the marks that close it.
    ("# Z [[a]] #\n[[b]]\n", "# Z [[a]]"),
  ])
  func `a heading ends with its underline, and what follows is found once`(
    text: String, heading: String
  ) throws {
    let document = parse(text)
    let found = try #require(document.headings.first)
    #expect(document.source.text(in: found.range) == heading)
    #expect(Set(document.links.map(\.destination)) == ["a", "b"])
    #expect(document.links.count == 2)
  }

  @Test(arguments: [
    ("a: \"[[x]]\"", ["x"]), ("a: \"[[x|y]], [[z]]\"", ["x", "z"]),
    ("a: \"[[x]] except [[y]]\"", ["x", "y"]), ("a: Memo/x.md", ["Memo/x.md"]),
    ("import:\n  source: logseq:journals/2026_09_14.md", []), ("a: notion:a/b.md", []),
  ])
  func `front matter links to notes, not to what other programs named`(
    head: String, expected: [String]
  ) {
    let document = Document(parsing: Array("---\n\(head)\n---\n".utf8))
    #expect(document.links.map(\.destination) == expected)
  }

  @Test func `nothing is a link in code, raw HTML or behind a backslash`() {
    #expect(
      links("`[[a]]` <b title=\"[[c]]\">x</b> \\[[d]]\n\n```\n[[e]] https://x.kr\n```\n").isEmpty)
  }

  @Test func `a block after code, HTML or a break is as deep as the one before it`() {
    let document = Document(
      parsing: Array("```\na\n```\n\n# H\n\n---\n\n<div>\n</div>\n\n    code\n\n- x\n\n  ***\n\n  y\n\nz\n".utf8))
    #expect(
      document.blocks.map { "\($0.kind) \($0.depth)" } == [
        "codeBlock 0", "heading 0", "thematicBreak 0", "htmlBlock 0", "codeBlock 0", "list 0", "item 1", "paragraph 2",
        "thematicBreak 2", "paragraph 2", "paragraph 0",
      ])
  }

  @Test func `a wiki link in a table has its bar escaped`() {
    let document = parse("| a |\n|---|\n| [[노트\\|글]] |\n")
    #expect(document.links.map(\.destination) == ["노트"])
    #expect(document.links.map(\.text) == ["글"])
  }

  @Test func `links stand where they stand inside quotes and lists`() {
    #expect(links("> - one [a](x.md)\n>   two [[b]]\n") == ["inline [a](x.md)", "wiki [[b]]"])
  }

  @Test(arguments: [
    ("https://example.com/길.", "https://example.com/길"),
    ("(https://ko.wikipedia.org/wiki/나무_(식물))", "https://ko.wikipedia.org/wiki/나무_(식물)"),
    ("주소는 https://a.kr입니다", "https://a.kr"),
    ("http://example.com에서 본", "http://example.com"),
    ("(https://a.b/c)를 보라", "https://a.b/c"),
    ("\"https://a.com/b\"라고", "https://a.com/b"),
    ("www.naver.com은 크다", "www.naver.com"),
    ("https://a.kr/path에서", "https://a.kr/path"),
    ("see https://a.kr/x?y=1&z=2, then", "https://a.kr/x?y=1&z=2"),
  ])
  func `a bare URL ends where a person would end it`(text: String, url: String) {
    #expect(links(text) == ["bareURL " + url])
  }

  @Test func `an address ends before a particle`() {
    #expect(links("foo@bar.com으로 보내") == ["email foo@bar.com"])
  }

  @Test(arguments: [
    "전화 010-1234-5678", "02-123-4567로", "+82 10 1234 5678", "1588-1234", "(415-555-2671)",
    "031-1234-5678",
  ])
  func `a telephone number is found`(text: String) {
    #expect(parse(text).links.map(\.kind) == [.telephone], "\(text)")
  }

  @Test(arguments: [
    "2026-11-21", "v1.2.3-4", "3.14159", "12-34", "ISBN 978-89-12345", "1234567890123456",
    "10:20-11:30", "2026-11-21 10:20", "a010-1234-5678", "`010-1234-5678`",
  ])
  func `what is no telephone number is left alone`(text: String) {
    #expect(parse(text).links.isEmpty, "\(text)")
  }

  @Test func `tags are words behind a number sign, not headings or numbers`() {
    let document = parse("# Heading\n\n#회의 and #work/client, not #1 nor a#b `#code` (#ok)\n")
    #expect(document.tags.map(\.name) == ["회의", "work/client", "ok"])
    #expect(
      document.tags.map { document.source.text(in: $0.range) } == ["#회의", "#work/client", "#ok"])
  }

  @Test func `check boxes know their state, their text and their parent`() {
    let document = parse("---\na: 1\n---\n- [ ] one\n  - [/] two\n1. [x] three\n- [a](b)\n")
    #expect(document.checkboxes.map(\.state) == [" ", "/", "x"])
    #expect(document.checkboxes.map(\.line) == [4, 5, 6])
    #expect(document.checkboxes.map(\.parentLine) == [nil, 4, nil])
    #expect(
      document.checkboxes.map { document.source.text(in: $0.textRange) } == ["one", "two", "three"])
  }

  @Test func `headings lose their marks`() {
    let document = parse("# A *b* `c`\n\nSetext\n===\n")
    #expect(document.headings.map(\.text) == ["A b c", "Setext"])
    #expect(document.headings.map(\.level) == [1, 1])
  }

  @Test func `a block identifier stands at the end of its line`() {
    let document = parse("para ^abc\n\n- item ^d-1\n\nno^pe ^x y\n")
    #expect(document.blockIdentifiers.map(\.name) == ["abc", "d-1"])
  }

  @Test func `a note without a final newline keeps its last byte`() {
    let document = parse("[[a]]")
    #expect(document.links.first?.range == ByteRange(0, 5))
  }

  @Test func `random bytes are a document, and every range lies inside it`() {
    var generator = SeededGenerator(seed: 3)
    let pieces =
      [
        "[[", "]]", "](", ")", "`", "<", ">", "\n", "\n\n", "- [ ] ", "> ", "#tag", "---\n", "|",
        "한",
        "\u{FEFF}", "http://", "www.a.b", "010-1234-5678", "![", "\\", "    ", "\t", "a: b\n", "^x",
        "*", "@a.b",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0x00], [0x0D]]
    for _ in 0..<3_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        bytes += pieces.randomElement(using: &generator) ?? []
      }
      let document = Document(parsing: bytes)
      #expect(document.source.bytes == bytes)
      let ranges =
        document.blocks.map(\.range) + document.links.compactMap(\.range)
        + document.links.compactMap(\.destinationRange) + document.tags.map(\.range)
        + document.checkboxes.flatMap { [$0.stateRange, $0.textRange, $0.lineRange] }
        + document.diagnostics.compactMap(\.range)
      #expect(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count })
    }
  }
}
