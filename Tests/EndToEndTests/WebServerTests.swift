import Foundation
import NoteTestSupport
import Testing

/// `check --external` with curl against a server on this machine, in a process of its own.
@Suite struct WebServerTests {
  private let program: BuiltProgram
  private let server: LocalServer

  init() throws {
    program = try BuiltProgram()
    server = try LocalServer(in: program.folder)
  }

  @Test func `every outcome, and nothing of the person goes along`() throws {
    try program.folder.write(
      "links:\n  external-timeout: 2\n", to: "notes/.sheaf/config.yaml")
    try program.folder.write(
      "links:\n  external-private: true\n  external-interval: 0\n",
      to: "home/.config/sheaf/config.yaml")
    try program.folder.write("user = \"me:word\"\n", to: "home/.curlrc")
    let paths = [
      "there", "shy", "moved", "forbidden", "gone", "page#길", "page#no", "never", "missing",
    ]
    let lines =
      paths.map { "<\(server.address)/\($0)>\n" } + ["<http://127.0.0.1:1/refused>\n"]
    try program.folder.write("# A\n\n" + lines.joined(separator: "\n"), to: "notes/a.md")
    let run = try program.run(["check", "--external"])
    #expect(
      run.output.replacingOccurrences(of: server.address, with: "") == """
        a.md:9:1: note: /forbidden: 403, forbidden to programs [unclear-page]
        a.md:11:1: warning: /gone: 410, gone [dead-page]
        a.md:15:1: warning: /page#no: the page has no such anchor [dead-page]
        a.md:17:1: note: /never: timed out [unclear-page]
        a.md:19:1: warning: /missing: 404, not found [dead-page]
        a.md:21:1: note: http://127.0.0.1:1/refused: no connection [unclear-page]

        """)
    #expect(run.errors == "web: 4 found, 3 dead, 3 unclear\n")
    #expect(run.status == 1)
    let visits = try server.visits
    #expect(visits.allSatisfy { $0.hasSuffix(" sheaf/0.3.0 (link check)") }, "\(visits)")
    #expect(visits.count { $0.hasPrefix("HEAD /there ") } == 2)
    #expect(visits.count { $0.hasPrefix("GET /page ") } == 1)
    _ = try program.run(["check", "--external"])
    #expect(try server.visits == visits)
  }

  @Test func `no form of an address reaches a server on this machine`() throws {
    try program.folder.write("links:\n  external-interval: 0\n", to: "notes/.sheaf/config.yaml")
    let port = server.address.split(separator: ":").last ?? ""
    let hosts = [
      "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "127.0.0.1.", "１２７.0.0.1", "%31%32%37.0.0.1",
      "[0:0:0:0:0:ffff:127.0.0.1]", "[::ffff:7f00:1]", "localhost.", "127。0。0。1",
    ]
    let lines = hosts.map { "[x](<http://\($0):\(port)/there>)\n" }.joined()
    try program.folder.write("# A\n\n" + lines, to: "notes/a.md")
    let run = try program.run(["check", "--external"])
    #expect((try? server.visits) == nil, "\(run.output)")
    #expect(run.status == 0)
  }
}

/// A web server of Python's that answers as its paths say and keeps a list of its visits.
private final class LocalServer {
  let address: String
  private let process = Process()
  private let list: String

  init(in folder: TemporaryFolder) throws {
    try folder.write(Self.script, to: "server.py")
    list = folder.path + "/visits"
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [folder.path + "/server.py", list]
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = "http://127.0.0.1:" + line.filter(\.isNumber)
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Method, path, and what the visitor tells of itself.
  var visits: [String] {
    get throws {
      let text = try String(contentsOfFile: list, encoding: .utf8)
      return text.split(separator: "\n").map(String.init)
    }
  }

  private static let script = """
    import http.server, sys, time

    STATUS = {"/there": 200, "/page": 200, "/moved": 301, "/forbidden": 403, "/gone": 410}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_HEAD(self):
            told = [self.headers.get("User-Agent", "")]
            told += [name for name in ("Cookie", "Authorization", "Referer") if name in self.headers]
            with open(sys.argv[1], "a") as visits:
                visits.write("%s %s %s\\n" % (self.command, self.path, "".join(told)))
            if self.path == "/never":
                time.sleep(3600)
            status = STATUS.get(self.path, 404)
            if self.path == "/shy":
                status = 405 if self.command == "HEAD" else 200
            body = '<h1 id="길">x</h1>'.encode() if self.path == "/page" else b""
            self.send_response(status)
            if status == 301:
                self.send_header("Location", "/there")
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_GET = do_HEAD

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    server.serve_forever()
    """
}
