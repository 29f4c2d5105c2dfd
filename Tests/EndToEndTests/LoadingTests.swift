import Foundation
import NoteTestSupport
import Testing

private let strace = "/usr/bin/strace"

/// The number of times that the built program reads its settings, which is once.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: strace),
    "strace is not installed"))
struct LoadingTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("language: en\n", to: "home/.config/sheaf/config.yaml")
    try program.folder.write("ignore: drafts\n", to: "notes/.sheaf/config.yaml")
    try program.folder.write("---\nid: 01JD\n---\n# Plan\n\n- [ ] write it\n\n[[b]]\n", to: "notes/a.md")
    try program.folder.write("# Budget\n\n#money\n", to: "notes/b.md")
    _ = try program.run(["list"])
  }

  /// The number of times that a command opens each `config.yaml`, by its folder.
  private func readings(_ words: String) throws -> [String: Int] {
    let trace = program.folder.path + "/trace"
    let run = try ProgramRun.run(
      strace,
      ["-f", "-e", "trace=openat,openat2", "-o", trace, program.path, "-C", "notes"]
        + words.split(separator: " ").map(String.init),
      in: program.folder.path, environment: program.environment)
    #expect(run.status == 0, "\(run.errors)")
    let opened = try program.folder.read("trace")
    return String(decoding: opened, as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("config.yaml\"") && !$0.contains("ENOENT") }
      .reduce(into: [:]) { $0[$1.contains("home/.config") ? "user" : "repository", default: 0] += 1 }
  }

  @Test(arguments: [
    "list", "list --json", "search plan", "tags", "tasks", "agenda", "today", "show a", "get a id",
    "links a", "links --orphans", "board", "cal", "stats", "graph", "status",
  ])
  func `a command that reads notes reads each configuration once`(command: String) throws {
    #expect(try readings(command) == ["user": 1, "repository": 1])
  }
}
