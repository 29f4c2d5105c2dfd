import ByteBasics
import ChildProcesses
import Glibc
import NoteRepository
import Wording

/// Runs a program with this process's terminal and waits for it: an editor, a pager, fzf.
///
/// `program` is a line for the shell, as `$EDITOR` is (`code --wait`); the arguments are handed over
/// as they are, never through the shell's quoting. The result is the exit status, or 128 and the
/// signal's number where one ended it.
func runAttached(_ program: UserProgram, _ arguments: [String]) throws -> Int32 {
  let command = program.line
  do throws(ChildProcess.StartError) {
    return try ChildProcess(
      path: "/bin/sh", arguments: ["-c", command + " \"$@\"", command] + arguments
    ).wait()
  } catch {
    throw ProgramNotStarted(command: command)
  }
}

/// A program could not be started.
struct ProgramNotStarted: ExplainedError {
  let command: String

  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message("“\(command)” could not be started", ko: "“\(command)” 명령을 시작할 수 없습니다")
  }
}

/// Runs this process's command line and ends the process with its exit code.
package func runProcess() -> Never {
  signal(SIGPIPE, SIG_IGN)
  let world = World.live()
  do throws(ArgumentNotText) {
    exit(CommandRunner(world: world).run(try commandLineWords()).rawValue)
  } catch {
    let runner = CommandRunner(world: world)
    exit(runner.report(error).rawValue)
  }
}

/// The arguments without the program's name. Swift's own list has other characters for bytes that are not UTF-8.
private func commandLineWords() throws(ArgumentNotText) -> [String] {
  var words: [String] = []
  for position in 1..<max(1, Int(CommandLine.argc)) {
    guard let pointer = CommandLine.unsafeArgv[position] else { break }
    let bytes = Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
    guard firstInvalidUTF8Offset(in: bytes[...]) == nil else {
      throw ArgumentNotText(position: position, shown: String(decoding: bytes, as: UTF8.self))
    }
    words.append(String(decoding: bytes, as: UTF8.self))
  }
  return words
}

/// An argument whose bytes are not UTF-8: with other characters in their place it would name or say something else.
struct ArgumentNotText: ExplainedError {
  let position: Int
  let shown: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "Argument \(position) is not valid UTF-8: “\(shown)”",
      ko: "\(position)번째 인수가 올바른 UTF-8이 아닙니다: “\(shown)”")
  }
  var hint: Message? {
    Message(
      "Use a terminal and a locale with UTF-8. A file with such a name can be renamed first.",
      ko: "UTF-8 로캘과 터미널을 사용하세요. 이름이 UTF-8이 아닌 파일은 먼저 이름을 바꾸세요.")
  }
}
