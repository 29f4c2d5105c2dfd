import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

extension CommandContext {
  /// Reminds of tasks again later, and reports when.
  ///
  /// - Parameters:
  ///   - tasks: As they were typed.
  ///   - text: `20m`, `2h`, or a moment in words.
  ///   - workspace: Where the tasks are.
  /// - Throws: Where the text is no moment to come, or a task is not found.
  func snooze(_ tasks: [String], until text: String, _ workspace: Workspace) throws {
    let moment = try snoozeMoment(text, workspace)
    let positions = try tasks.map { try task($0, in: workspace) }
    let day = CivilDate.moment(moment)
    for task in try workspace.snooze(positions, until: moment, now: clock()) {
      note(
        Message(
          "“\(task.item.title)”: next reminder on \(DayText.text(day, in: .english))",
          ko: "\(DayText.text(day, in: .korean))에 다시 알림을 보냅니다: “\(task.item.title)”"))
    }
  }

  /// When a task is to be reported again: `20m`, `2h`, or a moment in words; a day alone means its `remind.day-time`.
  ///
  /// - Throws: Where the text is no moment to come.
  private func snoozeMoment(_ text: String, _ workspace: Workspace) throws -> CivilMoment {
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
