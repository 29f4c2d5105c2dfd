import ChildProcesses

/// The git of the user's PATH, run in one folder with an environment that always answers in the same form.
package struct GitProgram: GitClient {
  private let folder: String
  private let environment: [String: String]

  /// - Parameters:
  ///   - folder: The absolute path of the folder that paths are relative to.
  ///   - environment: The user's; credentials, agents and identities come from it.
  ///   - mayAsk: False where no terminal is there to answer: nothing that git starts asks for a password then.
  package init(folder: String, environment: [String: String], mayAsk: Bool) {
    self.folder = folder
    self.environment = environment.merging(Self.fixedVariables) { $1 }
      .merging(mayAsk ? [:] : Self.silentVariables) { $1 }
  }

  private static let fixedVariables = [
    "LC_ALL": "C", "LANGUAGE": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_EDITOR": ":",
    "GIT_SEQUENCE_EDITOR": ":", "GIT_MERGE_AUTOEDIT": "no",
  ]

  /// An empty GIT_ASKPASS asks nobody; ssh turns to a program that answers nothing.
  private static let silentVariables = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS": "/bin/false",
    "SSH_ASKPASS_REQUIRE": "force", "GCM_INTERACTIVE": "never",
  ]

  package func run<Reader: GitOutputReader>(
    _ command: GitCommand, into reader: Reader
  ) throws(GitError) -> GitOutcome<Reader> {
    let variables = environment.merging(command.variables) { $1 }
    guard let git = programPath("git", in: variables["PATH"] ?? "") else { throw .notInstalled }
    var reader = reader
    var errors: [UInt8] = []
    let status: Int32
    do throws(ChildProcess.StartError) {
      let process = try PipedProcess(
        path: git, arguments: command.arguments(in: folder), environment: variables)
      status = process.finish(
        input: command.input,
        output: {
          reader.read($0)
          return true
        },
        errors: { if errors.count < Self.errorsLimit { errors += $0 } })
    } catch {
      throw .notStarted(reason: error.reason)
    }
    let said = String(decoding: errors, as: UTF8.self)
    if status != 0, let error = GitError(errors: said, folder: folder) { throw error }
    return GitOutcome(status: status, errors: said, output: reader)
  }

  /// The most bytes that are kept of what a program says about errors.
  private static let errorsLimit = 65_536
}
