import ChildProcesses
import Synchronization

/// The git of the user's PATH, run in one folder with an environment that always answers in the same form.
///
/// Every git that Sheaf starts goes through here. A command for reading runs nothing that the repository names,
/// whatever its configuration says; see ``GitCommand/Purpose``.
package struct GitProgram: GitClient {
  private let folder: String
  private let environment: [String: String]
  private let cache: String?
  private let known = KnownPlace()

  /// - Parameters:
  ///   - folder: The absolute path of the folder that paths are relative to.
  ///   - environment: The user's; credentials, agents and identities come from it.
  ///   - mayAsk: False where no terminal is there to answer: nothing that git starts asks for a password then.
  ///   - cache: The absolute path of a folder in which configurations for reading are kept; nil makes one for each run.
  package init(
    folder: String, environment: [String: String], mayAsk: Bool, cache: String? = nil
  ) {
    self.folder = folder
    self.cache = cache
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

  /// Objects that are missing are not fetched: no protocol is allowed, which every version of git knows.
  private static let offlineVariables = ["GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": ""]

  package func run<Reader: GitOutputReader>(
    _ command: GitCommand, into reader: Reader
  ) throws(GitError) -> GitOutcome<Reader> {
    switch command.purpose {
    case .standalone:
      return try start(command, in: environment.merging(["GIT_DIR": "/dev/null"]) { $1 }, reader)
    case .writing:
      _ = try place()
      return try start(command, in: environment.merging(command.variables) { $1 }, reader)
    case .asking:
      _ = try place()
      return try start(command, in: environment.merging(Self.offlineVariables) { $1 }, reader)
    case .reading:
      let configuration = try InertConfiguration(for: try place(), cache: cache)
      defer { configuration.discard() }
      let variables = environment.filter {
        !InertConfiguration.variablesOutOfForce.contains($0.key)
      }
      .merging(Self.offlineVariables) { $1 }.merging(configuration.variables) { $1 }
      return try start(command, in: variables, reader)
    }
  }

  /// Where git keeps what it knows of the folder, found out once.
  private func place() throws(GitError) -> GitPlace {
    if let place = known.value.withLock(\.self) { return place }
    let question = try start(
      GitPlace.question, in: environment.merging(Self.offlineVariables) { $1 }, GitBytes())
    guard question.isSuccess else {
      throw .failed("rev-parse", status: question.status, said: question.errors)
    }
    let isNamed = !(environment["GIT_DIR"] ?? "").isEmpty
    let place = try GitPlace(answer: question.output.text, isNamedByUser: isNamed)
    known.value.withLock { $0 = place }
    return place
  }

  private func start<Reader: GitOutputReader>(
    _ command: GitCommand, in variables: [String: String], _ reader: Reader
  ) throws(GitError) -> GitOutcome<Reader> {
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

/// What has been found out for all copies of a ``GitProgram``.
private final class KnownPlace: Sendable {
  let value = Mutex<GitPlace?>(nil)
}
