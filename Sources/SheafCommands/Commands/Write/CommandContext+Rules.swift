import NoteActions
import NoteModel
import Wording

extension CommandContext {
  /// Reports which rules a change broke that is written already, and how to take it back.
  func warnOfRules(_ change: ChangedNote, in workspace: Workspace) {
    let breaches = workspace.breaches(of: change)
    for breach in breaches {
      warn(
        Message(
          "\(change.path): \(breach.explanation.english)",
          ko: "\(change.path): \(breach.explanation.korean)"))
    }
    guard !breaches.isEmpty else { return }
    note(Message("“sheaf undo” reverts it.", ko: "“sheaf undo”로 되돌릴 수 있습니다."))
  }

  /// Reports keys that were written and are most likely misspelt: no note had them, and a known field is near.
  ///
  /// - Parameters:
  ///   - assignments: As they were typed.
  ///   - used: The keys that notes had before, in small letters.
  func reportKeys(_ assignments: [FieldAssignment], used: [String]) {
    for key in assignments.map(\.key).uniqued() {
      guard let nearest = FieldCatalogue.misspelt(key, used: used) else { continue }
      warn(
        Message(
          "no note has the field “\(key)”; did you mean \(nearest)?",
          ko: "“\(key)” 필드가 있는 메모가 없습니다. 혹시 \(nearest)인가요?"))
      note(Message("“sheaf undo” reverts it.", ko: "“sheaf undo”로 되돌릴 수 있습니다."))
    }
  }

  /// Reports what is odd about the tasks that were written, each once: a status that has no column, a reminder that will
  /// not be delivered.
  func reportTasks(of changes: [ChangedNote], in workspace: Workspace) {
    let odd = changes.flatMap { workspace.breaches(of: $0).filter(\.isTolerated) }.uniqued()
    for breach in odd {
      warn(breach.explanation)
      if let hint = breach.hint { note(hint) }
    }
    for change in changes { reportReminders(of: change, in: workspace) }
  }

  /// Reports what keeps the reminders that a change brought from being delivered.
  func reportReminders(of change: ChangedNote, in workspace: Workspace) {
    let (before, after) = workspace.notes(of: change)
    ReminderAdvice(self, workspace.repository).report(changing: before, to: after)
  }
}

extension CommandContext {
  /// What new text in a repository takes from outside it.
  var noteSurroundings: NoteSurroundings {
    let world = world
    return NoteSurroundings(
      now: clock(), zone: zone, environment: environment, randomBytes: { world.randomBytes($0) })
  }

  /// Creates a note.
  ///
  /// - Returns: nil where the changes are only shown.
  func create(
    _ note: NewNote, _ care: WritingCare = WritingCare()
  ) throws -> (change: ChangedNote, workspace: Workspace)? {
    let made = try write(care, asksIndex: false, reportsShifts: true) { workspace, transaction in
      (try note.create(in: workspace, noteSurroundings, &transaction), workspace)
    }
    return care.dryRun ? nil : made
  }
}
