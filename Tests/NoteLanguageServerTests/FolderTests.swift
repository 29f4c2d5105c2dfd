import ByteBasics
import Foundation
import NoteLanguageServer
import NoteTestSupport
import Testing

/// The folders that are served: as they come and go, and as their files change.
@Suite struct FolderTests {
  private func definition(_ session: LanguageSession, _ path: String) throws -> [String] {
    try session.ask("definition", path, 0, 3).items.map(session.place)
  }

  @Test(arguments: [".obsidian/app.json", ".zk/config.toml", ".marksman.toml", ".git/x", "x.txt"])
  func `a folder without .sheaf is read, and what would write says how to init`(
    _ marker: String
  ) throws {
    let session = try LanguageSession(
      [marker: "", "a.md": "[[b]]\n", "sub/b.md": "# B\n"], isRepository: false)
    session.open("a.md", "[[b]]\n")
    #expect(try definition(session, "a.md") == ["sub/b.md:0:0-0:0"])
    for command in ["sheaf.new", "sheaf.undo", "sheaf.diary", "sheaf.done"] {
      let failure = #expect(throws: LanguageSession.Failure.self) {
        try session.request(
          "workspace/executeCommand",
          .map(["command": .string(command), "arguments": .array([.string("x")])]))
      }
      #expect(failure?.message.contains("sheaf init") == true)
    }
    #expect(session.program.folder.files().filter { $0.hasPrefix("notes/") }.count == 3)
  }

  @Test(arguments: [".obsidian/app.json", ".iwe/config.toml", ".git/x"])
  func `a single file is served with the folder that another program calls one of notes`(
    _ marker: String
  ) throws {
    let session = try LanguageSession(
      [marker: "", "deep/a.md": "", "b.md": "# B\n"], isRepository: false, folders: [])
    session.open("deep/a.md", "[[b]]\n")
    #expect(try definition(session, "deep/a.md") == ["b.md:0:0-0:0"])
  }

  @Test func `a home folder is not read as notes`() throws {
    let session = try LanguageSession(
      ["../home/b.md": "# B\n"], isRepository: false, folders: ["home"])
    session.open("../home/a.md", "[[b]]\n\n## Part\n")
    #expect(try definition(session, "../home/a.md") == [])
    let shown = try session.notice("window/showMessage")["message"]?.string
    #expect(shown?.contains("sheaf init") == true)
    let symbols = try session.request(
      "textDocument/documentSymbol", .map(["textDocument": session.document("../home/a.md")]))
    #expect(symbols.items.count == 1)
  }

  @Test func `a removed folder disappears, and comes back`() throws {
    let session = try LanguageSession(["a.md": "[[nowhere]]\n"])
    session.open("a.md", "[[nowhere]]\n")
    _ = try session.notice("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.items.count == 1
    }
    func change(_ key: String) {
      let folder = JSONValue.map([
        "uri": .string(session.uri("")), "name": .string("notes"),
      ])
      session.notify(
        "workspace/didChangeWorkspaceFolders",
        .map([
          "event": .map([
            "added": .array(key == "added" ? [folder] : []),
            "removed": .array(key == "removed" ? [folder] : []),
          ])
        ]))
    }
    func symbols() throws -> Int {
      try session.request("workspace/symbol", .map(["query": .string("a")])).items.count
    }
    #expect(try symbols() == 1)
    change("removed")
    _ = try session.notice("textDocument/publishDiagnostics") { $0["diagnostics"] == .array([]) }
    #expect(try symbols() == 0)
    #expect(try session.ask("hover", "a.md", 0, 3) == .null)
    change("added")
    while try symbols() == 0 {}
  }

  @Test func `a first index shows that it is made, and a rename waits for it`() throws {
    var files = ["plan.md": "# Plan\n"]
    for number in 0..<300 { files["n\(number).md"] = "[[plan]]\n" }
    let session = try LanguageSession(
      files, isIndexed: false, capabilities: LanguageSession.capabilities(showsProgress: true))
    session.open("plan.md", "# Plan\n")
    let edit = try session.request(
      "textDocument/rename",
      .map([
        "textDocument": session.document("plan.md"), "position": LanguageSession.position(0, 3),
        "newName": .string("Map"),
      ]))
    #expect(session.applying(edit, to: files).values.count { $0 == "[[Map]]\n" } == 300)
    for kind in ["begin", "end"] {
      _ = try session.notice("$/progress") { $0["value"]?["kind"]?.string == kind }
    }
  }

  @Test func `files in folders that are new or were empty are seen`() throws {
    let links = (0..<10).map { "[[f\($0)]]\n" }.joined()
    let session = try LanguageSession(["a.md": ""])
    session.open("a.md", links + "[[ready]]\n")
    func wait(for count: Int) throws {
      _ = try session.notice("textDocument/publishDiagnostics") {
        $0["diagnostics"]?.items.count == count
      }
    }
    try wait(for: 11)
    let root = session.program.folder.path + "/notes/"
    for number in 0..<10 {
      try FileManager.default.createDirectory(
        atPath: root + "d\(number)/empty", withIntermediateDirectories: true)
    }
    // Once this file is seen, the folders are too.
    try session.program.folder.write("# Ready\n", to: "notes/ready.md")
    try wait(for: 10)
    for number in 0..<10 {
      try session.program.folder.write("# F\n", to: "notes/d\(number)/empty/f\(number).md")
    }
    try wait(for: 0)
  }
}
