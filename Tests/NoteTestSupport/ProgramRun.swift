import Foundation

/// One run of a program with its output.
package struct ProgramRun: Sendable {
  package let status: Int32
  package let output: String
  package let errors: String

  package init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// Runs a program and waits for it.
  ///
  /// - Throws: An error if it cannot be started.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:], input: String = ""
  ) throws -> ProgramRun {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    let pipes = (Pipe(), Pipe(), Pipe())
    process.standardInput = pipes.0
    process.standardOutput = pipes.1
    process.standardError = pipes.2
    try process.run()
    pipes.0.fileHandleForWriting.write(Data(input.utf8))
    try pipes.0.fileHandleForWriting.close()
    let output = pipes.1.fileHandleForReading.readDataToEndOfFile()
    let errors = pipes.2.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return ProgramRun(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }
}

extension TemporaryFolder {
  /// Writes a program in the language of the shell, without its first line `#!/bin/sh`.
  ///
  /// Another process writes it: a program cannot be started while any process has it open for writing, and one that
  /// another test starts at this moment inherits whatever this process has open.
  package func writeProgram(_ script: String, to name: String) throws {
    let folder = String(name[..<(name.lastIndex(of: "/") ?? name.startIndex)])
    let command = "mkdir -p \"./$1\" && cat > \"$2\" && chmod 755 \"$2\""
    let run = try ProgramRun.run(
      "/bin/sh", ["-c", command, "sh", folder, name], in: path, input: "#!/bin/sh\n\(script)\n")
    guard run.status == 0 else { throw ProgramNotWritten(errors: run.errors) }
  }
}

private struct ProgramNotWritten: Error {
  let errors: String
}
