import ByteBasics
import NoteTestSupport
import Testing

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `bytes become text and come back`(plain: String, text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
    #expect(Base64.bytes(text.utf8) == Array(plain.utf8))
  }

  @Test func `every byte comes back, from lines too`() {
    var random = SeededGenerator(seed: 64)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.bytes(Base64.text(bytes).utf8) == bytes)
      let lines = Base64.lines(bytes)
      #expect(Base64.bytes(lines.utf8) == bytes)
      #expect(lines.split(separator: "\n").dropLast().allSatisfy { $0.utf8.count == 76 })
      #expect(!lines.hasSuffix("\n") && !lines.contains("\r"))
    }
  }

  @Test(arguments: [
    ("Zm9v\r\n YmFy\t", "foobar"), ("Zm9vYg", "foob"), ("Zm9vYg==Zm9v", "foob"), ("Zm9vY", "foo"),
    ("Zm9v!", nil), ("Zm-v", nil), ("Zm\u{0}9v", nil), ("메모", nil), ("====", ""), (" \n", ""),
  ])
  func `space and a missing end are passed over, other signs are no Base64`(
    text: String, plain: String?
  ) {
    #expect(Base64.bytes(text.utf8) == plain.map { Array($0.utf8) })
  }
}
