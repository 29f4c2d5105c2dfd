import ByteBasics
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("50%+10.md", "50%+10.md"), ("%-1", "%-1"), ("%4", "%4"), ("%", "%"), ("%ed%95%9C", "한"),
    ("%zz%41", "%zzA"),
  ])
  func `two hexadecimal digits are an escape, and nothing else is`(text: String, decoded: String) {
    #expect(percentDecoded(text) == decoded)
  }
}
