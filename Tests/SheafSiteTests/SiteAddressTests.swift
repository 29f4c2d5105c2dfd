import NotePresentation
import SheafSite
import Testing

@Suite struct SiteAddressTests {
  @Test(arguments: [
    ("javascript:alert(1).html", "javascript%3Aalert%281%29.html"),
    ("메모/a b.html", "메모/a%20b.html"), ("100%?#.html", "100%25%3F%23.html"),
    ("a\u{202E}b\u{FEFF}c\u{85}\u{A0}\u{FFFE}", "a%E2%80%AEb%EF%BB%BFc%C2%85%C2%A0%EF%BF%BE"),
    ("é가漢あ🍀.html", "é가漢あ🍀.html"),
  ])
  func `a file name never reads as anything else, and letters stay letters`(
    name: String, expected: String
  ) {
    #expect(SiteAddress.escaped(name) == expected)
  }

  @Test func `outside of pages an address is in ASCII`() {
    #expect(SiteAddress.ascii(SiteAddress.escaped("메모 1.html")) == "%EB%A9%94%EB%AA%A8%201.html")
  }

  @Test(arguments: [
    ("Plan B!", "#note-plan-b"), ("Part#^note-1", "#note-%5Enote-1"), ("A#B", "#note-b"),
    ("*", ""), ("A,1:#*", "#note-a"), ("A:#B", "#note-a"),
  ])
  func `a fragment is the anchor of its last part`(fragment: String, expected: String) {
    #expect(SiteAddress.fragment(fragment) == expected)
  }
}
