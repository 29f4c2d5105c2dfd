import ByteBasics
import Foundation
import NoteTestSupport
import Testing

@testable import NoteLanguageServer

/// Beginning, ending, and everything that is no proper message.
@Suite struct LifecycleTests {
  @Test func endsWithZeroAfterShutdownAndWithOneWithout() throws {
    let session = try LanguageSession(["a.md": "# A\n"])
    #expect(try session.request("shutdown", .null) == .null)
    session.notify("exit", .null)
    #expect(session.waitUntilExit() == 0)
    let other = try LanguageSession(["a.md": "# A\n"])
    other.notify("exit", .null)
    #expect(other.waitUntilExit() == 1)
  }

  @Test func endsWhenTheClientIsGone() throws {
    let session = try LanguageSession(["a.md": "# A\n"])
    session.closeInput()
    #expect(session.waitUntilExit() == 1)
  }

  @Test func whatIsNoRequestGetsAnErrorAndTheNextIsAnswered() throws {
    let session = try LanguageSession(["a.md": "# A\n"])
    session.open("a.md", "# A\n")
    func code(_ error: JSONValue) -> JSONValue? { error["error"]?["code"] }
    session.writeBytes(Array("Content-Length: 3\r\n\r\n{x}".utf8))
    #expect(try code(session.wait(for: .null)) == .integer(-32700))
    session.writeBytes(Array("Content-Length: 8\r\n\r\n{\"id\":7}".utf8))
    #expect(try code(session.wait(for: .integer(7))) == .integer(-32600))
    #expect(throws: LanguageSession.Failure.self) { try session.request("no/such", .null) }
    #expect(throws: LanguageSession.Failure.self) {
      try session.request("textDocument/hover", .map(["textDocument": .string("x")]))
    }
    #expect(throws: LanguageSession.Failure.self) {
      try session.request("textDocument/rename", .map(["textDocument": session.document("a.md")]))
    }
    session.writeBytes(Array("nonsense\r\n\r\n".utf8))
    #expect(try session.ask("hover", "a.md", 0, 0) == .null)
  }

  @Test func anUnknownPositionOrFileIsNoProblem() throws {
    let session = try LanguageSession(["a.md": "# A\n"])
    session.open("a.md", "# A\n[[b]]\n")
    for line in [-1, 0, 1, 2, 99] {
      for character in [-1, 0, 3, 99] {
        _ = try session.ask("definition", "a.md", line, character)
        _ = try session.ask("completion", "a.md", line, character)
        _ = try session.ask("hover", "a.md", line, character)
      }
    }
    #expect(throws: LanguageSession.Failure.self) {
      try session.ask("hover", "missing.md", 0, 0)
    }
  }

  @Test func anEditorWithoutAFolderGetsTheRepositoryOfTheFile() throws {
    let session = try LanguageSession(
      ["a.md": "# A\n[[b]]\n", "b.md": "# B\n"], folders: [])
    session.open("a.md", "# A\n[[b]]\n")
    let definition = try session.ask("definition", "a.md", 1, 2)
    #expect(definition.items.map(session.place) == ["b.md:0:0-0:0"])
  }

  @Test func `an answer about all folders has the same form without any`() throws {
    let session = try LanguageSession(["a.md": "# A\n"], folders: [])
    let report = try session.request("workspace/diagnostic", .map(["previousResultIds": .array([])]))
    #expect(report == .map(["items": .array([])]))
    #expect(try session.request("workspace/symbol", .map(["query": .string("A")])) == .array([]))
  }

  @Test func aFileOutsideAnyRepositoryIsServedByItself() throws {
    let session = try LanguageSession(["a.md": "# A\n"], folders: [])
    try session.program.folder.write("# Loose\n\n## Part\n", to: "elsewhere/loose.md")
    session.open("../elsewhere/loose.md", "# Loose\n\n## Part\n\n[[#Part]]\n")
    let definition = try session.ask("definition", "../elsewhere/loose.md", 4, 4)
    #expect(definition.items.count == 1)
    let diagnostics = try session.notice("textDocument/publishDiagnostics")
    #expect(diagnostics["diagnostics"] == .array([]))
  }

  @Test func `a file outside its folders is not read, by any request`() throws {
    let session = try LanguageSession(["a.md": "# A\n", ".git/config.md": "# Hidden SECRET\n"])
    let folder = session.program.folder
    try folder.write("# SECRET\n\n[[other]] #tag\n- [ ] SECRET\n", to: "elsewhere/secret.md")
    try folder.write("# OTHER\n", to: "elsewhere/other.md")
    try folder.write("", to: "elsewhere/.sheaf/config.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/notes/link.md",
      withDestinationPath: folder.path + "/elsewhere/secret.md")
    let uris = [
      session.uri("../elsewhere/secret.md"), session.uri("link.md"), session.uri(".git/config.md"),
      "untitled:Untitled-1", "file://otherhost" + folder.path + "/notes/a.md",
    ]
    for uri in uris {
      // Documents that are opened there are not served either.
      if uri == uris[0] || uri == uris[3] {
        session.notify(
          "textDocument/didOpen",
          .map(["textDocument": .map(["uri": .string(uri), "text": .string("# SECRET\n")])]))
      }
      for (method, route) in Routes.all.sorted(by: { $0.key < $1.key }) where !route.isOfAll {
        let place = LanguageSession.position(0, 3)
        let parameters = JSONValue.map([
          "textDocument": .map(["uri": .string(uri)]), "position": place, "newName": .string("x"),
          "range": .map(["start": place, "end": place]), "positions": .array([place]),
          "context": .map(["diagnostics": .array([]), "includeDeclaration": .boolean(true)]),
          "command": .string("sheaf.backlinks"), "arguments": .array([.map(["uri": .string(uri)])]),
        ])
        let answer = try session.wait(for: session.send(method, parameters)).text()
        #expect(!answer.contains("SECRET") && !answer.contains("OTHER"), "\(method) \(uri)")
        if uri == uris[0] || uri == uris[3], method != "workspace/executeCommand" {
          #expect(!answer.contains("\"error\""), "\(method) \(uri): \(answer)")
        }
      }
    }
    #expect(try session.ask("hover", "../elsewhere/secret.md", 0, 3) == .null)
    let symbols = try session.request("workspace/symbol", .map(["query": .string("secret")]))
    #expect(symbols.items.isEmpty)
  }

  @Test func aCancelledRequestEnds() throws {
    var files: [String: String] = [:]
    for number in 0..<200 { files["n\(number).md"] = "# N\(number)\n\n[[n0]] #tag\n" }
    let session = try LanguageSession(files)
    session.open("n0.md", "# N0\n")
    let first = session.send("workspace/diagnostic", .map(["previousResultIds": .array([])]))
    let second = session.send(
      "textDocument/references",
      .map([
        "textDocument": session.document("n0.md"), "position": LanguageSession.position(0, 2),
        "context": .map(["includeDeclaration": .boolean(false)]),
      ]))
    session.notify("$/cancelRequest", .map(["id": second]))
    #expect(try session.wait(for: second)["error"]?["code"] == .integer(-32800))
    _ = try session.wait(for: first)
  }

  @Test func randomMessagesAndKeysNeverEndTheServer() throws {
    let session = try LanguageSession(["a.md": "# A\n", "한글.md": "# 한글\n"])
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "[[", "]]", "#", "^", "|", "![[", "](", ")", "@내일", "@", "---\n", "title: x\n", "tags: [",
      "\n", "- [ ] ",
      "📅 ", "[due:: ", "```", "> [!", "한", "ㅎ", "😀", "\r\n", "%%", "due: ", "\u{0}", "<!-- toc -->",
    ]
    let methods = [
      "completion", "hover", "definition", "declaration", "documentHighlight", "documentSymbol",
      "documentLink",
      "foldingRange", "semanticTokens/full", "codeLens", "formatting", "prepareRename",
      "references", "diagnostic",
    ]
    session.open("a.md", "")
    var length = 0
    for _ in 0..<300 {
      let piece = pieces.randomElement(using: &random) ?? ""
      let line = Int.random(in: 0...4, using: &random)
      let character = Int.random(in: 0...6, using: &random)
      let place = LanguageSession.position(line, character)
      session.change(
        "a.md", [.map(["range": .map(["start": place, "end": place]), "text": .string(piece)])])
      length += 1
      let method = methods.randomElement(using: &random) ?? "hover"
      do {
        _ = try session.request(
          "textDocument/" + method,
          .map([
            "textDocument": session.document("a.md"), "position": place,
            "range": .map(["start": place, "end": place]),
            "context": .map(["diagnostics": .array([]), "includeDeclaration": .boolean(true)]),
            "options": .map(["tabSize": .integer(2), "insertSpaces": .boolean(true)]),
          ]))
      } catch let failure as LanguageSession.Failure {
        #expect(failure.code != .integer(-32603), "\(method): \(failure.message)")
      }
      _ = try session.request(
        "textDocument/codeAction",
        .map([
          "textDocument": session.document("a.md"),
          "range": .map(["start": place, "end": LanguageSession.position(line + 1, 3)]),
          "context": .map(["diagnostics": .array([])]),
        ]))
    }
    #expect(length == 300)
    #expect(try session.request("shutdown", .null) == .null)
  }
}
