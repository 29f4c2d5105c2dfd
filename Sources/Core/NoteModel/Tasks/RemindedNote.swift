import NoteSyntax

/// A note with a reminder that is not a task: it has `remind`, and no field of a task.
package struct RemindedNote: Hashable, Sendable {
  package let path: NotePath
  package let title: String
  package let identifier: String?
  /// The reminders as written. Only moments count, because a note has no day before which a length of time could be.
  package let reminders: [String]

  /// - Parameter texts: The values of `remind`; each may have several reminders, with commas between them.
  /// - Returns: nil if there is no reminder in them.
  package init?(path: NotePath, title: String, identifier: String?, texts: [String]) {
    reminders = texts.flatMap(ReminderText.parts).filter { !$0.isEmpty }
    guard !reminders.isEmpty else { return nil }
    self.path = path
    self.title = title
    self.identifier = identifier
  }

  /// Reads the reminders of a note. Nil for a task, a template, and a note without a reminder.
  package init?(_ note: Note) {
    guard note.kind != .template, !note.tasks.contains(where: { $0.source == .note }) else { return nil }
    self.init(
      path: note.path, title: note.title, identifier: note.identifier,
      texts: FieldTable(note.document.frontMatter)["remind"]?.texts ?? [])
  }
}
