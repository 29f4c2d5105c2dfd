import ArgumentParser
import ByteBasics
import NotePresentation
package import Wording

/// Reports an error to the user, and returns the exit code of the program.
struct ErrorReporter {
  let console: Console
  let language: Language
  /// A program asked for JSON, and gets errors in it as well.
  var isJSON = false
  /// The command that was typed: `add`, `config set`.
  var command = "COMMAND"

  func report(_ error: any Error) -> ExitStatus {
    if let status = error as? ExitStatus { return status }
    if let error = error as? any ExplainedError {
      let status = ExitStatus(error.category)
      explain(error.explanation, hint: error.hint, status)
      return status
    }
    return reportParserError(error)
  }

  private func explain(_ explanation: Message, hint: Message?, _ status: ExitStatus) {
    guard !isJSON else {
      let error = JSONValue.object([
        JSONValue.Member("message", .string(explanation.english)),
        JSONValue.Member("hint", .optional(hint?.english)),
        JSONValue.Member("exitStatus", .integer(Int(status.rawValue))),
      ])
      return console.writeError(JSONValue.envelope(kind: "error", items: [error]).text() + "\n")
    }
    let heading = Message("error: ", ko: "오류: ").text(in: language)
    console.writeMessage(heading + explanation.text(in: language) + "\n")
    guard let hint else { return }
    let hintHeading = Message("hint: ", ko: "힌트: ").text(in: language)
    console.writeMessage(hintHeading + hint.text(in: language) + "\n")
  }

  /// The version that was asked for goes to standard output, what could not be parsed to standard error.
  private func reportParserError(_ error: any Error) -> ExitStatus {
    let code = SheafCommand.exitCode(for: error)
    if code == .success {
      console.writeLine(SheafCommand.fullMessage(for: error))
      return .success
    }
    guard code == .validationFailure else {
      explain(
        Message("Unexpected error: \(error)", ko: "예상하지 못한 오류: \(error)"),
        hint: Message(
          "This is a bug in Sheaf. Please report it with the output of “sheaf status --report”, which contains no text of your notes.",
          ko: "Sheaf의 버그입니다. “sheaf status --report”의 출력과 함께 알려 주세요. 출력에 메모 내용은 들어 있지 않습니다."),
        .failure)
      return .failure
    }
    let message = ParserMessage.message(SheafCommand.message(for: error))
    explain(
      message,
      hint: Message(verbatim: "sheaf help \(command)"),
      .usage)
    return .usage
  }
}

/// Wrong words on the command line, found outside the argument parser.
package struct UsageError: ExplainedError {
  package let explanation: Message
  package let hint: Message?
  package let category: ErrorCategory

  /// - Parameter category: ``ErrorCategory/conflict`` for what is done only if `--yes` is among the words.
  package init(_ explanation: Message, hint: Message? = nil, category: ErrorCategory = .usage) {
    self.explanation = explanation
    self.hint = hint
    self.category = category
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
      case .nothing: .negative
      case .notFound: .notFound
      case .conflict: .conflict
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .locked: .tryAgain
      case .failure: .failure
      }
  }
}

