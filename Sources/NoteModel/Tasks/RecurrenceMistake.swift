package import CivilCalendar
package import Wording

/// A rule of recurrence that cannot be understood, as it is reported to the user.
package struct RecurrenceMistake: ExplainedError, Hashable {
  private let error: RecurrenceError
  private let text: String

  package init(_ error: RecurrenceError, in text: String) {
    self.error = error
    self.text = text
  }

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch error {
    case .unknownWord(let word) where word.isEmpty || word == text.lowercased():
      Message("repeat: “\(text)” is not a rule", ko: "repeat: 반복 규칙으로 읽을 수 없습니다: “\(text)”")
    case .unknownWord(let word):
      Message(
        "repeat: “\(word)” is not understood in “\(text)”",
        ko: "repeat: “\(text)”의 “\(word)”을(를) 모릅니다")
    case .wrongPart(let name, let value):
      Message(
        "repeat: \(name) cannot be “\(value)”", ko: "repeat: \(name)에 “\(value)”을(를) 쓸 수 없습니다")
    case .shorterThanADay(let frequency):
      Message(
        "repeat: \(frequency) is shorter than a day", ko: "repeat: \(frequency)은(는) 하루보다 짧습니다")
    case .contradiction(let parts):
      Message(
        "repeat: these do not go together: \(parts)", ko: "repeat: 함께 쓸 수 없습니다: \(parts)")
    }
  }

  package var hint: Message? {
    Message(
      "every week, every 2 weeks on mon,fri, every month on the 31st, after 3 days, until 2027-03-01 are; see sheaf-dates(7).",
      ko: "매주, 2주마다 월,금, 매월 31일, 완료 후 3일, 2027-03-01까지처럼 쓰세요. sheaf-dates(7)에 나옵니다.")
  }
}
