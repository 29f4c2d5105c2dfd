import Wording

/// The exit codes of the program: the only place that knows the numbers.
package enum ExitStatus: Int32, Error, Sendable, CaseIterable {
  case success = 0
  /// A "no" answer: nothing matched, a check found problems, a format would change.
  case negative = 1
  case failure = 2
  /// A file changed meanwhile, or the request was refused to keep something safe.
  case conflict = 3
  case usage = 64
  case badData = 65
  case notFound = 66
  case cannotCreate = 73
  case inputOutput = 74
  /// Another process holds the lock.
  case tryAgain = 75
  case interrupted = 130

  init(_ category: ErrorCategory) {
    self =
      switch category {
      case .usage: .usage
      case .badData: .badData
      case .notFound: .notFound
      case .conflict: .conflict
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .locked: .tryAgain
      case .failure: .failure
      }
  }
}
