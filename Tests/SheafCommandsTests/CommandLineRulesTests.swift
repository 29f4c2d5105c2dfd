import NoteTestSupport
import Testing

@testable import SheafCommands

/// Rules of the command line that nothing else holds to.
@Suite(.wholeProgram) struct CommandLineRulesTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "vscode://file/a", "ssh://host", "data:text/html,a", "x-man-page://ls",
  ])
  func `open hands no address of another scheme to a program`(address: String) throws {
    try session.folder.write("[a](\(address))\n", to: "Memo/a.md")
    #expect(session.run(["open", "a", "1"]).status != 0)
    #expect(session.startedPrograms == [])
  }

  @Test(arguments: [
    "https://example.org/", "HTTP://example.org/", "mailto:a@example.org", "tel:+82212345678", "ftp://example.org/a",
  ])
  func `open hands the addresses of browsers, mail programs and telephones on`(address: String) throws {
    try session.folder.write("[a](\(address))\n", to: "Memo/a.md")
    #expect(session.run(["open", "a", "1"]).status == 0)
    #expect(session.startedPrograms.count == 1)
  }

  @Test func `aliases in a circle are an error, one that names a command is not`() throws {
    try session.home.write("alias: {zz: yy, yy: zz -n 1, ww: vv, vv: tags}\n", to: "config/sheaf/config.yaml")
    let run = session.run(["zz"])
    #expect(run.status != 0)
    #expect(run.errors.contains("zz") && !run.errors.contains("Unknown command"), "\(run.errors)")
    #expect(session.run(["ww"]).output == session.run(["tags"]).output)
  }

  @Test func `a beginning that several commands have is answered with all of them, and runs none`() {
    let run = session.run(["reo"])
    #expect(run.errors == session.run(["reopen"]).errors)
    let several = session.run(["re"])
    #expect(several.status == 64)
    for name in Program.current.commandNames where name.hasPrefix("re") {
      #expect(several.errors.contains("“sheaf \(name)”"), "\(name)")
    }
  }

  @Test(arguments: [
    ("2027-02-28", true), ("2028-02-29", true), ("2028-02-28", false), ("2027-03-01", false), ("2024-02-29", false),
  ])
  func `an entry of 29 February is on the 28th in other years`(day: String, isFound: Bool) throws {
    try session.folder.write("# leap\n", to: "Diary/2024-02-29.md")
    let run = session.run(["list", "--on-this-day", "--now", day + "T10:00:00+09:00"])
    #expect(run.output.contains("leap") == isFound)
  }
}
