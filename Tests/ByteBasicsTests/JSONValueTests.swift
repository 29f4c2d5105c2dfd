import ByteBasics
import Testing

@Suite struct JSONValueTests {
  @Test func `texts are escaped and keys keep their order`() {
    let value = JSONValue.object([
      JSONValue.Member("b", .string("\"\\\n\t\u{1}한")),
      JSONValue.Member("a", .array([.null, .integer(1)])),
    ])
    #expect(value.text() == "{\"b\":\"\\\"\\\\\\n\\t\\u0001한\",\"a\":[null,1]}")
  }

  @Test func `a pretty document is indented, empty lists are short`() {
    #expect(
      JSONValue.object([
        .init("schemaVersion", .integer(1)), .init("kind", .string("list")),
        .init("items", .array([])),
      ]).text(pretty: true)
        == "{\n  \"schemaVersion\": 1,\n  \"kind\": \"list\",\n  \"items\": []\n}")
  }
}
