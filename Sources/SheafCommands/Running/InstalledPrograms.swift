import ChildProcesses
import Glibc
import NoteActions
import NoteRepository

extension CommandContext {
  /// Programs of others that are on the path: they get arguments, no shell and no input, and speak English.
  var installedPrograms: ProgramRunner {
    let path = variable("PATH") ?? ""
    let environment = environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    return ProgramRunner(has: { programPath($0, in: path) != nil }) { name, arguments in
      guard let program = programPath(name, in: path) else {
        throw ProgramNotStarted(command: name)
      }
      return try InstalledProgram(name: name, path: program).outcome(arguments, environment)
    }
  }

  /// The folder for what is needed for a moment.
  var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }
}

private struct InstalledProgram {
  let name: String
  let path: String

  /// The most bytes that a program may print.
  private static let outputLimit = 256 << 20
  /// The most bytes that are kept of what it says about errors.
  private static let errorsLimit = 65_536

  func outcome(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> ProgramOutcome {
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
      throw ProgramNotStarted(command: name)
    }
    guard output.count <= Self.outputLimit else { throw RepositoryError.tooLarge(name) }
    return ProgramOutcome(
      status: status, output: output, errors: String(decoding: errors, as: UTF8.self))
  }
}

/// The program that runs now.
enum ThisProgram {
  /// Where its file is; the name alone where that cannot be told.
  static var path: String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return "sheaf" }
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
