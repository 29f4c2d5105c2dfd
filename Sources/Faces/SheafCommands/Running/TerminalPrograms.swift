import ByteBasics
import ChildProcesses
import HostSystem
package import NoteActions
package import NoteRepository
package import TerminalText
package import Wording

/// Starts editors and pagers, only on a terminal.
extension CommandContext {
  /// Refuses if no editor can start. A command calls it before it writes the note that the editor opens.
  ///
  /// - Parameter alternative: A hint for a user without an editor.
  package func checkEditor(
    _ alternative: Message = Message(
      "“sheaf append”, “set” and “fmt” change notes without an editor.",
      ko: "“sheaf append”, “set”, “fmt”로 편집기 없이 메모를 바꿀 수 있습니다.")
  ) throws {
    guard mayAsk || terminal.hasTerminalBesideInput && !globals.noInput else {
      throw Problem(
        .usage,
        globals.noInput
          ? Message("--no-input starts no editor", ko: "--no-input에서는 편집기를 열지 않습니다")
          : Message(
            "The editor needs a terminal, and standard input or output is not one",
            ko: "표준 입력이나 출력이 터미널이 아니라서 편집기를 열 수 없습니다"), hint: alternative)
    }
  }

  /// Runs the user's editor.
  ///
  /// - Parameters:
  ///   - configured: The configuration's `editor`.
  ///   - arguments: The words after the editor's own.
  /// - Returns: The exit status, and the command line that was run.
  /// - Throws: If no user can type into an editor, or the program cannot start.
  func runEditor(
    configured: UserProgram?, _ arguments: (EditorArguments) -> [String]
  ) throws -> (status: Int32, line: String) {
    try checkEditor()
    let command = editorCommand(configured: configured)
    console.flush()
    let words = arguments(EditorArguments(command.line))
    return (
      try runInteractively(terminal.hasTerminalBesideInput ? command.readingTerminal : command, words), command.line
    )
  }

  /// Returns a context for programs that read from the terminal although standard input is a pipe.
  package func withTerminalInput() -> CommandContext {
    guard !console.capabilities.isInputTerminal, console.capabilities.isErrorTerminal else { return self }
    var context = self
    context.terminal.hasTerminalBesideInput = true
    return context
  }

  /// Returns the command line that edits a file, as git chooses one.
  ///
  /// `configured` is the configuration's `editor`; `SHEAF_EDITOR` wins over it, `VISUAL` counts only
  /// on a terminal that can show one.
  func editorCommand(configured: UserProgram?) -> UserProgram {
    let visual = variable("TERM") == "dumb" ? nil : program("VISUAL")
    return program("SHEAF_EDITOR") ?? configured ?? visual ?? program("EDITOR") ?? UserProgram(builtIn: "vi")
  }

  /// Writes data to standard output, through the pager if it would not fit on the terminal.
  ///
  /// `configured` is the configuration's `pager`; `cat` means none.
  package func page(_ text: StyledBytes, configured: UserProgram? = nil) {
    let command = program("SHEAF_PAGER") ?? configured ?? program("PAGER") ?? UserProgram(builtIn: "less")
    let capabilities = console.capabilities
    guard capabilities.isOutputTerminal, !globals.noInput, !globals.noPager, command.line != "cat",
      text.bytes.lazy.filter({ $0 == 0x0A }).count >= capabilities.rows
    else { return console.write(text) }
    console.flush()
    if !feed(text.bytes, toPager: command) { console.write(text) }
  }

  private func feed(_ bytes: [UInt8], toPager command: UserProgram) -> Bool {
    if environment["LESS"] == nil { setenv("LESS", "FRX", 1) }
    // Where the locale is named but not installed, less would write the bytes of Korean letters as numbers.
    if environment["LESSCHARSET"] == nil { setenv("LESSCHARSET", "utf-8", 1) }
    guard let pipe = popen(command.line, "w") else { return false }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, pipe) }
    // 127: the shell found no such program, so nothing was shown.
    return pclose(pipe) >> 8 != 127
  }

  /// Returns the program that a variable of the environment names.
  func program(_ variable: String) -> UserProgram? { UserProgram(variable: variable, in: environment) }
}

