import ByteBasics
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// The fences of other programs' queries.
@Suite struct QueryFenceTests {
  init() { _ = CommandSession.program }

  @Test(arguments: [
    "~~~ base\nviews: []\n~~~", "```BASE\n```", "> ```  DataView\n> LIST\n> ```", "```\tdataviewjs\nx\n```",
  ])
  func `a fence of a query is found by its language, with spaces and in any case`(text: String) {
    for rest in ["", "\n\ndataview\n", "\n\n```sheaf\n```\n"] {
      let queries = NoteQuery.all(in: Document(parsing: Array(("# A\n\n" + text + rest).utf8)))
      #expect(queries.count == (rest.hasSuffix("```\n") ? 2 : 1), "\(rest)")
      #expect(queries.first?.range.lowerBound ?? 0 <= 7)
    }
  }
}
