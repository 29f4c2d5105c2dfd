import NoteActions
import NoteModel
import Testing
import WebPages

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
    ("0X7F.1", "0x7f.1"), ("１２７。０．０.1", "127.0.0.1"), ("%31%32%37.1", "127.1"),
    ("[0:0::ffff:127.0.0.1]", "0:0::ffff:127.0.0.1"), ("LOCALHOST.", "localhost"),
    ("한글.KR", "xn--bj0bj06e.kr"), ("bücher.example", "xn--bcher-kva.example"),
    ("쎉됢톻.kr", "xn--5s1b250asvk.kr"), ("ßaöñ.kr", "xn--a-pfa9cta.kr"),
    ("가각.kr", "xn--o39ac.kr"), ("콩그틄끂.kr", "xn--2i0bl7bsz1ch6c.kr"),
    ("a b.kr", nil), ("a/b", nil), ("a{b", nil), ("a`b", nil), ("a@b", nil),
    ("az09-_.kr", "az09-_.kr"), ("", nil), ("a%00b", nil), (".", nil), ("[::1", nil),
    ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("a\u{AD}b\u{200B}.kr", "ab.kr"),
    ("他们为什么不说中文.cn", "xn--ihqwcrb4cv8a8dqg056pqjye.cn"), ("a．b｡c", "a.b.c"), ("～.kr", nil),
    ("３年B組金八先生.jp", "xn--3b-ww4c5e180e575a65lsy2b.jp"),
  ])
  func `a host as it is looked up`(written: String, name: String?) {
    #expect(HostName.ascii(written) == name)
  }

  @Test func `a host has at most 253 letters`() {
    let label = String(repeating: "a", count: 62) + "."
    let long = String(repeating: label, count: 4)
    #expect(HostName.ascii(long + "b")?.utf8.count == 253)
    #expect(HostName.ascii(long + "bc") == nil)
  }

  @Test func `addresses of the whole world, and others in every dress`() {
    let v4: [([UInt8], Bool)] = [
      ([8, 8, 8, 8], true), ([172, 32, 0, 1], true), ([100, 128, 0, 1], true),
      ([127, 0, 0, 1], false), ([10, 0, 0, 1], false), ([100, 64, 0, 1], false),
      ([169, 254, 169, 254], false), ([172, 31, 255, 255], false), ([192, 168, 1, 1], false),
      ([0, 0, 0, 0], false), ([192, 0, 2, 1], false), ([198, 19, 0, 1], false),
      ([224, 0, 0, 1], false), ([255, 255, 255, 255], false), ([9, 255, 255, 255], true),
      ([11, 0, 0, 0], true), ([126, 0, 0, 1], true), ([128, 0, 0, 1], true),
      ([100, 63, 0, 1], true), ([100, 127, 0, 1], false), ([169, 253, 0, 1], true),
      ([172, 15, 0, 1], true), ([172, 16, 0, 1], false), ([192, 0, 0, 1], false),
      ([192, 0, 1, 1], true), ([192, 88, 99, 1], false), ([192, 88, 98, 1], true),
      ([192, 167, 0, 1], true), ([198, 17, 0, 1], true), ([198, 18, 0, 1], false),
      ([198, 20, 0, 1], true), ([198, 51, 100, 1], false), ([198, 51, 99, 1], true),
      ([203, 0, 113, 1], false), ([203, 0, 112, 1], true), ([223, 255, 0, 1], true),
      ([1, 0, 0, 1], true),
    ]
    for (bytes, isPublic) in v4 {
      #expect(HostAddress(bytes)?.isPublic == isPublic, "\(bytes)")
      let zeros = [UInt8](repeating: 0, count: 10)
      let mapped = zeros + [0xFF, 0xFF] + bytes
      let translated = [0, 0x64, 0xFF, 0x9B] + zeros.dropLast(2) + bytes
      let sixToFour = [0x20, 0x02] + bytes + zeros
      for dress in [mapped, translated, sixToFour] {
        #expect(HostAddress(dress)?.isPublic == isPublic, "\(dress)")
      }
      #expect(HostAddress(zeros + [0, 0] + bytes)?.isPublic == false)
    }
    let v6: [([UInt8], Bool)] = [
      ([0x26, 0x06, 0x47], true), ([0x2A, 0], true), ([0xFC], false), ([0xFD], false),
      ([0xFE, 0x80], false), ([0xFE, 0xC0], false), ([0xFF, 0x02], false), ([], false),
      ([0x20, 0x01, 0x0D, 0xB8], false), ([0x20, 0x01, 0, 0], false), ([0x3F, 0xFF, 0], false),
      ([0, 0x64, 0xFF, 0x9B, 0, 1], false), ([1], false), ([0x1F, 0xFF], false), ([0x20], true),
      ([0x3F], true), ([0x40], false), ([0x20, 0x01, 1, 0xFF], false), ([0x20, 0x01, 2], true),
      ([0x3F, 0xFF, 0x0F], false), ([0x3F, 0xFF, 0x10], true), ([0x20, 0x01, 0x0D, 0xB9], true),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0, 8, 8, 8, 8], false),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 8, 8, 8, 8], false),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 8, 8, 8, 8], false),
    ]
    for (start, isPublic) in v6 {
      let bytes = start + [UInt8](repeating: 0, count: 16 - start.count)
      #expect(HostAddress(bytes)?.isPublic == isPublic, "\(bytes)")
    }
    #expect(HostAddress([1, 2, 3]) == nil)
    #expect(HostAddress([1, 2, 3, 4])?.description == "1.2.3.4")
    #expect(
      HostAddress([0x26, 6] + [UInt8](repeating: 0, count: 13) + [1])?.description
        == "2606:0:0:0:0:0:0:1")
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
