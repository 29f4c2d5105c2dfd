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
    try program.folder.write("#!/bin/sh\n\(script)\n", to: "editor.sh")
    try setPermissions(0o755, of: program.folder.path + "/editor.sh")
    return try program.run(
      ["edit", "a"], environment: ["EDITOR": program.folder.path + "/editor.sh"])
  }

  private var note: String {
    get throws { String(decoding: try program.folder.read("notes/a.md"), as: UTF8.self) }
  }

  /// The files below the state folder that hold a text.
  private func kept(_ text: String) throws -> [String] {
    try program.folder.files().filter { name in
      try name.hasPrefix("state/") && !name.contains("/journal/")
        && program.folder.read(name) == Array(text.utf8)
    }
  }

  @Test func `what breaks a rule is kept and reported, together with the way back`() throws {
    try program.folder.write("---\nid: k3x9wq2m\ntitle: Rent\n---\n", to: "notes/a.md")
    let run = try edit("printf -- '---\\nid: k3x9wq2n\\ntitle:\\ncolor: \"#1\"\\n---\\n' > \"$1\"")
    #expect(run.status == 0)
    #expect(
      run.errors.hasSuffix(
        """
        warning: a.md: The id k3x9wq2m would become k3x9wq2n, and links to it would lead nowhere
        warning: a.md: The title is empty
        warning: a.md: color: “#1” is not a colour
        “sheaf undo” takes it back.

        """), "\(run.errors)")
    #expect(try note == "---\nid: k3x9wq2n\ntitle:\ncolor: \"#1\"\n---\n")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "---\nid: k3x9wq2m\ntitle: Rent\n---\n")
  }

  @Test func `an editor that replaces the file and leaves a swap file behind`() throws {
    let run = try edit(
      "echo swap > \"$(dirname \"$1\")/.a.md.swp\"; echo new > \"$1.tmp\"; mv \"$1.tmp\" \"$1\"")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try note == "new\n")
    #expect(!program.folder.files().contains { $0.contains(".swp") })
    #expect(try program.run(["undo"]).status == 0)
    #expect(try note == "old\n")
  }

  @Test func `an editor that fails changes nothing and its text is kept`() throws {
    let run = try edit("echo half > \"$1\"; exit 3")
    #expect(run.status == 2)
    #expect(try note == "old\n")
    let kept = try kept("half\n")
    #expect(kept.count == 1)
    #expect(run.errors.contains(kept.first ?? "nothing"))
  }

  @Test func `an editor that writes nothing leaves nothing`() throws {
    #expect(try edit("exit 0").status == 0)
    #expect(try edit("rm \"$1\"").status == 0)
    #expect(try edit("exit 1").status == 2)
    #expect(try note == "old\n")
    #expect(try kept("old\n").isEmpty)
  }

  @Test func `a note that changed meanwhile is left alone and the text kept`() throws {
    let run = try edit("echo mine > \"$1\"; echo theirs > '\(program.folder.path)/notes/a.md'")
    #expect(run.status == 3)
    #expect(try note == "theirs\n")
    let kept = try kept("mine\n")
    #expect(kept.count == 1)
    #expect(run.errors.contains(kept.first ?? "nothing"))
  }

  @Test func `what an interrupted session typed is found by the next one`() throws {
    let script = "echo typed > \"$1\"; kill -9 $PPID"
    _ = try edit(script)
    #expect(try note == "old\n")
    let run = try edit("exit 0")
    let kept = try kept("typed\n")
    #expect(kept.count == 1)
    #expect(run.errors.contains("interrupted"))
    #expect(kept.first?.contains("/kept/") == true)
  }
}
