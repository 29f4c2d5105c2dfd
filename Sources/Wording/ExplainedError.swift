/// What went wrong, as a fact that the command line turns into an exit code and a sentence.
package protocol ExplainedError: Error, Sendable {
  /// Which kind of failure it is; the command line maps it to an exit code.
  var category: ErrorCategory { get }
  /// One sentence, with the path or the place.
  var explanation: Message { get }
  /// What the user can do about it.
  var hint: Message? { get }
}

extension ExplainedError {
  package var hint: Message? { nil }
}

/// The kinds of failure that scripts can tell apart. The numbers live in `SheafCommands`.
package enum ErrorCategory: Sendable {
  /// Wrong words on the command line, a query that cannot be read.
  case usage
  /// Something in a file cannot be read as what it should be.
  case badData
  /// No such note, file or repository.
  case notFound
  /// A file changed meanwhile, or the request was refused to keep something safe.
  case conflict
  /// A file or folder cannot be created.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// Another process holds the lock: try again.
  case locked
  /// Anything else.
  case failure
}
