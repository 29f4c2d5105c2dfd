import NoteTestSupport
import Testing

/// Copies that programs for synchronizing leave, as `check` reports them and `resolve` takes them.
@Suite struct ConflictCopyTests {
  private let session: CommandSession
  private static let plan = "---\ncreated: 2026-11-01\n---\n\n# Plan\n\nOne.\n\nTwo.\n\nThree.\n"

  init() throws {
    session = try CommandSession()
    #expect(session.run(["init"]).status == 0)
    try session.folder.write(Self.plan, to: "plan.md")
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  private static let names = [
    "plan 2.md", "plan (1).md", "plan-DESKTOP-X.md", "plan-Adas-MacBook.md", "plan.dup.md",
    "[conflict] plan.md", "plan.md.Conflict", "plan_DESKTOP-X_Nov-21-101500-2026_Conflict.md",
    "plan (Adas in Konflikt stehende Kopie 2026-11-21).md", "plan (case clash from Ada).md",
    "plan (Ada's conflicted copy 2026-11-21).md", "plan.sync-conflict-20261121-101500-ABCDEFG.md",
  ]

  @Test(arguments: names)
  func `check reports a copy by any name, status lists it and resolve takes it`(_ name: String) throws {
    try session.folder.write(Self.plan + "\nFour.\n", to: name)
    let check = session.run(["check"])
    #expect(
      check.output
        == "\(name): error: This is a copy of plan.md; “sheaf resolve” merges the two [conflict-copy]\n")
    #expect(session.run(["status"]).output.contains("    \(name)\n"))
    let run = session.run(["resolve"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try read("plan.md") == Self.plan + "\nFour.\n")
    #expect(session.folder.files().filter { !$0.hasPrefix(".") } == ["plan.md"])
    #expect(session.run(["check"]).status == 0)
    #expect(session.run(["undo"]).status == 0)
    #expect(try read(name) == Self.plan + "\nFour.\n")
  }

  @Test(arguments: [
    Self.plan.replacing("2026-11-01", with: "2026-11-02"),
    Self.plan.replacing("# Plan", with: "# Another plan"),
    "One.\n\nSomething else.\n\nMore of it.\n\nAnd more.\n", "",
    "---\ncreated: 2026-11-01\n---\n\nOne.\n",
  ])
  func `a note of its own is no copy, whatever its name`(_ text: String) throws {
    for name in ["plan 2.md", "plan (1).md", "plan-DESKTOP-X.md", "plan.dup.md"] {
      try session.folder.write(text, to: name)
    }
    #expect(!session.run(["check"]).output.contains("conflict-copy"))
    let run = session.run(["resolve"])
    #expect(run.status == 0 && run.errors.contains("No conflicts"))
    #expect(try read("plan 2.md") == text)
  }

  @Test func `a note that another links to by its name is no copy`() throws {
    try session.folder.write(Self.plan, to: "plan 2.md")
    try session.folder.write("[[plan 2]]\n", to: "index.md")
    #expect(session.run(["resolve"]).errors.contains("No conflicts"))
    #expect(try read("plan 2.md") == Self.plan)
  }

  @Test func `a note with the id of another is a copy where its name or its lines say so`() throws {
    let note = "---\nid: 01J00000000000000000000000\n---\n\n"
    try session.folder.write(note + "One.\n\nTwo.\n", to: "tax.md")
    try session.folder.write(note + "One.\n\nOther lines.\n\nAll of them.\n", to: "tax from Ada.md")
    try session.folder.write(note + "One.\n\nTwo.\n\nThree.\n", to: "Other/renamed.md")
    try session.folder.write(note + "Another text.\n", to: "Other/unlike.md")
    let check = session.run(["check"]).output
    #expect(
      check == """
        Other/renamed.md: error: This is a copy of tax.md; “sheaf resolve” merges the two [conflict-copy]
        tax from Ada.md: error: This is a copy of tax.md; “sheaf resolve” merges the two [conflict-copy]
        tax.md:1:1: error: Other/unlike.md has the same id: 01j00000000000000000000000 [duplicate-id]

        """)
    let run = session.run(["resolve", "Other/renamed.md"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try read("tax.md") == note + "One.\n\nTwo.\n\nThree.\n")
  }

  @Test func `a copy of a copy is merged into the note that both come from`() throws {
    try session.folder.write(Self.plan + "\nFour.\n", to: "plan 2.md")
    try session.folder.write(
      Self.plan + "\nFour.\n\nFive.\n", to: "plan 2.sync-conflict-20261121-101500-ABCDEFG.md")
    let run = session.run(["resolve"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try read("plan.md") == Self.plan + "\nFour.\n\nFive.\n")
    #expect(session.folder.files().filter { !$0.hasPrefix(".") } == ["plan.md"])
  }

  @Test(arguments: [
    ".stversions/plan~20261121-101500.md", ".stversions/plan.md",
  ])
  func `without git, a version that Syncthing kept is the common ancestor`(_ version: String) throws {
    let copy = "plan.sync-conflict-20261121-101500-ABCDEFG.md"
    try session.folder.write(Self.plan.replacing("One", with: "Ours"), to: "plan.md")
    try session.folder.write(Self.plan.replacing("Two", with: "Theirs"), to: copy)
    #expect(session.run(["resolve", "--dry-run"]).output.contains("-Two.") == false)
    try session.folder.write(Self.plan, to: version)
    let run = session.run(["resolve"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try read("plan.md")
        == Self.plan.replacing("One", with: "Ours").replacing("Two", with: "Theirs"))
  }

  @Test func `in a folder, the version that Syncthing kept is in its folder`() throws {
    try session.folder.write("a\nours\nc\nd\n", to: "Work/note.md")
    try session.folder.write("a\nb\nc\ntheirs\n", to: "Work/note.sync-conflict-20261121-101500-A.md")
    try session.folder.write("a\nb\nc\nd\n", to: ".stversions/Work/note~20261120-101500.md")
    #expect(session.run(["resolve"]).status == 0)
    #expect(try read("Work/note.md") == "a\nours\nc\ntheirs\n")
  }
}
