import Foundation
import Testing

@testable import NoteSyntax

/// The examples of the public specifications, where they lie beside the project.
enum ConformanceCases {
  private struct Case: Decodable {
    let markdown: String
  }

  static let names = ["commonmark-0.31.2", "gfm-0.29-spec", "gfm-extensions", "traps"]

  static var folder: URL? {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "../shared/conformance")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  static func all() throws -> [String]? {
    guard let folder else { return nil }
    return try names.flatMap { name in
      let data = try Data(contentsOf: folder.appending(path: name + ".json"))
      return try JSONDecoder().decode([Case].self, from: data).map(\.markdown)
    }
  }
}

@Suite struct FormattingConformanceTests {
  @Test(.enabled(if: ConformanceCases.folder != nil, "the specifications' examples are not here"))
  func `the examples of the specifications keep their HTML, and few blocks are left alone`() throws
  {
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
