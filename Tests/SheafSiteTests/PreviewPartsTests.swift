import Testing

@testable import SheafSite

/// The parts of the preview, each alone.
@Suite struct PreviewPartsTests {
  @Test func `a request has a method, a target and one host`() throws {
    let head = try #require(
      RequestHead("GET /notes/a%20b.html?after=3&x=y HTTP/1.1\r\nHost: \tlocalhost:4000\r\nA: b"))
    #expect(head.method == "GET")
    #expect(head.path == "/notes/a%20b.html")
    #expect(head.host == "localhost:4000")
    #expect(head.parameter("after") == "3" && head.parameter("x") == "y")
    #expect(head.parameter("aft") == nil && head.parameter("b.html") == nil)
  }

  @Test(arguments: [
    "", "GET /", "GET / HTTP/2", "GET  / HTTP/1.1", "GET / HTTP/1.1 x", "\u{16}\u{3}\u{1}",
  ])
  func `what is no request is none`(text: String) {
    #expect(RequestHead(text) == nil)
  }

  @Test func `a request with two hosts has none`() {
    #expect(RequestHead("GET / HTTP/1.1\r\nHost: a\r\nhost: b")?.host == nil)
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST:80", true), ("127.0.0.1:4000", true), ("[::1]", true),
    ("[::1]:4000", true), ("notes.home:4000", true),
    ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false),
    ("localhost:80x", false), ("[::1]x", false), ("[::1", false), ("", false), (":4000", false),
  ])
  func `only the machine's own names and those that were given are answered`(
    host: String, isAdmitted: Bool
  ) {
    #expect(HostGate(["Notes.Home"]).admits(host) == isAdmitted)
  }

  @Test func `a request without a host is refused`() { #expect(!HostGate([]).admits(nil)) }

  @Test(arguments: [
    ("index.html", "text/html; charset=utf-8"), ("a/STYLE.CSS", "text/css; charset=utf-8"),
    ("files/photo.JPG", "image/jpeg"), ("files/page.html", MediaTypes.unknown),
    ("files/deep/script.js", MediaTypes.unknown), ("files/feed.xml", MediaTypes.unknown),
    ("files/drawing.svg", MediaTypes.drawing), ("noending", MediaTypes.unknown),
    ("folder.html/file", MediaTypes.unknown), ("", MediaTypes.unknown),
    ("x.exe", MediaTypes.unknown),
  ])
  func `an attachment is never a page or a script`(path: String, type: String) {
    #expect(MediaTypes.type(of: path) == type)
  }

  @Test func `an answer says how long it is, also where it sends nothing`() {
    var answer = Answer(status: .notFound, mediaType: MediaTypes.text, body: Array("한".utf8))
    let whole = String(decoding: answer.bytes, as: UTF8.self)
    #expect(whole.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    #expect(whole.contains("\r\nContent-Length: 3\r\n"))
    #expect(whole.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
    #expect(whole.hasSuffix("\r\n\r\n한"))
    answer.sendsBody = false
    #expect(String(decoding: answer.bytes, as: UTF8.self) == String(whole.dropLast()))
  }

  @Test func `who waits is woken by the next change, and by one that came before`() async {
    let announcer = Announcer()
    let far = ContinuousClock.now.advanced(by: .seconds(60))
    async let woken = announcer.change(after: 0, until: far)
    announcer.announce()
    #expect(await woken)
    #expect(announcer.count == 1)
    // It has happened already, so nobody waits.
    #expect(await announcer.change(after: 0, until: far))
  }

  @Test func `who waits in vain is told so`() async {
    let announcer = Announcer()
    #expect(await !announcer.change(after: 0, until: .now))
  }
}
