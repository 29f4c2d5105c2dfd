import Foundation
import NoteTestSupport
import Testing

/// `-i` on a terminal of its own, which `script` makes.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script is not installed"))
struct InteractiveTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    for name in ["하나", "둘", "셋"] {
      try program.folder.write("# \(name)\n\n본문 \(name)\n", to: "notes/\(name).md")
    }
    try program.folder.write("", to: "programs/.keep")
  }

  /// The text on the terminal; `answer` is typed.
  private func type(
    _ answer: String, _ command: String, _ variables: [String: String] = [:]
  ) throws -> (status: Int32, screen: String) {
    let run = try ProgramRun.run(
      "/usr/bin/script", ["-qec", "'\(program.path)' \(command)", "/dev/null"],
      in: program.folder.path,
      environment: program.environment.merging([
        "PATH": program.folder.path + "/programs", "SHELL": "/bin/sh", "TERM": "dumb",
        "SHEAF_DIR": program.folder.path + "/notes", "EDITOR": "/bin/cat", "COLUMNS": "80",
        "SHEAF_PAGER": "cat",
      ]) { $1 }.merging(variables) { $1 }, input: answer)
    return (run.status, run.output.replacing("\r\n", with: "\n"))
  }

  @Test(arguments: ["show", "edit"])
  func `on a terminal without a cursor one chooses by number`(command: String) throws {
    let run = try type("2\n", command + " --interactive 본문")
    #expect(run.status == 0, "\(run.screen)")
    #expect(run.screen.contains(" Numbers: "))
    let choice = run.screen.split(separator: "\n").first { $0.hasPrefix("2  ") } ?? ""
    let title = choice.split(separator: " ").dropFirst().first ?? "nothing"
    let rest = run.screen.split(separator: "Numbers: ").last ?? ""
    #expect(
      rest.contains(title) && ["하나", "둘", "셋"].filter { rest.contains("\($0)") } == ["\(title)"])
  }

  @Test(arguments: [("n", false), ("", false), ("y", true), ("예", true)])
  func `init inside another repository asks`(answer: String, isMade: Bool) throws {
    let run = try type(answer + "\n", "init notes/하나")
    let screen = run.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(screen.contains("notes is already a repository. Make another one inside it? [y/N]"))
    #expect(run.status == (isMade ? 0 : 64), "\(run.screen)")
    let settings = program.folder.path + "/notes/하나/.sheaf/config.yaml"
    #expect(FileManager.default.fileExists(atPath: settings) == isMade)
    if !isMade { #expect(screen.contains("nothing was written")) }
  }

  @Test func `a number that is no row is told`() throws {
    let run = try type("7\n", "show --interactive")
    #expect(run.status == 64)
    #expect(run.screen.contains("“7” is not the number of a row"))
  }

  @Test(arguments: ["show", "edit"])
  func `fzf chooses where the setting says so, with a preview`(command: String) throws {
    let script = """
      echo "$SHEAF_PROGRAM $@" > '\(program.folder.path)/arguments'
      /bin/sed -n 3p
      """
    try program.folder.writeProgram(script, to: "programs/fzf")
    let run = try type(
      "", command + " --interactive 본문", ["SHEAF_PICKER": "fzf"])
    #expect(run.status == 0, "\(run.screen)")
    #expect(["하나", "둘", "셋"].filter { run.screen.contains("\($0)") }.count == 1)
    let arguments = String(decoding: try program.folder.read("arguments"), as: UTF8.self)
    let own = URL(fileURLWithPath: program.path).resolvingSymlinksInPath().path
    #expect(arguments.hasPrefix(own + " "))
    #expect(arguments.contains("--preview=\"$SHEAF_PROGRAM\" -C \"$SHEAF_ROOT\" show"))
  }
}
