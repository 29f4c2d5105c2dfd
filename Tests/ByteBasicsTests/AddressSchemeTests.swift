import ByteBasics
import Testing

@Suite struct AddressSchemeTests {
  @Test(arguments: [
    ("https://a.b", "https"), ("mailto:a@b", "mailto"), ("notion:x", "notion"), ("HTTP:", "HTTP"),
    ("svn+ssh://a", "svn+ssh"), ("a1:b", "a1"), ("x-y.z:", "x-y.z"), ("C:/a", nil), ("a:b", nil),
    ("10:30 call", nil), ("2026-11-21:x", nil), ("+a:b", nil), ("a b:c", nil), ("메모:x", nil),
    ("//host:80/a", nil), ("Memo/a.md", nil), ("", nil), (":", nil), ("https", nil),
    (String(repeating: "a", count: 32) + ":b", String(repeating: "a", count: 32)),
    (String(repeating: "a", count: 33) + ":b", nil),
  ])
  func `a scheme is a word of two to 32 signs before a colon`(address: String, scheme: String?) {
    #expect(schemeEnd(of: address.utf8).map { String(address[..<$0]) } == scheme)
    #expect(schemeEnd(of: Array(address.utf8)[...]) == scheme?.utf8.count)
  }
}
