import Glibc

/// Runs this process's command line and ends the process with its exit code.
package func runProcess() -> Never {
  signal(SIGPIPE, SIG_IGN)
  let status = CommandRunner(world: .live()).run(Array(CommandLine.arguments.dropFirst()))
  exit(status.rawValue)
}
