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
}
