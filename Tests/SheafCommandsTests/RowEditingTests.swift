import Foundation
import NoteTestSupport
import Testing

/// `edit --rows`: notes as lines of one text.
@Suite struct RowEditingTests {
  private static let plan =
    "---\ntitle: Plan\nstatus: todo\ndue: 2026-11-30\ntags: [work, home]\n---\nSee [[Trip]].\n"
  private static let trip = "---\ntitle: Trip\nstatus: todo # of the year\nimport: {a: 1}\n---\nA | B\n"

  private let session: CommandSession

  init() throws {
    session = try CommandSession(environment: ["EDITOR": "ed"])
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write(Self.plan, to: "Memo/Plan.md")
    try session.folder.write(Self.trip, to: "Memo/Trip.md")
  }

  /// Runs `edit --rows` with an editor that puts other words in the place of some.
  private func edit(
    _ edits: [(String, String)], options: [String] = ["--yes"], answers: String = ""
  ) -> CommandSession.Outcome {
    session.run(
      ["edit", "--rows", "sort:title"] + options, input: answers, onTerminal: true,
      editor: { path in
        var text = try String(contentsOfFile: path, encoding: .utf8)
        for (old, new) in edits {
          #expect(text.contains(old), "\(text)")
          text = text.replacing(old, with: new)
        }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
      })
  }

  @Test func `titles, fields and tags change as their lines do, in one step`() throws {
    let run = edit([
      (
        "1 | Plan | status=todo | due=2026-11-30 | tags=work, home",
        "1 | Plan 2027 | due=tomorrow | tags=work | priority=high"
      ),
      ("2 | Trip | status=todo", "2 | Journey | status=doing"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try session.folder.text("Memo/Plan 2027.md")
        == "---\ntitle: Plan 2027\ndue: 2026-11-22\ntags: [work]\npriority: high\n---\nSee [[Journey]].\n")
    #expect(
      try session.folder.text("Memo/Journey.md")
        == "---\ntitle: Journey\nstatus: doing # of the year\nimport: {a: 1}\n---\nA | B\n")
    #expect(session.run(["undo"]).status == 0)
    #expect(try session.folder.text("Memo/Plan.md") == Self.plan)
    #expect(try session.folder.text("Memo/Trip.md") == Self.trip)
  }

  @Test func `the difference is shown, and nothing is written without a yes`() throws {
    let run = edit([("status=todo | due", "status=done | due")], options: [], answers: "n\n")
    #expect(run.output.contains("-status: todo") && run.output.contains("+status: done"))
    #expect(run.errors.contains("Write these changes? [y/N]"))
    #expect(run.status == 1)
    #expect(try session.folder.text("Memo/Plan.md") == Self.plan)
  }

  @Test func `a line that is gone and lines as they were change nothing`() throws {
    let gone = edit([("2 | Trip | status=todo\n", "")])
    #expect(gone.errors.contains("Nothing was changed"))
    #expect(edit([]).errors.contains("Nothing was changed"))
    #expect(try session.folder.text("Memo/Trip.md") == Self.trip)
  }

  @Test(arguments: [
    ("2 | Trip", "3 | Trip", "Line 4: “3” is not a number from 1 to 2"),
    ("2 | Trip", "1 | Trip", "Line 4: the number 1 occurs twice"),
    ("2 | Trip", "2 | ", "Line 4: the title is missing"),
    ("due=2026-11-30", "due=somewhen", "Line 3: due: “somewhen” is not a date"),
    ("due=2026-11-30", "due", "Line 3: “due” does not change a field"),
  ])
  func `a line that cannot be read is named, and nothing is written`(
    old: String, new: String, message: String
  ) throws {
    let run = edit([(old, new)])
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.status == 64)
    #expect(try session.folder.text("Memo/Plan.md") == Self.plan)
  }

  @Test func `a name that is taken, twice or by another note, is refused for all`() throws {
    try session.folder.write("x\n", to: "Memo/Taken.md")
    let taken = edit([("| Plan |", "| Taken |"), ("status=todo\n", "status=done\n")])
    #expect(taken.status == 73, "\(taken.errors)")
    #expect(edit([("| Plan |", "| New |"), ("| Trip |", "| New |")]).status == 73)
    #expect(try session.folder.text("Memo/Trip.md") == Self.trip)
  }

  @Test func `bars and backslashes are part of a title`() throws {
    try session.folder.write("---\ntitle: 'a | b \\ c'\nx: 'p|q'\n---\n", to: "Memo/z.md")
    let run = edit([("a \\| b \\\\ c | x=p\\|q", "a \\| b \\\\ d | x=p\\|r")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(session.run(["list", "d", "--format", "{{title}} {{x}}"]).output == "a | b \\ d p|r\n")
  }

  @Test func `without a terminal there is no editor, and a rehearsal writes nothing`() throws {
    #expect(session.run(["edit", "--rows"]).status == 64)
    let run = edit([("| Plan |", "| New |")], options: ["-n"])
    #expect(run.output.contains("rename to Memo/New.md"), "\(run.output)\(run.errors)")
    #expect(try session.folder.text("Memo/Plan.md") == Self.plan)
  }
}
