import Foundation
import NoteTestSupport
import Testing

@testable import MarkdownFormatting
@testable import NoteSyntax

@Suite struct FormattingConformanceTests {
  @Test(.enabled(if: ConformanceCases.folder != nil, "the specifications' examples are not here"))
  func `the examples of the specifications keep their HTML, and few blocks are left alone`() throws {
    let cases = try #require(try ConformanceCases.all())
    var blocks = 0
    var leftAlone = 0
    for text in cases {
      let bytes = Array(text.utf8)
      let outcome = MarkdownFormatter().format(bytes)
      blocks += outcome.blockCount
      leftAlone += outcome.leftAlone.count
      #expect(MarkdownFormatter().format(outcome.bytes).bytes == outcome.bytes)
      guard FrontMatterFence.found(in: bytes) == nil else { continue }
      #expect(
        MarkdownTree(parsing: bytes[...])?.html == MarkdownTree(parsing: outcome.bytes[...])?.html,
        "\(text.debugDescription)")
    }
    #expect(cases.count > 1_600)
    #expect(Double(leftAlone) <= 0.005 * Double(blocks), "\(leftAlone) of \(blocks) blocks")
  }
}
