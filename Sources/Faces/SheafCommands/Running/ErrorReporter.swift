import ArgumentParser
import ByteBasics
import NotePresentation
package import Wording

/// Reports an error to the user, and returns the exit code of the program.
struct ErrorReporter {
  let console: Console
  let language: Language
  /// True if a program requested JSON, which also has the errors.
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

  /// Reports an error of the parser on standard error, or prints the version on standard output.
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
          ko: "Sheaf의 버그입니다. “sheaf status --report”의 출력과 함께 알려 주세요. 출력에 메모 내용은 들어 있지 않습니다."), .failure)
      return .failure
    }
    let (message, hint) = explanation(of: SheafCommand.message(for: error))
    explain(message, hint: hint, .usage)
    return .usage
  }

  /// Returns the message for a sentence of the parser, and a hint: the subcommands of a command, or an example if an
  /// argument is missing, otherwise the command for help.
  private func explanation(of sentence: String) -> (Message, hint: Message) {
    let message = ParserMessage.message(sentence)
    let help = Message(verbatim: "sheaf help \(command)")
    guard let declaration = Program.current.command(named: command)?.configuration else { return (message, help) }
    let subcommands = declaration.subcommands.map { "sheaf \(command) \($0.commandName)" }
    if !subcommands.isEmpty, declaration.defaultSubcommand == nil,
      let word = sentence.wholeMatch(of: /Unexpected argument '(.+)'/)?.1
    {
      let unknown = Message("Unknown command “\(command) \(word)”", ko: "없는 명령입니다: “\(command) \(word)”")
      return (unknown, Message(verbatim: subcommands.joined(separator: ", ")))
    }
    guard !isJSON, sentence.hasPrefix("Missing expected argument"),
      let example = Mdoc.examples(declaration.discussion).first
    else { return (message, help) }
    let end = example.firstRange(of: "  ")?.lowerBound ?? example.endIndex
    return (message, Message(verbatim: String(example[..<end])))
  }
}

