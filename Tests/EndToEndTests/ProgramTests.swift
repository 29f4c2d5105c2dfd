import Foundation
import NoteTestSupport
import Testing

/// The built program itself: real git, a real editor script, real pipes.
@Suite struct ProgramTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  private var folder: TemporaryFolder { program.folder }
  private var sheaf: String { program.path }

  private func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try program.run(arguments, input: input, environment: environment)
  }

  @Test func `the main job runs on the everyday repository`() throws {
    try copyFolder(fixturesFolder + "/Repositories/Everyday", to: folder.path + "/notes")
    let list = try run(["list", "--paths"])
    #expect(list.status == 0)
    #expect(list.output.split(separator: "\n").count >= 140)
    #expect(try run(["search", "회의", "-l"]).output.contains(".md"))
    #expect(try run(["status"]).output.contains("notes"))
    #expect(try run(["links", "--broken"]).output.contains("broken"))
  }

  @Test func `ignored files are left out as git leaves them out`() throws {
    let notes = folder.path + "/notes"
    try folder.write("x", to: "notes/.sheaf/config.yaml")
    try folder.write("drafts/\n", to: "notes/.gitignore")
    try folder.write("# a", to: "notes/a.md")
    try folder.write("# b", to: "notes/drafts/b.md")
    _ = try ProgramRun.run("/usr/bin/git", ["init", "-q"], in: notes)
    #expect(try run(["list", "--paths"]).output == "a.md\n")
  }

  @Test func `the editor gets the file, and what it writes is found`() throws {
    try folder.write("", to: "notes/.sheaf/config.yaml")
    try folder.write("old\n", to: "notes/a.md")
    try folder.writeProgram("echo edited > \"$1\"", to: "editor.sh")
    let terminal = try TerminalRun(
      "'\(sheaf)' -C notes edit a", in: folder.path,
      environment: [
        "HOME": folder.path, "XDG_CACHE_HOME": folder.path + "/cache",
        "EDITOR": folder.path + "/editor.sh",
      ])
    #expect(terminal.end() == 0)
    #expect(try run(["search", "-l", "edited"]).output == "a.md\n")
  }

  @Test(arguments: [
    ("new", "2"), ("add -w", "3"), ("search", "2"), ("append a", "3"), ("--context", "2"),
    ("--lang ko list", "4"),
  ])
  func `an argument that is not UTF-8 is refused`(command: String, position: String) throws {
    try folder.write("", to: "notes/.sheaf/config.yaml")
    try folder.write("old\n", to: "notes/a.md")
    let before = folder.files()
    let run = try program.shell("\"$SHEAF\" \(command) \"$(printf 'caf\\351')\"")
    #expect(run.status == 64, "\(run.output)")
    #expect(
      run.errors.contains("Argument \(position) is not valid UTF-8: “caf\u{FFFD}”"), "\(run.errors)"
    )
    #expect(folder.files() == before)
  }

  @Test func `a reader that goes away ends the program quietly`() throws {
    try folder.write("", to: "notes/.sheaf/config.yaml")
    for number in 0..<400 { try folder.write("# Note \(number)", to: "notes/n\(number).md") }
    let line = "'\(sheaf)' -C '\(folder.path)/notes' list --paths | head -1; echo \"$?\""
    let result = try ProgramRun.run(
      "/bin/sh", ["-c", line], in: folder.path,
      environment: ["HOME": folder.path, "XDG_CACHE_HOME": folder.path + "/cache"])
    #expect(result.errors.isEmpty)
    #expect(result.output.hasSuffix("0\n"))
  }

  @Test func `hostile files are told and the others go on`() throws {
    let notes = folder.path + "/notes"
    try copyFolder(fixturesFolder + "/Repositories/Hostile", to: notes)
    try folder.write(String(repeating: ">", count: 50_000) + "deep", to: "notes/deep.md")
    try folder.write(Array(repeating: 0x61, count: 40 << 20), to: "notes/long-line.md")
    try folder.write([0x23, 0x20, 0x00, 0xFF], to: "notes/binary.md")
    _ = try ProgramRun.run("/usr/bin/mkfifo", [notes + "/pipe.md"], in: folder.path)
    try makeLink(at: notes + "/loop", to: ".")
    try makeSocket(at: notes + "/socket.md")
    try folder.write("locked", to: "notes/locked.md")
    try setPermissions(0, of: notes + "/locked.md")
    let list = try run(["list", "--paths"])
    #expect(list.status == 0)
    for name in ["deep.md", "long-line.md", "binary.md", "good.md"] {
      #expect(list.output.contains(name))
    }
    #expect(!list.output.contains("pipe.md"))
    #expect(!list.output.contains("socket.md"))
    #expect(try run(["search", "-l", "findable"]).output == "good.md\n")
  }
}
