import NoteSyntax
import NoteTestSupport
import Testing

/// Links of one line by the thousands, which no reading may compare each with each.
@Suite struct LinkTimeTests {
  /// Comparing each with each takes more than ten seconds for the first two.
  private static let shapes: [(count: Int, piece: @Sendable (Int) -> String)] = [
    (9_000, { "http://a.b/\($0) " }),
    (6_500, { $0 < 1_000 ? "[[n\($0)]] " : "https://a.b/\($0) " }),
    (2_400, { "[[n\($0)]] " }), (2_400, { "[x](u\($0)) " }), (4_500, { "[l\($0)] " }),
    (2_500, { "a\($0)@b.c " }), (3_000, { "<http://a.b/\($0)> " }),
  ]

  @Test(arguments: shapes.indices)
  func `a line of many links is read in time that grows as the line does`(index: Int) {
    let (count, piece) = Self.shapes[index]
    let definitions = (0..<4_500).map { "[l\($0)]: d\($0)\n\n" }.joined()
    let text = (0..<count).map(piece).joined() + "\n\n" + definitions
    var document: Document?
    let time = processorTime { document = Document(parsing: Array(text.utf8)) }
    #expect(document?.diagnostics.isEmpty == true)
    #expect(document?.links.count == count + 4_500)
    #expect(time < .seconds(5))
  }

  @Test(arguments: [("{% x", " %}"), ("{{< x", " >}}"), ("{{% x", " %}}")])
  func `tags without an end are no slower than those with one`(mark: (open: String, close: String)) {
    func time(_ piece: String) -> Swift.Duration {
      let bytes = Array(String(repeating: piece + "\n\n", count: 60_000).utf8)
      return processorTime { _ = Document(parsing: bytes) }
    }
    let closed = time(mark.open + mark.close)
    #expect(time(mark.open) < closed * 2 + .seconds(1))
  }
}
