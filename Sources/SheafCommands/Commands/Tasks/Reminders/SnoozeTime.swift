import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

extension CommandContext {
  /// When a task is to be reported again: `20m`, `2h`, or a moment in words; a day alone means its `remind.day-time`.
  ///
  /// - Throws: Where the text is no moment to come.
  func snoozeMoment(_ text: String, _ workspace: Workspace) throws -> CivilMoment {
    let now = clock()
    let moment =
      if let duration = Duration(reading: text),
        let moment = zone.moment(
          secondsSinceEpoch: now.secondsSinceEpoch() + Int(duration.seconds))
      {
        moment
      } else {
        switch DateExpression.parse(text, relativeTo: now, zone: zone, for: .deadline) {
        case .moment(let moment)?: moment
        case .day(let day)?: zone.moment(on: day, at: workspace.configuration.dayTime)
        default: throw FieldAssignmentError.notADate(key: "snooze", text: text)
        }
      }
    guard moment.secondsSinceEpoch() > now.secondsSinceEpoch() else {
      throw PassedMoment(moment: moment)
    }
    return moment
  }
}

/// A reminder cannot be put off until a time that is over.
private struct PassedMoment: ExplainedError {
  let moment: CivilMoment

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "\(DayText.text(.moment(moment), in: .english)) has passed",
      ko: "이미 지난 시각입니다: \(DayText.text(.moment(moment), in: .korean))")
  }
  var hint: Message? {
    Message("Use a time to come: 20m, 2h, tomorrow 9am.", ko: "20m, 2h, 내일 9시처럼 앞으로 올 때를 입력하세요.")
  }
}
