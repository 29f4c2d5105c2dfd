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
  let status = CommandRunner(world: .live()).run(Array(CommandLine.arguments.dropFirst()))
  exit(status.rawValue)
}