/// The parser's messages about a wrong command line, in both languages.
///
/// The parser's errors have no public types: all it gives is an English sentence, with `<` and `>` around the names of
/// values. Each form of sentence has a Korean one; a sentence of no known form stays as it is, so a new version of the
/// parser loses nothing.
package enum ParserMessage {
  /// - Parameter english: The parser's message, without its label.
  /// - Returns: The message in English and in Korean, with the names of values in that language.
  package static func message(_ english: String) -> Message {
    if let clash = clash.filled(from: english) { return Message("Use only one of \(clash)", ko: "하나만 지정하세요: \(clash)") }
    let korean = forms.lazy.compactMap { $0.filled(from: english) }.first ?? english
    return Message(
      ValueKind.named(in: english, in: .english), ko: ValueKind.named(in: korean, in: .korean))
  }

  /// From the narrowest to the widest: the first that fits is taken. `%1`, `%2` … are what differs.
  private static let forms = [
    Form(
      "Unknown option '%1'. Did you mean '%2'?", "%1 옵션을 찾을 수 없습니다. 혹시 “%2”인가요?"),
    Form(
      "Unknown option '%1'\n   or: Missing value for '%2' in '%3'",
      "%1 옵션을 찾을 수 없거나 %2 값이 없습니다: %3"),
    Form("Unknown option '%1'", "%1 옵션을 찾을 수 없습니다"),
    Form("Invalid option: %1", "잘못된 옵션입니다: %1"),
    Form("Missing value for '%1'", "값이 필요합니다: %1"),
    Form("Missing expected argument '%1'", "인수를 지정해야 합니다: %1"),
    Form("Missing one of: '%1'", "다음 중 하나를 지정해야 합니다: “%1”"),
    Form("Missing required subcommand.", "하위 명령을 지정해야 합니다"),
    Form("Unexpected argument '%1'", "사용하지 않는 인수입니다: “%1”"),
    Form("%1 unexpected arguments: '%2'", "사용하지 않는 인수가 %1개 있습니다: “%2”"),
    Form(
      "The option '%1' does not take any value, but '%2' was specified.",
      "%1 옵션에는 값을 지정할 수 없습니다: “%2”"),
    Form(
      "The value '%1' is invalid for '%2'. Please provide one of the following:\n%3",
      "%2에 쓸 수 없는 값입니다: “%1”. 쓸 수 있는 값:\n%3"),
    Form(
      "The value '%1' is invalid for '%2'. Please provide one of %3.",
      "%2에 쓸 수 없는 값입니다: “%1”. 쓸 수 있는 값: %3"),
    Form("The value '%1' is invalid for '%2': %3", "%2에 쓸 수 없는 값입니다: “%1”(%3)"),
    Form("The value '%1' is invalid for '%2'", "%2에 쓸 수 없는 값입니다: “%1”"),
    Form("The value '%1' is invalid.", "쓸 수 없는 값입니다: “%1”"),
  ]
  /// Two values of one choice.
  private static let clash = Form("Value to be set with flag '%1' had already been set with flag '%2'", "%2, %1")

  /// A sentence of the parser and what is said for it, with the same numbered parts.
  private struct Form {
    /// The text before, between and after the parts, which come in the order of their numbers.
    private let pieces: [String]
    private let template: String

    init(_ english: String, _ template: String) {
      var pieces = [""]
      var rest = english[...]
      while let percent = rest.firstIndex(of: "%") {
        pieces[pieces.count - 1] += rest[..<percent]
        pieces.append("")
        rest = rest[percent...].dropFirst(2)
      }
      pieces[pieces.count - 1] += rest
      self.pieces = pieces
      self.template = template
    }

    /// Returns nil if the sentence has another form.
    func filled(from sentence: String) -> String? {
      guard let parts = parts(of: sentence) else { return nil }
      var result = ""
      var rest = template[...]
      while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        let number = rest[percent...].dropFirst().first?.wholeNumberValue ?? 0
        if parts.indices.contains(number - 1) { result += Self.listed(parts[number - 1]) }
        rest = rest[percent...].dropFirst(2)
      }
      return result + rest
    }

    private func parts(of sentence: String) -> [Substring]? {
      guard let first = pieces.first, sentence.hasPrefix(first) else { return nil }
      var parts: [Substring] = []
      var rest = sentence.dropFirst(first.count)
      for (number, piece) in pieces.enumerated().dropFirst() {
        if number == pieces.count - 1 {
          guard rest.hasSuffix(piece) else { return nil }
          parts.append(rest.dropLast(piece.count))
          return parts
        }
        guard let found = rest.firstRange(of: piece) else { return nil }
        parts.append(rest[..<found.lowerBound])
        rest = rest[found.upperBound...]
      }
      return rest.isEmpty ? parts : nil
    }

    /// `'en', 'ko' or 'ja'` as `en, ko, ja`, and `a', 'b` as `a, b`.
    private static func listed(_ part: Substring) -> String {
      guard part.contains("'") else { return String(part) }
      return String(part).replacing("' and '", with: ", ").replacing("' or '", with: ", ")
        .replacing("', '", with: ", ").replacing("'", with: "")
    }
  }
}
