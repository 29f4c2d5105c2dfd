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

  /// Notes for the user about the reminders that a change of a note brought, or that it made pointless.
  ///
  /// - Parameter before: nil for a new note.
  func report(changing before: Note?, to after: Note) {
    let change = ReminderChange(from: before, to: after)
    for obstacle in change.obstacles { context.note(obstacle.message) }
    if change.bringsReminders, let message = missingTimer { context.note(message) }
  }

  /// Where nothing looks for reminders: no timer is installed, and nothing ran in the last hour.
  var missingTimer: Message? {
    let timer = UserTimer.reminders(repository, program: ThisProgram.path)
    if timer.files.allSatisfy({ userFileExists($0.path) }) { return nil }
    let now = context.clock().secondsSinceEpoch()
    let state = ReminderState(folder: repository.stateFolder, now: now)
    if let lastRun = state.lastRun, now - lastRun < 3_600 { return nil }
    return Message(
      "Reminders are not delivered here yet; run “sheaf remind --install”",
      ko: "알림을 보내는 타이머가 없습니다. “sheaf remind --install”을 실행하세요")
  }
}

extension ReminderObstacle {
  fileprivate var message: Message {
    switch self {
    case .noDay(let title):
      Message(
        "“\(title)” has no due day, so its reminder will not be delivered",
        ko: "마감일이 없어 알림을 보내지 않습니다: “\(title)”")
    }
  }
}
