import Foundation
import NoteTestSupport
import Testing

/// What takes the whole terminal gives it back as it was: when it is closed, interrupted and killed, at every size.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid"), "setsid is not installed"))
struct TerminalRestoreTests {
  private let program: BuiltProgram
  /// The first screen again.
  private static let farewell = "\u{1B}[?1049l"

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    try program.folder.write("- [ ] bread\n- [ ] 우유 사기\n", to: "notes/Memo/list.md")
  }

  /// Runs a command between two looks at the settings of the terminal, in a shell that says whether they are the same.
  private func start(_ command: String, columns: Int = 80) throws -> TerminalRun {
    try TerminalRun(
      """
      before=$(stty -g); '\(program.path)' \(command); status=$?
      [ "$before" = "$(stty -g)" ] && echo "SAME $status"
      """, in: program.folder.path + "/notes", environment: program.environment, columns: columns)
  }

  @Test(arguments: ["pick", "board -i", "list -i", "edit -i"])
  func `Ctrl-C gives the terminal back`(command: String) throws {
    let terminal = try start(command)
    #expect(terminal.wait(for: command == "board -i" ? "bread" : "list"))
    terminal.forget()
    terminal.type("\u{03}")
    #expect(terminal.wait(for: "SAME "), "\(terminal.output)")
    #expect(terminal.output.contains(Self.farewell))
    #expect(terminal.end() == 0)
  }

  @Test(arguments: ["pick", "board -i"])
  func `a signal gives the terminal back`(command: String) throws {
    let terminal = try start(command)
    #expect(terminal.wait(for: command == "pick" ? "list" : "bread"))
    terminal.forget()
    kill(try #require(processOfProgram), SIGTERM)
    #expect(terminal.wait(for: "SAME 143"), "\(terminal.output)")
    #expect(terminal.output.contains(Self.farewell))
  }

  /// The process that runs the program in the folder of this test.
  private var processOfProgram: pid_t? {
    let own = URL(fileURLWithPath: program.path).resolvingSymlinksInPath().path
    let files = FileManager.default
    let processes = (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { pid_t($0) }.first { process in
      (try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) == own
        && (try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd"))
          == program.folder.path + "/notes"
    }
  }

  @Test func `the board follows the size of the terminal`() throws {
    let terminal = try start("board -i", columns: 40)
    #expect(terminal.wait(for: "bread"))
    #expect(!terminal.output.contains("Done"))
    terminal.forget()
    terminal.resize(columns: 120, rows: 30)
    #expect(terminal.wait(for: "Done"), "\(terminal.output)")
    terminal.type("Lq")
    #expect(terminal.wait(for: "SAME 0"), "\(terminal.output)")
    #expect(
      try String(decoding: program.folder.read("notes/Memo/list.md"), as: UTF8.self)
        == "- [/] bread\n- [ ] 우유 사기\n")
  }
}
