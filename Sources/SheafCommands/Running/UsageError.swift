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
      Message("\(option): unknown value “\(value)”", ko: "\(option)에 쓸 수 없는 값입니다: “\(value)”"),
      hint: Message("“sheaf --help” lists the values.", ko: "“sheaf --help”에서 쓸 수 있는 값을 볼 수 있습니다."))
  }
}
