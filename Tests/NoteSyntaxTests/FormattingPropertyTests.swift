import Glibc
import NoteTestSupport
import Testing

@testable import NoteSyntax

/// The guarantee of the formatter on made-up Markdown. `SHEAF_FUZZ=1000000` tries more cases than the usual ones.
@Suite struct FormattingPropertyTests {
  private static let pieces = [
    "a", "b c", "한글", "- ", "* ", "+ ", "1. ", "2) ", "10. ", "> ", ">", "    ", "  ", "\t", "\n",
    "\n",
    "\n\n", "\n\n\n", "# ", "## ", " #", "===\n", "---\n", "***\n", "```\n", "```js\n", "~~~\n",
    "`", "``",
    "_", "__", "*", "**", "***", "~~", "|", "|-|-|\n", ":-:", "\\", "\\\n", "  \n", "[", "]", "(",
    ")", "](/u)",
    "[x]: /y\n", "[^1]", "[^1]: n\n", "![", "[[w|v]]", "$m$", "$$", "%%", "==h==", "#tag", "^id",
    "{{t}}",
    "<b>", "</b>", "<div>\n", "<!-- c -->", "&amp;", "http://a.b/c_d", "www.x.y", "a@b.c", "[ ] ",
    "[x] ", ":",
    "\u{A0}", "\u{200B}", "é", "+++\n", "=", "!", "\"", "'", "&#32;", "\r\n", "1", ".", "<", ">",
  ]

  private static var caseCount: Int {
    unsafe getenv("SHEAF_FUZZ").flatMap { unsafe Int(String(cString: $0)) } ?? 6_000
  }

  @Test func `made-up Markdown keeps its HTML and is formatted in one go`() {
    var random = SeededGenerator(seed: 20_261_121)
    for number in 0..<Self.caseCount {
      var text = (0..<Int.random(in: 1...24, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      if number % 3 == 0 { text += "\n" }
      check(Array(text.utf8), "case \(number)")
    }
  }

  @Test func `the fixtures with a few bytes changed keep their HTML`() throws {
    var random = SeededGenerator(seed: 7)
    let seeds = try ConformanceCases.all() ?? ["# a\n\n- b\n- c\n\n| d |\n|---|\n| e |\n"]
    for number in 0..<(Self.caseCount / 2) {
      var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8.random(in: 9...126, using: &random), at: place)
        default: bytes[place] = "\n -*_>#`|[]()\t1.=~".utf8.randomElement(using: &random) ?? 32
        }
      }
      check(bytes, "mutation \(number)")
    }
  }

  private func check(_ bytes: [UInt8], _ name: String) {
    let once = MarkdownFormatter().format(bytes).bytes
    let again = MarkdownFormatter().format(once).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(once == again, "not idempotent, \(name): \(text.debugDescription)")
    let before = MarkdownTree(parsing: body(of: bytes))?.html
    let after = MarkdownTree(parsing: body(of: once))?.html
    #expect(before == after, "another HTML, \(name): \(text.debugDescription)")
  }

  private func body(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard case .found(let fence) = FrontMatterFence.search(in: bytes) else { return bytes[...] }
    return bytes[fence.range.upperBound...]
  }
}
