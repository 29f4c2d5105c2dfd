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
    let old = Set(before.map(Self.reminding) ?? [])
    let new = Self.reminding(after).filter { !old.contains($0) }
    for task in new { report(on: task) }
    if after.remindsWithoutTask, before?.remindsWithoutTask != true {
      context.note(
        Message(
          "\(after.path) has no status, so it is not a task and its reminder will not be delivered",
          ko: "status가 없어 할 일이 아니므로 알림을 보내지 않습니다: \(after.path)"))
    }
    if !new.isEmpty, let message = missingTimer { context.note(message) }
  }

  /// The open tasks with a reminder, wherever in the note they stand.
  private static func reminding(_ note: Note) -> [TaskItem] {
    note.tasks.filter { !$0.reminders.isEmpty && !$0.status.isClosed }
  }

  private func report(on task: TaskItem) {
    if Self.lacksDay(task) {
      context.note(
        Message(
          "“\(task.title)” has no due day, so its reminder will not be delivered",
          ko: "마감일이 없어 알림을 보내지 않습니다: “\(task.title)”"))
    }
  }

  /// Whether a reminder counts from a day that the task does not have.
  static func lacksDay(_ task: TaskItem) -> Bool {
    task.due == nil && task.scheduled == nil && !task.status.isClosed
      && task.reminders.contains { if case .before? = ReminderText($0) { true } else { false } }
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

extension Note {
  /// A reminder in the front matter of a note that is no task.
  fileprivate var remindsWithoutTask: Bool {
    kind != .template && !tasks.contains { $0.source == .note }
      && fields.contains { FieldCatalogue.field(for: $0.key)?.key == "remind" }
  }
}
