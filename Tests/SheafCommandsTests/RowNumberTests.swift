import NoteTestSupport
import TerminalScreen
import Testing

/// A bare number is a row of the last listing, and nothing else.
@Suite struct RowNumberTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("---\nstatus: todo\n---\n# Call 4 people\n", to: "Diary/Tasks/call.md")
    try session.folder.write(
      "---\nstatus: todo\n---\n# Rent\n\n[[10]]\n", to: "Diary/Tasks/rent.md")
    try session.folder.write("day 10\n", to: "Diary/2026/2026-11-10.md")
    try session.folder.write("ten\n", to: "10.md")
    try session.folder.write("in it\n", to: "4/a.md")
  }

  private func contents() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: session.folder.files().map { ($0, try session.folder.read($0)) })
  }

  @Test(
    .needsExtensions,
    arguments: [
      "done 4", "start 4", "defer 4 fri", "rm 10", "rm 4", "mv 4 Old/", "set 4 a=b", "tag 4 +x",
      "append 4 x", "rename 10 x", "edit 10", "show 10", "get 10", "fmt 4", "add x --into 4",
      "links 10", "rm 0", "done @4", "done 4:1", "check 4", "attach 4 10.md", "log 10", "share 10",
      "open 10", "render 10", "set 10 a:",
    ])
  func `out of range is an error with the number of rows`(line: String) throws {
    #expect(session.run(["tasks"], onTerminal: true).status == 0)
    let before = try contents()
    let run = session.run(
      line.split(separator: " ").map(String.init), onTerminal: true,
      screen: ScriptedScreen([.enter]))
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("the last listing has 2 rows"), "\(run.errors)")
    #expect(try contents() == before)
  }

  @Test(arguments: [
    "search -l rent", "search --count rent", "list --paths",
    "list --format {{path}}", "tags", "list --json", "search nothing-like-it",
    "board --to md", "search --vimgrep rent",
  ])
  func `a listing without numbers ends those of the one before`(line: String) throws {
    #expect(session.run(["tasks"], onTerminal: true).status == 0)
    let words = line.split(separator: " ").map(String.init)
    // After a listing for a program, the terminal still shows the one before.
    _ = session.run(words)
    #expect(session.run(["get", "1", "status"]).status == 0)
    _ = session.run(words, onTerminal: true)
    let run = session.run(["done", "1"], onTerminal: true)
    #expect(run.status == 1)
    #expect(run.errors.contains("Row 1 was “"), "\(run.errors)")
  }

  /// Whatever prints numbers says what numbers mean, into a pipe as well.
  @Test(arguments: ["tasks", "today", "list", "agenda", "links --all"])
  func `the numbers of a listing in a pipe are those that count`(line: String) throws {
    let rent = try session.folder.text("Diary/Tasks/rent.md").replacing(
      "status: todo", with: "status: todo\ndue: 2026-11-22")
    try session.folder.write(rent, to: "Diary/Tasks/rent.md")
    #expect(session.run(["list", "ten"], onTerminal: true).status == 0)
    let words = line.split(separator: " ").map(String.init)
    let listed = session.run(words).output.split(separator: "\n").first { $0.contains("Rent") || $0.contains("rent") }
    let number = try #require(listed?.split(separator: " ").first.map(String.init), "\(line)")
    let shown = session.run(["show", number, "--raw"], onTerminal: true).output
    #expect(shown.contains("Rent") || shown.contains("rent"), "\(line): \(number) \(shown)")
  }

  @Test func `rows end after half a day, follow nothing without a terminal, and name what was deleted`() throws {
    #expect(session.run(["--now", "2026-11-21T10:00:00+09:00", "tasks"], onTerminal: true).status == 0)
    let late = session.run(["--now", "2026-11-21T22:00:01+09:00", "done", "1"], onTerminal: true)
    #expect(late.status == 1)
    #expect(late.errors.contains("Row 1 was “Call 4 people” in an earlier listing"), "\(late.errors)")
    try session.folder.remove("Diary/Tasks/call.md")
    let deleted = session.run(["done", "1"], onTerminal: true)
    #expect(deleted.status == 1 && deleted.errors.contains("was deleted"), "\(deleted.errors)")
    let script = try CommandSession(environment: ["SHEAF_TERMINAL": ""])
    try script.folder.write("", to: ".sheaf/config.yaml")
    let row = script.run(["show", "1"])
    #expect(row.status == 64 && row.errors.contains("needs the terminal"), "\(row.errors)")
  }

  @Test(arguments: [
    ("links 4/a.md", 2, "10.md"), ("links 10.md --backlinks", 1, "4/a.md"),
    ("links 10.md --backlinks", 2, "Diary/Tasks/rent.md"), ("links --broken", 1, "4/a.md"),
    ("links --all", 3, "4/a.md"), ("links Diary/Tasks/rent.md --unlinked", 1, "10.md"),
  ])
  func `a row of links leads to what it shows`(line: String, row: Int, path: String) throws {
    try session.folder.write("[[rent]] [[10]] [[Nowhere]]\n", to: "4/a.md")
    try session.folder.write("ten and Rent\n", to: "10.md")
    let words = line.split(separator: " ").map(String.init)
    let run = session.run(words, onTerminal: true)
    #expect(run.output.split(separator: "\n").count >= row, "\(run.output)\(run.errors)")
    #expect(run.output.contains(path) || run.output.contains("\(row)  10\n"), "\(run.output)")
    let shown = session.run(["show", "\(row)", "--raw"], onTerminal: true)
    #expect(
      shown.output == String(decoding: try session.folder.read(path), as: UTF8.self),
      "\(shown.errors)")
  }

  @Test func `a link is opened by the number that the links of its note have in a listing`() throws {
    try session.folder.write(
      "[[Nowhere]] [e](https://example.com/one) [f](https://foo.example/) [[rent]]\n", to: "4/a.md")
    let listed = session.run(["links", "4/a.md"], onTerminal: true).output
    #expect(listed.contains("2  1:  https://example.com/one") && listed.contains("3  1:  https://foo.example/"))
    #expect(session.run(["open", "4/a.md", "2"]).errors == "Opening https://example.com/one\n")
    #expect(session.run(["open", "4/a.md", "3"]).errors == "Opening https://foo.example/\n")
    #expect(session.run(["open", "4/a.md", "4"]).output.contains("Rent"))
    let broken = session.run(["open", "4/a.md", "1"])
    #expect(broken.status == 66)
    #expect(broken.errors.contains("Link 1 of 4/a.md cannot be opened: “Nowhere”"), "\(broken.errors)")
    let several = session.run(["open", "4/a.md", "example"])
    #expect(several.status == 64)
    #expect(several.errors.contains("\n  2  https://example.com/one\n  3  https://foo.example/\n"))
    let asked = session.run(["open", "4/a.md", "example"], input: "3\n", onTerminal: true)
    #expect(asked.errors.contains("3  f  https://foo.example/\nWhich one? "), "\(asked.errors)")
    #expect(asked.errors.hasSuffix("Opening https://foo.example/\n"))
    // A number that was not offered.
    #expect(session.run(["open", "4/a.md", "example"], input: "1\n", onTerminal: true).status == 130)
    for number in ["0", "5", "-9223372036854775808"] {
      #expect(session.run(["open", "4/a.md", "--", number]).status == 66)
    }
  }

  @Test func `a note or a folder with a number for a name is reached by its path`() throws {
    #expect(session.run(["show", "10.md", "--raw"]).output == "ten\n")
    #expect(session.run(["rm", "./4", "--yes"], onTerminal: true).status == 0)
    #expect(!session.folder.files().contains("4/a.md"))
  }
}
