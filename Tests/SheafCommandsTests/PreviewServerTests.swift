import NotePreview
import NoteTestSupport
import Testing
import Wording

@Suite struct PreviewServerTests {
  private struct NoSite: ExplainedError {
    var category: ErrorCategory { .failure }
    var explanation: Message { Message("There is no site", ko: "사이트가 없습니다") }
  }

  private func probe(patience: Duration) throws -> HTTPProbe {
    let site = PreviewSite(language: .english) { throw NoSite() }
    let server = try PreviewServer(
      site, address: "127.0.0.1", port: 0, gate: HostGate([]), patience: patience)
    server.start()
    return HTTPProbe(port: server.port)
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
  func `a connection that falls silent is closed`(request: String) throws {
    let probe = try probe(patience: .milliseconds(200))
    #expect(probe.isClosed(afterSending: request, within: 20))
    #expect(probe.ask("/") != nil)
  }

  @Test func `until then it is kept`() throws {
    let probe = try probe(patience: .seconds(60))
    #expect(!probe.isClosed(afterSending: "GET / HTTP/1.1\r\n", within: 1))
  }
}
