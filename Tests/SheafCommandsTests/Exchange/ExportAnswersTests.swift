import Foundation
import NoteTestSupport
import Testing

/// Documents for others have what a reader of the note sees.
@Suite struct ExportAnswersTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("---\ntags: [house]\n---\n# Roof\n", to: "Memo/Roof.md")
    try session.folder.write("---\ntags: [house]\nprivate: true\n---\n# Diamonds\n", to: "Memo/Diamonds.md")
    try session.folder.write(
      "# Plan\n\n```sheaf\ntag:house\n```\n\n`= this.file.name` end\n", to: "Memo/Plan.md")
  }

  @Test(arguments: ["md", "html", "org"])
  func `an exported document has the answers of its queries, without private notes`(format: String) {
    let output = session.run(["export", "--to", format, "in:Memo/Plan.md"]).output
    #expect(output.contains("Roof") && !output.contains("tag:house") && !output.contains("Diamonds"), "\(output)")
  }

  @Test(arguments: ["text", "html"])
  func `a shared note has the answers of its queries, without private notes`(face: String) {
    let output = session.run(["share", "Plan", "--to", face]).output
    #expect(output.contains("Roof") && !output.contains("tag:house") && !output.contains("Diamonds"), "\(output)")
  }

  @Test(arguments: ["ics", "todotxt", "taskwarrior", "json"])
  func `a list of tasks, and an export of everything, have the queries as they are`(format: String) throws {
    func count(of query: String) throws -> Int {
      try session.folder.write("---\nstatus: todo\n---\n# T\n\n\(query)- [ ] boxword\n", to: "Memo/T.md")
      let output = session.run(["export", "--to", format, "in:Memo/T.md"]).output
      return output.components(separatedBy: "boxword").count
    }
    #expect(try count(of: "") > 1)
    #expect(try count(of: "```sheaf\nis:task\nview: tasks\n```\n\n") == count(of: ""))
  }

  @Test func `no file is written for a query that finds nothing, and a path is named`() {
    let file = session.folder.path + "/a.html"
    let outcome = session.run(["export", "--to", "html", "Memo/Plan.md", "-o", file])
    #expect(outcome.status == 1 && !FileManager.default.fileExists(atPath: file))
    #expect(outcome.errors.contains("in:Memo/Plan.md"), "\(outcome.errors)")
  }

  @Test func `an export of everything says which files it has not got`() throws {
    try session.folder.write("x", to: "Files/used.png")
    try session.folder.write("x", to: "Files/alone.png")
    try session.folder.write("![](../Files/used.png)\n", to: "Memo/B.md")
    #expect(
      session.run(["export", "--to", "json"]).errors.contains("1 file that no exported note links to: Files/alone.png"))
    #expect(!session.run(["export", "--to", "json", "in:Memo/B.md"]).errors.contains("alone"))
  }

  @Test(arguments: ["show", "render"])
  func `a task of Logseq is an item of its list with its word or a box`(command: String) throws {
    try FileManager.default.createDirectory(
      atPath: session.folder.path + "/logseq", withIntermediateDirectories: true)
    try session.folder.write("{}", to: "logseq/config.edn")
    try session.folder.write("- TODO buy\n- plain\n- DOING b\n\t- TODO c\n", to: "pages/P.md")
    _ = session.run(["init", "-q"])
    let output = session.run([command, "pages/P.md"]).output
    #expect(!output.contains("-[TODO]") && !output.contains("<p>-"), "\(output)")
    #expect(output.contains("buy") && output.contains("plain"))
  }
}
