import Foundation
import NoteTestSupport
import Synchronization
import Testing

/// The preview as it runs: a process, a port, files that change.
@Suite final class ServeTests {
  private let program: BuiltProgram
  private let process = Process()
  private let probe: HTTPProbe

  convenience init() throws { try self.init(fileLimit: 1_024) }

  /// - Parameter fileLimit: The number of files that the server may have open.
  init(fileLimit: Int) throws {
    program = try BuiltProgram()
    try program.folder.write("# One\n\nFirst words. ![](../a.svg)\n", to: "notes/Memo/one.md")
    try program.folder.write("HUSHDRAFT", to: "notes/Memo/unused.txt")
    try program.folder.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "notes/a.svg")
    try program.folder.write("HUSHOUTSIDE", to: "outside.md")
    _ = try program.run(["init"])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let shell = ["-c", "ulimit -n \(fileLimit) && exec \"$@\"", "sh", program.path]
    process.arguments =
      shell + ["-C", program.folder.path + "/notes", "serve", "--port", "0", "--trust-theme"]
    process.environment = program.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The address comes first, as soon as the server listens.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
    probe = HTTPProbe(port: try #require(port, "\(line)"))
  }

  deinit {
    // The threads of tests block the gentler signals, and a child inherits that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static let page = "/notes/Memo/one.html"

  private func version(of page: String = ServeTests.page) throws -> String {
    try version(in: #require(probe.ask(page)).body)
  }

  private func version(in body: String) throws -> String {
    let meta = "<meta name=\"sheaf-version\" content=\""
    return String(try #require(body.components(separatedBy: meta).last).prefix { $0 != "\"" })
  }

  /// The page as it is when the server says that it is no longer `version`, and holds `text`: files are written here
  /// as by simple editors, so that the server may see one that is still empty.
  private func next(
    after version: String, _ page: String = ServeTests.page, holding text: String? = nil
  ) throws -> String {
    var version = version
    while true {
      let answer = try #require(probe.ask("/-/changes?path=\(page)&version=\(version)"))
      try #require(answer.status == 200)
      let body = try #require(probe.ask(page)).body
      if text.map({ body.contains($0) }) ?? true { return body }
      version = try self.version(in: body)
    }
  }

  @Test func `a page that is saved is told of and shown anew`() throws {
    let before = try version()
    try program.folder.write("# One\n\nSecond words.\n", to: "notes/Memo/one.md")
    #expect(try next(after: before, holding: "Second words.").contains("Second words."))
  }

  @Test func `a file in a folder that was empty is seen`() throws {
    try FileManager.default.createDirectory(
      atPath: program.folder.path + "/notes/New/deep", withIntermediateDirectories: true)
    let before = try version()
    try program.folder.write("# One\n\n[[x]]\n", to: "notes/Memo/one.md")
    let body = try next(after: before, holding: ">x<")
    try program.folder.write("# X\n", to: "notes/New/deep/x.md")
    _ = try next(after: version(in: body), holding: "../New/deep/x.html")
  }

  @Test func `the first page behind a save has the new title, links and tags`() throws {
    let list = "/folder/Memo.html"
    let listed = try version(of: list)
    try program.folder.write("# Two\n", to: "notes/Memo/two.md")
    _ = try next(after: listed, list)
    let before = try version()
    try program.folder.write("# Three\n\n[[two]] [[one]]\n", to: "notes/Memo/one.md")
    let page = try next(after: before, holding: "Three")
    #expect(page.contains("<title>Three ·"))
    #expect(page.contains("<a href=\"../Memo/two.html\">two</a>"))
  }

  @Test func `every file of the published site is answered, and those without scripts are equal`()
    throws
  {
    let site = try TemporaryFolder()
    #expect(try program.run(["publish", "-o", site.path, "--yes"]).status == 0)
    for name in site.files() where name != ".sheaf-site" {
      let answer = try #require(probe.ask("/" + name))
      #expect(answer.status == 200, "\(name)")
      guard !name.hasSuffix(".html") else { continue }
      #expect(answer.body == String(decoding: try site.read(name), as: UTF8.self), "\(name)")
    }
  }

  @Test func `a new note in a new folder is found`() throws {
    var before = try version(of: "/notes.html")
    try program.folder.write("# Two\n", to: "notes/Deep/er/two.md")
    var body = ""
    while !body.contains("Deep/er") {
      body = try next(after: before, "/folder/Deep.html")
      before = try version(in: body)
    }
    #expect(probe.ask("/notes/Deep/er/two.html")?.status == 200)
  }

  @Test func `a mistake in a template stands in the page until it is fixed`() throws {
    let before = try version()
    try program.folder.write("{{#open}}\n", to: "notes/.sheaf/theme/note.html")
    let wrong = try next(after: before, holding: ".sheaf/theme/note.html:")
    #expect(probe.ask(Self.page)?.status == 500)
    #expect(wrong.contains(".sheaf/theme/note.html:"))
    let broken = try version()
    try program.folder.write("FIXED {{{body}}}\n", to: "notes/.sheaf/theme/note.html")
    #expect(try next(after: broken, holding: "FIXED").contains("FIXED"))
  }

  @Test func `what is wrong in a note stands before its text`() throws {
    let before = try version()
    try program.folder.write("---\ntags: [a\n---\n# One\n", to: "notes/Memo/one.md")
    #expect(try next(after: before).contains("<aside class=\"callout\" role=\"status\""))
  }

  @Test func `only the machine's own names are answered`() throws {
    let others = ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "0"]
    for host in others {
      let answer = try #require(probe.ask("/", host: host))
      #expect(answer.status == 403, "\(host)")
      #expect(!answer.body.contains("<html"))
    }
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:9"] {
      #expect(probe.ask("/", host: host)?.status == 200, "\(host)")
    }
  }

  private static let ways = [
    "/../outside.md", "/..%2foutside.md", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
    "/files/../.sheaf/config.yaml", "/.sheaf/config.yaml", "/files/.sheaf/config.yaml",
    "/notes/Memo/../../../outside.md", "/files/Memo/unused.txt", "/files/Memo/one.md",
    "/notes/Memo/one.md", "/%00", "/notes/", "/files//etc/passwd",
  ]

  @Test func `no path leads to a file that is not shown`() throws {
    for path in Self.ways {
      let answer = try #require(probe.ask(path))
      #expect([400, 404].contains(answer.status), "\(path)")
      #expect(!answer.body.contains("HUSH"), "\(path)")
      #expect(!answer.body.contains("root:x:"), "\(path)")
    }
  }

  @Test func `a symbolic link out of the repository is not followed`() throws {
    let before = try version()
    let note = program.folder.path + "/notes/Memo/one.md"
    try FileManager.default.removeItem(atPath: note)
    try FileManager.default.createSymbolicLink(
      atPath: note, withDestinationPath: program.folder.path + "/outside.md")
    let body = try next(after: before)
    #expect(!body.contains("HUSH"))
  }

  /// The page says how it was loaded, and asks for no further change once it was loaded again.
  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `a browser loads a page again when its note is saved`() throws {
    let plain = try version()
    try program.folder.write(
      """
      var way = performance.getEntriesByType('navigation')[0].type;
      document.documentElement.dataset.way = way;
      if (way === 'reload') window.fetch = () => new Promise(() => {});
      """, to: "notes/.sheaf/theme/way.js")
    _ = try next(after: plain, holding: "dataset.way")
    let run = BrowserRun()
    let address = "http://127.0.0.1:\(probe.port)" + Self.page
    // A thread of its own: the loop below leaves none to tasks.
    Thread.detachNewThread {
      let result = Result {
        try HeadlessBrowser.document(at: address, in: try TemporaryFolder())
      }
      run.result.withLock { $0 = result }
    }
    var count = 0
    while run.result.withLock({ $0 == nil }) {
      count += 1
      let before = try version()
      try program.folder.write("# One\n\nEdit \(count).\n", to: "notes/Memo/one.md")
      _ = try next(after: before, holding: "Edit \(count).")
    }
    let document = try run.result.withLock(\.self)?.get()
    #expect(document?.contains("data-way=\"reload\"") == true)
  }

  @Test func `many connections that ask nothing keep nobody out`() throws {
    let crowded = try ServeTests(fileLimit: 256)
    let silent = crowded.probe.halfOpen(600)
    defer { for descriptor in silent { close(descriptor) } }
    for _ in 0..<20 { #expect(crowded.probe.ask("/")?.status == 200) }
    // The last of them are still waited for.
    #expect(silent.suffix(50).allSatisfy { $0 >= 0 })
  }

  /// Without files the state of the notes cannot be read, and a fault would be shown until the next save.
  @Test func `many connections leave files for the notes that are read meanwhile`() throws {
    let crowded = try ServeTests(fileLimit: 256)
    let files = "/proc/\(crowded.process.processIdentifier)/fd"
    let before = try crowded.version()
    var silent: [Int32] = []
    defer { for descriptor in silent { close(descriptor) } }
    for number in 1...30 {
      try crowded.program.folder.write("# One\n\nEdit \(number).\n", to: "notes/Memo/one.md")
      silent += crowded.probe.halfOpen(20)
      #expect(try FileManager.default.contentsOfDirectory(atPath: files).count < 200)
    }
    _ = try crowded.next(after: before, holding: "Edit 30.")
  }

  @Test func `nothing but reading is allowed`() throws {
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
      #expect(probe.ask("/", method: method)?.status == 405, "\(method)")
    }
  }

  @Test func `an answer forbids frames, guessing and keeping; drawings run nothing`() throws {
    let head = try #require(probe.ask(Self.page)).head
    #expect(head.contains("X-Frame-Options: SAMEORIGIN"))
    #expect(head.contains("X-Content-Type-Options: nosniff"))
    #expect(head.contains("Cache-Control: no-store"))
    #expect(head.contains("\r\nContent-Security-Policy: default-src 'none'; "))
    #expect(head.contains("script-src 'sha256-"))
    let drawing = try #require(probe.ask("/files/a.svg"))
    #expect(drawing.status == 200)
    #expect(drawing.head.contains("Content-Security-Policy: sandbox"))
  }
}

private final class BrowserRun: Sendable {
  let result = Mutex<Result<String, any Error>?>(nil)
}
