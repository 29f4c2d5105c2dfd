import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// Reminds of tasks again later.
struct ReminderSnooze {
  private let context: CommandContext
  private let workspace: Workspace

  init(_ context: CommandContext, _ workspace: Workspace) {
    self.context = context
    self.workspace = workspace
  }

  /// - Parameters:
  ///   - tasks: As they were typed.
  ///   - text: `20m`, `2h`, or a moment in words.
  /// - Throws: Where the text is no moment to come, or a task is not found.
  func put(off tasks: [String], until text: String) throws {
    let moment = try moment(text)
    guard moment.secondsSinceEpoch() > context.clock().secondsSinceEpoch() else {
      throw PassedMoment(moment: moment)
    }
    let references = try tasks.map { try context.task($0, in: workspace) }
    let folder = workspace.repository.stateFolder
    let now = context.clock().secondsSinceEpoch()
    let all = Dictionary(
      try workspace.index.tasks(today: context.clock().day).map { ($0.reference, $0) },
      uniquingKeysWith: { first, _ in first })
    var state = ReminderState(folder: folder, now: now)
    for reference in references {
      guard let task = all[reference.text] else {
        throw NotATask(reference: reference, boxes: [])
      }
      let reminder = PendingReminder(task: task, moment: moment)
      state.snooze(reminder.taskKey, until: reminder.seconds)
      context.note(
        Message(
          "“\(task.item.title)”: next reminder on \(DayText.text(.moment(moment), in: .english))",
          ko: "\(DayText.text(.moment(moment), in: .korean))에 다시 알림을 보냅니다: “\(task.item.title)”"))
    }
    state.save(folder: folder, now: now)
  }

  /// A day alone means its `remind.day-time`.
  private func moment(_ text: String) throws -> CivilMoment {
    let now = context.clock()
    if let duration = Duration(reading: text) {
      let seconds = now.secondsSinceEpoch() + Int(duration.seconds)
      if let moment = context.zone.moment(secondsSinceEpoch: seconds) { return moment }
    }
    switch DateExpression.parse(text, relativeTo: now, zone: context.zone, for: .deadline) {
    case .moment(let moment)?: return moment
    case .day(let day)?:
      return context.zone.moment(on: day, at: workspace.configuration.dayTime)
    default: throw FieldAssignmentError.notADate(key: "snooze", text: text)
    }
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
