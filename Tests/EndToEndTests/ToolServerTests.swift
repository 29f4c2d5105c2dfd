import ByteBasics
import Foundation
import NoteTestSupport
import Testing

/// `sheaf mcp` as a client sees it: the built program, messages in, messages out.
@Suite struct ToolServerTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    let notes = [
      "Memo/plan.md": "---\ntitle: Plan\ntags: [work]\n---\n\nQuokka in the plan, see [[diary]] and [[secret]].\n",
      "Memo/diary.md": "# Diary\n\n- [ ] water the fern 📅 2026-11-30\n",
      "Memo/secret.md": "---\nprivate: true\n---\n\nA numbat hides here. [[plan]]\n",
      "Memo/tagged.md": "A bilby #private/health\n",
      "private/other.md": "A dunnart\n",
      // Made up, and put together here so that no other program takes this file for a leak.
      "Memo/key.md": ["AKIA", "Q3EGWLPXZ5T2NB7D\n"].joined(),
      "Memo/letter.md": "---\nunseal: 2030-01-01\ntitle: To myself\n---\n\nA potoroo\n",
      "Memo/almost.md": "\n----\nprivate: true\n----\n\nA numbat hides here too\n",
      "Memo/never.md": "---\nunseal: never\n---\n\nA potoroo\n",
      "Memo/someday.md": "---\ntitle: a\n---\n---\nunseal: someday\n---\n\nA potoroo\n",
      "Memo/locked.md": "---\npassword: bandicoot\n---\n\nA numbat\n",
      "Work/far.md": "Far away\n",
      ".gitattributes": "vault/** filter=git-crypt diff=git-crypt\n",
      "vault/health.md": "A wombat, see [[plan]]\n",
      "vault/map.canvas": Self.canvas("a wombat in [[plan]]"),
      "private/board.canvas": Self.canvas("we meet [[quoll|the quoll]] and [[plan|bettong]]"),
      "Memo/team.canvas": Self.canvas("private:: true\\n[[quoll]]"),
    ]
    for (path, text) in notes { try program.folder.write(text, to: "notes/" + path) }
    _ = try program.run(["init"])
  }

  private static func canvas(_ text: String) -> String {
    #"{"nodes":[{"id":"a","type":"text","text":"\#(text)","x":0,"y":0,"width":10,"height":10}],"edges":[]}"#
  }

  /// Everything that the private notes and the letter have and nothing else has.
  private static let hidden = [
    "numbat", "bilby", "dunnart", "potoroo", "AKIA", "To myself", "other.md", "tagged.md", "secret.md",
    "key.md", "letter.md", "almost.md", "never.md", "someday.md", "locked.md", "bandicoot", "quoll", "bettong",
    "board.canvas", "team.canvas", "wombat", "vault",
  ]

  private static let hello = request(
    "initialize",
    """
    {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "Test client", "version": "1"}}
    """, id: "\"hello\"")

  private static func request(_ method: String, _ parameters: String = "{}", id: String) -> String {
    """
    {"jsonrpc": "2.0", "id": \(id), "method": "\(method)", "params": \(parameters.replacing("\n", with: " "))}
    """
  }

  /// The answers to lines, by their ids as JSON.
  private func answers(
    to lines: [String], _ options: [String] = [], now: String = "2026-11-21T10:00:00+09:00"
  ) throws -> [String: JSONValue] {
    let run = try program.run(
      ["--now", now, "mcp"] + options, input: lines.map { $0 + "\n" }.joined())
    #expect(run.status == 0, "\(run.errors)")
    var answers: [String: JSONValue] = [:]
    for line in run.output.split(separator: "\n") {
      let message = try JSONValueReader.value(of: Array(line.utf8)).plain
      #expect(message["jsonrpc"] == .string("2.0"))
      answers[(message["id"] ?? .null).text()] = message
    }
    return answers
  }

  /// The result of a tool: its value, or its message if it fails.
  private func call(
    _ tool: String, _ arguments: String = "{}", _ options: [String] = [],
    now: String = "2026-11-21T10:00:00+09:00"
  ) throws -> (value: JSONValue?, error: String?) {
    let line = Self.request("tools/call", "{\"name\": \"\(tool)\", \"arguments\": \(arguments)}", id: "1")
    let answer = try #require(try answers(to: [Self.hello, line], options, now: now)["1"])
    let result = answer["result"]
    if result?["isError"] == .boolean(true) || result == nil {
      let text = result?["content"]?.items.first?["text"]?.string
      return (nil, text ?? answer.at("error", "message")?.string ?? "")
    }
    return (result?["structuredContent"], nil)
  }

  private func hash(_ note: String, _ options: [String] = []) throws -> String {
    try #require(try call("read", "{\"note\": \"\(note)\"}", options).value?["hash"]?.string)
  }

  // MARK: - The protocol

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
  ])
  func `a version is agreed on`(asked: String, agreed: String) throws {
    let line = Self.request(
      "initialize", "{\"protocolVersion\": \"\(asked)\", \"clientInfo\": {\"name\": \"x\"}}", id: "7")
    let result = try answers(to: [line])["7"]?["result"]
    #expect(result?["protocolVersion"]?.string == agreed)
    #expect(result?.at("serverInfo", "name")?.string == "sheaf")
    #expect(result?.at("capabilities", "tools") != nil && result?.at("capabilities", "resources") != nil)
  }

  @Test func `in the stateless version every request says who asks`() throws {
    let meta = """
      "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
      "io.modelcontextprotocol/clientInfo": {"name": "Stateless", "version": "1"}, \
      "io.modelcontextprotocol/clientCapabilities": {}}
      """
    let found = try answers(to: [
      Self.request("server/discover", "{\(meta)}", id: "1"),
      Self.request("tools/call", "{\"name\": \"tags\", \"arguments\": {}, \(meta)}", id: "2"),
      Self.request("tools/list", "{\(meta.replacing("2026-07-28", with: "2099-01-01"))}", id: "3"),
    ])
    #expect(found["1"]?.at("result", "supportedVersions")?.items.first == .string("2026-07-28"))
    #expect(found["1"]?.at("result", "resultType") == .string("complete"))
    #expect(found["2"]?.at("result", "structuredContent", "items")?.items.isEmpty == false)
    #expect(found["3"]?.at("error", "code") == .integer(-32022))
  }

  @Test func `what is no request gets an error, and the next one its answer`() throws {
    let deep = String(repeating: "[", count: 100_000)
    let lines = [
      Self.hello, "{\"jsonrpc\": \"2.0\", \"id\": 1, ", "[]", "nonsense", "\u{1}\u{2}", "\"text\"", "12", deep,
      "{\"id\": 2}", Self.request("no/such", id: "3"), Self.request("tools/call", "[1]", id: "4"),
      Self.request("tools/call", "{\"name\": \"nothing\"}", id: "5"),
      Self.request("tools/list", id: "{\"a\": 1}"), Self.request("resources/list", "{\"cursor\": \"zz\"}", id: "6"),
      Self.request("resources/read", "{\"uri\": \"sheaf:///../x.md\"}", id: "7"),
      Self.request("ping", id: "8"), "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}",
      Self.request("tools/list", id: "\"last\""),
    ]
    let found = try answers(to: lines)
    #expect(found["2"]?.at("error", "code") == .integer(-32600))
    #expect(found["3"]?.at("error", "code") == .integer(-32601))
    #expect(found["4"]?.at("error", "code") == .integer(-32602))
    #expect(found["5"]?.at("error", "code") == .integer(-32602))
    #expect(found["6"]?.at("error", "code") == .integer(-32602))
    #expect(found["7"]?.at("error", "code") == .integer(-32002))
    #expect(found["8"]?["result"] == .object([]))
    #expect(found["\"last\""]?.at("result", "tools")?.items.count == 7)
  }

  @Test func `a line that is too long is an error and does not end the server`() throws {
    let long =
      "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\", \"params\": {\"x\": \""
      + String(repeating: "x", count: 33 << 20) + "\"}}"
    let name = "{\"name\": \"read\", \"arguments\": {\"note\": \"\(String(repeating: "x", count: 1 << 20))\"}}"
    let found = try answers(to: [
      Self.hello, long, Self.request("ping", id: "2"), Self.request("tools/call", name, id: "3"),
    ])
    #expect(found["null"]?.at("error", "code") == .integer(-32700))
    #expect(found["1"] == nil && found["2"]?["result"] == .object([]))
    let refusal = found["3"]?.text() ?? ""
    #expect(refusal.contains("“note” is longer than 16384 bytes"), "\(refusal.prefix(200))")
  }

  @Test func `before it has said hello a client gets nothing`() throws {
    let found = try answers(to: [Self.request("tools/list", id: "1"), Self.request("ping", id: "2")])
    #expect(found["1"]?.at("error", "code") == .integer(-32002))
    #expect(found["2"]?["result"] == .object([]))
  }

  @Test func `several messages in one list have one list of answers`() throws {
    let batch = "[\(Self.request("ping", id: "1")), \(Self.request("ping", id: "2")), {\"method\": \"x\"}]"
    let run = try program.run(["mcp"], input: Self.hello + "\n" + batch + "\n")
    let line = try #require(run.output.split(separator: "\n").last)
    let list = try JSONValueReader.value(of: Array(line.utf8)).plain.items
    #expect(Set(list.compactMap { $0["id"] }) == [.integer(1), .integer(2)])
  }

  @Test func `what is cancelled before it begins is neither done nor answered`() throws {
    let calls = (1...40).map { number in
      Self.request(
        "tools/call", "{\"name\": \"create\", \"arguments\": {\"title\": \"n\(number)\"}}", id: "\(number)")
    }
    let cancel = "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 40}}"
    let found = try answers(to: [Self.hello] + calls + [cancel], ["--write", "."])
    let isMade =
      FileManager.default.fileExists(atPath: program.folder.path + "/notes/n40.md")
      || FileManager.default.fileExists(atPath: program.folder.path + "/notes/Memo/n40.md")
    #expect(found["39"] != nil)
    #expect(found["40"] == nil || isMade)
  }

  @Test(arguments: [
    "{\"query\": 3}", "{}", "{\"query\": \"x\", \"no\": 1}", "{\"query\": \"x\", \"limit\": 0}",
    "{\"query\": \"x\", \"limit\": 1.5}", "{\"query\": \"x\", \"cursor\": \"at--1\"}", "[]", "\"x\"",
    "{\"query\": \"due:\"}", "{\"query\": \"-\"}",
  ])
  func `arguments that are wrong are explained to the model`(arguments: String) throws {
    let outcome = try call("search", arguments)
    #expect(outcome.error?.isEmpty == false)
  }

  // MARK: - Reading

  @Test func `notes are searched, listed and read`() throws {
    let found = try #require(try call("search", "{\"query\": \"quokka\"}").value)
    #expect(found["items"]?.items.map { $0["path"] } == [.string("Memo/plan.md")])
    #expect(found["items"]?.items[0]["lines"]?.items[0]["text"]?.string?.contains("Quokka") == true)
    let note = try #require(try call("read", "{\"note\": \"Plan\"}").value)
    #expect(note["text"]?.string?.hasPrefix("---\ntitle: Plan") == true)
    #expect(note["path"] == .string("Memo/plan.md"))
    let links = try #require(try call("links", "{\"kind\": \"from\", \"note\": \"plan\"}").value)
    #expect(links["items"]?.items.compactMap { $0["target"]?.string } == ["Memo/diary.md"])
    let tasks = try #require(try call("tasks").value)
    #expect(tasks["items"]?.items.map { $0["reference"] } == [.string("Memo/diary.md:3")])
    let tags = try #require(try call("tags").value)
    #expect(tags["items"]?.items.map { $0["name"] } == [.string("work")])
    #expect(try call("today").value?["items"] != nil)
    #expect(try call("links", "{\"kind\": \"broken\"}").value?["items"]?.items.isEmpty == true)
  }

  @Test func `a symbolic link gives a program no other place to read or write`() throws {
    for (name, target) in [
      ("Memo/pl", "../private"), ("Memo/pw", "../Work"), ("Memo/pf.md", "../private/other.md"),
      ("Memo/g.md", "../.git/config"),
      ("Memo/ps.md", "secret.md"), ("Memo/gd", "../.git"), ("Memo/wf.md", "../Work/far.md"),
    ] { try makeLink(at: program.folder.path + "/notes/" + name, to: target) }
    try program.folder.write("[core] dunnart\n", to: "notes/.git/config")
    for name in ["Memo/pl/other.md", "Memo/pf.md", "Memo/g.md", "Memo/ps.md", "pf", "Memo/gd/config", "Memo/pl/other"] {
      let read = try call("read", "{\"note\": \"\(name)\"}")
      #expect(read.value == nil && read.error?.contains("private/") == false, "\(name)")
    }
    let kept = ["private/other.md", "Work/far.md", ".git/config", "Memo/secret.md"]
    let before = try kept.map { try program.folder.text("notes/" + $0) }
    for name in ["Memo/pl/other.md", "Memo/pw/far.md", "Memo/pf.md", "Memo/g.md", "Memo/ps.md", "Memo/wf.md"] {
      let written = try call("append", "{\"note\": \"\(name)\", \"text\": \"mine\"}", ["--write", "Memo"])
      #expect(written.value == nil, "\(name)")
    }
    for folder in ["Memo/pl", "Memo/pw", "Memo/gd"] {
      let made = try call("create", "{\"title\": \"new\", \"folder\": \"\(folder)\"}", ["--write", "Memo"])
      #expect(made.value == nil, "\(folder)")
    }
    #expect(try kept.map { try program.folder.text("notes/" + $0) } == before)
    #expect(!program.folder.files().contains { $0.hasSuffix("new.md") })
  }

  @Test func `a program reads and changes no ignored file`() throws {
    try program.folder.write("ignore: [Ex]\n", to: "notes/.sheaf/config.yaml")
    try program.folder.write("ignored\n", to: "notes/Ex/x.md")
    #expect(try call("read", "{\"note\": \"Ex/x.md\"}").error != nil)
    #expect(try call("append", "{\"note\": \"Ex/x.md\", \"text\": \"mine\"}", ["--write", "."]).error != nil)
    #expect(try program.folder.text("notes/Ex/x.md") == "ignored\n")
  }

  @Test func `a refusal names no private note`() throws {
    let hash = try hash("plan", ["--write", "Memo"])
    let renamed = try call(
      "rename", "{\"note\": \"plan\", \"title\": \"Other plan\", \"hash\": \"\(hash)\"}", ["--write", "Memo/x"])
    for word in Self.hidden { #expect(renamed.error?.contains(word) != true, "\(word)") }
  }

  @Test func `stored results have no row of a note that has become private`() throws {
    try program.folder.write("# Marsupial\n\n#pouch\n", to: "notes/Memo/pouch.md")
    try program.folder.write("# Hub\n\n```sheaf\ntag:pouch\n```\n\n```sheaf\ntag:work\n```\n", to: "notes/Memo/hub.md")
    #expect(try program.run(["bake", "Memo/hub.md"]).status == 0)
    #expect(try program.folder.text("notes/Memo/hub.md").contains("[Marsupial]"))
    #expect(try call("read", "{\"note\": \"hub\"}").value?["text"]?.string?.contains("[Marsupial]") == true)
    try program.folder.write("---\nprivate: true\n---\n# Marsupial\n\n#pouch\n", to: "notes/Memo/pouch.md")
    let read = try #require(try call("read", "{\"note\": \"hub\"}").value?["text"]?.string)
    #expect(!read.contains("Marsupial") && read.contains("[Plan]"), "\(read)")
    let resource = Self.request("resources/read", "{\"uri\": \"sheaf:///Memo/hub.md\"}", id: "1")
    let contents = try #require(try answers(to: [Self.hello, resource])["1"]?["result"]).text()
    #expect(contents.contains("Hub") && !contents.contains("Marsupial"), "\(contents)")
  }

  @Test func `a note that a private canvas links to is not renamed`() throws {
    for name in ["secret", "diary"] { try program.folder.remove("notes/Memo/\(name).md") }
    let hash = try hash("plan", ["--write", "."])
    let renamed = try call(
      "rename", "{\"note\": \"plan\", \"title\": \"New\", \"hash\": \"\(hash)\"}", ["--write", "."])
    #expect(renamed.error != nil)
    #expect(try program.folder.text("notes/private/board.canvas").contains("[[plan|bettong]]"))
  }

  @Test func `answers come in pages`() throws {
    for number in 10..<60 { try program.folder.write("word\n", to: "notes/Many/n\(number).md") }
    var cursor = ""
    var paths: [String] = []
    repeat {
      let page = try #require(
        try call("list", "{\"query\": \"in:Many\", \"sort\": \"path\", \"limit\": 21\(cursor)}").value)
      paths += (page["items"]?.items ?? []).compactMap { $0["path"]?.string }
      cursor = page["next"]?.string.map { ", \"cursor\": \"\($0)\"" } ?? ""
    } while !cursor.isEmpty
    #expect(paths == (10..<60).map { "Many/n\($0).md" })

    let long = String(repeating: "가나다라마바사\n", count: 8_000) + String(repeating: "끝", count: 50_000)
    try program.folder.write(long, to: "notes/Many/long.md")
    var text = ""
    repeat {
      let page = try #require(try call("read", "{\"note\": \"Many/long.md\"\(cursor)}").value)
      text += page["text"]?.string ?? ""
      cursor = page["next"]?.string.map { ", \"cursor\": \"\($0)\"" } ?? ""
    } while !cursor.isEmpty
    #expect(text == long)
  }

  @Test func `resources are the notes that may be read`() throws {
    let found = try answers(to: [
      Self.hello, Self.request("resources/list", id: "1"), Self.request("resources/templates/list", id: "2"),
      Self.request("resources/read", "{\"uri\": \"sheaf:///Memo/plan.md\"}", id: "3"),
      Self.request("resources/read", "{\"uri\": \"sheaf:///Memo/secret.md\"}", id: "4"),
      Self.request("resources/read", "{\"uri\": \"sheaf:///.sheaf/config.yaml\"}", id: "5"),
      Self.request("resources/read", "{\"uri\": \"file:///etc/passwd\"}", id: "6"),
    ])
    #expect(
      found["1"]?.at("result", "resources")?.items.compactMap { $0["uri"]?.string }
        == ["sheaf:///Memo/diary.md", "sheaf:///Memo/plan.md", "sheaf:///Work/far.md"])
    #expect(found["2"]?.at("result", "resourceTemplates")?.items.count == 1)
    #expect(found["3"]?.at("result", "contents")?.items[0]["text"]?.string?.contains("Quokka") == true)
    for id in ["4", "5", "6"] { #expect(found[id]?.at("error", "code") == .integer(-32002), "\(id)") }
  }

  @Test func `nothing shows what is private or sealed`() throws {
    let words = [
      "numbat", "bilby", "dunnart", "potoroo", "AKIA", "is:sealed", "kind:letter", "in:private", "path:secret",
    ]
    var lines = [Self.hello]
    for word in words {
      lines.append(
        Self.request(
          "tools/call", "{\"name\": \"search\", \"arguments\": {\"query\": \"\(word)\"}}",
          id: "\"search \(word)\""))
      lines.append(
        Self.request(
          "tools/call", "{\"name\": \"list\", \"arguments\": {\"query\": \"\(word)\"}}", id: "\"list \(word)\""))
    }
    for note in ["Memo/secret.md", "secret", "other", "letter", "To myself", "tagged", "key", "secre", "lette"] {
      for tool in ["read", "links"] {
        let kind = tool == "links" ? "\"kind\": \"to\", " : ""
        lines.append(
          Self.request(
            "tools/call", "{\"name\": \"\(tool)\", \"arguments\": {\(kind)\"note\": \"\(note)\"}}",
            id: "\"\(tool) \(note)\""))
      }
    }
    for tool in ["list", "tasks", "tags", "today"] {
      lines.append(
        Self.request(
          "tools/call", "{\"name\": \"\(tool)\", \"arguments\": {\"limit\": 200}}", id: "\"\(tool) all\""))
    }
    for kind in ["broken", "orphans"] {
      lines.append(
        Self.request(
          "tools/call", "{\"name\": \"links\", \"arguments\": {\"kind\": \"\(kind)\"}}", id: "\"\(kind)\""))
    }
    for kind in ["from", "to", "related", "unlinked"] {
      lines.append(
        Self.request(
          "tools/call", "{\"name\": \"links\", \"arguments\": {\"kind\": \"\(kind)\", \"note\": \"plan\"}}",
          id: "\"\(kind) plan\""))
    }
    lines.append(Self.request("resources/list", id: "\"resources\""))
    let found = try answers(to: lines)
    #expect(found.count == lines.count)
    for (id, answer) in found where id != "\"hello\"" {
      for word in Self.hidden where !id.contains(word.replacing(".md", with: "")) {
        #expect(!answer.text().contains(word), "\(id): \(word)")
      }
      // A name that was asked for is repeated in the error and nowhere else.
      let isFailure = answer.at("result", "isError") == .boolean(true)
      let isEmpty = answer.at("result", "structuredContent", "items")?.items.isEmpty == true
      if words.contains(where: { id.hasSuffix(" \($0)\"") }) || id.hasPrefix("\"read ") {
        #expect(isFailure || isEmpty, "\(id): \(answer.text())")
      }
    }
  }

  @Test(arguments: [
    "../outside.md", "/etc/passwd", "Memo/../../outside.md", ".sheaf/config.yaml", ".sheaf/templates/memo.md",
    "link.md", "picture.png", "Memo", "", ".", "-", "--help", "@", "1", "\\u0000", "sheaf:///Memo/plan.md", "~/x.md",
  ])
  func `no name leads to what is no note of the repository`(name: String) throws {
    try program.folder.write("outside\n", to: "outside.md")
    try program.folder.write("# T\n", to: "notes/.sheaf/templates/memo.md")
    try program.folder.write("png", to: "notes/picture.png")
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/notes/link.md",
      withDestinationPath: program.folder.path + "/outside.md")
    let outcome = try call("read", "{\"note\": \"\(name)\"}")
    #expect(outcome.error != nil, "\(name): \(outcome.value?.text() ?? "")")
    #expect(outcome.error?.contains("outside\n") != true)
  }

  // MARK: - Writing

  @Test func `without a folder there is nothing that writes`() throws {
    #expect(try call("create", "{\"title\": \"x\"}").error == "The name of a tool is missing or wrong")
  }

  @Test func `changes are in the journal with the client's name, and taken back by it`() throws {
    let options = ["--write", "Memo"]
    let made = try #require(
      try call(
        "create",
        #"{"title": "New idea", "text": "One --flag\n\n- two", "tags": ["a"], "#
          + #""fields": {"people": ["Kim, A", "Lee"], "n": 3}}"#,
        options
      ).value)
    #expect(made["changed"]?.items.map { $0["path"] } == [.string("Memo/New idea.md")])
    let text = try program.folder.read("notes/Memo/New idea.md")
    let shown = String(decoding: text, as: UTF8.self)
    #expect(shown.contains("people: [\"Kim, A\", Lee]") && shown.contains("n: 3"), "\(shown)")
    #expect(shown.contains("One --flag\n\n- two"), "\(shown)")
    _ = try program.run(["append", "plan", "mine"])
    let hash = try hash("diary", options)
    _ = try #require(
      try call(
        "set", "{\"note\": \"diary\", \"hash\": \"\(hash)\", \"fields\": {\"due\": \"2026-12-01\"}}", options
      ).value)
    let list = try program.run(["undo", "--list", "--author", "Test client"]).output
    #expect(list.contains("sheaf set Memo/diary.md") && list.contains("by Test client"))
    #expect(!list.contains("append"))
    let undone = try program.run(["undo", "2", "--author", "Test client"])
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/notes/Memo/New idea.md"))
    #expect(try program.run(["show", "--raw", "plan"]).output.contains("mine"))
    #expect(try program.run(["redo", "2", "--author", "Test client"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: program.folder.path + "/notes/Memo/New idea.md"))
  }

  @Test func `a client takes back only what it did itself`() throws {
    _ = try program.run(["append", "plan", "mine"])
    #expect(try call("undo", "{}", ["--write", "."]).error != nil)
    _ = try call("append", "{\"note\": \"diary\", \"text\": \"theirs\"}", ["--write", "."])
    #expect(try call("undo", "{}", ["--write", "."]).error == nil)
    #expect(try program.run(["show", "--raw", "diary"]).output.contains("theirs") == false)
    #expect(try program.run(["show", "--raw", "plan"]).output.contains("mine"))
  }

  @Test func `a stale writer is refused`() throws {
    let options = ["--write", "."]
    let old = try hash("diary", options)
    try program.folder.write("# Diary\n\nNewer.\n", to: "notes/Memo/diary.md")
    for (tool, rest) in [
      ("edit", "\"edits\": [{\"old\": \"Diary\", \"new\": \"X\"}]"), ("set", "\"fields\": {\"a\": \"b\"}"),
      ("rename", "\"title\": \"X\""), ("append", "\"text\": \"X\""),
    ] {
      let outcome = try call(tool, "{\"note\": \"diary\", \"hash\": \"\(old)\", \(rest)}", options)
      #expect(outcome.error?.contains("has changed since it was read") == true, "\(tool): \(outcome)")
    }
    let task = try call(
      "set_task", "{\"task\": \"Memo/diary.md:3\", \"hash\": \"\(old)\", \"status\": \"done\"}", options)
    #expect(task.error?.contains("has changed since it was read") == true)
    #expect(try program.folder.read("notes/Memo/diary.md") == Array("# Diary\n\nNewer.\n".utf8))
  }

  @Test func `edits change what they name and nothing else`() throws {
    let options = ["--write", "."]
    try program.folder.write("---\r\ntitle: 'A'   # kept\r\n---\r\none\r\ntwo  \r\nthree", to: "notes/Memo/e.md")
    let first = try hash("Memo/e.md", options)
    let edits = "[{\"old\": \"one\\ntwo\", \"new\": \"1\\n2\"}, {\"old\": \"three\", \"new\": \"\"}]"
    let done = try call("edit", "{\"note\": \"Memo/e.md\", \"hash\": \"\(first)\", \"edits\": \(edits)}", options)
    #expect(done.error == nil, "\(done)")
    #expect(
      try program.folder.read("notes/Memo/e.md")
        == Array("---\r\ntitle: 'A'   # kept\r\n---\r\n1\r\n2  \r\n".utf8))
    let now = try hash("Memo/e.md", options)
    #expect(done.value?["changed"]?.items[0]["hash"]?.string == now)
    for edits in [
      "[{\"old\": \"nowhere\", \"new\": \"x\"}]", "[{\"old\": \"-\", \"new\": \"x\"}]",
      "[{\"old\": \"\", \"new\": \"x\"}]",
      "[{\"old\": \"title: 'A'\", \"new\": \"title: 'A\"}]",
    ] {
      let outcome = try call("edit", "{\"note\": \"Memo/e.md\", \"hash\": \"\(now)\", \"edits\": \(edits)}", options)
      #expect(outcome.error != nil, "\(edits)")
    }
    #expect(try hash("Memo/e.md", options) == now)
  }

  @Test func `tasks are added and completed, notes renamed with their links`() throws {
    let options = ["--write", "."]
    _ = try #require(
      try call(
        "add_task", #"{"title": "Buy milk", "due": "2026-12-01", "tags": ["shop"], "note": "diary"}"#, options
      ).value)
    let listed = try #require(try call("tasks", "{\"query\": \"milk\"}", options).value?["items"]?.items.first)
    let reference = try #require(listed["reference"]?.string)
    let hash1 = try hash("diary", options)
    let done = try call(
      "set_task", "{\"task\": \"\(reference)\", \"hash\": \"\(hash1)\", \"status\": \"done\"}", options)
    #expect(done.error == nil, "\(done)")
    #expect(try program.run(["show", "--raw", "diary"]).output.contains("[x] Buy milk"))
    let hash2 = try hash("diary", options)
    // The private note links to the plan alone, so this rename touches nothing private.
    let renamed = try call("rename", "{\"note\": \"diary\", \"hash\": \"\(hash2)\", \"title\": \"Journal\"}", options)
    #expect(renamed.error == nil, "\(renamed)")
    #expect(try program.run(["show", "--raw", "plan"]).output.contains("Journal"))
    let plan = try hash("plan", options)
    let refused = try call("rename", "{\"note\": \"plan\", \"hash\": \"\(plan)\", \"title\": \"Scheme\"}", options)
    #expect(refused.error?.contains("private or sealed") == true, "\(refused)")
  }

  @Test func `every word of a task's title is a word`() throws {
    for title in ["Fix the status:done filter of +beta", "due: soon", "Call friday 3pm", "See prioirty:high"] {
      let added = try call(
        "add_task", "{\"title\": \"\(title)\", \"note\": \"diary\", \"tags\": [\"shop\"]}", ["--write", "."])
      #expect(added.error == nil, "\(added)")
      #expect(try program.run(["show", "--raw", "diary"]).output.contains("- [ ] \(title) #shop\n"))
    }
  }

  @Test func `a text that is cut ends with a whole character`() throws {
    try program.folder.write(
      "---\ntitle: \(String(repeating: "가", count: 1_500))\n---\n", to: "notes/Memo/long.md")
    let text = try #require(try call("list", "{\"query\": \"in:Memo\"}").value?.text())
    #expect(text.contains("가…") && !text.contains("\u{FFFD}"))
  }

  @Test(arguments: [
    ("create", "{\"title\": \"x\", \"folder\": \"Work\"}"), ("create", "{\"title\": \"x\", \"folder\": \"../out\"}"),
    ("create", "{\"title\": \"x\", \"folder\": \".sheaf\"}"),
    ("create", "{\"title\": \"x\", \"folder\": \"Memo/../Work\"}"),
    ("create", "{\"title\": \"x\", \"folder\": \"/tmp\"}"), ("create", "{\"title\": \"x\", \"folder\": \"Memo/.git\"}"),
    ("create", "{\"title\": \"../../x\", \"folder\": \"Work\"}"),
    ("create", "{\"title\": \"x\", \"fields\": {\"private\": true}}"),
    ("create", "{\"title\": \"x\", \"fields\": {\"unseal\": \"2099-01-01\"}}"),
    ("create", "{\"title\": \"x\", \"fields\": {\"a b\": \"c\"}}"),
    ("append", "{\"note\": \"far\", \"text\": \"x\"}"), ("append", "{\"note\": \"secret\", \"text\": \"x\"}"),
    ("append", "{\"note\": \"letter\", \"text\": \"x\"}"),
    ("append", "{\"note\": \"Memo/../../outside.md\", \"text\": \"x\"}"),
    ("append", "{\"note\": \".sheaf/config.yaml\", \"text\": \"x\"}"),
    ("add_task", "{\"title\": \"x\", \"note\": \"far\"}"),
    ("add_task", "{\"title\": \"x\", \"folder\": \"Work\"}"), ("add_task", "{\"title\": \"x\"}"),
    ("append", "{\"note\": \"plan\", \"text\": \"#private\"}"),
  ])
  func `nothing outside of its folders is written, and nothing private`(tool: String, arguments: String) throws {
    try program.folder.write("outside\n", to: "outside.md")
    func files() throws -> [String: Data] {
      var files: [String: Data] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: program.folder.path)
      where !path.hasPrefix("cache") && !path.hasPrefix("state") {
        files[path] = FileManager.default.contents(atPath: program.folder.path + "/" + path)
      }
      return files
    }
    let before = try files()
    let outcome = try call(tool, arguments, ["--write", "Memo"])
    #expect(outcome.error != nil, "\(outcome.value?.text() ?? "")")
    #expect(try files() == before)
  }

  @Test func `a folder that leads out by a symbolic link is not written`() throws {
    try FileManager.default.createDirectory(
      atPath: program.folder.path + "/elsewhere", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/notes/way", withDestinationPath: program.folder.path + "/elsewhere")
    #expect(try call("create", "{\"title\": \"x\", \"folder\": \"way\"}", ["--write", "."]).error != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.path + "/elsewhere") == [])
    #expect(try program.run(["mcp", "--write", "../notes2"]).status == 64)
    #expect(try program.run(["mcp", "--write", ".sheaf"]).status == 64)
  }

  // MARK: - The protocol's own client

  private static let root = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path
  private static let python = root + "/.build/mcp-client/bin/python3"

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python), "The client is not installed: make setup-test"))
  func `the protocol's own client speaks with it`() throws {
    let run = try ProgramRun.run(
      Self.python, [Self.root + "/Tests/EndToEndTests/Clients/mcp_client.py"], in: program.folder.path,
      environment: program.environment.merging([
        "SHEAF": program.path, "NOTES": program.folder.path + "/notes",
      ]) { $1 })
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix("done\n"))
  }
}
