import ArgumentParser
package import Wording

/// Tells the user what went wrong, and the program which code to exit with.
struct ErrorReporter {
  let console: Console
  let language: Language

  func report(_ error: any Error) -> ExitStatus {
    if let status = error as? ExitStatus { return status }
    if let error = error as? any ExplainedError {
      explain(error.explanation, hint: error.hint)
      return ExitStatus(error.category)
    }
    return reportParserError(error)
  }

  private func explain(_ explanation: Message, hint: Message?) {
    let heading = Message("error: ", ko: "오류: ").text(in: language)
    console.writeError(heading + explanation.text(in: language) + "\n")
    guard let hint else { return }
    let hintHeading = Message("hint: ", ko: "힌트: ").text(in: language)
    console.writeError("\n" + hintHeading + hint.text(in: language) + "\n")
  }

  /// Help that was asked for goes to standard output, what could not be parsed to standard error.
  private func reportParserError(_ error: any Error) -> ExitStatus {
    let code = SheafCommand.exitCode(for: error)
    if code == .success {
      let help = SheafCommand.fullMessage(for: error, columns: HelpText.endless)
      console.write(HelpText(language: language, columns: console.capabilities.columns).text(help))
      return .success
    }
    let message = ParserMessage.message(SheafCommand.message(for: error))
    guard code == .validationFailure else {
      explain(message, hint: nil)
      return .failure
    }
    explain(
      message,
      hint: Message(
        "“sheaf help COMMAND” explains its arguments.", ko: "“sheaf help 명령”에서 사용법을 볼 수 있습니다."))
    return .usage
  }
}

/// Wrong words on the command line, found outside the argument parser.
package struct UsageError: ExplainedError {
  package let explanation: Message
  package let hint: Message?
  package var category: ErrorCategory { .usage }

  package init(_ explanation: Message, hint: Message? = nil) {
    self.explanation = explanation
    self.hint = hint
  }

  static func missingValue(option: String) -> UsageError {
    UsageError(Message("\(option) needs a value", ko: "\(option)에는 값이 필요합니다"))
  }

  static func unknownValue(option: String, value: String) -> UsageError {
    UsageError(
      Message("\(option): unknown value “\(value)”", ko: "\(option)에 쓸 수 없는 값입니다: “\(value)”"),
      hint: Message("“sheaf --help” lists the values.", ko: "“sheaf --help”에서 쓸 수 있는 값을 볼 수 있습니다."))
  }
}

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
