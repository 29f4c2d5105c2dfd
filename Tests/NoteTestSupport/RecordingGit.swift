package import NoteHistory
import Synchronization

/// A git that answers from a closure and remembers what it was asked.
package final class RecordingGit: GitClient {
  package typealias Answer = (status: Int32, output: String, errors: String)

  private let asked = Mutex<[GitCommand]>([])
  private let answer: @Sendable (GitCommand) throws(GitError) -> Answer

  package init(_ answer: @escaping @Sendable (GitCommand) throws(GitError) -> Answer) {
    self.answer = answer
  }

  /// Every command so far, in order.
  package var commands: [GitCommand] { asked.withLock(\.self) }

  package func run<Reader: GitOutputReader>(
    _ command: GitCommand, into reader: Reader
  ) throws(GitError) -> GitOutcome<Reader> {
    asked.withLock { $0.append(command) }
    let (status, output, errors) = try answer(command)
    var reader = reader
    reader.read(Array(output.utf8))
    return GitOutcome(status: status, errors: errors, output: reader)
  }
}
