package import NoteModel

/// What keeps a reminder from being delivered.
package enum ReminderObstacle: Equatable {
  /// The task of this title has no day from which the reminder could count.
  case noDay(title: String)
}

/// The reminders that a change of a note brought.
package struct ReminderChange {
  /// What keeps them from being delivered.
  package let obstacles: [ReminderObstacle]
  /// True where a task has a reminder that it did not have before.
  package let bringsReminders: Bool

  /// - Parameter before: nil for a new note.
  package init(from before: Note?, to after: Note) {
    let old = Set(before.map(Self.reminding) ?? [])
    let new = Self.reminding(after).filter { !old.contains($0) }
    bringsReminders = !new.isEmpty
    obstacles = new.filter(\.lacksReminderDay).map { .noDay(title: $0.title) }
  }

  /// The open tasks with a reminder, wherever in the note they are.
  private static func reminding(_ note: Note) -> [TaskItem] {
    note.tasks.filter { !$0.reminders.isEmpty && !$0.status.isClosed }
  }
}

extension TaskItem {
  /// True where a reminder counts from a day that the task does not have.
  fileprivate var lacksReminderDay: Bool {
    due == nil && scheduled == nil && !status.isClosed
      && reminders.contains { if case .before? = ReminderText($0) { true } else { false } }
  }
}
