import Foundation
import NoteTestSupport
import Testing

/// A note that symbolic links give further names, such as `CLAUDE.md` for `AGENTS.md`.
@Suite struct SecondNameTests {
  private let session: CommandSession
  private static let text = "# Title\n\nsome text [n](n1.md) #work rating:: 3\n\n*  messy\n"

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(Self.text, to: "n1.md")
    try session.folder.write("text [[n1]] #work [l](link.md)\n", to: "o.md")
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.path + "/link.md", withDestinationPath: "n1.md")
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test(arguments: [
    ["fmt"], ["replace", "text", "TEXT", "--yes"], ["rename", "+work", "+job"],
    ["links", "convert", "wiki", "--yes"],
    ["rename", "n1.md", "Neu"], ["set", "Title", "a=1"], ["mv", "n1.md", "New/Deep/"], ["append", "n1", "more"],
    ["set", "a=1", "--where", "some", "--yes"],
  ])
  func `it is changed once, and its change is undone`(words: [String]) throws {
    let before = try read("o.md")
    let outcome = session.run(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(session.run(["list", "--paths"]).output.split(separator: "\n").count == 2)
    #expect(session.run(["undo"]).status == 0)
    #expect(try read("n1.md") == Self.text && read("o.md") == before)
    #expect(try read("link.md") == Self.text)
  }

  @Test func `a link to it by another name is not broken, and it is found once`() throws {
    try session.folder.write("# Deep\n", to: "Sub/deep.md")
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.path + "/README.md", withDestinationPath: "Sub/deep.md")
    try session.folder.write("[[link]] [[README|r]] [r](../README.md) [[link#Title]] ![[/link.md]]\n", to: "Sub/p.md")
    #expect(session.run(["links", "--broken"]).output == "")
    let check = session.run(["check"])
    #expect(!(check.output + check.errors).contains("does not exist"))
    #expect(session.run(["links", "Sub/p.md"]).output.contains("Sub/deep.md"))
    #expect(session.run(["show", "README"]).output == session.run(["show", "Sub/deep.md"]).output)
    #expect(session.run(["rm", "README", "--yes"]).status != 0)
    try session.folder.write("[[lin]]\n", to: "Sub/p.md")
    #expect(session.run(["links", "--broken"]).output.contains("lin"))
    #expect(session.run(["search", "messy", "--paths"]).output == "n1.md\n")
    #expect(session.run(["tags"]).output.contains("work"))
  }

  @Test func `a link to a hidden note is no note`() throws {
    try session.folder.write("# Hidden\n", to: ".hidden/h.md")
    for name in ["h1.md", "h2.md"] {
      try FileManager.default.createSymbolicLink(
        atPath: session.folder.path + "/" + name, withDestinationPath: ".hidden/h.md")
    }
    #expect(session.run(["list", "--paths"]).output.split(separator: "\n").filter { $0.hasPrefix("h") } == [])
  }
}
