import NoteTestSupport
import Testing

/// Inputs of a shape that once took time with the square of their size: at these sizes that would be many minutes of
/// computing, and a minute is allowed.
@Suite struct LongInputTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
  }

  private func sheaf(_ line: String) throws -> ProgramRun {
    try program.shell("ulimit -t 60; exec \"$SHEAF\" \(line)")
  }

  @Test(arguments: ["[[a]] ", "[a]", "[a](", "<![CDATA[", "a[^1] ", "**a *b "])
  func `a paragraph of marks is exported as org`(mark: String) throws {
    try program.folder.write(String(repeating: mark, count: 60_000) + "\n", to: "notes/a.md")
    let run = try sheaf("export --to org")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.utf8.count > 100_000)
  }

  @Test func `many conflicts that do not end are printed with their places`() throws {
    try program.folder.write(
      String(repeating: "<<<<<<< a\n", count: 60_000), to: "notes/a.md")
    #expect(try sheaf("parse a.md").status == 0)
  }

  @Test func `a line of tabs is shown`() throws {
    try program.folder.write(
      String(repeating: "a\t", count: 300_000) + "x\n", to: "notes/a.md")
    #expect(try sheaf("show a.md").status == 0)
  }

  @Test func `many fields that both sides reordered are merged`() throws {
    let names = (0..<60_000).map { "k\($0): v\n" }
    for (name, fields) in [
      ("base", names), ("ours", Array(names[30_000...] + names[..<30_000])),
      ("theirs", names.reversed() + ["more: 1\n"]),
    ] {
      try program.folder.write("---\n\(fields.joined())---\n", to: "\(name).md")
    }
    let run = try sheaf("merge-driver base.md ours.md theirs.md 7 a.md")
    #expect(run.status == 0, "\(run.errors)")
    let merged = try program.folder.read("ours.md")
    #expect(String(decoding: merged, as: UTF8.self).contains("more: 1\n"))
  }
}
