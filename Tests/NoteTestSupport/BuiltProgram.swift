import Foundation

/// The program as it was built, with a folder and a home of its own; its repository is `notes`.
package struct BuiltProgram {
  package let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
  }

  /// `SHEAF_BINARY`, else the one that was built with these tests.
  package var path: String {
    ProcessInfo.processInfo.environment["SHEAF_BINARY"]
      ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path + "/sheaf"
  }

  /// The environment of the program, with the folders for its files.
  package var environment: [String: String] {
    [
      "HOME": folder.path + "/home", "XDG_CACHE_HOME": folder.path + "/cache",
      "XDG_STATE_HOME": folder.path + "/state",
    ]
  }

  package func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun.run(
      path, ["-C", folder.path + "/notes"] + arguments, in: folder.path,
      environment: self.environment.merging(environment) { $1 }, input: input)
  }

  /// The same with standard input and output on a terminal.
  package func runOnTerminal(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProgramRun {
    let words = [path, "-C", folder.path + "/notes"] + arguments
    let line = words.map { "'" + $0 + "'" }.joined(separator: " ") + " 2>errors"
    let terminal = try TerminalRun(
      line, in: folder.path, environment: self.environment.merging(environment) { $1 })
    let status = terminal.end()
    return ProgramRun(
      status: status ?? -1, output: terminal.output.replacing("\r\n", with: "\n"),
      errors: String(decoding: try folder.read("errors"), as: UTF8.self))
  }

  /// Runs a line of shell in which `$SHEAF` is the program, on the repository.
  package func shell(_ line: String) throws -> ProgramRun {
    try ProgramRun.run(
      "/bin/sh", ["-c", line], in: folder.path,
      environment: environment.merging(["SHEAF": path, "SHEAF_DIR": folder.path + "/notes"]) { $1 })
  }
}
