import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// Says at once what keeps a reminder from being delivered.
struct ReminderAdvice {
  private let context: CommandContext
  private let repository: Repository

  init(_ context: CommandContext, _ repository: Repository) {
    self.context = context
    self.repository = repository
  }

  /// Notes for the user about a task that has just been given a reminder.
  func report(on task: TaskItem?, named name: String) {
    guard let task else {
      return context.note(
        Message(
          "\(name) has no status, so it is not a task: its reminder will not be delivered",
          ko: "\(name)에 status가 없어 할 일이 아닙니다. 알림을 보내지 않습니다"))
    }
    if Self.lacksDay(task) {
      context.note(
        Message(
          "“\(task.title)” has no due day: its reminder will not be delivered",
          ko: "마감일이 없어 알림을 보내지 않습니다: “\(task.title)”"))
    }
    if let message = missingTimer { context.note(message) }
  }

  /// Whether a reminder counts from a day that the task does not have.
  static func lacksDay(_ task: TaskItem) -> Bool {
    task.due == nil && task.scheduled == nil && !task.status.isClosed
      && task.reminders.contains { if case .before? = ReminderText($0) { true } else { false } }
  }

  /// Where nothing looks for reminders: no timer is installed, and nothing ran in the last hour.
  var missingTimer: Message? {
    let timer = ReminderTimer(repository, program: ThisProgram.path)
    if timer.files.allSatisfy({ userFileExists($0.path) }) { return nil }
    let now = context.clock().secondsSinceEpoch()
    let state = ReminderState(folder: repository.stateFolder, now: now)
    if let lastRun = state.lastRun, now - lastRun < 3_600 { return nil }
    return Message(
      "Nothing delivers reminders here yet: run sheaf remind --install",
      ko: "아직 알림을 보내는 타이머가 없습니다. sheaf remind --install을 실행하세요.")
  }
}
