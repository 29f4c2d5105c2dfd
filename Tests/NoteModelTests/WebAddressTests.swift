import NoteModel
import Testing

@Suite struct WebAddressTests {
  @Test(arguments: [
    ("https://한글.kr/길?q=나 무", "https://한글.kr/%EA%B8%B8?q=%EB%82%98%20%EB%AC%B4", "한글.kr"),
    ("HTTP://Example.COM:8080/a%20b#x", "http://Example.COM:8080/a%20b", "example.com"),
    ("www.example.com/a", "http://www.example.com/a", "www.example.com"),
    ("//cdn.example.com/x.png", "https://cdn.example.com/x.png", "cdn.example.com"),
    ("http://[::1]:80/", "http://[::1]:80/", "[::1]"),
  ])
  func `a page as it is asked for`(text: String, page: String, host: String) {
    let address = WebAddress(text)
    #expect(address?.page == page)
    #expect(address?.host == host)
  }

  @Test(arguments: ["mailto:a@b.c", "tel:1", "ftp://a.b/c", "a/b.md", "https://", "http://?x", ""])
  func `what is not asked for over HTTP`(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(arguments: [
    "http://localhost/", "http://127.0.0.1:80/", "http://10.1.2.3", "http://192.168.0.1/",
    "http://172.16.0.1", "http://169.254.169.254/latest", "http://printer/", "http://nas.local",
    "http://[::1]/", "http://[fe80::1]/", "http://user@10.0.0.1/",
  ])
  func `a place of this machine or network`(text: String) {
    #expect(WebAddress(text)?.isPrivate == true)
  }

  @Test(arguments: [
    "http://8.8.8.8/", "https://example.com", "http://172.32.0.1", "http://[2001:db8::1]/",
  ])
  func `a place of the whole world`(text: String) {
    #expect(WebAddress(text)?.isPrivate == false)
  }

  @Test(arguments: [
    ("intro", "intro"), ("%EA%B8%B8", "길"), (":~:text=a", nil), ("/route", nil), ("page=2", nil),
    ("L10", nil), ("top", nil), ("Long", "Long"),
  ])
  func `a fragment that names an element`(fragment: String, element: String?) {
    #expect(WebAddress("https://a.kr/", fragment: fragment)?.element == element)
  }

  @Test func `what elements of a page are called`() {
    let page = "<h1 id=one>x</h1><a name='two'></a><p data-id=\"no\" class=x\n ID = \"세 번째\">"
    #expect(ElementIdentifiers.all(in: Array(page.utf8)) == ["one", "two", "세 번째"])
  }
}
