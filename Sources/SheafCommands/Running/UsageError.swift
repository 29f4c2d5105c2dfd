package import Wording

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
      Message("\(option) does not know “\(value)”", ko: "\(option)은(는) “\(value)” 값을 모릅니다"),
      hint: Message("sheaf --help lists the values.", ko: "sheaf --help에 값이 나옵니다."))
  }
}
