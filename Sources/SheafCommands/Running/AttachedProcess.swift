import Glibc
import NoteRepository
import Wording

/// Runs a program with this process's terminal and waits for it: an editor, a pager, fzf.
///
/// `command` is a line for the shell, as `$EDITOR` is (`code --wait`); the arguments are handed over
/// as they are, never through the shell's quoting. The result is the exit status, or 128 and the
/// signal's number where one ended it.
func runAttached(_ program: UserProgram, _ arguments: [String]) throws -> Int32 {
  let command = program.line
  let words = ["sh", "-c", command + " \"$@\"", command] + arguments
  var pointers = words.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  var child = pid_t()
  guard posix_spawn(&child, "/bin/sh", nil, nil, pointers, environ) == 0 else {
    throw ProgramNotStarted(command: command)
  }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0 {
    guard errno == EINTR else { throw ProgramNotStarted(command: command) }
  }
  let signal = status & 0x7F
  return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
}

/// The shell could not be started.
struct ProgramNotStarted: ExplainedError {
  let command: String

  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message("“\(command)” could not be started", ko: "“\(command)” 명령을 시작할 수 없습니다")
  }
}
