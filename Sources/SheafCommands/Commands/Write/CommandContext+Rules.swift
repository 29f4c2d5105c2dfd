import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

extension CommandContext {
  /// Refuses a change of a note that breaks a rule.
  ///
  /// - Parameter before: nil for a new note.
  func requireRules(
    of workspace: Workspace, changing before: [UInt8]?, to after: [UInt8], at path: NotePath
  ) throws(RefusedByRule) {
    do throws(NoteBreach) {
      try workspace.configuration.noteRules.require(
        changing: before.map { workspace.note(of: $0, at: path) },
        to: workspace.note(of: after, at: path))
    } catch {
      throw RefusedByRule(path: path, breach: error)
    }
  }

  /// Reports which rules a change of a note broke, and how to take it back.
  func warnOfRules(
    of workspace: Workspace, changing before: [UInt8], to after: [UInt8], at path: NotePath
  ) {
    let breaches = workspace.configuration.noteRules.breaches(
      changing: workspace.note(of: before, at: path), to: workspace.note(of: after, at: path))
    for breach in breaches {
      warn(
        Message(
          "\(path): \(breach.explanation.english)", ko: "\(path): \(breach.explanation.korean)"))
    }
    guard !breaches.isEmpty else { return }
    note(Message("“sheaf undo” reverts it.", ko: "“sheaf undo”로 되돌릴 수 있습니다."))
  }
}

extension CommandContext {
  /// Reports what keeps the reminders that a change brought from being delivered.
  ///
  /// - Parameter before: nil for a new note.
  func reportReminders(
    of workspace: Workspace, changing before: [UInt8]?, to after: [UInt8], at path: NotePath
  ) {
    ReminderAdvice(self, workspace.repository).report(
      changing: before.map { workspace.note(of: $0, at: path) },
      to: workspace.note(of: after, at: path))
  }
}

extension Workspace {
  fileprivate func note(of bytes: [UInt8], at path: NotePath) -> Note {
    Note(Document(parsing: bytes), at: path, in: layout)
  }
}

/// A change that would break a rule. Nothing was written.
struct RefusedByRule: ExplainedError {
  let path: NotePath
  let breach: NoteBreach

  var category: ErrorCategory { breach.category }
  var explanation: Message {
    Message("\(path): \(breach.explanation.english)", ko: "\(path): \(breach.explanation.korean)")
  }
  var hint: Message? { breach.hint }
}
