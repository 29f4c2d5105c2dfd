import ArgumentParser
import Wording

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
