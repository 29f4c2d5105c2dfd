import Foundation
import NoteTestSupport
import Testing

/// Canvases among the notes.
@Suite struct CanvasTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "--quiet"])
    try session.folder.write("[[b]]\n", to: "a.md")
    try session.folder.write("x #t\n", to: "b.md")
  }

  private static let canvas = """
    {"nodes":[{"type":"file","file":"a.md"},{"type":"text","text":"[[b]] and [[nobody]]"}]}
    """

  @Test func `a canvas is a node of the graph, with its links`() throws {
    try session.folder.write(Self.canvas, to: "Plans/Map.canvas")
    let dot = session.run(["graph"]).output
    #expect(dot.contains(#"n2 [label="Map.canvas", id="Plans/Map.canvas"];"#), "\(dot)")
    let edges = dot.split(separator: "\n").filter { $0.contains("->") }
    #expect(edges == ["  n2 -> n0;", "  n2 -> n1;", "  n0 -> n1;"])
    let json = session.run(["graph", "--json"]).output
    #expect(json.contains(#""kind": "canvas""#) && json.contains(#""source": "Plans/Map.canvas""#))
    #expect(session.run(["graph", "--to", "html"]).output.contains("Map.canvas"))
    #expect(!session.run(["graph", "tag:t"]).output.contains("Map.canvas"))
  }

  private static let sentence =
    "big.canvas: The canvas is larger than 16 MB; its links are not read"

  /// Sparse, larger than any memory.
  private func writeHugeCanvas() throws {
    try session.folder.write("", to: "big.canvas")
    let file = try FileHandle(forWritingTo: URL(filePath: session.folder.path + "/big.canvas"))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
  }

  @Test(arguments: [
    ["mv", "b.md", "c.md"], ["rename", "b", "C"], ["links", "--broken"], ["links", "b"],
    ["rm", "b"],
    ["check"], ["graph"],
  ])
  func `a huge canvas is reported and skipped`(words: [String]) throws {
    try writeHugeCanvas()
    let run = session.run(words)
    #expect(run.status < 2, "\(run.errors)")
    let told = (run.output + run.errors).components(separatedBy: "larger than 16 MB").count - 1
    #expect(told == 1, "\(run.errors)")
    #expect(run.errors.contains(Self.sentence) || words == ["check"])
  }

  @Test func `a huge canvas does not stop tags from getting other names`() throws {
    try writeHugeCanvas()
    #expect(session.run(["rename", "+t", "+u"]).status == 0)
    #expect(try session.folder.read("b.md") == Array("x #u\n".utf8))
  }
}
