import ByteBasics
import NoteSyntax
import Testing

@Suite struct TagLettersTests {
  @Test(arguments: [
    ("#il·lusió x", ["il·lusió"]), ("#می\u{200C}خواهم", ["می\u{200C}خواهم"]),
    ("#ශ්\u{200D}රීලංකා", ["ශ්\u{200D}රීලංකා"]), ("#a· b", ["a"]), ("#a·", ["a"]), ("#a·1", ["a"]),
    ("#a·。", ["a"]), ("#·a", []), ("#a…b", ["a"]), ("#メ〜テレ", ["メ"]),
  ])
  func `what joins two letters is part of a tag`(text: String, tags: [String]) {
    #expect(Document(parsing: Array((text + "\n").utf8)).tags.map(\.name) == tags)
  }

  @Test(arguments: ["http://あ-あ.com", "http://한-글.한국/가", "http://☃-.net/"])
  func `hosts of other scripts may contain a hyphen`(address: String) throws {
    let text = Array("see \(address) now\n".utf8)
    let link = try #require(Document(parsing: text).links.first)
    let range = try #require(link.range)
    #expect(String(decoding: text[range.indices], as: UTF8.self) == address)
  }
}
