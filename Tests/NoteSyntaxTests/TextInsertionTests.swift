import NoteSyntax
import Testing

@Suite struct TextInsertionTests {
  private func insert(
    _ text: String, into note: String, _ place: TextInsertion.Place, section: String? = nil
  ) -> String {
    let document = Document(parsing: Array(note.utf8))
    let heading = section.flatMap { name in document.headings.first { $0.text == name } }
    let result = TextInsertion(document, section: heading).inserting(text, at: place)
    let lines = String(decoding: result.bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    #expect(lines[result.line - 1] == text.split(whereSeparator: \.isNewline).first ?? "")
    return String(decoding: result.bytes, as: UTF8.self)
  }

  @Test func textIsAppendedAsAParagraph() {
    #expect(insert("new", into: "", .end) == "new\n")
    #expect(insert("new", into: "old\n", .end) == "old\n\nnew\n")
    #expect(insert("new", into: "old", .end) == "old\n\nnew\n")
    #expect(insert("new", into: "old\n\n\n", .end) == "old\n\nnew\n\n\n")
    #expect(insert("new", into: "---\na: b\n---\n", .end) == "---\na: b\n---\nnew\n")
    #expect(insert("new", into: "---\na: b\n---\n\n", .end) == "---\na: b\n---\n\nnew\n")
  }

  @Test func anItemContinuesItsList() {
    #expect(insert("- c", into: "- a\n- b\n", .end) == "- a\n- b\n- c\n")
    #expect(insert("- c", into: "text\n", .end) == "text\n\n- c\n")
    #expect(insert("- 0", into: "- a\n", .beginning) == "- 0\n- a\n")
  }

  @Test(arguments: ["- new", "1. new", "- a\n  b"])
  func `indented code stays code below an item`(text: String) {
    for code in ["    code\n", "\tcode\n", "    - code\n"] {
      let after = insert(text, into: "# T\n\n" + code, .beginning)
      #expect(after == "# T\n\n\(text)\n\n<!-- -->\n\n\(code)")
      #expect(Document(parsing: Array(after.utf8)).blocks.contains { $0.kind == .codeBlock })
    }
  }

  @Test(
    arguments: [
      ("```\na\n", 1), ("text\n\n~~~\na\n", 3), ("a\n\n<!-- b\n", 3), ("```\na\n```\n", nil), ("<!-- b -->\n", nil),
      ("    a\n", nil), ("text\n", nil), ("", nil),
    ] as [(String, Int?)])
  func `a text below what was never closed is a part of it`(note: String, opening: Int?) {
    let result = TextInsertion(Document(parsing: Array(note.utf8))).inserting("- [ ] new", at: .end)
    #expect(Document(parsing: result.bytes).opening(around: result.line) == opening)
  }

  @Test func textIsPrependedAfterTheTitle() {
    #expect(insert("new", into: "# T\n\nold\n", .beginning) == "# T\n\nnew\n\nold\n")
    #expect(
      insert("new", into: "---\na: b\n---\n\nold\n", .beginning) == "---\na: b\n---\n\nnew\n\nold\n"
    )
    #expect(insert("new", into: "old\n", .beginning) == "new\n\nold\n")
  }

  @Test func aSectionEndsBeforeTheNextHeadingOfItsLevel() {
    let note = "# T\n\n## A\n\none\n\n### A1\n\ntwo\n\n## B\n\nthree\n"
    #expect(
      insert("new", into: note, .end, section: "A")
        == "# T\n\n## A\n\none\n\n### A1\n\ntwo\n\nnew\n\n## B\n\nthree\n")
    #expect(
      insert("new", into: note, .beginning, section: "B")
        == "# T\n\n## A\n\none\n\n### A1\n\ntwo\n\n## B\n\nnew\n\nthree\n")
    #expect(insert("new", into: "## A\n## B\n", .end, section: "A") == "## A\n\nnew\n\n## B\n")
  }

  @Test(arguments: ["> # Quoted\n> text\n", "- # Item\n- b\n", "> [!note]\n> # Quoted\n"])
  func `a heading in a quotation or a list ends no section`(inner: String) {
    let note = "# Plan\n\nfirst\n\n\(inner)\nmore\n\n# Other\nx\n"
    #expect(
      insert("new", into: note, .end, section: "Plan")
        == "# Plan\n\nfirst\n\n\(inner)\nmore\n\nnew\n\n# Other\nx\n")
  }

  @Test func lineEndsAreThoseOfTheFile() {
    #expect(insert("a\nb", into: "old\r\n", .end) == "old\r\n\r\na\r\nb\r\n")
  }

  @Test func everyOldByteIsKeptInItsOrder() {
    for note in [
      "", "x", "\n\n", "a\r\n\r\nb", "# T", "---\nk: v\n---", "```\ncode", "- a\n\n  b\n\n\n",
    ] {
      for place in [TextInsertion.Place.beginning, .end] {
        let document = Document(parsing: Array(note.utf8))
        let bytes = TextInsertion(document).inserting("NEW", at: place).bytes
        var rest = Array(note.utf8)[...]
        for byte in bytes where rest.first == byte { rest = rest.dropFirst() }
        #expect(rest.isEmpty, "\(note.debugDescription)")
      }
    }
  }
}
