import NoteSyntax
import Testing

@Suite struct BakedAnswerTests {
  private static func note(_ answer: String) -> Document {
    Document(parsing: Array("Before #own\n\n\(BakedAnswer.lines(answer))\n\nAfter [[own]]\n".utf8))
  }

  @Test func `an answer is no part of the note`() {
    let document = Self.note("# Heading\n\n- [ ] task [[other]] #tag\n- key:: value ^block\n\n    code")
    #expect(document.links.map(\.destination) == ["own"])
    #expect(document.tags.map(\.name) == ["own"])
    #expect(document.checkboxes.isEmpty)
    #expect(document.fields.isEmpty)
    #expect(document.headings.isEmpty)
    #expect(document.blockIdentifiers.isEmpty)
    #expect(document.bakedAnswers.count == 1)
  }

  @Test func `an answer that was changed is known`() throws {
    let bytes = Self.note("- one").source.bytes
    #expect(Document(parsing: bytes).bakedAnswers.map { $0.isIntact(in: bytes) } == [true])
    let changed = Array(String(decoding: bytes, as: UTF8.self).replacing("one", with: "two").utf8)
    #expect(Document(parsing: changed).bakedAnswers.map { $0.isIntact(in: changed) } == [false])
  }

  @Test func `the ends of lines do not count`() throws {
    let text = String(decoding: Self.note("- one\n- two").source.bytes, as: UTF8.self)
    let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
    let answer = try #require(Document(parsing: bytes).bakedAnswers.first)
    #expect(answer.isIntact(in: bytes))
    #expect(answer.says("- one\n- two", in: bytes))
  }

  @Test(arguments: [
    "```\n<!-- sheaf answer 0 -->\n\n[[a]]\n\n<!-- /sheaf answer -->\n```\n",
    "<!-- sheaf answer 0 -->\n\n[[a]]\n", "[[a]]\n\n<!-- /sheaf answer -->\n",
    "> <!-- sheaf answer 0 -->\n>\n> [[a]]\n>\n> <!-- /sheaf answer -->\n",
  ])
  func `what is no answer stays as it is`(_ text: String) {
    #expect(Document(parsing: Array(text.utf8)).bakedAnswers.isEmpty)
  }
}
