import ByteBasics
import NoteSyntax
import Testing

@Suite struct CanvasDocumentTests {
  private func canvas(_ text: String) throws -> CanvasDocument {
    try CanvasDocument(parsing: Array(text.utf8))
  }

  @Test func `file cards, backgrounds and the links of text cards are links`() throws {
    let canvas = try canvas(
      #"""
      {
        "nodes":[
          {"id":"1","type":"file","file":"Memo\/a b.md","subpath":"#Aim","x":0},
          {"id":"2","type":"text","text":"---\n[[Plan]] \u00e9 [x](y.md)"},
          {"id":"3","type":"group","background":"assets/p.png"},
          {"id":"4","type":"link","url":"https://example.com"}
        ],
        "edges":[]
      }
      """#)
    #expect(
      canvas.links.map { "\($0.line) \($0.kind.rawValue) \($0.written)" } == [
        "3 canvas Memo/a b.md#Aim", "5 canvas assets/p.png", "4 wiki Plan", "4 inline y.md",
      ])
    #expect(
      canvas.links.compactMap(\.range).map { canvas.source.text(in: $0) } == [
        #"Memo\/a b.md"#, "assets/p.png", "[[Plan]]", "[x](y.md)",
      ])
  }

  @Test(arguments: [
    (
      #"{"nodes":[{"type":"file","file":"Memo\/가\u0041.md"}]}"#, "New/나A.md",
      #"{"nodes":[{"type":"file","file":"New\/나\u0041.md"}]}"#
    ),
    (
      #"{"nodes":[{"type":"file","file":"a.md"}]}"#, #"q"u\o.md"#,
      #"{"nodes":[{"type":"file","file":"q\"u\\o.md"}]}"#
    ),
    (
      #"{"nodes":[{"type":"file","file":"\uac00.md"}]}"#, "나.md",
      #"{"nodes":[{"type":"file","file":"\ub098.md"}]}"#
    ),
  ])
  func `a path changes and every other byte stays`(
    _ before: String, _ path: String, _ after: String
  ) throws {
    let canvas = try canvas(before)
    let string = try #require(canvas.files.first).path
    let edit = string.edit(
      TextEdit(range: ByteRange(0, string.bytes.count), replacement: path))
    let result = try canvas.source.applying([edit]).bytes
    #expect(String(decoding: result, as: UTF8.self) == after)
  }

  @Test(arguments: ["", " \n", "{}", #"{"nodes":[]}"#, #"{"nodes":[1,{"type":"file"}]}"#])
  func `a canvas without cards has no links`(_ text: String) throws {
    #expect(try canvas(text).links.isEmpty)
  }

  @Test(arguments: [
    ("{", 1), ("[]", 1), ("{\n\"nodes\":[}", 2), ("{\"a\":\"\\x\"}", 1), ("{} x", 1),
    ("{\"a\":tru}", 1), (String(repeating: "[", count: 100_000), 1), ("{\"a\":\"\n\"}", 1),
  ])
  func `what is not JSON is refused with its line`(_ text: String, _ line: Int) {
    #expect(throws: CanvasMistake.notJSON(line: line)) { try canvas(text) }
  }
}
