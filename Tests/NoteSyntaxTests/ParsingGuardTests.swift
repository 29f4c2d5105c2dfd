import NoteSyntax
import NoteTestSupport
import Testing

/// The inputs on which cmark-gfm is known to be slow, each well over the limit.
@Suite struct ParsingGuardTests {
  private static let hostile: [(name: String, text: String)] = [
    ("images in images", String(repeating: "![[]()", count: 160_000)),
    ("nested lists", String(repeating: "- ", count: 50_000) + "a\n\n" + "b\n"),
    ("nested quotes", String(repeating: ">", count: 50_000) + "a"),
    (
      "quotes with emphasis",
      String(repeating: String(repeating: ">", count: 60) + "a*a*\n", count: 40_000)
    ),
    (
      "a wide table",
      String(repeating: "|a", count: 20_000) + "|\n" + String(repeating: "|-", count: 20_000)
        + "|\n"
        + String(repeating: "|b\n", count: 5_000)
    ),
    ("closing parentheses", "www.a.b/" + String(repeating: ")", count: 200_000)),
    ("brackets on lines of their own", String(repeating: "[\n", count: 40_000)),
    ("nested ordered lists", String(repeating: "1. ", count: 20_000) + "a\n"),
    ("quotes behind lone carriage returns", "a\r" + String(repeating: ">", count: 5_000) + "a"),
    (
      "a wide table of short rows",
      String(repeating: "|a", count: 900) + "|\n" + String(repeating: "|-", count: 900) + "|\n"
        + String(repeating: "b\n", count: 50_000)
    ),
    (
      "mail addresses",
      String(repeating: String(repeating: "a@b.c ", count: 2_000) + "\n\n", count: 40)
    ),
    ("tables without end", "|a|b|\n|-|-|\n" + String(repeating: "|a|b|\n", count: 600_000)),
    ("underscores", String(repeating: "_", count: 100_000)),
    ("one long line", String(repeating: "a b ", count: 9 << 20)),
  ]

  @Test(arguments: 0..<hostile.count)
  func `a hostile input is refused at once and stays a document`(index: Int) throws {
    let input = Self.hostile[index]
    let bytes = Array(input.text.utf8)
    var document: Document?
    let time = processorTime { document = Document(parsing: bytes) }
    #expect(document?.diagnostics.map(\.check) == ["too-complex"], "\(input.name)")
    // Without the guard these take minutes; without optimisation one pass over 36 MB takes seconds.
    let seconds = Double(bytes.count) / 1_000_000
    #expect(time < .seconds(5 + seconds), "\(input.name)")
  }

  @Test func `a list of any number of short items is let through`() {
    let boxes = (0..<20_000).map { "- [ ] [t](u) #\($0)\n" }.joined()
    let document = Document(parsing: Array(boxes.utf8))
    #expect(document.diagnostics.isEmpty)
    #expect(document.checkboxes.count == 20_000)
  }

  @Test func `what only looks like items is one paragraph`() {
    for line in ["    - [", "-["] {
      let text = "a\n" + String(repeating: line + "\n", count: 20_000)
      let found = Document(parsing: Array(text.utf8)).diagnostics.map(\.check)
      #expect(found == ["too-complex"], "\(line)")
    }
  }

  @Test func `an ordinary note is let through`() {
    let text = String(repeating: "- [ ] a [link](b.md) and `code`\n  > quote\n\n", count: 2_000)
    #expect(ParsingGuard.refusal(of: Array(text.utf8)[...]) == nil)
  }
}
