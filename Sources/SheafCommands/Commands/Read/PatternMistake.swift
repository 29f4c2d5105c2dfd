import LinearRegex
import Wording

/// A regular expression that cannot be read.
struct PatternMistake: ExplainedError {
  private let error: PatternError

  static func read(_ text: String) throws(PatternMistake) -> TextPattern {
    do throws(PatternError) {
      return try TextPattern(text)
    } catch {
      throw PatternMistake(error: error)
    }
  }

  var category: ErrorCategory { .usage }

  var explanation: Message {
    let place = error.offset + 1
    let reason = reason
    return Message(
      "--regex: \(reason.english), at character \(place) of “\(text)”",
      ko: "--regex: \(reason.korean) (“\(text)”의 \(place)번째 글자)")
  }

  private var text: String {
    error.text.count > Self.textLimit ? error.text.prefix(Self.textLimit) + "…" : error.text
  }

  private static let textLimit = 200

  private var reason: Message {
    switch error.reason {
    case .unclosedGroup: Message("a parenthesis is not closed", ko: "괄호가 닫히지 않았습니다")
    case .unclosedClass: Message("a bracket is not closed", ko: "대괄호가 닫히지 않았습니다")
    case .unexpectedClose:
      Message("a parenthesis is closed but was not opened", ko: "열리지 않은 괄호를 닫았습니다")
    case .nothingToRepeat: Message("there is nothing to repeat", ko: "반복할 것이 없습니다")
    case .badRange: Message("a range runs backwards", ko: "범위가 거꾸로입니다")
    case .badRepetition: Message("a number of repetitions is invalid", ko: "반복 횟수가 잘못되었습니다")
    case .badEscape: Message("unknown escape", ko: "지원하지 않는 이스케이프입니다")
    case .unsupported(let text):
      Message("“\(text)” is not supported", ko: "지원하지 않습니다: “\(text)”")
    case .tooLarge: Message("the expression is too large", ko: "정규식이 너무 큽니다")
    }
  }

  var hint: Message? {
    Message(
      "Supported: | ( ) [ ] * + ? {m,n} ^ $ . \\d \\w \\s \\b \\p{Hangul} (?i).",
      ko: "사용할 수 있는 문법: | ( ) [ ] * + ? {m,n} ^ $ . \\d \\w \\s \\b \\p{Hangul} (?i).")
  }
}
