import Dispatch
import NoteTestSupport
import SheafSite
import Testing
import Wording

@testable import SheafCommands
@testable import SiteCommands

@Suite struct PreviewServerTests {
  /// The corner squares begin in the third row of modules, of which a line of blocks has two; light on dark.
  @Test(arguments: [(false, "██ ▄▄▄▄▄ █"), (true, "####              ##")])
  func `an address for a phone is drawn by qrencode`(inASCII: Bool, corner: String) throws {
    let world = World.live()
    let context = try world.context(
      console: world.console(GlobalOptions()), language: .english, globals: GlobalOptions(),
      words: [])
    let code = try #require(
      ServeCommand.code(of: "http://192.168.0.7:8420/", inASCII: inASCII, context.installedPrograms)
    )
    let lines = code.split(separator: "\n")
    #expect(lines[inASCII ? 2 : 1].hasPrefix(corner), "\(code)")
  }

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

  /// Waits on a thread of its own: the server's tasks need those that tests run on.
  private func waiting<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: work()) }
    }
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
  func `a connection that falls silent is closed`(request: String) async throws {
    let probe = try probe(patience: .milliseconds(200))
    // The server gets a thread only when the other tests, which hold them all, leave one: at the latest at their end.
    #expect(await waiting { probe.isClosed(afterSending: request, within: 3_000) })
  }

  @Test func `until then it is kept`() async throws {
    let probe = try probe(patience: .seconds(60))
    #expect(await !waiting { probe.isClosed(afterSending: "GET / HTTP/1.1\r\n", within: 1) })
  }
}
