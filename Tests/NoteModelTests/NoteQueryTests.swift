import ByteBasics
import NoteModel
import NoteSyntax
import Testing

/// The queries of a note, whatever else it has.
@Suite struct NoteQueryTests {
  @Test(arguments: [
    "```sheaf\ntag:a\n```", "``` sheaf\ntag:a\n```", "```Sheaf\ntag:a\n```", "~~~ SHEAF\ntag:a\n~~~",
    "> ```  sheaf\n> tag:a\n> ```", "`````sheaf \ntag:a\n`````", "```\tsheaf\nx\n```", "```sheaf\r\ntag:a\r\n```",
  ])
  func `a fence of a query is found by its language, with spaces and in any case`(text: String) {
    for rest in ["", "\n\ndataview\n", "\n\n```sheaf\n```\n"] {
      let queries = NoteQuery.all(in: Document(parsing: Array(("# A\n\n" + text + rest).utf8)))
      #expect(queries.count == (rest.hasSuffix("```\n") ? 2 : 1), "\(rest)")
      #expect(queries.first?.range.lowerBound ?? 0 <= 7)
    }
  }

  @Test(arguments: [
    "```swift\nsheaf\n```", "    `sheaf`\n", "```\nsheaf\n```", "`sheaf`", "```sheafs\ntag:a\n```",
    "dataview base sheaf",
  ])
  func `other code is none`(text: String) {
    #expect(NoteQuery.all(in: Document(parsing: Array((text + "\n\n```sheaf\n```\n").utf8))).count == 1)
  }
}