/// Runs a program with this process's terminal and waits for it: an editor, a pager, fzf.
///
/// `program` is a line for the shell, as `$EDITOR` is (`code --wait`); the arguments are handed over
/// as they are, never through the shell's quoting. The result is the exit status, or 128 and the
/// signal's number if one ended it.
func runAttached(_ program: UserProgram, _ arguments: [String]) throws -> Int32 {
  let command = program.line
  do throws(ChildProcess.StartError) {
    return try ChildProcess(path: "/bin/sh", arguments: ["-c", command + " \"$@\"", command] + arguments).wait()
  } catch {
    throw programNotStarted(command: command)
  }
}

func programNotStarted(command: String) -> Problem {
  Problem(.failure, Message("“\(command)” could not be started", ko: "“\(command)” 명령을 시작할 수 없습니다"))
}

/// Runs this process's command line and ends the process with its exit code.
package func runProcess() -> Never {
  signal(SIGPIPE, SIG_IGN)
  let world = World.live()
  do throws(Problem) {
    exit(CommandRunner(world: world).run(try commandLineWords()).rawValue)
  } catch {
    let runner = CommandRunner(world: world)
    exit(runner.report(error).rawValue)
  }
}

/// Returns the arguments without the program's name. Swift's own list has other characters for bytes that are not
/// UTF-8.
private func commandLineWords() throws(Problem) -> [String] {
  var words: [String] = []
  for position in 1..<max(1, Int(CommandLine.argc)) {
    guard let pointer = CommandLine.unsafeArgv[position] else { break }
    let bytes = Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
    guard firstInvalidUTF8Offset(in: bytes[...]) == nil else {
      // With other characters in their place it would name or say something else.
      let shown = String(decoding: bytes, as: UTF8.self)
      throw Problem(
        .usage,
        Message(
          "Argument \(position) is not valid UTF-8: “\(shown)”",
          ko: "\(position)번째 인수가 올바른 UTF-8이 아닙니다: “\(shown)”"),
        hint: Message(
          "Use a terminal and a locale with UTF-8. A file with such a name can be renamed first.",
          ko: "UTF-8 로캘과 터미널을 사용하세요. 이름이 UTF-8이 아닌 파일은 먼저 이름을 바꾸세요."))
    }
    words.append(String(decoding: bytes, as: UTF8.self))
  }
  return words
}

extension CommandContext {
  /// Programs of others that are on the path: they get arguments, no shell and no input, and speak English.
  package var installedPrograms: ProgramRunner {
    let path = variable("PATH") ?? ""
    let environment = environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    return ProgramRunner(has: { programPath($0, in: path) != nil }) { name, arguments in
      guard let program = programPath(name, in: path) else { throw programNotStarted(command: name) }
      return try InstalledProgram(name: name, path: program).outcome(arguments, environment)
    }
  }

  /// Runs a program of the user's without input, and returns its output.
  func outcome(of program: UserProgram) throws -> ProgramOutcome {
    try InstalledProgram(name: program.line, path: "/bin/sh").outcome(["-c", program.line], environment)
  }

  package var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }
}

private struct InstalledProgram {
  let name: String
  let path: String

  /// The most bytes that a program may print.
  private static let outputLimit = 256 << 20
  /// The maximum number of bytes kept of the error output.
  private static let errorsLimit = 65_536

  func outcome(_ arguments: [String], _ environment: [String: String]) throws -> ProgramOutcome {
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    let status: Int32
    do throws(ChildProcess.StartError) {
      let process = try PipedProcess(path: path, arguments: arguments, environment: environment)
      status = process.finish(
        output: { piece in
          output += piece
          return output.count <= Self.outputLimit
        },
        errors: { if errors.count < Self.errorsLimit { errors += $0 } })
    } catch {
      throw programNotStarted(command: name)
    }
    guard output.count <= Self.outputLimit else { throw RepositoryError.tooLarge(name) }
    return ProgramOutcome(status: status, output: output, errors: String(decoding: errors, as: UTF8.self))
  }
}

/// The program that runs now.
package enum ThisProgram {
  /// The path of the executable; the name alone if it cannot be determined.
  package static var path: String { Host.programPath ?? started ?? "sheaf" }

  /// The file by the name that the program was started with, which a shell looks up in `PATH`.
  private static let started: String? = {
    guard let name = CommandLine.arguments.first else { return nil }
    if name.contains("/") { return resolvedPath(name) }
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return programPath(name, in: folders).flatMap(resolvedPath)
  }()
}