/// Wrong words on the command line, found outside the argument parser.
package struct UsageError: ExplainedError {
  package let explanation: Message
  package let hint: Message?
  package let category: ErrorCategory

  /// - Parameter category: ``ErrorCategory/conflict`` for a command that needs `--yes`.
  package init(_ explanation: Message, hint: Message? = nil, category: ErrorCategory = .usage) {
    self.explanation = explanation
    self.hint = hint
    self.category = category
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
/// The parser's errors have no public types, only an English sentence with `<` and `>` around the names of values. Each
/// form of sentence has a message. A sentence of an unknown form, as of a new version of the parser, is kept.
package enum ParserMessage {
  /// Returns the message for a sentence of the parser, with the names of values in the language of the message.
  ///
  /// - Parameter sentence: The parser's sentence, without its label.
  package static func message(_ sentence: String) -> Message {
    if let message = missingArguments(sentence) { return message }
    let message = forms.lazy.compactMap { $0.filled(from: sentence) }.first ?? Message(verbatim: sentence)
    return Message(
      ValueKind.named(in: message.english, in: .english), ko: ValueKind.named(in: message.korean, in: .korean))
  }

  /// Returns the message for a command line without arguments that the command needs: `<notes> <target> ...`.
  private static func missingArguments(_ sentence: String) -> Message? {
    guard sentence.hasPrefix("Missing expected argument") else { return nil }
    let names = sentence.split { "<>".contains($0) }.compactMap { ValueKind(rawValue: String($0))?.name }
    func words(_ name: String) -> [String] {
      name.contains("|") ? [name] : name.split(separator: " ").map { String($0).replacing("-", with: " ") }
    }
    let korean = names.flatMap { words($0.korean) }
    guard let last = korean.last else { return nil }
    let before = korean.dropLast().map { KoreanParticle.and.after($0, noun: "값") + " " }.joined()
    return Message(
      "Missing argument: " + names.flatMap { words($0.english) }.joined(separator: " and "),
      ko: "\(before)\(KoreanParticle.object.after(last, noun: "값")) 지정해야 합니다")
  }

  /// The forms from the narrowest to the widest; the first that fits is used. `%1`, `%2` … are the parts that differ.
  private static let forms = [
    Form(
      "Unknown option '%1'. Did you mean '%2'?", "Unknown option %1. Did you mean “%2”?",
      ko: "%1 옵션을 찾을 수 없습니다. 혹시 “%2”인가요?"),
    Form(
      "Unknown option '%1'\n   or: Missing value for '%2' in '%3'", "Unknown option %1, or no value for %2: %3",
      ko: "%1 옵션을 찾을 수 없거나 %2 값이 없습니다: %3"),
    Form("Unknown option '%1'", "Unknown option %1", ko: "%1 옵션을 찾을 수 없습니다"),
    Form("Invalid option: %1", "Invalid option: %1", ko: "잘못된 옵션입니다: %1"),
    Form("Missing value for '%1'", "Missing value: %1", ko: "값이 필요합니다: %1"),
    Form("Missing one of: '%1'", "Missing one of: %1", ko: "다음 중 하나를 지정해야 합니다: “%1”"),
    Form("Missing required subcommand.", "Missing subcommand", ko: "하위 명령을 지정해야 합니다"),
    Form("Unexpected argument '%1'", "Unexpected argument: “%1”", ko: "사용하지 않는 인수입니다: “%1”"),
    Form("%1 unexpected arguments: '%2'", "%1 unexpected arguments: “%2”", ko: "사용하지 않는 인수가 %1개 있습니다: “%2”"),
    Form(
      "The option '%1' does not take any value, but '%2' was specified.", "%1 takes no value: “%2”",
      ko: "%1 옵션에는 값을 지정할 수 없습니다: “%2”"),
    Form(
      "The value '%1' is invalid for '%2'. Please provide one of the following:\n%3",
      "Invalid value “%1” for %2: expected\n%3", ko: "%2에 쓸 수 없는 값입니다: “%1”. 필요한 값:\n%3"),
    Form(
      "The value '%1' is invalid for '%2'. Please provide one of %3.",
      "Invalid value “%1” for %2: expected %3", ko: "%2에 쓸 수 없는 값입니다: “%1”. 필요한 값: %3"),
    Form(
      "The value '%1' is invalid for '%2': %3", "Invalid value “%1” for %2: %3",
      ko: "%2에 쓸 수 없는 값입니다: “%1”(%3)"),
    Form("The value '%1' is invalid for '%2 <count>'", "%2 needs a number: “%1”", ko: "%2에는 숫자를 지정해야 합니다: “%1”"),
    Form("The value '%1' is invalid for '<count>'", "“%1” is not a number of commands", ko: "명령의 개수가 아닙니다: “%1”"),
    Form("The value '%1' is invalid for '%2'", "Invalid value “%1” for %2", ko: "%2에 쓸 수 없는 값입니다: “%1”"),
    Form("The value '%1' is invalid.", "Invalid value: “%1”", ko: "쓸 수 없는 값입니다: “%1”"),
    Form(
      "Value to be set with flag '%1' had already been set with flag '%2'", "Use only one of %2, %1",
      ko: "하나만 지정하세요: %2, %1"),
  ]

  /// A sentence of the parser and the message for it, with the same numbered parts.
  private struct Form {
    /// The text before, between and after the parts, which come in the order of their numbers.
    private let pieces: [String]
    private let template: Message

    init(_ sentence: String, _ english: String, ko korean: String) {
      template = Message(english, ko: korean)
      var pieces = [""]
      var rest = sentence[...]
      while let percent = rest.firstIndex(of: "%") {
        pieces[pieces.count - 1] += rest[..<percent]
        pieces.append("")
        rest = rest[percent...].dropFirst(2)
      }
      pieces[pieces.count - 1] += rest
      self.pieces = pieces
    }

    /// Returns the message for a sentence of this form. Nil for a sentence of another form.
    func filled(from sentence: String) -> Message? {
      guard let parts = parts(of: sentence) else { return nil }
      return Message(Self.filled(template.english, parts), ko: Self.filled(template.korean, parts))
    }

    private static func filled(_ template: String, _ parts: [Substring]) -> String {
      var result = ""
      var rest = template[...]
      while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        let number = rest[percent...].dropFirst().first?.wholeNumberValue ?? 0
        if parts.indices.contains(number - 1) { result += listed(parts[number - 1]) }
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

    /// Returns `'en', 'ko' or 'ja'` as `en, ko, ja`, and `a', 'b` as `a, b`.
    private static func listed(_ part: Substring) -> String {
      guard part.contains("'") else { return String(part) }
      return String(part).replacing("' and '", with: ", ").replacing("' or '", with: ", ")
        .replacing("', '", with: ", ").replacing("'", with: "")
    }
  }
}
