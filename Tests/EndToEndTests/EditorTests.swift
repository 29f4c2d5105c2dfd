import Foundation
import NoteTestSupport
import Testing

/// Real editor scripts: what each does to the file, and what becomes of the note.
@Suite struct EditorTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    try program.folder.write("old\n", to: "notes/a.md")
  }

  private func edit(_ script: String) throws -> ProgramRun {
    try program.folder.writeProgram(script, to: "editor.sh")
    return try program.runOnTerminal(
      ["edit", "a"], environment: ["EDITOR": program.folder.path + "/editor.sh"])
  }

  private var note: String {
    get throws { String(decoding: try program.folder.read("notes/a.md"), as: UTF8.self) }
  }

  @Test(arguments: ["exit 1", "kill -9 $$"])
  func `an editor that fails before it wrote leaves no new page of the diary`(script: String) throws {
    try program.folder.writeProgram(script, to: "editor.sh")
    let run = try program.runOnTerminal(
      ["diary"], environment: ["EDITOR": program.folder.path + "/editor.sh"])
    #expect(run.status == 2, "\(run.errors)")
    #expect(!program.folder.files().contains { $0.hasPrefix("notes/Diary/") })
  }

  @Test func `what breaks a rule is kept and reported, together with the way back`() throws {
    try program.folder.write("---\nid: k3x9wq2m\ntitle: Rent\n---\n", to: "notes/a.md")
    let run = try edit("printf -- '---\\nid: k3x9wq2n\\ntitle:\\ncolor: \"#1\"\\n---\\n' > \"$1\"")
    #expect(run.status == 0)
    #expect(
      run.errors.hasSuffix(
        """
        warning: a.md: The id k3x9wq2m would become k3x9wq2n, and links to it would break
        warning: a.md: The title is empty
        warning: a.md: color: “#1” is not a colour
        “sheaf undo” reverts the change.

        """), "\(run.errors)")
    #expect(try note == "---\nid: k3x9wq2n\ntitle:\ncolor: \"#1\"\n---\n")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "---\nid: k3x9wq2m\ntitle: Rent\n---\n")
  }

  @Test func `a reminder that loses its day in the editor is reported`() throws {
    try program.folder.write(
      "---\nstatus: todo\ntitle: Rent\ndue: 2026-12-01\nremind: 1d\n---\n", to: "notes/a.md")
    let run = try edit("sed -i /^due/d \"$1\"")
    #expect(run.status == 0)
    #expect(
      run.errors.contains("“Rent” has no due date, so its reminder will not be delivered\n"),
      "\(run.errors)")
    // Saved again, it is nothing new.
    #expect(try !edit("echo x >> \"$1\"").errors.contains("reminder"))
  }

  @Test func `an editor that replaces the file is undone as well`() throws {
    let run = try edit("echo new > \"$1.tmp\"; mv \"$1.tmp\" \"$1\"")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try note == "new\n")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "old\n")
    #expect(try program.run(["redo"]).status == 0)
    #expect(try note == "new\n")
  }

  @Test func `the editor gets the file itself, at its line`() throws {
    _ = try edit("echo \"$@\" > '\(program.folder.path)/arguments'")
    let own = program.folder.path + "/notes/a.md"
    #expect(try String(decoding: program.folder.read("arguments"), as: UTF8.self) == own + "\n")
    try program.folder.writeProgram(
      "echo \"$@\" > '\(program.folder.path)/arguments'", to: "bin/nano")
    _ = try program.runOnTerminal(
      ["edit", "a:7"], environment: ["EDITOR": program.folder.path + "/bin/nano"])
    #expect(
      try String(decoding: program.folder.read("arguments"), as: UTF8.self) == "+7 \(own)\n")
  }

  @Test func `an editor that fails has written what it wrote, and undo takes it back`() throws {
    let run = try edit("echo half > \"$1\"; exit 3")
    #expect(run.status == 2)
    #expect(try note == "half\n")
    #expect(run.errors.contains("exited with status 3 after it changed a.md"), "\(run.errors)")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "old\n")
  }

  @Test func `an editor that writes nothing leaves nothing to undo`() throws {
    #expect(try edit("exit 0").errors == "a.md is unchanged\n")
    #expect(try edit("exit 1").status == 2)
    #expect(try edit("cat \"$1\" > \"$1.tmp\"; mv \"$1.tmp\" \"$1\"").status == 0)
    #expect(try program.run(["undo", "--list"]).output == "")
    #expect(try note == "old\n")
  }

  @Test func `a file that the editor removed is brought back by undo`() throws {
    let run = try edit("rm \"$1\"")
    #expect(run.status == 0)
    #expect(run.errors.contains("a.md was removed"), "\(run.errors)")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "old\n")
  }

  @Test func `a command that changed the note meanwhile is reported`() throws {
    let set = "'\(program.path)' -C '\(program.folder.path)/notes' set a k=v"
    let run = try edit("\(set) >/dev/null; echo more >> \"$1\"")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.contains("“sheaf set a k=v” changed a.md while it was open"), "\(run.errors)")
    #expect(try note == "---\nk: v\n---\n\nold\nmore\n")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "---\nk: v\n---\n\nold\n")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "old\n")
  }

  @Test func `what a killed edit saved is in the file, and the first to be undone`() throws {
    _ = try edit("echo typed > \"$1\"; kill -9 $(awk '/^PPid/ { print $2 }' /proc/$PPID/status)")
    #expect(try note == "typed\n")
    let preview = try program.run(["undo", "--dry-run"])
    #expect(preview.output.contains("-typed\n+old\n"), "\(preview.output)")
    #expect(preview.errors.contains("An edit of a.md was interrupted"), "\(preview.errors)")
    #expect(try note == "typed\n")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "old\n")
    #expect(try program.run(["redo"]).status == 0)
    #expect(try note == "typed\n")
  }

  @Test func `the page of a diary is undone together with what a killed editor wrote into it`()
    throws
  {
    try program.folder.writeProgram(
      "echo typed > \"$1\"; kill -9 $(awk '/^PPid/ { print $2 }' /proc/$PPID/status)",
      to: "editor.sh")
    _ = try program.runOnTerminal(
      ["diary"], environment: ["EDITOR": program.folder.path + "/editor.sh"])
    let pages = { program.folder.files().filter { $0.hasPrefix("notes/Diary/") } }
    #expect(pages().count == 1)
    #expect(try program.run(["undo"]).status == 0)
    #expect(pages().isEmpty)
  }
}
