import NoteActions
import NoteModel
import NoteTestSupport
import Synchronization
import Testing

/// `check --external` with a made-up web.
@Suite struct WebLinksTests {
  /// Answers by page, and remembers what was asked for.
  private final class MadeUpWeb: Sendable {
    private let answers: [String: WebAnswer]
    private let requests = Mutex<[String]>([])

    init(_ answers: [String: WebAnswer]) {
      self.answers = answers
    }

    /// `HEAD page` or `GET page`, in order.
    var asked: [String] { requests.withLock { $0 } }

    func answer(_ request: WebRequest) -> WebAnswer {
      let method = request.isHead ? "HEAD" : "GET"
      requests.withLock { $0.append("\(method) \(request.page)") }
      var answer =
        answers["\(method) \(request.page)"] ?? answers[request.page] ?? WebAnswer(status: 404)
      if !request.wantsText { answer.text = [] }
      return answer
    }
  }

  private func session(_ web: MadeUpWeb, _ notes: [String: String]) throws -> CommandSession {
    let session = try CommandSession(web: { web.answer($0) })
    try session.folder.write(
      "links:\n  external-interval: 0\n  external-ignore: [https://ignored.kr/]\n",
      to: ".sheaf/config.yaml")
    for (name, text) in notes { try session.folder.write(text, to: name) }
    _ = session.run(["config", "trust"])
    return session
  }

  private static func html(_ text: String) -> WebAnswer {
    WebAnswer(status: 200, isHTML: true, text: Array(text.utf8))
  }

