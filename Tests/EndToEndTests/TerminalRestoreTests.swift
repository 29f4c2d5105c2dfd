import Foundation
import NoteTestSupport
import Testing

/// Commands on the whole terminal give it back as it was: when they are closed, interrupted and killed, at every size.
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

  @Test(arguments: ["pick", "board --interactive", "edit --interactive"])
  func `Ctrl-C gives the terminal back`(command: String) throws {
    let terminal = try start(command)
    #expect(terminal.wait(for: command == "board --interactive" ? "bread" : "list"))
    terminal.forget()
    terminal.type("\u{03}")
    #expect(terminal.wait(for: "SAME "), "\(terminal.output)")
    #expect(terminal.output.contains(Self.farewell))
    #expect(terminal.end() == 0)
  }

  @Test(arguments: ["pick", "board --interactive"])
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

  /// A shell with job control, and the picker on Alt-S.
  private func shell() throws -> TerminalRun {
    try program.folder.write(
      "source <('\(program.path)' completions bash --key s)\nPS1='> '\n", to: "bashrc")
    try program.folder.writeProgram("exec '\(program.path)' \"$@\"", to: "bin/sheaf")
    let terminal = try TerminalRun(
      "exec bash --noprofile --rcfile '\(program.folder.path)/bashrc' -i",
      in: program.folder.path + "/notes",
      environment: program.environment.merging([
        "PATH": program.folder.path + "/bin:/usr/bin:/bin", "SHELL": "/bin/bash",
      ]) { $1 })
    try #require(terminal.wait(for: "> "))
    terminal.forget()
    return terminal
  }

  @Test(arguments: ["pick", "board --interactive"])
  func `Ctrl-Z gives the terminal to the shell, and fg takes it back`(command: String) throws {
    let terminal = try shell()
    terminal.type("sheaf \(command)\r")
    try #require(terminal.wait(for: command == "pick" ? "Enter open" : "bread"))
    terminal.forget()
    terminal.type("\u{1A}")
    #expect(terminal.wait(for: "Stopped"), "\(terminal.output)")
    #expect(terminal.output.contains(Self.farewell))
    terminal.type("echo $((6*7))\r")
    #expect(terminal.wait(for: "42"))
    terminal.forget()
    terminal.type("fg\r")
    #expect(terminal.wait(for: command == "pick" ? "Enter open" : "bread"), "\(terminal.output)")
    terminal.forget()
    terminal.type("\u{03}")
    #expect(terminal.wait(for: Self.farewell))
    #expect(terminal.wait(for: "> "))
    terminal.type("exit\r")
    #expect(terminal.end() != nil)
  }

  @Test func `below Alt-S keys act in the picker and none reaches the shell`() throws {
    let terminal = try shell()
    terminal.type("\u{1B}s")
    try #require(terminal.wait(for: "Enter open"))
    terminal.type("bread")
    try #require(terminal.wait(for: "1/1"))
    terminal.type("\u{14}")
    try #require(terminal.wait(for: "Tag: "))
    terminal.type("home\r")
    #expect(terminal.wait(for: "Tagged: bread"), "\(terminal.output)")
    terminal.type("\u{04}")
    #expect(terminal.wait(for: "Done: bread"), "\(terminal.output)")
    terminal.type("\u{04}")
    terminal.forget()
    terminal.type("\u{03}")
    #expect(terminal.wait(for: Self.farewell))
    #expect(terminal.wait(for: "> "))
    terminal.type("echo $((6*7))\r")
    #expect(terminal.wait(for: "42"), "\(terminal.output)")
    terminal.type("exit\r")
    #expect(terminal.end() != nil)
    #expect(
      try String(decoding: program.folder.read("notes/Memo/list.md"), as: UTF8.self)
        .contains("- [x] bread"))
  }

  @Test func `a syllable whose bytes come late is kept`() throws {
    let terminal = try start("pick")
    try #require(terminal.wait(for: "Enter open"))
    let bytes = Array("우".utf8)
    terminal.type(bytes: bytes[..<1])
    // Longer than the program waits for the rest of a key.
    try #require(!terminal.wait(for: "never", milliseconds: 200))
    terminal.type(bytes: bytes[1...])
    #expect(terminal.wait(for: "❯ \u{1B}[0m우"), "\(terminal.output)")
    terminal.type("\u{03}")
    #expect(terminal.wait(for: "SAME "))
  }

  @Test func `the board follows the size of the terminal`() throws {
    let terminal = try start("board --interactive", columns: 40)
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
