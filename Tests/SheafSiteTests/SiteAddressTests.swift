import NotePresentation
import SheafSite
import Testing

@Suite struct SiteAddressTests {
  @Test(arguments: [
    ("javascript:alert(1).html", "javascript%3Aalert%281%29.html"),
    ("메모/a b.html", "%EB%A9%94%EB%AA%A8/a%20b.html"), ("100%?#.html", "100%25%3F%23.html"),
  ])
  func `a file name never reads as anything else`(name: String, expected: String) {
    #expect(SiteAddress.escaped(name) == expected)
  }

  @Test(arguments: [
    ("Plan B!", "#note-plan-b"), ("Part#^note-1", "#note-%5Enote-1"), ("A#B", "#note-b"),
  ])
  func `a fragment is the anchor of its last part`(fragment: String, expected: String) {
    #expect(SiteAddress.fragment(fragment) == expected)
  }
}
