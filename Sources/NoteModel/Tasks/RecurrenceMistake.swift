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
        "repeat: “\(word)” cannot be read in “\(text)”",
        ko: "repeat: “\(text)”에서 읽을 수 없는 부분: “\(word)”")
    case .wrongPart(let name, let value):
      Message(
        "repeat: unknown value of \(name): “\(value)”",
        ko: "repeat: \(name)에 쓸 수 없는 값입니다: “\(value)”")
    case .shorterThanADay(let frequency):
      Message(
        "repeat: \(frequency) is shorter than a day", ko: "repeat: 하루보다 짧게 반복할 수 없습니다: \(frequency)"
      )
    case .contradiction(let parts):
      Message(
        "repeat: these cannot be combined: \(parts)", ko: "repeat: 함께 쓸 수 없습니다: \(parts)")
    }
  }

  package var hint: Message? {
    Message(
      "Use every week, every 2 weeks on mon,fri, every month on the 31st, after 3 days, until 2027-03-01; see sheaf-dates(7).",
      ko: "매주, 2주마다 월,금, 매월 31일, 완료 후 3일, 2027-03-01까지처럼 입력하세요. 자세한 내용은 sheaf-dates(7)에 있습니다.")
  }
}
