import Foundation
import NoteTestSupport
import Testing

/// Some of the kills of `Tests/Trials/synckills.py`, which tries them all.
@Suite struct SyncKillTests {
  private static let strace = "/usr/bin/strace"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: strace), "strace is not installed"),
    arguments: [("rename,renameat,renameat2", "11"), ("write", "17")])
  func `whichever process of a sync is killed, the next one loses nothing`(
    call: String, stride: String
  ) throws {
    let trial = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path
    let program = try BuiltProgram()
    let run = try ProgramRun.run(
      "/usr/bin/python3", [trial + "/Tests/Trials/synckills.py", "--stride", stride, call],
      in: program.folder.path, environment: ["SHEAF": program.path])
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    #expect(!run.output.contains(": 0 kills"), "\(run.output)")
  }

  /// A hook kills the command that commits, while git goes on with the commit.
  @Test func `a git that outlives its command is waited for`() throws {
    let program = try BuiltProgram()
    let notes = program.folder.path + "/notes"
    try program.folder.write("x\n", to: "notes/세금.md")
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    for words in [
      ["init", "-q", "--bare", "-b", "main", "../hub"], ["init", "-q", "-b", "main"],
      ["config", "user.name", "a"], ["config", "user.email", "a@example.org"], ["add", "-A"],
      ["commit", "-qm", "begin"], ["remote", "add", "origin", "../hub"], ["push", "-qu", "origin", "main"],
    ] {
      let run = try ProgramRun.run("/usr/bin/git", words, in: notes, environment: program.environment)
      #expect(run.status == 0, "\(run.errors)")
    }
    try program.folder.writeProgram(
      """
      [ -e ../killed ] && exit 0
      touch ../killed
      read -r _ _ _ command _ < /proc/$PPID/stat
      kill -9 "$command"
      sleep 0.5
      """, to: "notes/.git/hooks/pre-commit")
    try program.folder.write("new\n", to: "notes/메모.md")
    #expect(try program.run(["sync"]).status != 0)
    let next = try program.run(["sync"])
    #expect(next.status == 0, "\(next.errors)")
    #expect(next.errors.contains("Sent      "), "\(next.errors)")
    let status = try ProgramRun.run(
      "/usr/bin/git", ["status", "--porcelain"], in: notes, environment: program.environment)
    #expect(status.output == "", "\(status.output)")
  }
}
