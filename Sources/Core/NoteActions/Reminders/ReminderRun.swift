package import CivilCalendar
package import NoteModel
import NoteRepository

/// Delivers due reminders, one process at a time, and remembers them.
package struct ReminderRun {
  /// The items that are delivered at once.
  package enum Delivery {
    /// One reminder, or several if many are due; `graph` has the tasks that block them.
    case reminders([PendingReminder], TaskGraph)
    case letter(OpenedLetter)
  }

  private let workspace: Workspace
  private let now: CivilMoment
  private let zone: LocalZone

  /// The maximum number of reminders with separate messages. More reminders share one message.
  private static let singleLimit = 3

  package init(in workspace: Workspace, now: CivilMoment, zone: LocalZone) {
    self.workspace = workspace
    self.now = now
    self.zone = zone
  }

  /// Delivers the pending reminders.
  ///
  /// - Parameters:
  ///   - isQuiet: Returns true in quiet hours, in which due reminders wait. Called only if something is due.
  ///   - deliver: Delivers one reminder to the user.
  /// - Throws: Any error of `deliver`. A reminder that was not accepted is delivered again by the next run.
  package func run(isQuiet: () -> Bool, _ deliver: (Delivery) throws -> Void) throws {
    let folder = workspace.repository.stateFolder
    let lock = try WriteLock.acquire(folder: folder + "/reminding", command: "remind --run", whileWaiting: { _ in })
    try run(folder: folder, isQuiet, deliver)
    _ = consume lock
  }

  private func run(folder: String, _ isQuiet: () -> Bool, _ deliver: (Delivery) throws -> Void) throws {
    let plan = try ReminderPlan(in: workspace, now: now, zone: zone)
    let due = plan.due
    let letters = try OpenedLetter.all(in: workspace, plan, zone: zone)
    let (planned, now) = (plan.state.snoozed, now.secondsSinceEpoch())
    var shared = plan.shared
    func remember(_ change: (inout ReminderState) -> Void = { _ in }) throws {
      try ReminderState.update(folder: folder, now: now) { state in
        state.markRun(at: now)
        change(&state)
      }
    }
    // A first run remembers since when it counts, even if there is nothing to tell.
    if due.isEmpty && letters.isEmpty || isQuiet() { return try remember() }
    let groups = due.isEmpty ? [] : due.count > Self.singleLimit ? [due] : due.map { [$0] }
    for group in groups {
      try deliver(.reminders(group, plan.graph))
      let keys = plan.keys(coveredBy: group)
      for key in keys { shared?.tell(key) }
      try remember { state in
        for key in keys { state.tell(key, at: now) }
        for key in group.map(\.subject.key) { state.wake(key, from: planned[key]) }
      }
      try shared?.save(now: now)
    }
    for letter in letters {
      try deliver(.letter(letter))
      shared?.tell(letter.key)
      try remember { $0.tell(letter.key, at: now) }
      try shared?.save(now: now)
    }
  }
}

/// The reminders that a change of a note brought.
package struct ReminderChange {
  /// The titles of tasks and notes that have no day from which a reminder could count, so that it is not delivered.
  package let undated: [String]
  /// True if a task or a note has a reminder that it did not have before.
  package let bringsReminders: Bool

  /// - Parameter before: The note before the change, or nil for a new note.
  package init(from before: Note?, to after: Note) {
    let old = Set(before.map(Self.reminding) ?? [])
    let new = Self.reminding(after).filter { !old.contains($0) }
    let oldNote = before.flatMap { RemindedNote($0) }
    let newNote = RemindedNote(after).flatMap { $0 == oldNote ? nil : $0 }
    bringsReminders = !new.isEmpty || newNote != nil
    undated =
      new.filter(\.lacksReminderDay).map(\.title)
      + [newNote].compactMap { $0?.reminders.contains(where: isLength) == true ? $0?.title : nil }
  }

  /// Returns the open tasks with a reminder, wherever they are in the note.
  private static func reminding(_ note: Note) -> [TaskItem] {
    note.tasks.filter { !$0.reminders.isEmpty && !$0.status.isClosed }
  }
}

extension TaskItem {
  /// True if a reminder counts from a day that the task does not have.
  fileprivate var lacksReminderDay: Bool {
    due == nil && scheduled == nil && !status.isClosed && reminders.contains(where: isLength)
  }
}

/// Returns true for a length of time, such as `1d`, which counts back from the day of its task.
private func isLength(_ reminder: String) -> Bool {
  if case .before? = ReminderText(reminder) { true } else { false }
}