  @Test func `dead pages are told with their place, what cannot be told does not count`() throws {
    let web = MadeUpWeb([
      "https://a.kr/": WebAnswer(status: 200), "https://b.kr/x": WebAnswer(status: 403),
    ])
    let session = try session(
      web, ["a.md": "# A\n\n<https://a.kr/> [b](https://b.kr/x)\nand https://c.kr/gone\n"])
    let run = session.run(["check", "--external"])
    #expect(
      run.output == """
        a.md:3:17: note: https://b.kr/x: 403, forbidden to programs [unclear-page]
        a.md:4:5: warning: https://c.kr/gone: 404, not found [dead-page]

        """)
    #expect(run.errors == "web: 1 found, 1 dead, 1 unclear\n")
    #expect(run.status == 1)
    #expect(
      web.asked.sorted() == [
        "GET https://b.kr/x", "GET https://c.kr/gone", "HEAD https://a.kr/", "HEAD https://b.kr/x",
        "HEAD https://c.kr/gone",
      ])
    try session.folder.write("# A\n\n[b](https://b.kr/x)\n", to: "a.md")
    #expect(session.run(["check", "--external"]).status == 0)
  }

  @Test func `what GET finds counts where HEAD does not`() throws {
    let web = MadeUpWeb([
      "HEAD https://a.kr/": WebAnswer(status: 405), "GET https://a.kr/": WebAnswer(status: 200),
    ])
    let session = try session(web, ["a.md": "# A\n\nhttps://a.kr/\n"])
    #expect(session.run(["check", "--external"]).status == 0)
  }

  @Test func `redirects are followed to their end, not into this network, not for ever`() throws {
    let web = MadeUpWeb([
      "https://a.kr/": WebAnswer(status: 301, redirect: "https://b.kr/"),
      "https://b.kr/": WebAnswer(status: 200),
      "https://c.kr/": WebAnswer(status: 302, redirect: "http://192.168.0.1/admin"),
      "https://d.kr/": WebAnswer(status: 302, redirect: "https://d.kr/"),
    ])
    let session = try session(
      web, ["a.md": "# A\n\nhttps://a.kr/ https://c.kr/ https://d.kr/\n"])
    let run = session.run(["check", "--external"])
    #expect(run.errors == "web: 1 found, 2 unclear\n")
    #expect(!web.asked.contains { $0.contains("192.168") })
    #expect(web.asked.count { $0 == "HEAD https://d.kr/" } == 10)
  }

  @Test func `a part of a page is looked for in HTML`() throws {
    let web = MadeUpWeb([
      "https://a.kr/": Self.html("<h1 id=\"one\"></h1><a name=two></a><p id='user-content-세'>"),
      "https://a.kr/x.pdf": WebAnswer(status: 200),
    ])
    let session = try session(
      web,
      [
        "a.md":
          "# A\n\nhttps://a.kr/#one https://a.kr/#two <https://a.kr/#세> https://a.kr/#no https://a.kr/x.pdf#b\n"
      ])
    let run = session.run(["check", "--external"])
    #expect(
      run.output
        == "a.md:3:55: warning: https://a.kr/#no: the page has no such anchor [dead-page]\n")
    #expect(web.asked.sorted() == ["GET https://a.kr/", "GET https://a.kr/x.pdf"])
  }

  @Test func `a page is asked for once in its time`() throws {
    let web = MadeUpWeb([
      "https://a.kr/": WebAnswer(status: 200), "https://b.kr/": WebAnswer(status: 500),
    ])
    let session = try session(
      web,
      [
        "a.md": "# A\n\nhttps://a.kr/ https://b.kr/ https://c.kr/\n",
        "b.md": "# B\n\nhttps://a.kr/\n",
      ])
    let first = session.run(["check", "--external"])
    #expect(web.asked.count { $0.hasSuffix("https://a.kr/") } == 1)
    let count = web.asked.count
    #expect(session.run(["check", "--external"]).output == first.output)
    #expect(web.asked.count == count)
    let later = [
      ("2026-11-21T10:59:00+09:00", []), ("2026-11-21T11:00:00+09:00", ["b"]),
      ("2026-11-22T10:00:00+09:00", ["b", "c"]), ("2026-11-29T11:00:00+09:00", ["a", "b", "c"]),
    ]
    for (moment, hosts) in later {
      let before = web.asked.count
      _ = session.run(["--now", moment, "check", "--external"])
      let asked = Set(web.asked[before...].compactMap { $0.split(separator: "/")[1].first })
      #expect(asked == Set(hosts.compactMap(\.first)), "\(moment)")
    }
  }

  @Test func `a host that wants to be left alone is left alone`() throws {
    let web = MadeUpWeb(["https://a.kr/1": WebAnswer(status: 429)])
    let session = try session(
      web, ["a.md": "# A\n\nhttps://a.kr/1 https://a.kr/2 https://a.kr/3\n"])
    let run = session.run(["check", "--external"])
    #expect(web.asked == ["HEAD https://a.kr/1"])
    #expect(run.errors == "web: 3 unclear\n")
    #expect(run.output.contains("https://a.kr/3: the host refuses further requests for now"))
    #expect(run.status == 0)
  }

  @Test
  func `sealed letters, private places, names of users and ignored pages are never asked for`()
    throws
  {
    let web = MadeUpWeb([:])
    let session = try session(
      web,
      [
        "letter.md": "---\nunseal: 2027-01-01\n---\n# Letter\n\nhttps://secret.kr/\n",
        "a.md":
          "# A\n\n[a](http://me:word@a.kr/) <http://10.0.0.1/> <http://localhost:80/> https://ignored.kr/x\n",
      ])
    let run = session.run(["check", "--external"])
    #expect(web.asked == [])
    #expect(!run.output.contains("secret"))
    #expect(run.status == 0)
  }

  @Test func `without any connection no host is called dead, and nothing is remembered`() throws {
    let session = try CommandSession(web: { _ in WebAnswer(failure: .unknownHost) })
    try session.folder.write("links:\n  external-interval: 0\n", to: ".sheaf/config.yaml")
    try session.folder.write("# A\n\nhttps://a.kr/ https://b.kr/\n", to: "a.md")
    for _ in 0..<2 {
      let run = session.run(["check", "--external"])
      #expect(run.output.contains("https://a.kr/: no connection [unclear-page]"))
      #expect(run.status == 0)
    }
  }

  @Test func `a host without a name is dead where another one answers`() throws {
    let session = try CommandSession(web: { request in
      request.page.contains("a.kr")
        ? WebAnswer(failure: .unknownHost) : WebAnswer(status: 200)
    })
    try session.folder.write("links:\n  external-interval: 0\n", to: ".sheaf/config.yaml")
    try session.folder.write("# A\n\nhttps://a.kr/ https://b.kr/\n", to: "a.md")
    let run = session.run(["check", "--external", "--json"])
    #expect(run.output.contains("no such host"))
    #expect(run.output.contains("\"check\": \"dead-page\""))
    #expect(run.status == 1)
  }

  @Test func `only the links of the named notes are asked for`() throws {
    let web = MadeUpWeb(["https://a.kr/": WebAnswer(status: 200)])
    let session = try session(
      web, ["a.md": "# A\n\nhttps://a.kr/\n", "b.md": "# B\n\nhttps://b.kr/\n"])
    #expect(session.run(["check", "--external", "a"]).status == 0)
    #expect(web.asked == ["HEAD https://a.kr/"])
  }

  @Test func `a name that means a private address is never connected to, and others are pinned`()
    throws
  {
    let pinned = Mutex<[String]>([])
    let addresses: [String: [[UInt8]]] = [
      "inside.kr": [[127, 0, 0, 1]], "both.kr": [[8, 8, 8, 8], [10, 0, 0, 1]],
      "a.kr": [[8, 8, 8, 8]], "0x7f.1": [[127, 0, 0, 1]],
      "six.kr": [
        [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [9, 9, 9, 9],
      ],
    ]
    let session = try CommandSession(
      web: { request in
        pinned.withLock { $0.append("\(request.page) \(request.address?.description ?? "-")") }
        if request.page.contains("six"), request.address?.isVersion6 == true {
          return WebAnswer(failure: .noConnection)
        }
        return request.page.contains("a.kr")
          ? WebAnswer(status: 302, redirect: "https://inside.kr/") : WebAnswer(status: 200)
      }, lookup: { host in (addresses[host] ?? []).compactMap { HostAddress($0) } })
    try session.folder.write("links:\n  external-interval: 0\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "# A\n\n<https://inside.kr/> <https://both.kr/> <http://0x7f.1/> <https://a.kr/> <https://six.kr/>\n",
      to: "a.md")
    let run = session.run(["check", "--external"])
    let asked = pinned.withLock { Set($0) }
    #expect(
      asked == [
        "https://a.kr/ 8.8.8.8", "https://six.kr/ 2606:4700:0:0:0:0:0:1", "https://six.kr/ 9.9.9.9",
      ])
    for host in ["https://inside.kr/", "https://both.kr/", "http://0x7f.1/", "https://a.kr/"] {
      #expect(
        run.output.contains("\(host): never requested: an address of this computer or network"))
    }
  }
}
