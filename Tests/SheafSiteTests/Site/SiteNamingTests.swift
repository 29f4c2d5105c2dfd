import SheafSite
import Testing

@testable import SheafSite

struct SiteNamingTests {
  @Test func `no two tags share a page, and none leaves its folder`() {
    let long = String(repeating: "긴", count: 100)
    let tags = [
      "a", "a/", "/a", "a/b", "a//b", "a/./b", "a/_./b", "..", "_..", "a\u{1}b", "a_b", "https:",
      "https:/", "https://b", long, long + "x",
    ]
    let pages = tags.map(SiteNaming.tag)
    #expect(Set(pages).count == tags.count)
    for page in pages {
      let levels = page.split(separator: "/", omittingEmptySubsequences: false)
      #expect(levels.first == "tag" && levels.count > 1)
      #expect(!levels.contains { ["", ".", ".."].contains($0) || $0.utf8.count > 255 }, "\(page)")
    }
  }
}
